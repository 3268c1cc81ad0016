//! Lines of a stream, one held at a time.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes: a solution of 2,000 moves has a fifth of them.
pub(super) const LONGEST: usize = 1 << 16;

/// Lines of a reader, ended by `\n`, `\r\n` or `\r`.
pub(super) struct Lines<R> {
    reader: R,
    /// Number of the line read last, from 1.
    pub(super) number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn of(reader: R) -> Self {
        Self { reader, number: 0, line: Vec::new() }
    }

    /// The next line without its end; `None` behind the last. Of a line longer than [`LONGEST`] one byte more than that is given.
    ///
    /// # Errors
    /// Those of the reader.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.line.clear();
        self.number += 1;
        let mut is_end = true;
        loop {
            let part = self.part()?;
            is_end &= part == Part::End;
            match part {
                Part::Open => {}
                Part::End if is_end => return Ok(None),
                Part::Line | Part::End => break,
            }
        }
        Ok(Some(&self.line))
    }

    /// Reads on to the end of the line, or as far as the reader has bytes at hand.
    fn part(&mut self) -> io::Result<Part> {
        let buffer = fill(&mut self.reader)?;
        if buffer.is_empty() {
            return Ok(Part::End);
        }
        let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let is_return = end.is_some_and(|end| buffer[end] == b'\r');
        let length = end.unwrap_or(buffer.len());
        let room = LONGEST + 1 - self.line.len();
        self.line.extend(&buffer[..length.min(room)]);
        self.reader.consume(length + usize::from(end.is_some()));
        if is_return {
            self.skip_newline()?;
        }
        Ok(if end.is_some() { Part::Line } else { Part::Open })
    }

    fn skip_newline(&mut self) -> io::Result<()> {
        let is_newline = fill(&mut self.reader)?.first() == Some(&b'\n');
        self.reader.consume(is_newline.into());
        Ok(())
    }
}

/// How far a line has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// More may follow.
    Open,
    /// To its end.
    Line,
    /// There is nothing more.
    End,
}

/// What the reader has at hand, at least a byte but at the end.
fn fill(reader: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Asked again because a loop may not keep the borrow.
            Ok(_) => return reader.fill_buf(),
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn read(bytes: &[u8], capacity: usize) -> Vec<(usize, Vec<u8>)> {
        let mut lines = Lines::of(BufReader::with_capacity(capacity, bytes));
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap().map(<[u8]>::to_vec) {
            found.push((lines.number, line));
        }
        found
    }

    #[test]
    fn lines_are_the_same_however_the_bytes_come() {
        for capacity in [1, 2, 3, 7, 100] {
            let found = read(b"ab\r\nc\rd\n\ne", capacity);
            let expected: [(usize, &[u8]); 5] = [(1, b"ab"), (2, b"c"), (3, b"d"), (4, b""), (5, b"e")];
            assert_eq!(found, expected.map(|(number, line)| (number, line.to_vec())));
            assert_eq!((read(b"", capacity), read(b"\r\n", capacity)), (vec![], vec![(1, vec![])]));
        }
    }

    #[test]
    fn of_an_endless_line_little_is_held() {
        let bytes = [vec![b'x'; 3 * LONGEST], b"\ny".to_vec()].concat();
        let found = read(&bytes, 1000);
        assert_eq!((found[0].1.len(), found[1].clone()), (LONGEST + 1, (2, b"y".to_vec())));
    }
}
