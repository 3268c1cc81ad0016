//! Judgements and hints against the brute-force twin: every legal move of random problems, in every aspect, and illegal ones.
//! `TSUMI_TWIN_PUZZLES` says how many problems are asked.

use crate::support::{Client, Server, config};
use crate::twin::board::{BLACK, Board, Move, PAWN, ROOK, Side};
use crate::twin::conventional::{Conventional, Mode};
use crate::twin::fixpoint::decide;
use crate::twin::judge::aspects;
use crate::twin::random::{Dice, problem};
use crate::twin::ray_walk::RayWalk;
use crate::twin::text;
use tsumi::service::proto::{
    CheckMoveRequest, CheckMoveResponse, GetHintRequest, HintLevel, IllegalMoveReason, LengthKind, MoveResult,
    MoveWorth, Outcome, ProblemEnd, Side as WireSide, check_move_request, get_hint_request,
};

/// Positions that the twin may list.
const CAP: usize = 3_000;
/// The longest mate whose conventional length the twin looks for, after the move.
const LIMIT: u32 = 6;
/// Texts tried on each problem that may be illegal moves.
const ODD_MOVES: usize = 24;

/// What is true after a check: plies to the mate, raw and conventional.
#[derive(Clone, Copy)]
struct Truth {
    raw: Option<u32>,
    conventional: Option<u32>,
}

/// A problem that the twin has decided, after every check too.
struct Puzzle {
    board: Board,
    attacker: Side,
    checks: Vec<(Move, Truth)>,
}

impl Puzzle {
    /// `None` if it is more than the twin can do.
    fn new(board: Board, attacker: Side) -> Option<Self> {
        let checks = board.checks().into_iter().map(|mv| Some((mv, truth(&board.after(mv), attacker)?)));
        Some(Self { board, attacker, checks: checks.collect::<Option<_>>()? })
    }

    /// The shortest of its lengths.
    fn shortest(&self, length: impl Fn(&Truth) -> Option<u32>) -> Option<u32> {
        self.checks.iter().filter_map(|(_, truth)| length(truth)).min().map(|plies| plies + 1)
    }
}

fn truth(board: &Board, attacker: Side) -> Option<Truth> {
    let raw = decide(board, attacker, CAP)?.mate;
    let Some(plies) = raw else { return Some(Truth { raw, conventional: None }) };
    if plies > LIMIT {
        return None;
    }
    let conventional = Conventional::new(attacker, CAP).length(board, plies, Mode::Standard).ok()?;
    Some(Truth { raw, conventional: Some(conventional.expect("no more than the raw length")) })
}

/// What was asked.
#[derive(Default, Debug)]
struct Tally {
    problems: usize,
    correct: usize,
    longer: usize,
    escape: usize,
    quiet: usize,
    illegal: usize,
    /// Shortest by one length and not by the other.
    apart: usize,
    ended: usize,
}

#[tokio::test]
async fn judgements_are_those_of_the_twin() {
    let wanted: usize = std::env::var("TSUMI_TWIN_PUZZLES").map_or(40, |text| text.parse().expect("a number"));
    let mut client = Server::start(config()).await.client().await;
    let (mut dice, mut tally) = (Dice::new(3), Tally::default());
    let mut draws = Dice::new(4);
    let rays = RayWalk::new(3).map(|problem| problem.board).step_by(5);
    let boards = rays.flat_map(|ray| [Some(ray), problem(&mut draws)]).flatten();
    for board in boards.filter(|board| board.turn == BLACK) {
        if tally.problems == wanted {
            break;
        }
        let (board, attacker) = aspects(&board, BLACK)[tally.problems % 4];
        let Some(puzzle) = Puzzle::new(board, attacker) else { continue };
        if puzzle.shortest(|truth| truth.raw).is_none() && !dice.percent(20) {
            continue;
        }
        tally.problems += 1;
        let faults = tally.ask(&mut client, &puzzle, &mut dice).await;
        assert!(faults.is_empty(), "{}: {}", text::format(&board), faults.join("\n"));
    }
    println!("{tally:?}");
    let Tally { correct, longer, escape, quiet, illegal, apart, ended, problems } = tally;
    let least = [(correct, 2), (longer, 5), (escape, 1), (quiet, 1), (illegal, 1), (apart, 20), (ended, 5)];
    assert!(least.iter().all(|&(count, share)| count * share >= problems), "too one-sided");
}

impl Tally {
    async fn ask(&mut self, client: &mut Client, puzzle: &Puzzle, dice: &mut Dice) -> Vec<String> {
        let (board, mut faults) = (&puzzle.board, Vec::new());
        let legal = board.legal_moves();
        for &mv in &legal {
            // Most moves of a problem are no checks.
            if puzzle.checks.iter().all(|(check, _)| *check != mv) && !dice.percent(10) {
                continue;
            }
            let kind = if dice.percent(50) { LengthKind::Raw } else { LengthKind::Unspecified };
            let answer = judged(client, puzzle, (&text::usi(mv), kind)).await;
            let check = puzzle.checks.iter().find(|(known, _)| *known == mv).map(|(_, truth)| *truth);
            let right = self.is_right(puzzle, (mv, check), (&answer, kind));
            faults.extend((!right).then(|| format!("{} {kind:?}: {answer:?}", text::usi(mv))));
        }
        for _ in 0..ODD_MOVES {
            let mv = odd_move(dice);
            if !legal.contains(&mv) {
                let answer = judged(client, puzzle, (&text::usi(mv), LengthKind::Raw)).await;
                self.illegal += 1;
                let right = answer.result() == MoveResult::Illegal && is_reason(board, mv, &answer);
                faults.extend((!right).then(|| format!("{}: {answer:?}", text::usi(mv))));
            }
        }
        faults.extend(hint_fault(client, puzzle).await);
        faults
    }

    fn is_right(
        &mut self,
        puzzle: &Puzzle,
        (mv, check): (Move, Option<Truth>),
        (answer, kind): (&CheckMoveResponse, LengthKind),
    ) -> bool {
        let Some(Truth { raw, conventional }) = check else {
            self.quiet += 1;
            return answer.result() == MoveResult::NotCheck;
        };
        let child = puzzle.board.after(mv);
        let (Some(raw), Some(conventional)) = (raw, conventional) else {
            self.escape += 1;
            let reply = reply(&child, answer);
            let refuted = reply.map(|reply| decide(&reply, puzzle.attacker, 4 * CAP).map(|truth| truth.mate));
            return answer.result() == MoveResult::Escape && matches!(refuted, Some(None | Some(None)));
        };
        let worths = [
            worth(answer.raw, raw, puzzle.shortest(|truth| truth.raw)),
            worth(answer.conventional, conventional, puzzle.shortest(|truth| truth.conventional)),
        ];
        let [Some(by_raw), Some(by_convention)] = worths else { return false };
        let (result, left) = if kind == LengthKind::Raw { (by_raw, raw) } else { (by_convention, conventional) };
        self.apart += usize::from(by_raw != by_convention);
        *if result == MoveResult::Correct { &mut self.correct } else { &mut self.longer } += 1;
        self.ended += usize::from(left == 0);
        let end = match left {
            _ if child.is_mate() => ProblemEnd::Checkmate,
            0 => ProblemEnd::Conventional,
            _ => ProblemEnd::Unspecified,
        };
        let replied = match (left, reply(&child, answer)) {
            (0, None) => answer.plies_left.is_none() && answer.reply.is_none(),
            (1.., Some(next)) => {
                let mode = if kind == LengthKind::Raw { Mode::None } else { Mode::Standard };
                let after = Conventional::new(puzzle.attacker, CAP).length(&next, left, mode);
                answer.plies_left == Some(left - 1) && after.is_ok_and(|plies| plies == Some(left - 1))
            }
            _ => false,
        };
        answer.result() == result && answer.end() == end && replied && !answer.repeats
    }
}

/// The judgement by one length, if everything it says is true.
fn worth(said: Option<MoveWorth>, after: u32, shortest: Option<u32>) -> Option<MoveResult> {
    let said = said?;
    let expected = if Some(after + 1) == shortest { MoveResult::Correct } else { MoveResult::Longer };
    let fits = |length: Option<tsumi::service::proto::Length>, plies| {
        length.is_some_and(|length| length.at_least == plies && length.at_most == plies)
    };
    // Of a shortest mate on the board nothing else has to be known.
    let right = said.result() == expected && fits(said.length, after + 1) && fits(said.shortest, shortest?);
    right.then_some(expected)
}

/// The board after the reply that the answer names, if it is legal.
fn reply(child: &Board, answer: &CheckMoveResponse) -> Option<Board> {
    let said = &answer.reply.as_ref()?.usi;
    child.legal_moves().into_iter().find(|&mv| text::usi(mv) == *said).map(|mv| child.after(mv))
}

fn is_reason(board: &Board, mv: Move, answer: &CheckMoveResponse) -> bool {
    let said = answer.illegal.as_ref().map(tsumi::service::proto::IllegalMove::reason);
    let by_piece = board.piece_moves().contains(&mv);
    match said {
        None | Some(IllegalMoveReason::Unspecified) => false,
        Some(IllegalMoveReason::GameOver) => board.legal_moves().is_empty(),
        Some(IllegalMoveReason::LeavesKingInCheck) => {
            by_piece && board.after(mv).in_check(board.turn)
                || matches!(mv, Move::Drop { .. }) && board.in_check(board.turn)
        }
        Some(IllegalMoveReason::DropPawnMate) => board.is_drop_pawn_mate(mv),
        Some(_) => !by_piece,
    }
}

/// A move that may or may not make sense.
fn odd_move(dice: &mut Dice) -> Move {
    let mut square = || (dice.range(0, 8), dice.range(0, 8));
    let (from, to) = (square(), square());
    if from == to || dice.percent(30) {
        Move::Drop { kind: dice.range(PAWN, ROOK), to }
    } else {
        Move::Step { from, to, promote: dice.percent(20) }
    }
}

async fn judged(client: &mut Client, puzzle: &Puzzle, (mv, kind): (&str, LengthKind)) -> CheckMoveResponse {
    let request = CheckMoveRequest {
        position: Some(check_move_request::Position::Sfen(text::format(&puzzle.board))),
        attacker: side(puzzle).into(),
        length: kind.into(),
        r#move: mv.to_owned(),
        ..CheckMoveRequest::default()
    };
    client.check_move(request).await.unwrap().into_inner()
}

fn side(puzzle: &Puzzle) -> WireSide {
    if puzzle.attacker == BLACK { WireSide::Black } else { WireSide::White }
}

/// What is wrong with the hint for a puzzle.
async fn hint_fault(client: &mut Client, puzzle: &Puzzle) -> Option<String> {
    let request = GetHintRequest {
        position: Some(get_hint_request::Position::Sfen(text::format(&puzzle.board))),
        level: HintLevel::Move.into(),
        ..GetHintRequest::default()
    };
    let answer = client.get_hint(request).await.unwrap().into_inner();
    let shortest = puzzle.shortest(|truth| truth.conventional);
    let right = match shortest {
        None => answer.outcome() == Outcome::NoMate && answer.r#move.is_none(),
        Some(plies) => puzzle.checks.iter().any(|(mv, truth)| {
            let hinted = answer.r#move.as_ref().is_some_and(|hinted| hinted.usi == text::usi(*mv));
            hinted && truth.conventional == Some(plies - 1) && answer.plies_left == Some(plies)
        }),
    };
    (!right).then(|| format!("{shortest:?}: {answer:?}"))
}
