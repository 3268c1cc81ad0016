//! Right answers to right questions.

use crate::support::{
    BOUND, ENDLESS, NO_MATE, ONE_PLY, Server, THREE_PLIES, config, info, solve, solve_within, solved, soon, stream,
};
use prost::Message as _;
use std::time::Duration;
use tokio_stream::StreamExt as _;
use tonic::Request;
use tsumi::notation::{self, sfen};
use tsumi::service::proto::{
    ConvertPositionRequest, GameState, IllegalMoveReason, LimitOwner, Limits, Outcome, Proof, ReplayMovesRequest, Side,
    SolveRequest, SolveResponse, UnknownCause, UsiPosition, WesternStyle, convert_position_request,
    replay_moves_request, solve_request, stream_solve_response::Event,
};
use tsumi::service::{Config, Told, solve_response};
use tsumi::shogi::Hand;
use tsumi::solver::{Mate, Problem, Statistics, Verdict};

fn usi(position: &str, moves: &[&str]) -> UsiPosition {
    UsiPosition { position: position.to_owned(), moves: moves.iter().map(ToString::to_string).collect() }
}

fn replay(position: UsiPosition, moves: &[&str]) -> ReplayMovesRequest {
    ReplayMovesRequest {
        position: Some(replay_moves_request::Position::Usi(position)),
        moves: moves.iter().map(ToString::to_string).collect(),
        ..ReplayMovesRequest::default()
    }
}

#[tokio::test]
async fn mate_in_one() {
    let mut client = Server::start(config()).await.client().await;
    let answer = solved(&mut client, solve(ONE_PLY)).await;
    assert_eq!(answer.outcome(), Outcome::Mate);
    assert_eq!(answer.line.len(), 1);
    let line = &answer.line[0];
    assert_eq!((&*line.usi, &*line.japanese, &*line.western), ("G*5b", "▲５二金", "G*5b"));
    let length = answer.raw_length.unwrap();
    assert_eq!(length.at_most, 1);
    assert_eq!(answer.leftover, Some(tsumi::service::proto::Hand::default()));
    assert!(answer.unknown.is_none());
    assert_eq!(answer.summary, "Mate in 1 ply.");
}

#[tokio::test]
async fn a_mate_ends_in_checkmate_and_its_length_is_an_honest_interval() {
    let mut client = Server::start(config()).await.client().await;
    let answer = solved(&mut client, solve(THREE_PLIES)).await;
    assert_eq!(answer.outcome(), Outcome::Mate);
    let length = answer.raw_length.unwrap();
    // Three plies is the proved shortest length of this problem.
    assert!(length.at_least <= 3 && 3 <= length.at_most, "{length:?}");
    assert_eq!(length.proof() == Proof::Searched, length.at_least == length.at_most);
    let moves: Vec<&str> = answer.line.iter().map(|mv| &*mv.usi).collect();
    let end = client.replay_moves(replay(usi(THREE_PLIES, &[]), &moves)).await.unwrap().into_inner();
    assert_eq!((end.state(), end.loser(), end.illegal), (GameState::Checkmate, Side::White, None));
}

#[tokio::test]
async fn no_mate_and_no_mate_within_n_plies_are_told_apart() {
    let mut client = Server::start(config()).await.client().await;
    let answer = solved(&mut client, solve(NO_MATE)).await;
    assert_eq!((answer.outcome(), answer.line.len(), answer.unknown), (Outcome::NoMate, 0, None));
    let limits = Limits { plies: 1, ..Limits::default() };
    let answer = solved(&mut client, solve_within(THREE_PLIES, limits)).await;
    assert_eq!(answer.outcome(), Outcome::Unknown);
    let unknown = answer.unknown.unwrap();
    assert_eq!((unknown.cause(), unknown.owner(), unknown.plies), (UnknownCause::Plies, LimitOwner::Request, 1));
    assert!(answer.summary.starts_with("No mate within 1 ply"), "{}", answer.summary);
}

#[tokio::test]
async fn moves_lead_to_the_position_that_is_solved() {
    let mut client = Server::start(config()).await.client().await;
    let before = "3k5/9/4P4/9/9/9/9/9/9 w G2r2b3g4s4n4l17p 1";
    for position in [usi(&format!("position sfen {before} moves 6a5a"), &[]), usi(before, &["6a5a"])] {
        let position = Some(solve_request::Position::Usi(position));
        let answer = solved(&mut client, SolveRequest { position, ..SolveRequest::default() }).await;
        assert_eq!((answer.outcome(), &*answer.line[0].usi), (Outcome::Mate, "G*5b"));
    }
}

#[tokio::test]
async fn either_side_may_attack_and_the_rest_may_go_to_the_defender() {
    let mut client = Server::start(config()).await.client().await;
    let white = "9/9/9/9/9/9/4p4/9/4K4 w 2R2BG4S4N4L3g17p 1";
    assert_eq!(solved(&mut client, solve(white)).await.outcome(), Outcome::Mate);
    // The rook's check from afar is mate only while nothing can be put in between.
    let bare = "k8/9/1K7/9/9/9/9/9/8R b - 1";
    let mate = solved(&mut client, solve(bare)).await;
    assert_eq!((mate.outcome(), mate.line.len()), (Outcome::Mate, 1));
    let filled = solved(&mut client, SolveRequest { conventional_hand: true, ..solve(bare) }).await;
    assert!(filled.outcome() != Outcome::Mate || filled.line.len() > 1, "{filled:?}");
}

#[tokio::test]
async fn promoted_pieces_are_written_as_asked() {
    let mut client = Server::start(config()).await.client().await;
    let request = |style: WesternStyle| ConvertPositionRequest {
        position: Some(convert_position_request::Position::Usi(usi("4k4/9/4+S4/9/9/9/9/9/9 b G", &["5c5b"]))),
        western_style: style.into(),
        ..ConvertPositionRequest::default()
    };
    for (style, text) in [(WesternStyle::Unspecified, "+S-5b"), (WesternStyle::Cross, "Sx-5b")] {
        let converted = client.convert_position(request(style)).await.unwrap().into_inner();
        assert_eq!(converted.moves[0].western, text);
    }
}

#[tokio::test]
async fn a_deadline_is_a_limit_and_not_an_error() {
    let mut client = Server::start(config()).await.client().await;
    let mut request = Request::new(solve(ENDLESS));
    request.set_timeout(Duration::from_millis(800));
    let answer = soon(client.solve(request)).await.expect("status OK").into_inner();
    let unknown = answer.unknown.unwrap();
    assert_eq!((unknown.cause(), unknown.owner()), (UnknownCause::Time, LimitOwner::Deadline));
    let statistics = answer.statistics.unwrap();
    assert!(statistics.nodes > 0 && statistics.elapsed_us >= 700_000, "{statistics:?}");
}

#[tokio::test]
async fn the_answer_says_whose_time_ended_the_search() {
    let bounded = Config { max_time: Some(Duration::from_millis(300)), ..config() };
    let hurried = Config { default_time: Some(Duration::from_millis(300)), ..config() };
    let ms = |time_ms| Limits { time_ms, ..Limits::default() };
    for (config, limits, owner) in [
        (config(), ms(200), LimitOwner::Request),
        (bounded, ms(60_000), LimitOwner::Server),
        (hurried, ms(0), LimitOwner::Server),
    ] {
        let mut client = Server::start(config).await.client().await;
        let answer = soon(solved(&mut client, solve_within(ENDLESS, limits))).await;
        let unknown = answer.unknown.unwrap();
        assert_eq!((unknown.cause(), unknown.owner()), (UnknownCause::Time, owner));
    }
}

#[tokio::test]
async fn a_stream_tells_progress_and_ends_with_the_answer() {
    let mut client = Server::start(config()).await.client().await;
    let mut request = stream(ENDLESS);
    request.limits = Some(Limits { time_ms: 1000, ..Limits::default() });
    let mut events = client.stream_solve(request).await.unwrap().into_inner();
    let mut told = Vec::new();
    while let Some(message) = soon(events.next()).await {
        told.push(message.unwrap().event.unwrap());
    }
    let Some(Event::Answer(answer)) = told.pop() else { panic!("the last message is not the answer") };
    assert_eq!(answer.unknown.unwrap().cause(), UnknownCause::Time);
    let nodes: Vec<u64> = told
        .iter()
        .map(|event| match event {
            Event::Progress(progress) => progress.nodes,
            Event::Answer(_) => panic!("two answers"),
        })
        .collect();
    assert!(nodes.len() >= 3 && nodes.is_sorted() && nodes.last() > Some(&0), "{nodes:?}");
}

#[tokio::test]
async fn a_stream_of_an_easy_problem_has_the_answer_of_the_unary_call() {
    let mut client = Server::start(config()).await.client().await;
    let unary = solved(&mut client, solve(ONE_PLY)).await;
    let mut events = client.stream_solve(stream(ONE_PLY)).await.unwrap().into_inner();
    let mut last = None;
    while let Some(message) = soon(events.next()).await {
        last = message.unwrap().event;
    }
    let Some(Event::Answer(answer)) = last else { panic!("{last:?}") };
    assert_eq!((answer.outcome, answer.line), (unary.outcome, unary.line));
}

#[tokio::test]
async fn replay_names_the_first_illegal_move_and_the_rule() {
    let mut client = Server::start(config()).await.client().await;
    let moves = ["3c3d", "8h3c+"];
    let answer = client.replay_moves(replay(usi("startpos moves 7g7f", &[]), &moves)).await.unwrap().into_inner();
    assert_eq!((answer.moves.len(), answer.illegal.is_none(), answer.state()), (3, true, GameState::Check));
    let answer =
        client.replay_moves(replay(usi("startpos moves 7g7f", &["3c3d"]), &["8h1a"])).await.unwrap().into_inner();
    let illegal = answer.illegal.unwrap();
    assert_eq!((illegal.index, &*illegal.usi, answer.moves.len()), (2, "8h1a", 2));
    assert_eq!(illegal.reason(), IllegalMoveReason::CannotMoveThere);
    assert!(answer.sfen.starts_with("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/"), "{}", answer.sfen);
}

#[tokio::test]
async fn replay_knows_how_games_end() {
    let mut client = Server::start(config()).await.client().await;
    let shuffle = ["5a4a", "5i4i", "4a5a", "4i5i"];
    let moves = shuffle.repeat(3);
    let end = client.replay_moves(replay(usi("4k4/9/9/9/9/9/9/9/4K4 b - 1", &[]), &[])).await.unwrap().into_inner();
    assert_eq!(end.state(), GameState::InPlay);
    let white_first = usi("4k4/9/9/9/9/9/9/9/4K4 w - 1", &[]);
    let end = client.replay_moves(replay(white_first.clone(), &moves)).await.unwrap().into_inner();
    assert_eq!((end.state(), end.loser(), end.moves.len()), (GameState::Repetition, Side::Unspecified, 12));
    let more = [&moves[..], &["5a4a"]].concat();
    let refused = client.replay_moves(replay(white_first, &more)).await.unwrap().into_inner().illegal.unwrap();
    assert_eq!((refused.index, refused.reason()), (12, IllegalMoveReason::GameOver));
    let entered = usi("4K4/9/9/9/9/9/9/9/4k4 b - 1", &[]);
    let impasse = client.replay_moves(replay(entered, &[])).await.unwrap().into_inner().impasse.unwrap();
    assert_eq!((impasse.black_points, impasse.white_points), (0, 0));
}

#[tokio::test]
async fn a_position_is_printed_in_every_notation_and_judged_as_a_problem() {
    let mut client = Server::start(config()).await.client().await;
    let request = |sfen: &str| ConvertPositionRequest {
        position: Some(convert_position_request::Position::Sfen(sfen.to_owned())),
        ..ConvertPositionRequest::default()
    };
    let converted = client.convert_position(request("4k4/9/4P4/9/9/9/9/9/9_b_G")).await.unwrap().into_inner();
    assert_eq!(converted.sfen, "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!(converted.usi, "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1");
    assert_eq!((converted.turn(), converted.in_check, converted.is_problem), (Side::Black, false, true));
    // A fine diagram, and no problem: the defender is to move and not in check.
    let mut other = request("4k4/9/4P4/9/9/9/9/9/9 w G 1");
    other.set_attacker(Side::Black);
    let converted = client.convert_position(other).await.unwrap().into_inner();
    let reasons: Vec<&str> = converted.problem_faults.iter().map(|fault| &*fault.reason).collect();
    assert_eq!((converted.is_problem, reasons), (false, vec!["DEFENDER_NOT_IN_CHECK"]));
}

/// A line of 4,001 plies between two kings: what its writing depends on is legality alone.
fn long_walk() -> Vec<&'static str> {
    ["5i5h", "5a5b", "5h5i", "5b5a"].into_iter().cycle().take(4_001).collect()
}

const TWO_KINGS: &str = "4k4/9/9/9/9/9/9/9/4K4 b - 1";

#[test]
fn an_answer_of_thousands_of_plies_is_written_whole() {
    let problem = Problem::new(&sfen::parse(TWO_KINGS).unwrap(), None).unwrap();
    let line = long_walk().into_iter().map(|text| notation::usi::parse_move(text).unwrap()).collect();
    let mate = Mate::found(
        tsumi::solver::Line { moves: line, leftover: Hand::EMPTY },
        tsumi::solver::Length { at_least: 3, at_most: 4_001 },
    );
    let outcome = tsumi::solver::Outcome {
        verdict: Verdict::Mate(Box::new(mate)),
        refutation: None,
        statistics: Statistics::default(),
    };
    let response = solve_response(&problem, &outcome, Told::default());
    assert_eq!((response.line.len(), response.raw_length.unwrap().at_most), (4_001, 4_001));
    assert_eq!((&*response.line[4_000].usi, &*response.line[4_000].japanese), ("5i5h", "▲５八玉"));
    let json = serde_json::to_string(&response).unwrap();
    assert_eq!(serde_json::from_str::<SolveResponse>(&json).unwrap(), response);
    // What gRPC clients accept unless told otherwise.
    assert!(response.encoded_len() < 4 << 20);
}

#[test]
fn a_bounded_answer_counts_what_it_leaves_out() {
    use tsumi::solver::{Finding, Length, Line, Other, Outcome, Soundness, Variation, Variations};
    let problem = Problem::new(&sfen::parse(TWO_KINGS).unwrap(), None).unwrap();
    let moves: Vec<_> = long_walk().into_iter().map(|text| notation::usi::parse_move(text).unwrap()).collect();
    let line = Line { moves: moves.clone(), leftover: Hand::EMPTY };
    let length = Length { at_least: 4_001, at_most: 4_001 };
    let tail = Line { moves: moves[1..].to_vec(), leftover: Hand::EMPTY };
    let variations = vec![Variation { ply: 2, line: tail, length, mark: None }; 100];
    let finding = Finding::Cook(Other { ply: 1, mv: moves[0] });
    let mate = Mate {
        variations: Some(Variations { list: variations, cut: 5 }),
        soundness: Some(Soundness { findings: vec![finding; 10_000], complete: true }),
        ..Mate::found(line, length)
    };
    let outcome =
        Outcome { verdict: Verdict::Mate(Box::new(mate)), refutation: None, statistics: Statistics::default() };
    let response = |bounded| solve_response(&problem, &outcome, Told { bounded, ..Told::default() });
    let (whole, bounded) = (response(false), response(true));
    assert!(bounded.encoded_len() < 4 << 20 && whole.encoded_len() > 4 << 20);
    let counts = |response: &SolveResponse| {
        let (variations, soundness) = (response.variations.as_ref().unwrap(), response.soundness.as_ref().unwrap());
        (variations.variations.len() + variations.cut as usize, soundness.findings.len() + soundness.cut as usize)
    };
    assert_eq!((counts(&whole), counts(&bounded)), ((105, 10_000), (105, 10_000)));
    assert!(bounded.variations.unwrap().variations.len() < 100 && bounded.soundness.unwrap().findings.len() < 10_000);
}

#[tokio::test]
async fn thousands_of_moves_are_read_and_told_back() {
    let mut client = Server::start(config()).await.client().await;
    let walk = long_walk();
    let request = ConvertPositionRequest {
        position: Some(convert_position_request::Position::Usi(usi(TWO_KINGS, &walk))),
        ..ConvertPositionRequest::default()
    };
    let converted = client.convert_position(request).await.unwrap().into_inner();
    assert!(converted.moves.iter().map(|mv| &*mv.usi).eq(walk.iter().copied()));
    assert_eq!(converted.sfen, "4k4/9/9/9/9/9/9/4K4/9 w - 1");
    assert_eq!(converted.usi, format!("position sfen {TWO_KINGS} moves {}", walk.join(" ")));
}

#[tokio::test]
async fn the_server_tells_its_limits() {
    let config = config();
    let told = info(&mut Server::start(config.clone()).await.client().await).await;
    assert_eq!(told.version, env!("CARGO_PKG_VERSION"));
    assert_eq!((told.workers, told.table_mib, told.live_searches), (2, 16, 0));
    let limits = told.limits.unwrap();
    assert_eq!(limits.live_searches as usize, config.live_searches);
    assert_eq!(limits.message_bytes as usize, config.max_message_bytes);
    assert_eq!(told.defaults.unwrap().time_ms, 30_000);
    assert!(told.features.iter().any(|feature| feature == "certificate"), "{:?}", told.features);
    assert!(BOUND < Duration::from_secs(30));
}
