//! CPU time of solving, of making certificates and of checking them: `certificates.sh`.

use cpu_time::ThreadTime;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs};
use tsumi::checker::{self, Certified, Options};
use tsumi::notation::{problem_file, sfen};
use tsumi::solver::{Aim, Claim, Limits, Monitor, Problem, Search, Stage, Table, Verdict, certify};

/// What one problem cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    solving: f64,
    making: f64,
    checking: f64,
    bytes: usize,
    records: u64,
}

fn setting(name: &str, default: &str) -> String {
    env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn timed<T>(cost: &mut f64, work: impl FnOnce() -> T) -> T {
    let clock = ThreadTime::now();
    let result = work();
    *cost = clock.elapsed().as_secs_f64();
    result
}

/// Solves for the raw length, or for a first mate, certifies what was found and checks it; `None` if nothing was decided.
fn measure(text: &str, limits: Limits, table: &Arc<Table>) -> Option<(Verdict, Cost, Result<Certified, String>)> {
    let problem = Problem::new(&sfen::parse(text).ok()?, None).ok()?;
    table.clear();
    let mut cost = Cost::default();
    let stage = if setting("TSUMI_STAGE", "raw") == "raw" { Stage::Raw } else { Stage::First };
    let aim = Aim { stage, ..Aim::FIRST };
    let search = Search::new(&problem, limits, Arc::clone(table)).aiming(aim);
    let verdict = timed(&mut cost.solving, || search.run_to_end(&Monitor::new())).verdict;
    let claims = Claim::of(&verdict);
    if claims.is_empty() {
        return None;
    }
    let made = timed(&mut cost.making, || certify(&problem, &claims, (Arc::clone(table), limits), &Monitor::new()));
    let made = match made {
        Ok(made) => made,
        Err(cause) => return Some((verdict, cost, Err(cause.to_string()))),
    };
    let bytes = made.to_bytes(text);
    (cost.bytes, cost.records) = (bytes.len(), made.records());
    let checked = timed(&mut cost.checking, || checker::check(&bytes, Options::default()));
    Some((verdict, cost, checked.map_err(|refusal| refusal.to_string())))
}

#[test]
#[ignore = "a measurement: run tests/measure/certificates.sh"]
fn certificates_against_solving() {
    let seconds = setting("TSUMI_LIMIT_SECONDS", "60").parse().expect("a number");
    let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    let table = Arc::new(Table::new(setting("TSUMI_HASH_MIB", "1024").parse().expect("a number")));
    let only = setting("TSUMI_ONLY", "");
    table.touch();
    for file in setting("TSUMI_FILES", "zuko.tsv muso.tsv").split(' ') {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(file);
        let rows = problem_file::parse(&fs::read(path).expect("a problem file")).expect("rows");
        let (mut sum, mut accepted, mut others) = (Cost::default(), 0, Vec::new());
        for row in rows.iter().filter(|row| row.name.contains(&only)) {
            let Some((verdict, cost, checked)) = measure(&row.sfen, limits, &table) else {
                others.push(format!("{}: not decided", row.name));
                continue;
            };
            let length = match &verdict {
                Verdict::Mate(mate) => format!("{}..{}", mate.raw.at_least, mate.raw.at_most),
                other => other.as_str().to_owned(),
            };
            let Cost { solving, making, checking, bytes, records } = cost;
            println!("{solving:9.3} {making:9.3} {checking:9.3} {bytes:>9} {records:>8}  {length:>10}  {}", row.name);
            match checked {
                Ok(_) => accepted += 1,
                Err(reason) => others.push(format!("{}: {reason}", row.name)),
            }
            sum.solving += solving;
            sum.making += making;
            sum.checking += checking;
            sum.bytes += bytes;
            sum.records += records;
        }
        let Cost { solving, making, checking, bytes, records } = sum;
        println!(
            "{file}: CPU s: solving {solving:.2}, making {making:.2}, checking {checking:.2}; {bytes} bytes, {records} \
             records; {accepted} accepted, others: {others:#?}"
        );
    }
}
