//! Several threads on one problem: the same outcomes as one, and as obedient.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use tsumi::notation::sfen;
use tsumi::shogi::movegen;
use tsumi::solver::{Cause, Limits, Mate, Monitor, Outcome, Problem, Search, Step, Table, Threads, Verdict};

/// The bound on everything that should happen at once.
const BOUND: Duration = Duration::from_secs(2);

/// Mates (`Some` of the shortest length where it is known, else of 0) and no mates, some with checks for ever.
const PROBLEMS: [(&str, Option<u32>); 9] = [
    ("6RG1/5G1Bb/7NN/8k/9/9/9/9/9 b 2Gr4s2n4l18p 1", Some(9)),
    ("3Bn4/l2g1+R1+P1/s2k5/2Pp2Pb1/s2N3sN/N1+l1Pp3/9/9/6L2 b Pr3gsl11p 1", Some(0)),
    ("1l7/s8/p+Pg6/3p5/+pP1B5/kp7/2R+p5/S8/9 b GNrb2g2s3n3l11p 1", Some(15)),
    ("3g1+P1g1/3S2Ps1/2PpPkL2/4L4/4p2G1/4S4/1B1N1N3/1NN6/B6+r1 b Lrgsl12p 1", Some(51)),
    ("3S1+N3/p5pll/4p3n/4s4/+pS5n1/2+bp2P1N/+R1S3B2/R1+p1P2p1/2k2P2P b 3P4g2l4p 1", Some(0)),
    ("6R+P1/8k/7sp/9/9/9/9/9/9 b r2b4g3s4n4l16p 1", None),
    ("k8/2+R6/p8/9/9/8K/9/9/9 b - 1", None),
    ("8l/6s2/7kn/4G1pB1/8p/7R1/9/9/9 b Br3g3s3n3l16p 1", None),
    ("lns4n1/1r3k3/4pgsg1/2pp1p3/pp2P4/2P1SP3/PPSP5/2GBG2R1/LN1K3N+l b B3Pl3p 1", None),
];

/// Not decided by anybody so far.
const ENDLESS: &str = "9/6k2/9/9/9/9/9/9/9 b R4GLr2b4s4n3l18p 1";

fn problem(text: &str) -> Problem {
    Problem::new(&sfen::parse(text).unwrap(), None).unwrap()
}

/// A search in which all threads take part from the first node on.
fn search(text: &str, limits: Limits, table: &Arc<Table>, count: usize) -> Search {
    Search::with_threads(&problem(text), limits, Arc::clone(table), Threads { count, alone: 0 })
}

fn table(mib: usize) -> Arc<Table> {
    Arc::new(Table::new(mib))
}

fn assert_right(text: &str, truth: Option<u32>, verdict: &Verdict) {
    match (truth, verdict) {
        (Some(length), Verdict::Mate(mate)) => {
            assert!(length == 0 || (mate.raw.at_least..=mate.raw.at_most).contains(&length), "{text}: {mate:?}");
            assert_line(text, mate);
        }
        (None, Verdict::NoMate) => {}
        _ => panic!("{text}: {verdict:?}"),
    }
}

/// A legal line of checks and replies that ends in mate.
fn assert_line(text: &str, mate: &Mate) {
    let mut position = problem(text).position().clone();
    let attacker = position.turn();
    for &mv in &mate.line.moves {
        let mut moves = Vec::new();
        if position.turn() == attacker {
            movegen::checks(&position, &mut moves);
        } else {
            movegen::evasions(&position, &mut moves);
        }
        assert!(moves.contains(&mv), "{text}: {mv}");
        position.play(mv);
    }
    assert!(position.turn() != attacker && position.in_check() && !movegen::has_evasion(&position), "{text}");
}

#[test]
fn outcomes_are_the_same_in_20_runs() {
    for count in [2, 4] {
        let table = table(16);
        for run in 0..20 {
            for (text, truth) in PROBLEMS {
                table.clear();
                let outcome = search(text, Limits::default(), &table, count).run_to_end(&Monitor::new());
                assert_right(text, truth, &outcome.verdict);
                assert!(outcome.statistics.nodes > 0, "run {run}");
            }
        }
    }
}

#[test]
fn a_tiny_table_shared_by_searches_of_four_threads_gives_no_wrong_answer() {
    let table = table(1);
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    thread::scope(|scope| {
        for (text, truth) in PROBLEMS {
            let table = &table;
            scope.spawn(move || {
                let outcome = search(text, limits, table, 4).run_to_end(&Monitor::new());
                match outcome.verdict {
                    Verdict::Unknown(Cause::Nodes | Cause::Memory) => {}
                    verdict => assert_right(text, truth, &verdict),
                }
            });
        }
    });
}

#[test]
fn pauses_change_no_outcome() {
    for (text, truth) in PROBLEMS {
        let (mut search, monitor) = (search(text, Limits::default(), &table(16), 3), Monitor::new());
        let outcome = loop {
            if let Step::Finished(outcome) = search.run(1_000, &monitor) {
                break outcome;
            }
        };
        assert_right(text, truth, &outcome.verdict);
    }
}

/// Runs an endless search and says how long it took.
fn endless(limits: Limits, monitor: &Monitor) -> (Outcome, Duration) {
    let start = Instant::now();
    let outcome = search(ENDLESS, limits, &table(16), 4).run_to_end(monitor);
    (outcome, start.elapsed())
}

#[test]
fn a_stop_ends_all_threads() {
    let monitor = Monitor::new();
    let (outcome, time) = thread::scope(|scope| {
        let search = scope.spawn(|| endless(Limits::default(), &monitor));
        while monitor.sample().nodes < 10_000 {
            thread::sleep(Duration::from_millis(1));
        }
        let asked = Instant::now();
        monitor.stop(Cause::Cancelled);
        (search.join().unwrap().0, asked.elapsed())
    });
    assert_eq!(outcome.verdict, Verdict::Unknown(Cause::Cancelled));
    assert!(time < BOUND, "{time:?}");
}

#[test]
fn a_time_limit_ends_all_threads() {
    let limit = Duration::from_millis(50);
    let (outcome, time) = endless(Limits { time: Some(limit), ..Limits::default() }, &Monitor::new());
    assert_eq!(outcome.verdict, Verdict::Unknown(Cause::Time));
    assert!(limit <= time && time < BOUND, "{time:?}");
}

#[test]
fn a_node_limit_counts_the_nodes_of_all_threads() {
    let monitor = Monitor::new();
    let (outcome, _) = endless(Limits { nodes: Some(200_000), ..Limits::default() }, &monitor);
    let nodes = outcome.statistics.nodes;
    assert_eq!(outcome.verdict, Verdict::Unknown(Cause::Nodes));
    assert!((200_000..200_000 + 4 * 1_000).contains(&nodes), "{nodes}");
    assert!(nodes.abs_diff(monitor.sample().nodes) < 4 * 1_000, "{:?}", monitor.sample());
}

#[test]
fn a_ply_limit_holds_for_several_threads() {
    for (text, length) in [(PROBLEMS[0].0, 9), (PROBLEMS[2].0, 15)] {
        let within = |plies| {
            let limits = Limits { plies: Some(plies), ..Limits::default() };
            search(text, limits, &table(16), 3).run_to_end(&Monitor::new()).verdict
        };
        assert_eq!(within(length - 2), Verdict::Unknown(Cause::Plies(length - 2)), "{text}");
        assert!(matches!(within(length), Verdict::Mate(mate) if mate.raw.at_most == length), "{text}");
    }
}
