//! Judging moves and giving hints.

use crate::support::{Client, ENDLESS, NO_MATE, ONE_PLY, Server, THREE_PLIES, config, solve, solved, soon};
use tonic::Code;
use tonic_types::StatusExt as _;
use tsumi::service::proto::{
    CheckMoveRequest, CheckMoveResponse, Convention, GetHintRequest, GetHintResponse, HintLevel, IllegalMoveReason,
    Length, LengthKind, LimitOwner, Limits, MoveResult, Outcome, PieceKind, ProblemEnd, Side, SolveRequest,
    UnknownCause, UsiPosition, check_move_request, get_hint_request, solve_request,
};

/// 3 plies, 7 with every interposition counted.
const SEVEN_RAW: &str = "8k/4R2np/9/9/9/9/9/9/9 b N3p 1";

/// One ply, wherever the rook is dropped on the first rank: all that can be put between is useless.
const USELESS_ONLY: &str = "8k/6G2/9/7N1/9/9/9/9/9 b Rr2b3g4s3n4l18p 1";

fn check(sfen: &str, moves: &[&str], mv: &str) -> CheckMoveRequest {
    let moves = moves.iter().map(ToString::to_string).collect();
    let position = Some(check_move_request::Position::Usi(UsiPosition { position: sfen.to_owned(), moves }));
    CheckMoveRequest { position, r#move: mv.to_owned(), ..CheckMoveRequest::default() }
}

fn hint(sfen: &str, level: HintLevel) -> GetHintRequest {
    let position = Some(get_hint_request::Position::Sfen(sfen.to_owned()));
    GetHintRequest { position, level: level.into(), ..GetHintRequest::default() }
}

async fn checked(client: &mut Client, request: CheckMoveRequest) -> CheckMoveResponse {
    client.check_move(request).await.unwrap().into_inner()
}

async fn hinted(client: &mut Client, request: GetHintRequest) -> GetHintResponse {
    client.get_hint(request).await.unwrap().into_inner()
}

fn proved(length: Option<Length>) -> u32 {
    let length = length.unwrap();
    assert_eq!(length.at_least, length.at_most);
    length.at_most
}

fn reply(answer: &CheckMoveResponse) -> Option<&str> {
    answer.reply.as_ref().map(|mv| &*mv.usi)
}

#[tokio::test]
async fn a_puzzle_is_played_to_its_end() {
    let mut client = Server::start(config()).await.client().await;
    let line = solved(&mut client, solve(THREE_PLIES)).await.line;
    let line: Vec<&str> = line.iter().map(|mv| &*mv.usi).collect();
    let first = checked(&mut client, check(THREE_PLIES, &[], line[0])).await;
    assert_eq!((first.result(), reply(&first), first.plies_left), (MoveResult::Correct, Some(line[1]), Some(1)));
    assert_eq!((first.end(), first.summary.as_str()), (ProblemEnd::Unspecified, "Correct: mate in 3 plies."));
    let (raw, conventional) = (first.raw.unwrap(), first.conventional.unwrap());
    assert_eq!((proved(raw.length), proved(raw.shortest), raw.result()), (3, 3, MoveResult::Correct));
    assert_eq!((proved(conventional.length), conventional.result()), (3, MoveResult::Correct));
    assert!(first.sfen.contains(" w "), "{}", first.sfen);
    assert!(first.illegal.is_none() && first.unknown.is_none() && !first.repeats);
    let last = checked(&mut client, check(THREE_PLIES, &line[..2], line[2])).await;
    assert_eq!((last.result(), last.end(), reply(&last)), (MoveResult::Correct, ProblemEnd::Checkmate, None));
    assert_eq!((last.plies_left, last.summary.as_str()), (None, "Correct: mate in 1 ply."));
    assert_eq!(last.r#move.unwrap().usi, line[2]);
}

#[tokio::test]
async fn the_kinds_of_length_are_told_apart() {
    let mut client = Server::start(config()).await.client().await;
    // Both promote and not promote mate in 3; by the raw length one of them takes longer or as long.
    let raw =
        checked(&mut client, CheckMoveRequest { length: LengthKind::Raw.into(), ..check(SEVEN_RAW, &[], "5b5a") });
    let raw = raw.await;
    assert_eq!(raw.result(), MoveResult::Correct);
    assert_eq!((proved(raw.raw.unwrap().length), proved(raw.conventional.unwrap().length)), (7, 3));
    assert_eq!(raw.plies_left, Some(5));
    let conventional = checked(&mut client, check(SEVEN_RAW, &[], "5b5a+")).await;
    assert_eq!((conventional.result(), conventional.plies_left), (MoveResult::Correct, Some(1)));
    assert_eq!(reply(&conventional), Some("P*2a"));
    let none = CheckMoveRequest { convention: Convention::None.into(), ..check(SEVEN_RAW, &[], "5b5a") };
    let none = checked(&mut client, none).await;
    assert_eq!((none.conventional, none.plies_left), (None, Some(5)));
}

#[tokio::test]
async fn a_problem_ends_where_only_useless_interpositions_are_left() {
    let mut client = Server::start(config()).await.client().await;
    let answer = checked(&mut client, check(USELESS_ONLY, &[], "R*9a")).await;
    assert_eq!((answer.result(), answer.end()), (MoveResult::Correct, ProblemEnd::Conventional), "{answer:?}");
    assert_eq!((reply(&answer), answer.plies_left), (None, None));
    assert_eq!(answer.raw.unwrap().result(), MoveResult::Longer);
    let plies = proved(answer.raw.unwrap().length);
    let told =
        format!("Correct: mate in 1 ply. With every interposition counted it takes {plies} plies instead of 1 ply.");
    assert_eq!(answer.summary, told);
    let raw = CheckMoveRequest { length: LengthKind::Raw.into(), ..check(USELESS_ONLY, &[], "R*9a") };
    let raw = checked(&mut client, raw).await;
    assert_eq!((raw.end(), raw.result()), (ProblemEnd::Unspecified, MoveResult::Longer));
    assert!(raw.summary.ends_with("With useless interpositions (無駄合) left out nothing is shorter than its 1 ply."));
    assert!(reply(&raw).is_some() && raw.plies_left.is_some(), "{raw:?}");
}

#[tokio::test]
async fn a_wrong_check_gets_its_refutation() {
    let mut client = Server::start(config()).await.client().await;
    for sfen in [SEVEN_RAW, NO_MATE] {
        let answer = checked(&mut client, check(sfen, &[], if sfen == NO_MATE { "9i1i" } else { "N*2c" })).await;
        assert_eq!((answer.result(), answer.plies_left), (MoveResult::Escape, None), "{answer:?}");
        assert_eq!((answer.raw, answer.conventional, answer.end()), (None, None, ProblemEnd::Unspecified));
        // After the refutation there is no mate.
        let (mv, refutation) = (answer.r#move.unwrap().usi, answer.reply.unwrap());
        assert!(answer.summary.contains(&refutation.western), "{}", answer.summary);
        let usi = UsiPosition { position: sfen.to_owned(), moves: vec![mv, refutation.usi] };
        let position = Some(solve_request::Position::Usi(usi));
        let after = solved(&mut client, SolveRequest { position, ..SolveRequest::default() }).await;
        assert_eq!(after.outcome(), Outcome::NoMate);
    }
}

#[tokio::test]
async fn what_is_no_check_or_illegal_is_told_without_a_search() {
    let mut client = Server::start(config()).await.client().await;
    let quiet = checked(&mut client, check(ONE_PLY, &[], "G*9i")).await;
    assert_eq!((quiet.result(), quiet.statistics), (MoveResult::NotCheck, None));
    assert!(quiet.sfen.starts_with("4k4/9/4P4/9/9/9/9/9/G8 w"), "{}", quiet.sfen);
    for (sfen, mv, reason) in [
        (ONE_PLY, "S*5b", IllegalMoveReason::NotInHand),
        (ONE_PLY, "G*5c", IllegalMoveReason::SquareOccupied),
        (ONE_PLY, "5c5a", IllegalMoveReason::CannotMoveThere),
        ("4k4/9/4P4/4G4/9/9/9/9/9 b - 1", "5d5c", IllegalMoveReason::OwnPieceOnTarget),
        (ONE_PLY, "1a1b", IllegalMoveReason::NoPieceOnSource),
        (ONE_PLY, "5a5b", IllegalMoveReason::NotYourPiece),
        (NO_MATE, "9i9h+", IllegalMoveReason::CannotPromote),
        ("8k/9/7PP/9/9/9/9/9/9 b P 1", "P*2b", IllegalMoveReason::TwoPawns),
        ("8k/7P1/9/9/9/9/9/9/9 b P 1", "2b2a", IllegalMoveReason::MustPromote),
        ("8k/9/9/9/9/9/9/9/9 b N 1", "N*2b", IllegalMoveReason::DeadEndDrop),
        ("7lk/7p1/8G/9/9/9/9/9/9 b P 1", "P*1b", IllegalMoveReason::DropPawnMate),
        ("8k/9/9/r3G3K/9/9/9/9/9 b G 1", "5d5c", IllegalMoveReason::LeavesKingInCheck),
    ] {
        let answer = checked(&mut client, check(sfen, &[], mv)).await;
        let illegal = answer.illegal.as_ref().unwrap_or_else(|| panic!("{sfen} {mv}: {answer:?}"));
        assert_eq!((answer.result(), illegal.reason()), (MoveResult::Illegal, reason), "{sfen} {mv}");
        assert_eq!((illegal.index, &*illegal.usi, &answer.summary), (0, mv, &illegal.message));
        assert!(answer.r#move.is_none() && answer.sfen.is_empty() && answer.statistics.is_none());
    }
}

#[tokio::test]
async fn a_spent_budget_leaves_a_move_undecided() {
    let mut client = Server::start(config()).await.client().await;
    for (limits, cause) in [
        (Limits { nodes: 50, ..Limits::default() }, UnknownCause::Nodes),
        (Limits { time_ms: 30, ..Limits::default() }, UnknownCause::Time),
        (Limits { plies: 3, time_ms: 1000, ..Limits::default() }, UnknownCause::Plies),
        (Limits { plies: 1, ..Limits::default() }, UnknownCause::Plies),
    ] {
        let request = CheckMoveRequest { limits: Some(limits), ..check(ENDLESS, &[], "R*3c") };
        let answer = soon(checked(&mut client, request)).await;
        let unknown = answer.unknown.unwrap();
        assert_eq!((answer.result(), unknown.cause()), (MoveResult::Undecided, cause), "{answer:?}");
        assert_eq!((unknown.owner(), unknown.plies), (LimitOwner::Request, limits.plies));
        let request = GetHintRequest { limits: Some(limits), ..hint(ENDLESS, HintLevel::Move) };
        let answer = soon(hinted(&mut client, request)).await;
        assert_eq!((answer.outcome(), answer.unknown.unwrap().cause()), (Outcome::Unknown, cause));
        assert_eq!((answer.piece(), answer.r#move, answer.plies_left), (PieceKind::Unspecified, None, None));
    }
}

#[tokio::test]
async fn a_node_limit_makes_checks_and_hints_repeatable() {
    let mut client = Server::start(config()).await.client().await;
    let limits = Some(Limits { nodes: 100_000, ..Limits::default() });
    let request = CheckMoveRequest { limits, ..check(SEVEN_RAW, &[], "5b5a+") };
    let first = checked(&mut client, request.clone()).await;
    let other = checked(&mut client, CheckMoveRequest { limits: None, ..request.clone() }).await;
    let again = checked(&mut client, request).await;
    let effort = |answer: &CheckMoveResponse| answer.statistics.unwrap().nodes;
    assert_eq!((effort(&first), first.statistics.unwrap().repeatable), (effort(&again), true));
    assert!(effort(&first) > 0);
    let plain = |answer: CheckMoveResponse| CheckMoveResponse { statistics: None, ..answer };
    assert_eq!((plain(first.clone()), plain(first)), (plain(again), plain(other)));
    let request = GetHintRequest { limits, ..hint(SEVEN_RAW, HintLevel::Move) };
    let first = hinted(&mut client, request.clone()).await;
    let again = hinted(&mut client, request).await;
    assert_eq!(first.statistics.unwrap().nodes, again.statistics.unwrap().nodes);
    assert_eq!(first.r#move, again.r#move);
}

#[tokio::test]
async fn what_was_solved_is_known_along_its_line() {
    let mut client = Server::start(config()).await.client().await;
    let line = solved(&mut client, solve(SEVEN_RAW)).await.line;
    let line: Vec<&str> = line.iter().map(|mv| &*mv.usi).collect();
    for ply in [0, 2] {
        let request = check(SEVEN_RAW, &line[..ply], line[ply]);
        let answer = checked(&mut client, request.clone()).await;
        assert_eq!(answer.result(), MoveResult::Correct);
        let again = checked(&mut client, request).await;
        assert_eq!(again.statistics.unwrap().nodes, 0);
        assert_eq!(again.reply, answer.reply);
    }
    assert_eq!(solved(&mut client, solve(SEVEN_RAW)).await.statistics.unwrap().nodes, 0);
    let answer = hinted(&mut client, hint(SEVEN_RAW, HintLevel::Move)).await;
    assert_eq!((answer.r#move.unwrap().usi.as_str(), answer.statistics.unwrap().nodes), (line[0], 0));
}

#[tokio::test]
async fn hints_are_graded() {
    let mut client = Server::start(config()).await.client().await;
    let [piece, square, whole] = [HintLevel::Unspecified, HintLevel::Square, HintLevel::Move];
    let answer = hinted(&mut client, hint(SEVEN_RAW, piece)).await;
    assert_eq!((answer.outcome(), answer.piece(), &*answer.from), (Outcome::Mate, PieceKind::Rook, "5b"));
    assert_eq!((&*answer.to, answer.r#move, answer.plies_left), ("", None, None));
    assert_eq!(answer.summary, "Move the piece on 5b.");
    let answer = hinted(&mut client, hint(SEVEN_RAW, square)).await;
    assert_eq!((&*answer.from, &*answer.to, answer.r#move), ("5b", "5a", None));
    assert_eq!(answer.summary, "Move the piece on 5b to 5a.");
    let answer = hinted(&mut client, hint(SEVEN_RAW, whole)).await;
    assert_eq!((&*answer.r#move.unwrap().usi, answer.plies_left), ("5b5a", Some(3)));
    assert_eq!(answer.summary, "R-5a=: mate in 3 plies.");
    let raw = GetHintRequest { length: LengthKind::Raw.into(), ..hint(SEVEN_RAW, whole) };
    assert_eq!(hinted(&mut client, raw).await.plies_left, Some(7));
    let answer = hinted(&mut client, hint(ONE_PLY, square)).await;
    assert_eq!((answer.piece(), &*answer.from, &*answer.to), (PieceKind::Gold, "", "5b"));
    assert_eq!(answer.summary, "Drop a gold on 5b.");
    let answer = hinted(&mut client, hint(NO_MATE, whole)).await;
    assert_eq!((answer.outcome(), answer.piece(), answer.unknown), (Outcome::NoMate, PieceKind::Unspecified, None));
}

#[tokio::test]
async fn a_circle_is_told() {
    let mut client = Server::start(config()).await.client().await;
    let around = ["9b9a", "1a1b", "9a9b", "1b1a"];
    let answer = checked(&mut client, check("8k/R8/9/9/9/9/9/9/9 b - 1", &around, "9b9a")).await;
    assert!(answer.repeats, "{answer:?}");
    let answer = checked(&mut client, check("8k/R8/9/9/9/9/9/9/9 b - 1", &around[..2], "9a9b")).await;
    assert!(!answer.repeats, "{answer:?}");
}

#[tokio::test]
async fn wrong_questions_are_refused_with_every_fault() {
    let mut client = Server::start(config()).await.client().await;
    let mut refused = async |request: CheckMoveRequest| {
        let status = client.check_move(request).await.expect_err("a refusal");
        assert_eq!(status.code(), Code::InvalidArgument, "{status}");
        let told = status.get_details_bad_request().unwrap().field_violations;
        told.into_iter().map(|it| (it.field, it.reason)).collect::<Vec<_>>()
    };
    let pairs = |told: &[(&str, &str)]| told.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect::<Vec<_>>();
    assert_eq!(refused(check(ONE_PLY, &[], "")).await, pairs(&[("move", "MISSING_MOVE")]));
    assert_eq!(refused(check(ONE_PLY, &[], "5b")).await, pairs(&[("move", "MALFORMED_TEXT")]));
    let to_reply = CheckMoveRequest { attacker: Side::Black.into(), ..check(ONE_PLY, &["G*5b"], "5a5b") };
    assert_eq!(refused(to_reply).await, pairs(&[("usi.position", "DEFENDER_TO_MOVE")]));
    let both = check("9/9/9/9/9/9/9/9/9 b R 1", &[], "x");
    assert_eq!(refused(both).await, pairs(&[("usi.position", "NO_DEFENDER_KING"), ("move", "MALFORMED_TEXT")]));
    let words = CheckMoveRequest { length: 1, convention: 99, ..check(ONE_PLY, &[], "G*5b") };
    assert_eq!(refused(words).await, pairs(&[("length", "UNKNOWN_VALUE"), ("convention", "UNKNOWN_VALUE")]));
    assert_eq!(refused(CheckMoveRequest::default()).await[0], pairs(&[("position", "MISSING_POSITION")])[0]);
    let kif = Some(check_move_request::Position::Kif("手合割：詰将棋".to_owned()));
    let no_diagram = CheckMoveRequest { position: kif, ..check(ONE_PLY, &[], "G*5b") };
    assert_eq!(refused(no_diagram).await, pairs(&[("kif", "MALFORMED_TEXT")]));
    let csa = Some(get_hint_request::Position::Csa("P".to_owned()));
    let status = client.get_hint(GetHintRequest { position: csa, ..GetHintRequest::default() }).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let status = client.get_hint(GetHintRequest { level: 9, ..hint(ONE_PLY, HintLevel::Piece) }).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
}
