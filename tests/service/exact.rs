//! Lengths, lines and everything else that an answer says of a mate.

use crate::support::{NO_MATE, ONE_PLY, Server, THREE_PLIES, config, solve, solved, soon, stream};
use tokio_stream::StreamExt as _;
use tsumi::checker::{self, Attacker, Options};
use tsumi::service::proto::{
    CertificateClaim, CertificateClaimKind, Convention, FindingKind, LengthKind, LimitOwner, Limits, LineKind, Outcome,
    Preference, Proof, SolveOptions, SolveRequest, SolveResponse, UnknownCause, VariationMark,
    stream_solve_response::Event,
};

/// 3 plies, 7 with every interposition counted.
const SEVEN_RAW: &str = "8k/4R2np/9/9/9/9/9/9/9 b N3p 1";
/// 11 plies, 9 by the convention `wide`, 19 with every interposition counted.
const OPEN_TO_DISPUTE: &str = "8k/R7+b/g5N2/1R7/9/9/9/9/9 b b3g4s3n4l18p 1";
/// 13 plies, 15 with every interposition counted; found in some ten thousand nodes, proved in several times as many.
const SLOWLY_PROVED: &str = "1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1";
/// 43 plies: found in a tenth of a second, everything about it in more than ten.
const LONG: &str = "1g1R5/1S2k1+p1B/N1N1p4/2p2L1n1/1g1p3g1/2sSL+p3/9/N1g2+p3/9 b LPrbsl11p 1";

async fn asked(sfen: &str, options: SolveOptions) -> SolveResponse {
    let mut client = Server::start(config()).await.client().await;
    solved(&mut client, SolveRequest { options: Some(options), ..solve(sfen) }).await
}

fn of_length(length: LengthKind) -> SolveOptions {
    SolveOptions { length: length.into(), ..SolveOptions::default() }
}

fn texts(moves: &[tsumi::service::proto::Move]) -> Vec<&str> {
    moves.iter().map(|mv| &*mv.usi).collect()
}

/// The plies of a length that is proved by a search.
fn searched(length: Option<tsumi::service::proto::Length>) -> u32 {
    let length = length.unwrap();
    assert_eq!((length.at_least, length.proof()), (length.at_most, Proof::Searched));
    length.at_most
}

#[tokio::test]
async fn both_lengths_and_both_lines_are_told_unasked() {
    let answer = asked(SEVEN_RAW, SolveOptions::default()).await;
    assert_eq!((searched(answer.conventional_length), searched(answer.raw_length)), (3, 7));
    assert_eq!((answer.line_kind(), answer.convention()), (LineKind::Conventional, Convention::Standard));
    assert_eq!(answer.line.len(), 3);
    let raw = answer.raw_line.unwrap();
    assert_eq!((raw.moves.len(), raw.leftover.unwrap().pawn), (7, 2));
    assert_eq!((answer.unfinished, answer.conventions_differ), (None, false));
    assert!(answer.variations.is_none() && answer.soundness.is_none() && answer.first_moves.is_empty());
    assert_eq!(
        answer.summary,
        "Mate in 3 plies, useless interpositions (無駄合) left out; 7 with every interposition counted."
    );
}

#[tokio::test]
async fn the_length_asked_for_decides_the_line() {
    let raw = asked(SEVEN_RAW, of_length(LengthKind::Raw)).await;
    assert_eq!((raw.line_kind(), raw.line.len(), raw.conventional_length), (LineKind::Raw, 7, None));
    assert_eq!((searched(raw.raw_length), raw.raw_line.is_none()), (7, true));
    let first = asked(SLOWLY_PROVED, of_length(LengthKind::First)).await;
    assert_eq!((first.line_kind(), first.unfinished, first.conventional_length), (LineKind::Found, None, None));
    assert_eq!(first.raw_length.unwrap().proof(), Proof::Interval);
    let none = SolveOptions { convention: Convention::None.into(), ..SolveOptions::default() };
    let none = asked(SEVEN_RAW, none).await;
    assert_eq!((none.line.len(), none.conventional_length), (7, None));
}

#[tokio::test]
async fn conventions_that_differ_are_told() {
    let wide = SolveOptions { convention: Convention::Wide.into(), ..SolveOptions::default() };
    for (options, length) in [(SolveOptions::default(), 11), (wide, 9)] {
        let answer = asked(OPEN_TO_DISPUTE, options).await;
        assert_eq!((searched(answer.conventional_length), answer.line.len()), (length, length as usize));
        assert!(answer.conventions_differ);
        let lengths: Vec<_> =
            answer.convention_lengths.iter().map(|it| (it.convention(), searched(it.length))).collect();
        assert_eq!(lengths, [(Convention::Narrow, 11), (Convention::Standard, 11), (Convention::Wide, 9)]);
        assert_eq!(searched(answer.raw_length), 19);
    }
}

#[tokio::test]
async fn variations_are_lines_from_their_ply_and_bounded() {
    let options = SolveOptions { max_variations: 4, ..SolveOptions::default() };
    let answer = asked(SLOWLY_PROVED, options).await;
    let variations = answer.variations.unwrap();
    assert_eq!(variations.variations.len(), 4);
    assert!(variations.cut >= 1);
    let all = asked(SLOWLY_PROVED, SolveOptions { max_variations: 1000, ..options }).await.variations.unwrap();
    assert_eq!((all.cut, all.variations.len()), (0, 4 + variations.cut as usize));
    assert_eq!(all.variations[..4], variations.variations);
    let line = texts(&answer.line);
    for variation in &all.variations {
        let moves = &variation.line.as_ref().unwrap().moves;
        assert!(variation.ply.is_multiple_of(2) && line[variation.ply as usize - 1] != moves[0].usi);
        assert_eq!(searched(variation.length), variation.ply - 1 + moves.len() as u32);
        assert!(searched(variation.length) <= 13);
        let leftover = variation.line.as_ref().unwrap().leftover.unwrap();
        let equal = searched(variation.length) == 13 && leftover == tsumi::service::proto::Hand::default();
        assert_eq!(variation.mark() == VariationMark::Equal, equal, "{variation:?}");
    }
    // The move that goes where the one before it went is written so.
    let again = all.variations.iter().find(|it| it.ply == 4 && it.line.as_ref().unwrap().moves[0].usi == "8e9f");
    assert_eq!(again.unwrap().line.as_ref().unwrap().moves[0].japanese, "△同　玉");
}

#[tokio::test]
async fn soundness_names_each_finding_with_its_move() {
    let sound = SolveOptions { soundness: true, ..SolveOptions::default() };
    let soundness = asked(THREE_PLIES, sound).await.soundness.unwrap();
    assert_eq!((soundness.sound, soundness.complete, soundness.findings.len()), (true, true, 0));
    let soundness = asked(SEVEN_RAW, sound).await.soundness.unwrap();
    assert!(!soundness.sound && soundness.complete);
    let [dual] = &soundness.findings[..] else { panic!("{soundness:?}") };
    assert_eq!((dual.kind(), dual.ply, &*dual.r#move.as_ref().unwrap().usi), (FindingKind::Dual, 1, "5b5a+"));
    assert!(dual.message.contains("非限定"), "{}", dual.message);
    let stated = |plies| SolveOptions { stated_length: plies, ..sound };
    for (plies, kind, told) in [(5, FindingKind::ShorterMate, 3), (1, FindingKind::Longer, 3)] {
        let soundness = asked(THREE_PLIES, stated(plies)).await.soundness.unwrap();
        assert!(!soundness.sound);
        assert_eq!((soundness.findings[0].kind(), soundness.findings[0].plies), (kind, told));
    }
    assert!(asked(THREE_PLIES, stated(3)).await.soundness.unwrap().sound);
}

#[tokio::test]
async fn all_first_moves_are_told() {
    let answer = asked(SEVEN_RAW, SolveOptions { first_moves: true, ..SolveOptions::default() }).await;
    let told: Vec<_> = answer.first_moves.iter().map(|it| (&*it.r#move.as_ref().unwrap().usi, it.outcome())).collect();
    assert_eq!(
        told,
        [("5b2b+", Outcome::NoMate), ("5b5a", Outcome::Mate), ("5b5a+", Outcome::Mate), ("N*2c", Outcome::NoMate)]
    );
    assert_eq!((searched(answer.first_moves[1].length), answer.first_moves[0].length), (3, None));
}

#[tokio::test]
async fn a_budget_spent_after_the_first_proof_leaves_a_mate_with_what_is_known() {
    let mut client = Server::start(config()).await.client().await;
    let limits = Limits { nodes: 40_000, table_mib: 16, ..Limits::default() };
    let request = SolveRequest { limits: Some(limits), ..solve(SLOWLY_PROVED) };
    let answer = solved(&mut client, request.clone()).await;
    let unfinished = answer.unfinished.unwrap();
    assert_eq!((unfinished.cause(), unfinished.owner()), (UnknownCause::Nodes, LimitOwner::Request));
    assert_eq!((answer.outcome(), answer.line_kind(), answer.unknown), (Outcome::Mate, LineKind::Found, None));
    let length = answer.raw_length.unwrap();
    assert!(length.at_least <= 15 && 15 <= length.at_most && length.proof() == Proof::Interval, "{length:?}");
    assert!(answer.statistics.unwrap().repeatable);
    // The same effort gives the same answer.
    let again = solved(&mut client, request).await;
    let same = |answer: &SolveResponse| SolveResponse { statistics: None, ..answer.clone() };
    assert_eq!(same(&again), same(&answer));
}

#[tokio::test]
async fn options_are_checked_all_at_once() {
    let mut client = Server::start(config()).await.client().await;
    let options =
        SolveOptions { length: 9, convention: 9, preference: 9, max_variations: 1001, ..SolveOptions::default() };
    let status = client.solve(SolveRequest { options: Some(options), ..solve(ONE_PLY) }).await.expect_err("a refusal");
    let details = tonic_types::StatusExt::get_details_bad_request(&status).unwrap();
    let fields: Vec<&str> = details.field_violations.iter().map(|it| &*it.field).collect();
    assert_eq!(fields, ["options.length", "options.convention", "options.preference", "options.max_variations"]);
    let classic = SolveOptions { preference: Preference::Classic.into(), ..SolveOptions::default() };
    assert_eq!(asked(THREE_PLIES, classic).await.line.len(), 3);
}

#[tokio::test]
async fn a_stream_takes_the_same_options() {
    let mut client = Server::start(config()).await.client().await;
    let options = Some(SolveOptions { max_variations: 7, soundness: true, ..SolveOptions::default() });
    let unary = solved(&mut client, SolveRequest { options, ..solve(SEVEN_RAW) }).await;
    let request = tsumi::service::proto::StreamSolveRequest { options, ..stream(SEVEN_RAW) };
    let mut events = client.stream_solve(request).await.unwrap().into_inner();
    let mut last = None;
    while let Some(message) = soon(events.next()).await {
        last = message.unwrap().event;
    }
    let Some(Event::Answer(answer)) = last else { panic!("{last:?}") };
    assert_eq!(SolveResponse { statistics: None, ..answer }, SolveResponse { statistics: None, ..unary });
}

#[tokio::test]
async fn a_stream_tells_of_a_mate_while_its_length_is_looked_for() {
    let mut client = Server::start(config()).await.client().await;
    let limits = Some(Limits { time_ms: 1_500, ..Limits::default() });
    let request = tsumi::service::proto::StreamSolveRequest { limits, ..stream(LONG) };
    let mut events = client.stream_solve(request).await.unwrap().into_inner();
    let (mut told, mut answer) = (Vec::new(), None);
    while let Some(message) = soon(events.next()).await {
        match message.unwrap().event.unwrap() {
            Event::Progress(progress) => told.extend(progress.raw_length.map(|length| (length, progress.line))),
            Event::Answer(end) => answer = Some(end),
        }
    }
    let answer = answer.unwrap();
    assert_eq!((answer.outcome(), answer.unfinished.unwrap().cause()), (Outcome::Mate, UnknownCause::Time));
    let (length, line) = told.last().unwrap();
    assert!(length.at_least <= length.at_most && !line.is_empty(), "{length:?}");
    assert!(told.iter().is_sorted_by_key(|(length, _)| length.at_least));
}

#[tokio::test]
async fn a_certificate_is_accepted_by_the_checker_and_says_what_it_proves() {
    let certified = SolveOptions { certificate: true, ..SolveOptions::default() };
    let claim = |kind: CertificateClaimKind, plies| CertificateClaim { kind: kind.into(), plies };
    let seven = [claim(CertificateClaimKind::MateWithin, 7), claim(CertificateClaimKind::NoMateWithin, 5)];
    for (sfen, claims) in [(SEVEN_RAW, &seven[..]), (NO_MATE, &[claim(CertificateClaimKind::NoMate, 0)])] {
        let answer = asked(sfen, certified).await;
        let certificate = answer.certificate.unwrap();
        assert_eq!((&certificate.claims[..], &*certificate.missing), (claims, ""));
        let checked = checker::check(&certificate.file, Options::default()).unwrap();
        assert!(checked.is_about(sfen, Attacker::Black) && checked.records == certificate.records);
        if let Some(length) = answer.raw_length {
            assert_eq!((length.proof(), searched(answer.conventional_length)), (Proof::Certified, 3));
        }
    }
    assert!(asked(SEVEN_RAW, SolveOptions::default()).await.certificate.is_none());
}

#[tokio::test]
async fn a_certificate_that_cannot_be_made_in_time_leaves_the_answer() {
    let mut client = Server::start(config()).await.client().await;
    let options = Some(SolveOptions { certificate: true, length: LengthKind::First.into(), ..SolveOptions::default() });
    // Enough for the first proof, and hardly anything for its certificate.
    let whole = solved(&mut client, SolveRequest { limits: Some(nodes(1_000_000)), options, ..solve(SEVEN_RAW) }).await;
    let spent = u32::try_from(whole.statistics.unwrap().nodes).unwrap();
    let answer =
        solved(&mut client, SolveRequest { limits: Some(nodes(spent + 1)), options, ..solve(SEVEN_RAW) }).await;
    let certificate = answer.certificate.clone().unwrap();
    assert_eq!(
        (answer.outcome(), certificate.file.len(), &*certificate.missing),
        (Outcome::Mate, 0, "the nodes are spent")
    );
    assert_ne!(answer.raw_length.unwrap().proof(), Proof::Certified);
}

fn nodes(nodes: u32) -> Limits {
    Limits { nodes: nodes.into(), ..Limits::default() }
}
