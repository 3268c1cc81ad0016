//! Wrong questions: each is refused with its reason and place, and the server lives on.

use crate::support::{Client, ONE_PLY, Server, config, solve, solve_within, solved, stream};
use prost::Message as _;
use tonic::{Code, Status};
use tonic_types::{StatusExt as _, pb};
use tsumi::service::proto::{
    Fault, InputFaults, Limits, Outcome, ReplayMovesRequest, SolveRequest, UsiPosition, fault::Place,
    replay_moves_request, solve_request,
};

/// The faults of a refusal, once from each detail.
pub(crate) fn told_faults(status: &Status) -> Vec<Fault> {
    assert_eq!(status.code(), Code::InvalidArgument, "{status}");
    let details = pb::Status::decode(status.details()).unwrap().details;
    let ours = details.iter().find(|detail| detail.type_url.ends_with("tsume.v1.InputFaults")).unwrap();
    let faults = InputFaults::decode(ours.value.as_slice()).unwrap().faults;
    let standard = status.get_details_bad_request().unwrap().field_violations;
    let of_standard: Vec<_> = standard.iter().map(|it| (it.field.clone(), it.reason.clone())).collect();
    let of_ours: Vec<_> = faults.iter().map(|it| (it.field.clone(), it.reason.clone())).collect();
    assert_eq!(of_standard, of_ours);
    for (standard, ours) in standard.iter().zip(&faults) {
        // The place follows the sentence, where there is one.
        let place = standard.description.strip_prefix(&ours.message).unwrap();
        assert_eq!(place.is_empty(), ours.place.is_none(), "{}", standard.description);
    }
    assert!(!faults.is_empty() && faults.iter().all(|fault| !fault.message.is_empty()));
    faults
}

fn reasons(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| &*fault.reason).collect()
}

async fn refused(client: &mut Client, request: SolveRequest) -> Vec<Fault> {
    told_faults(&client.solve(request).await.expect_err("a refusal"))
}

fn usi(position: &str, moves: &[&str]) -> SolveRequest {
    let moves = moves.iter().map(ToString::to_string).collect();
    let position = Some(solve_request::Position::Usi(UsiPosition { position: position.to_owned(), moves }));
    SolveRequest { position, ..SolveRequest::default() }
}

#[tokio::test]
async fn every_kind_of_bad_position_has_its_reason() {
    let mut client = Server::start(config()).await.client().await;
    let cases = [
        ("", "MALFORMED_TEXT"),
        ("   ", "MALFORMED_TEXT"),
        ("9/9/9/9/4k4/9/9/9/9/9 b R 1", "MALFORMED_TEXT"),
        ("9/9/9/9/4k4/9/9/9 b R 1", "MALFORMED_TEXT"),
        ("4x4/9/9/9/4k4/9/9/9/9 b R 1", "MALFORMED_TEXT"),
        ("91/9/9/9/4k4/9/9/9/9 b R 1", "MALFORMED_TEXT"),
        ("4k4/9/9/9/9/9/9/9/9 x R 1", "MALFORMED_TEXT"),
        ("4k4/9/9/9/9/9/9/9/9 b 4k 1", "MALFORMED_TEXT"),
        ("4k4/9/9/\0/9/9/9/9/9 b R 1", "MALFORMED_TEXT"),
        ("\0", "MALFORMED_TEXT"),
        ("王手/飛車 b R 1", "MALFORMED_TEXT"),
        ("4k4/4k4/9/9/9/9/9/9/9 b R 1", "TWO_KINGS"),
        ("9/9/9/9/9/9/9/9/9 b R 1", "NO_DEFENDER_KING"),
        ("9/9/9/9/4K4/9/9/9/9 b R 1", "NO_DEFENDER_KING"),
        ("4k4/9/9/9/9/9/9/9/9 b 9G 1", "TOO_MANY_PIECES"),
        ("4k4/9/9/GGGGG4/9/9/9/9/9 b R 1", "TOO_MANY_PIECES"),
        ("P3k4/9/9/9/9/9/9/9/9 b R 1", "DEAD_END_PIECE"),
        ("4k4/9/P8/P8/9/9/9/9/9 b R 1", "TWO_PAWNS_ON_FILE"),
        ("4k4/4R4/9/9/9/9/9/9/9 b G 1", "DEFENDER_IN_CHECK"),
    ];
    for (sfen, reason) in cases {
        let faults = refused(&mut client, solve(sfen)).await;
        assert!(reasons(&faults).contains(&reason), "{sfen:?}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.field == "sfen"), "{faults:?}");
    }
    assert_eq!(solved(&mut client, solve(ONE_PLY)).await.outcome(), Outcome::Mate);
}

#[tokio::test]
async fn places_are_told() {
    let mut client = Server::start(config()).await.client().await;
    let place_of = |sfen: &'static str| {
        let mut client = client.clone();
        async move { refused(&mut client, solve(sfen)).await[0].place.clone() }
    };
    assert_eq!(place_of("4k4/9/9/9/9/P8/9/P8/9 b R 1").await, Some(Place::File(9)));
    assert_eq!(place_of("P3k4/9/9/9/9/9/9/9/9 b R 1").await, Some(Place::Square("9a".to_owned())));
    let Some(Place::Text(range)) = place_of("4k4/9/9/4x4/9/9/9/9/9 b R 1").await else { panic!("a range") };
    assert_eq!((range.start, range.end), (9, 10));
    assert_eq!(solved(&mut client, solve(ONE_PLY)).await.outcome(), Outcome::Mate);
}

#[tokio::test]
async fn all_faults_come_at_once() {
    let mut client = Server::start(config()).await.client().await;
    let limits = Some(Limits { nodes: 1, table_mib: 1_000_000, ..Limits::default() });
    let request = SolveRequest { attacker: 7, western_style: -1, limits, ..solve("P3k4/9/9/P3k4/9/9/9/9/9 b R 1") };
    let faults = refused(&mut client, request).await;
    let told = reasons(&faults);
    for reason in ["TWO_KINGS", "DEAD_END_PIECE", "TWO_PAWNS_ON_FILE", "OUT_OF_RANGE"] {
        assert!(told.contains(&reason), "{reason} is not in {told:?}");
    }
    assert_eq!(told.iter().filter(|&&reason| reason == "UNKNOWN_VALUE").count(), 2, "{told:?}");
}

#[tokio::test]
async fn a_megabyte_of_text_is_refused_and_a_larger_message_unread() {
    let mut client = Server::start(config()).await.client().await;
    for text in ["k".repeat(1_000_000), "/".repeat(1_000_000), "歩".repeat(300_000), " ".repeat(1_000_000)] {
        assert_eq!(reasons(&refused(&mut client, solve(&text)).await)[0], "MALFORMED_TEXT");
    }
    let moves = format!("startpos moves {}", "7g7f ".repeat(190_000));
    assert_eq!(reasons(&refused(&mut client, usi(&moves, &[])).await), ["TOO_MANY_MOVES"]);
    let listed = vec!["?"; 200_000];
    assert_eq!(reasons(&refused(&mut client, usi("startpos", &listed)).await), ["TOO_MANY_MOVES"]);
    let status = client.solve(solve(&"k".repeat(2_000_000))).await.expect_err("a refusal");
    assert!(matches!(status.code(), Code::OutOfRange | Code::ResourceExhausted), "{status}");
    assert_eq!(solved(&mut client, solve(ONE_PLY)).await.outcome(), Outcome::Mate);
}

#[tokio::test]
async fn odd_usi_moves_are_named() {
    let mut client = Server::start(config()).await.client().await;
    for odd in ["", "7g", "7g7f7e", "0a1b", "K*5e", "P*5e+", "5a5a", "resign", "\0", "７六歩", "7g7f\n"] {
        let faults = refused(&mut client, usi("startpos", &["7g7f", odd])).await;
        assert_eq!((&*faults[0].field, &*faults[0].reason), ("usi.moves[1]", "MALFORMED_TEXT"), "{odd:?}");
    }
    let faults = refused(&mut client, usi("startpos moves 7g7f", &["3c3d", "8h1a+"])).await;
    assert_eq!((&*faults[0].field, &*faults[0].reason), ("usi.moves[1]", "ILLEGAL_MOVE"));
    let faults = refused(&mut client, usi("startpos moves 7g7e", &[])).await;
    assert_eq!((&*faults[0].field, &*faults[0].reason), ("usi.position", "ILLEGAL_MOVE"));
    let replay = ReplayMovesRequest {
        position: Some(replay_moves_request::Position::Sfen(ONE_PLY.to_owned())),
        moves: vec!["G*5b".to_owned(), "odd".to_owned()],
        ..ReplayMovesRequest::default()
    };
    let told = told_faults(&client.replay_moves(replay).await.unwrap_err());
    assert_eq!((&*told[0].field, &*told[0].reason), ("moves[1]", "MALFORMED_TEXT"));
}

#[tokio::test]
async fn a_stream_is_refused_like_a_call() {
    let mut client = Server::start(config()).await.client().await;
    let status = client.stream_solve(stream("nonsense")).await.expect_err("a refusal");
    assert_eq!(reasons(&told_faults(&status))[0], "MALFORMED_TEXT");
    let mut request = stream(ONE_PLY);
    request.progress_interval_ms = 1;
    let told = told_faults(&client.stream_solve(request).await.expect_err("a refusal"));
    assert_eq!((&*told[0].field, &*told[0].reason), ("progress_interval_ms", "OUT_OF_RANGE"));
}

#[tokio::test]
async fn a_request_without_a_position_or_with_a_record_that_has_none() {
    use solve_request::Position;
    let mut client = Server::start(config()).await.client().await;
    assert_eq!(reasons(&refused(&mut client, SolveRequest::default()).await), ["MISSING_POSITION"]);
    for (field, position) in [
        ("kif", Position::Kif("後手の持駒：なし".to_owned())),
        ("bod", Position::Bod(String::new())),
        ("ki2", Position::Ki2("手合割：詰将棋".to_owned())),
        ("csa", Position::Csa("+".to_owned())),
        ("jkf", Position::Jkf("[".to_owned())),
    ] {
        let request = SolveRequest { position: Some(position), ..SolveRequest::default() };
        let faults = refused(&mut client, request).await;
        assert_eq!((&*faults[0].field, &*faults[0].reason), (field, "MALFORMED_TEXT"));
    }
}

#[tokio::test]
async fn a_private_table_has_a_bound() {
    let mut client = Server::start(config()).await.client().await;
    let limits = Limits { nodes: 100, table_mib: 257, ..Limits::default() };
    let faults = refused(&mut client, solve_within(ONE_PLY, limits)).await;
    assert_eq!((&*faults[0].field, &*faults[0].reason), ("limits.table_mib", "OUT_OF_RANGE"));
}
