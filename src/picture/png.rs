//! PNG out of SVG.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::io;
use std::ops::RangeInclusive;

/// How wide a PNG may be, in pixels.
pub const WIDTHS: RangeInclusive<u32> = 64..=4096;

/// Draws an SVG `width` pixels wide, brought within [`WIDTHS`].
pub(super) fn of_svg(svg: &str, width: u32) -> io::Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(io::Error::other)?;
    let size = tree.size().to_int_size();
    let sized = size.scale_to_width(width.clamp(*WIDTHS.start(), *WIDTHS.end()));
    let drawn = sized.and_then(|sized| Some((Pixmap::new(sized.width(), sized.height())?, sized)));
    let (mut pixmap, sized) = drawn.ok_or_else(|| io::Error::other("a drawing without size"))?;
    // At most widths the pixels at the right and lower edge are covered in part.
    pixmap.fill(Color::WHITE);
    let (sized, whole) = (sized.to_size(), tree.size());
    let (x, y) = (sized.width() / whole.width(), sized.height() / whole.height());
    resvg::render(&tree, Transform::from_scale(x, y), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(io::Error::other)
}
