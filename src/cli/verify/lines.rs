//! Problems from files with one a line: SFEN, and `moves` with the claimed solution. Of tab-separated columns the first counts.

use crate::notation::usi;
use crate::solver::Problem;
use crate::verify::{Claim, Item, Reason, Stated, Unreadable};
use std::fs::File;
use std::io::{self, BufRead, BufReader};

/// The items of all inputs, read as they are taken.
pub(super) fn items(inputs: &[String]) -> impl Iterator<Item = Item> + Send + use<> {
    let inputs = if inputs.is_empty() { vec!["-".to_owned()] } else { inputs.to_vec() };
    inputs.into_iter().flat_map(|input| -> Box<dyn Iterator<Item = Item> + Send> {
        if input == "-" {
            return Box::new(of_lines("standard input".to_owned(), BufReader::new(io::stdin())));
        }
        match File::open(&input) {
            Ok(file) => Box::new(of_lines(input, BufReader::new(file))),
            Err(error) => Box::new(std::iter::once(refused(input, &error))),
        }
    })
}

fn refused(id: String, error: &io::Error) -> Item {
    Item { id, stated: Err(Reason::new(Reason::FILE, error.to_string()).into()) }
}

fn of_lines(name: String, lines: impl BufRead) -> impl Iterator<Item = Item> {
    let numbered = lines.split(b'\n').zip(1..);
    numbered.filter_map(move |(line, number)| {
        let id = format!("{name}:{number}");
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(refused(id, &error)),
        };
        let text = String::from_utf8_lossy(&line);
        let text = text.trim().split('\t').next().unwrap_or_default();
        let is_item = !text.is_empty() && !text.starts_with('#') && text != "sfen";
        is_item.then(|| Item { id, stated: stated(text) })
    })
}

fn stated(text: &str) -> Result<Stated, Unreadable> {
    let written = usi::parse_position(text)?;
    let problem = Problem::new(&written.setup, None)?;
    Ok(Stated { problem, claim: Claim { length: None, line: written.moves } })
}
