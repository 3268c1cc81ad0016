//! How far a run is, on a terminal only.

use crate::cli::talk::talk;
use crate::verify::Summary;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the counts are drawn.
const INTERVAL: Duration = Duration::from_millis(200);

/// A bar on standard error; gone when dropped.
pub(super) struct Bar {
    bar: ProgressBar,
    drawn: Instant,
}

impl Bar {
    /// Of a run over these inputs, some of whose items may be reported already.
    pub(super) fn new(inputs: &[String], summary: &Summary) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if !bar.is_hidden() {
            let total = expected(inputs);
            bar.set_style(style(total.is_some()));
            if let Some(total) = total {
                bar.set_length(total);
            }
            // The rate is that of this run.
            bar.set_position(summary.items());
            bar.reset_eta();
        }
        Self { bar, drawn: Instant::now() }
    }

    /// Draws the counts, if it is time to.
    pub(super) fn show(&mut self, summary: &Summary) {
        if self.bar.is_hidden() || self.drawn.elapsed() < INTERVAL {
            return;
        }
        self.drawn = Instant::now();
        self.bar.set_message(summary.to_string());
        self.bar.set_position(summary.items());
    }

    /// Says something without disturbing the bar.
    pub(super) fn say(&self, text: &str) {
        self.bar.suspend(|| talk(text));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn style(has_total: bool) -> ProgressStyle {
    // The template is right: a test says so.
    let style = ProgressStyle::with_template(&template(has_total)).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.with_key("left", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // Before the first item nothing tells the rate.
        let is_known = state.per_sec() > 0.0;
        let _ = if is_known { write!(out, "{:#} left", HumanDuration(state.eta())) } else { out.write_str("working") };
    })
}

/// Time, bar, counts and rate; below them what came out so far.
fn template(has_total: bool) -> String {
    let counts = if has_total { "{wide_bar} {human_pos}/{human_len}, {left}" } else { "{human_pos}" };
    format!("{{elapsed_precise}} {counts}, {{per_sec}}\n{{wide_msg}}")
}

/// How many items there will be, if every input is a file of lines: those that hold something.
fn expected(inputs: &[String]) -> Option<u64> {
    if inputs.is_empty() {
        return None;
    }
    inputs.iter().map(|input| lines_of(Path::new(input))).sum()
}

fn lines_of(path: &Path) -> Option<u64> {
    let is_of_lines = path.extension().is_some_and(|extension| extension == "sfen" || extension == "tsv");
    let mut file = BufReader::new(std::fs::File::open(path).ok().filter(|_| is_of_lines)?);
    let (mut lines, mut line) = (0, Vec::new());
    while file.read_until(b'\n', &mut line).ok()? > 0 {
        lines += u64::from(!line.trim_ascii().is_empty() && !line.starts_with(b"#"));
        line.clear();
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_right() {
        for has_total in [false, true] {
            assert!(ProgressStyle::with_template(&template(has_total)).is_ok());
        }
    }

    #[test]
    fn lines_are_counted_where_each_is_an_item() {
        let path = std::env::temp_dir().join(format!("tsumi-lines-{}.sfen", std::process::id()));
        std::fs::write(&path, "# mates\n\none\ntwo").unwrap();
        let name = path.to_str().unwrap().to_owned();
        assert_eq!(expected(&[name.clone(), name.clone()]), Some(4));
        assert_eq!((expected(&[name, "-".to_owned()]), expected(&[])), (None, None));
        std::fs::remove_file(path).unwrap();
    }
}
