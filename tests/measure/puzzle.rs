//! How fast a puzzle app is answered about its moves: `puzzle.sh`.

use crate::server::{Client, Server, problems, report, solve};
use std::time::{Duration, Instant};
use tsumi::notation::sfen;
use tsumi::service::proto::{
    CheckMoveRequest, GetHintRequest, Limits, check_move_request as check, get_hint_request as hint,
};
use tsumi::shogi::movegen;

/// A puzzle, and every check that its attacker can give.
struct Puzzle {
    sfen: String,
    checks: Vec<String>,
}

impl Puzzle {
    fn new(sfen: String) -> Self {
        let position = sfen::parse(&sfen).unwrap().position().unwrap();
        let mut checks = Vec::new();
        movegen::checks(&position, &mut checks);
        Self { sfen, checks: checks.iter().map(ToString::to_string).collect() }
    }

    async fn timed_checks(&self, client: &mut Client) -> Vec<Duration> {
        let mut times = Vec::new();
        for mv in &self.checks {
            let position = Some(check::Position::Sfen(self.sfen.clone()));
            let request = CheckMoveRequest { position, r#move: mv.clone(), ..CheckMoveRequest::default() };
            let start = Instant::now();
            client.check_move(request).await.unwrap();
            times.push(start.elapsed());
        }
        times
    }

    async fn timed_hint(&self, client: &mut Client) -> Duration {
        let position = Some(hint::Position::Sfen(self.sfen.clone()));
        let start = Instant::now();
        client.get_hint(GetHintRequest { position, ..GetHintRequest::default() }).await.unwrap();
        start.elapsed()
    }
}

/// Each puzzle is solved, and then every check of it is asked about, twice: what the first question had to search, the second finds decided.
#[tokio::test]
#[ignore = "a measurement: run tests/measure/puzzle.sh"]
async fn moves_and_hints_of_solved_puzzles() {
    let server = Server::start();
    let mut client = server.client().await;
    let (mut hints, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
    for sfen in problems(&["3", "5", "7", "9", "11"]) {
        client.solve(solve(&sfen, Limits::default())).await.unwrap();
        let puzzle = Puzzle::new(sfen);
        hints.push(puzzle.timed_hint(&mut client).await);
        first.extend(puzzle.timed_checks(&mut client).await);
        second.extend(puzzle.timed_checks(&mut client).await);
    }
    report("GetHint after Solve", hints);
    report("CheckMove of every check after Solve, the first time", first);
    report("CheckMove of every check, decided", second);
}
