//! The outlines of characters.

/// Characters with their advances and outlines, one a line; `glyphs/README.md` tells the format.
const TABLE: &str = include_str!("glyphs/glyphs.txt");

/// The side of the square that a kanji fills, in units.
pub(super) const EM: i32 = 1000;

/// A character's outline, in units of a thousandth of its em square.
pub(super) struct Glyph {
    /// Width, in units.
    pub(super) advance: i32,
    /// Path data, from the top left corner of the em square, y downwards.
    pub(super) path: &'static str,
}

impl Glyph {
    /// The outline of a character; `None` if the table has none.
    pub(super) fn of(character: char) -> Option<Self> {
        TABLE.lines().find_map(|line| {
            let (advance, path) = line.strip_prefix(character)?.strip_prefix('\t')?.split_once('\t')?;
            Some(Self { advance: advance.parse().ok()?, path })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_glyph() {
        for line in TABLE.lines() {
            let glyph = Glyph::of(line.chars().next().unwrap()).unwrap();
            assert!((300..=EM).contains(&glyph.advance), "{line}");
            assert!(glyph.path.starts_with('M') && glyph.path.ends_with('z'), "{line}");
            assert!(glyph.path.chars().all(|letter| " -0123456789Mhvlqcz".contains(letter)), "{line}");
        }
        assert!(TABLE.len() < 60_000 && Glyph::of('　').is_none() && Glyph::of('\t').is_none());
    }
}
