//! Bulk verification by workers over a real NATS server, with kills. `TSUMI_NATS_SERVER` names the server's program; without it the
//! tests are listed as ignored, unless `TSUMI_REQUIRE_NATS=1`. `TSUMI_CLUSTER_PROBLEMS` is the size of the run (default: 500).

#[path = "../common/authority.rs"]
mod authority;
mod credentials;
mod faults;
mod nats;
mod processes;
mod run;
mod secure;

use libtest_mimic::{Arguments, Trial};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Each has a server and workers of its own, and times that it waits for.
    arguments.test_threads = Some(1);
    let is_absent = nats::program().is_none();
    assert!(!(is_absent && std::env::var_os("TSUMI_REQUIRE_NATS").is_some()), "TSUMI_NATS_SERVER names no program");
    let trial = |name, test: fn()| {
        let run = move || {
            test();
            Ok(())
        };
        Trial::test(name, run).with_ignored_flag(is_absent)
    };
    let trials = vec![
        trial("a_run_with_kills_reports_what_one_process_does", run::a_run_with_kills_reports_what_one_process_does),
        trial("claims_and_twins_are_reported_as_by_one_process", run::claims_and_twins_are_reported_as_by_one_process),
        trial("a_problem_that_ends_workers_ends_as_failed", faults::a_problem_that_ends_workers_ends_as_failed),
        trial(
            "a_problem_that_no_worker_has_room_for_waits_for_one_that_has",
            faults::a_problem_that_no_worker_has_room_for_waits_for_one_that_has,
        ),
        trial("what_was_cut_off_by_its_time_is_asked_again", faults::what_was_cut_off_by_its_time_is_asked_again),
        trial("foreign_messages_do_no_harm", faults::foreign_messages_do_no_harm),
        trial("lost_jobs_are_submitted_again", faults::lost_jobs_are_submitted_again),
        trial("a_stopped_worker_hands_its_job_back", faults::a_stopped_worker_hands_its_job_back),
        trial("passwords_and_credentials_get_in_over_tls", secure::passwords_and_credentials_get_in_over_tls),
        trial("what_cannot_be_reached_is_told_without_secrets", faults::what_cannot_be_reached_is_told_without_secrets),
    ];
    libtest_mimic::run(&arguments, trials).exit_code()
}
