//! Collects what is drawn, each outline once, and writes it as SVG.

use super::glyph::{EM, Glyph};
use super::sign::Sign;
use super::{UNITS_TO_A_PIXEL, words::Words};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Where and how large a character or a sign is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Left edge of its square, in units.
    pub(super) x: i32,
    /// Upper edge of its square, in units.
    pub(super) y: i32,
    /// Side of its square, in units.
    pub(super) size: i32,
}

/// What has been drawn so far.
#[derive(Default)]
pub(super) struct Canvas {
    /// What is drawn once and used often, by its id.
    definitions: BTreeMap<String, String>,
    /// Shapes that are not letters.
    shapes: String,
    /// Uses of the definitions.
    uses: String,
}

impl Canvas {
    /// Adds an element that is no letter; it lies below all letters.
    pub(super) fn shape(&mut self, element: &str) {
        self.shapes.push_str(element);
        self.shapes.push('\n');
    }

    /// Draws a character with its left edge at `x`.
    pub(super) fn character(&mut self, character: char, place: Place) {
        let id = self.define(character);
        self.put(&id, place, false);
    }

    /// Draws a character in the middle of its square.
    pub(super) fn centred(&mut self, character: char, place: Place) {
        let advance = Glyph::of(character).map_or(EM, |glyph| glyph.advance);
        let x = place.x + (EM - advance) * place.size / EM / 2;
        self.character(character, Place { x, ..place });
    }

    /// Draws a piece, upright or turned.
    pub(super) fn sign(&mut self, sign: &Sign, place: Place, turned: bool) {
        let id = match sign.parts() {
            // A kanji that fills its square needs no definition of its own.
            [(character, Place { x: 0, y: 0, size: EM })] => self.define(*character),
            parts => self.compose(sign.id(), parts),
        };
        self.put(&id, place, turned);
    }

    /// Draws in a frame that is turned by 180 degrees and has its origin at `corner`.
    pub(super) fn turned(&mut self, (x, y): (i32, i32), draw: impl FnOnce(&mut Self)) {
        let _ = writeln!(self.uses, r#"<g transform="translate({x} {y})scale(-1)">"#);
        draw(self);
        self.uses.push_str("</g>\n");
    }

    /// The whole as SVG of this width and height, in units.
    pub(super) fn svg(&self, (width, height): (i32, i32), Words { title, description }: &Words) -> String {
        let [pixels_wide, pixels_high] = [width, height].map(|length| length.unsigned_abs() / UNITS_TO_A_PIXEL);
        let definitions: String = self.definitions.values().map(String::as_str).collect();
        let Self { shapes, uses, .. } = self;
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img" width="{pixels_wide}" height="{pixels_high}" viewBox="0 0 {width} {height}">
<title>{title}</title>
<desc>{description}</desc>
<defs>
{definitions}</defs>
<path fill="#fff" d="M0 0h{width}v{height}h-{width}z"/>
{shapes}{uses}</svg>
"##
        )
    }

    /// The id of a character's outline, which is kept.
    fn define(&mut self, character: char) -> String {
        // By its code point, so that the same id means the same outline even where several drawings share a page.
        let id = format!("g{:x}", u32::from(character));
        let path = Glyph::of(character).map_or("", |glyph| glyph.path);
        let definition = || format!("<path id=\"{id}\" d=\"{path}\"/>\n");
        self.definitions.entry(id.clone()).or_insert_with(definition);
        id
    }

    /// The id of a sign of several parts, which is kept.
    fn compose(&mut self, id: &str, parts: &[(char, Place)]) -> String {
        let uses: String =
            parts.iter().map(|&(character, place)| used(&self.define(character), place, false)).collect();
        // Behind the outlines that it uses: "g" comes before "w".
        self.definitions.entry(id.to_owned()).or_insert_with(|| format!("<g id=\"{id}\">{uses}</g>\n"));
        id.to_owned()
    }

    fn put(&mut self, id: &str, place: Place, turned: bool) {
        self.uses.push_str(&used(id, place, turned));
        self.uses.push('\n');
    }
}

/// An element that uses a definition.
fn used(id: &str, Place { x, y, size }: Place, turned: bool) -> String {
    let scale = f64::from(size) / f64::from(EM);
    let way = match (turned, size) {
        (false, EM) => format!(r#"x="{x}" y="{y}""#),
        (false, _) => format!(r#"transform="translate({x} {y})scale({scale})""#),
        (true, _) => format!(r#"transform="translate({} {})scale(-{scale})""#, x + size, y + size),
    };
    format!(r##"<use xlink:href="#{id}" {way}/>"##)
}
