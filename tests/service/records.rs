//! Positions in KIF, BOD, KI2, CSA and JKF, in every request that takes a position.

use crate::faults::told_faults;
use crate::support::{Server, config};
use tsumi::service::proto::{
    CheckMoveRequest, ConvertPositionRequest, ConvertPositionResponse, GetHintRequest, MoveResult, Outcome,
    ReplayMovesRequest, Side, SolveRequest, check_move_request, convert_position_request, get_hint_request,
    replay_moves_request, solve_request,
};

const SFEN: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const KIF: &str = include_str!("../data/records/left_out.kif");
const CSA: &str = include_str!("../data/records/single_pieces.csa");
const JKF: &str = include_str!("../data/records/problem.jkf");
const FIVE: &str = "6bpk/6G1l/6L1G/5G3/9/8N/9/9/9 b G2rb4s3n2l17p 1";
const FIVE_PLIES: [&str; 5] = ["3b2a", "1a2a", "P*2b", "2a1a", "G*2a"];

async fn converted(position: convert_position_request::Position) -> ConvertPositionResponse {
    let mut client = Server::start(config()).await.client().await;
    let request = ConvertPositionRequest { position: Some(position), ..ConvertPositionRequest::default() };
    client.convert_position(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn a_record_is_solved_from_its_position() {
    use solve_request::Position;
    let mut client = Server::start(config()).await.client().await;
    let ki2 = KIF.replace("   1 ５二金打   ( 0:00/00:00:00)", "▲５二金打");
    let bod = KIF.split("手数").next().unwrap().to_owned();
    for position in
        [Position::Kif(KIF.to_owned()), Position::Ki2(ki2), Position::Bod(bod), Position::Csa(CSA.to_owned())]
    {
        let request = SolveRequest { position: Some(position), ..SolveRequest::default() };
        let answer = client.solve(request).await.unwrap().into_inner();
        let line: Vec<&str> = answer.line.iter().map(|mv| &*mv.usi).collect();
        assert_eq!((answer.outcome(), line), (Outcome::Mate, vec!["G*5b"]));
    }
}

#[tokio::test]
async fn names_of_the_sides_say_who_mates_unless_the_request_does() {
    let mut client = Server::start(config()).await.client().await;
    let text = include_str!("../data/records/defender_to_move.kif");
    let mut request =
        SolveRequest { position: Some(solve_request::Position::Kif(text.to_owned())), ..SolveRequest::default() };
    let answer = client.solve(request.clone()).await.unwrap().into_inner();
    assert_eq!(answer.outcome(), Outcome::Mate);
    request.set_attacker(Side::White);
    let status = client.solve(request).await.expect_err("White has nobody to mate");
    assert_eq!(status.code(), tonic::Code::InvalidArgument);
}

#[tokio::test]
async fn the_solution_is_no_part_of_a_puzzle() {
    let mut client = Server::start(config()).await.client().await;
    let check = CheckMoveRequest {
        position: Some(check_move_request::Position::Kif(KIF.to_owned())),
        r#move: "G*5b".to_owned(),
        ..CheckMoveRequest::default()
    };
    assert_eq!(client.check_move(check).await.unwrap().into_inner().result(), MoveResult::Correct);
    let hint =
        GetHintRequest { position: Some(get_hint_request::Position::Csa(CSA.to_owned())), ..GetHintRequest::default() };
    assert_eq!(client.get_hint(hint).await.unwrap().into_inner().outcome(), Outcome::Mate);
}

#[tokio::test]
async fn the_moves_of_a_game_are_replayed() {
    let mut client = Server::start(config()).await.client().await;
    let request = ReplayMovesRequest {
        position: Some(replay_moves_request::Position::Jkf(JKF.to_owned())),
        ..ReplayMovesRequest::default()
    };
    let replayed = client.replay_moves(request).await.unwrap().into_inner();
    assert!(replayed.moves.iter().map(|mv| &*mv.usi).eq(FIVE_PLIES));
    let request = ReplayMovesRequest {
        position: Some(replay_moves_request::Position::Kif(include_str!("../data/records/game.kif").to_owned())),
        moves: vec!["B*4e".to_owned(), "P*9i".to_owned()],
        ..ReplayMovesRequest::default()
    };
    let replayed = client.replay_moves(request).await.unwrap().into_inner();
    assert_eq!((replayed.moves.len(), replayed.illegal.unwrap().index), (5, 5));
}

#[tokio::test]
async fn every_notation_comes_out_and_means_the_same() {
    use convert_position_request::Position;
    let first = converted(Position::Jkf(JKF.to_owned())).await;
    assert_eq!((&*first.sfen, &*first.usi), (FIVE, &*format!("position sfen {FIVE}")));
    assert!(first.moves.is_empty() && first.solution.iter().map(|mv| &*mv.usi).eq(FIVE_PLIES));
    assert_eq!(first.sfen_line, format!("{FIVE} moves {}", FIVE_PLIES.join(" ")));
    for position in
        [Position::Kif(first.kif.clone()), Position::Csa(first.csa.clone()), Position::Ki2(first.kif.clone())]
    {
        assert_eq!(converted(position).await, first);
    }
    let diagram = converted(Position::Bod(first.bod.clone())).await;
    assert_eq!((&diagram.sfen, &diagram.bod, diagram.solution.len()), (&first.sfen, &first.bod, 0));
    assert_eq!(diagram.kif, diagram.bod);
    // Moves of a USI position are played, and nobody's solution.
    let usi = converted(Position::Sfen(SFEN.to_owned())).await;
    assert_eq!((&*usi.sfen_line, usi.solution.len()), (SFEN, 0));
}

#[tokio::test]
async fn a_fault_names_its_field_and_bytes() {
    let mut client = Server::start(config()).await.client().await;
    let text = KIF.replace("５二金打", "五二犬打");
    let start = text.find("五二犬打").unwrap();
    let request = SolveRequest { position: Some(solve_request::Position::Kif(text)), ..SolveRequest::default() };
    let status = client.solve(request).await.expect_err("a refusal");
    let fault = &told_faults(&status)[0];
    assert_eq!((&*fault.field, &*fault.reason), ("kif", "MALFORMED_TEXT"));
    let place = format!("{:?}", fault.place);
    assert!(place.contains(&start.to_string()), "{place}");
}
