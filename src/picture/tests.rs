//! What is drawn, read back as XML and as pixels.

use super::{Diagram, Look, Pieces, UNITS_TO_A_PIXEL, WIDTHS};
use crate::notation::sfen;
use crate::shogi::{Color, Setup, Square};
use resvg::tiny_skia::Pixmap;
use roxmltree::Document;

const MATE: &str = "7G1/8k/5B3/6N2/9/9/9/9/9 b BG2r2g4s3n4l18p 1";
const PROMOTED: &str = "+P+p+L+l+N+n+S+s1/+B+b+R+r5/9/4k4/9/4K4/9/9/9 b GSNLPgsnlp 1";
const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const POSITIONS: [&str; 7] = [
    MATE,
    PROMOTED,
    START,
    "9/9/9/9/9/9/9/9/9 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1",
    "4k4/9/9/9/9/9/9/9/9 w 2r2b4g4s4n4l18p 1",
    "4k4/9/4P4/9/9/9/9/9/9 b G 1",
];
const WESTERN: Look = Look { pieces: Pieces::Western, flip: false, both_hands: false };
const BOTH: Look = Look { pieces: Pieces::Kanji, flip: false, both_hands: true };

fn setup(text: &str) -> Setup {
    sfen::parse(text).unwrap()
}

fn svg(text: &str, attacker: Color, look: Look) -> String {
    Diagram { setup: &setup(text), attacker, last: None, look }.svg()
}

fn looks() -> Vec<Look> {
    let ways = [(false, false), (false, true), (true, false), (true, true)];
    let looks = |pieces| ways.map(|(flip, both_hands)| Look { pieces, flip, both_hands });
    [Pieces::Kanji, Pieces::Western].into_iter().flat_map(looks).collect()
}

fn href<'a>(node: roxmltree::Node<'a, '_>) -> Option<&'a str> {
    node.attribute(("http://www.w3.org/1999/xlink", "href"))?.strip_prefix('#')
}

/// The pieces on the board as they are drawn: what, and where, a turned one with a minus.
fn pieces(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let own = |node: roxmltree::Node| {
        let id = href(node)?;
        let turned = node.attribute("transform").and_then(|text| text.strip_suffix("scale(-1)"));
        let upright = node.attribute("x").map(|x| format!("{id} {x} {}", node.attribute("y").unwrap()));
        upright.or_else(|| turned.map(|place| format!("{id} -{place}")))
    };
    document.root_element().children().filter_map(own).collect()
}

#[test]
fn every_drawing_is_well_formed_and_small() {
    for text in POSITIONS {
        for (look, attacker) in looks().into_iter().flat_map(|look| Color::ALL.map(|color| (look, color))) {
            let setup = setup(text);
            let svg = Diagram { setup: &setup, attacker, last: Square::new(5, 5), look }.svg();
            assert!(svg.len() <= 64 << 10, "{} bytes", svg.len());
            let document = Document::parse(&svg).unwrap();
            let length = |name| document.root_element().attribute(name).unwrap();
            let units = |name| length(name).parse::<u32>().unwrap() * UNITS_TO_A_PIXEL;
            assert_eq!(length("viewBox"), format!("0 0 {} {}", units("width"), units("height")));
            let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            let used: Vec<&str> = document.descendants().filter_map(href).collect();
            assert!(used.iter().all(|id| ids.contains(id)) && ids.iter().all(|id| used.contains(id)));
            let outlines = document.descendants().filter(|node| node.has_attribute("d"));
            assert!(outlines.map(|node| node.attribute("d").unwrap()).all(|path| path.len() > 10), "{svg}");
            let title = document.descendants().find(|node| node.tag_name().name() == "title").unwrap().text().unwrap();
            assert!(title.starts_with(&format!("Shogi diagram: {attacker} attacks")), "{title}");
            if look.pieces == Pieces::Kanji {
                assert_eq!(pieces(&svg).len(), setup.pieces().count());
            }
        }
    }
}

#[test]
fn the_attacker_is_below_whatever_its_colour() {
    for text in POSITIONS {
        let (black, white) = (setup(text), setup(text).flipped());
        let draw = |setup: &Setup, attacker, flip| {
            let mut drawn =
                pieces(&Diagram { setup, attacker, last: None, look: Look { flip, ..Look::default() } }.svg());
            drawn.sort();
            drawn
        };
        assert_eq!(draw(&black, Color::Black, false), draw(&white, Color::White, false));
        assert_eq!(draw(&black, Color::Black, true), draw(&white, Color::White, true));
        let both = |attacker, flip| pieces(&svg(text, attacker, Look { flip, ..BOTH }));
        assert_eq!(both(Color::Black, true), both(Color::White, false));
        assert_eq!(both(Color::White, true), both(Color::Black, false));
    }
    let drawn = |flip| svg("k8/9/9/9/9/9/9/9/8P b - 1", Color::Black, Look { flip, ..Look::default() });
    assert!(pieces(&drawn(false))[0].contains(" -translate(") && pieces(&drawn(true))[1].contains(" -translate("));
}

#[test]
fn hands_are_printed_as_in_books() {
    // 持 once a hand, なし for an empty one.
    let words = |text, attacker, look| {
        let svg = svg(text, attacker, look);
        let count = |id: &str| svg.matches(&format!("href=\"#{id}\"")).count();
        (count("g6301"), count("g306a"))
    };
    for (text, attacker, look, expected) in [
        (MATE, Color::Black, Look::default(), (1, 0)),
        (MATE, Color::Black, BOTH, (2, 0)),
        (MATE, Color::White, Look::default(), (1, 0)),
        ("4k4/9/4P4/9/9/9/9/9/9 b G 1", Color::Black, Look::default(), (2, 1)),
        (START, Color::Black, Look::default(), (1, 1)),
        (START, Color::Black, BOTH, (2, 2)),
    ] {
        assert_eq!(words(text, attacker, look), expected, "{text}");
    }
    let eighteen = svg("4k4/9/9/9/9/9/9/9/9 b 18P 1", Color::Black, Look::default());
    assert!(eighteen.contains(r##"href="#g5341""##) && eighteen.contains(r##"href="#g516b""##));
    assert!(svg("4k4/9/9/9/9/9/9/9/9 b 10P 1", Color::Black, WESTERN).contains(r##"href="#g30""##));
}

#[test]
fn a_drawing_tells_what_it_shows() {
    let setup = setup(MATE);
    let last = Square::new(3, 4);
    let svg = Diagram { setup: &setup, attacker: Color::Black, last, look: Look::default() }.svg();
    for part in [
        "<title>Shogi diagram: Black attacks, Black is to move</title>",
        "<desc>Black: gold 2a, bishop 4c, knight 3d. In hand: bishop, gold. White: king 1b. In hand: every other piece. The last move \
         went to 3d.</desc>",
        r##"fill="#d4d4d4""##,
    ] {
        assert!(svg.contains(part), "{part} is not in\n{svg}");
    }
}

#[test]
fn a_known_drawing_stays_as_it_is() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/pictures/mate_in_7.svg");
    let svg = svg(MATE, Color::Black, Look::default());
    if std::env::var("TSUMI_UPDATE_PICTURES").is_ok_and(|value| value == "1") {
        std::fs::write(&path, &svg).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == svg, "TSUMI_UPDATE_PICTURES=1 renews the file");
}

#[test]
fn a_png_has_the_width_that_is_asked_for() {
    let setup = setup(MATE);
    let last = Square::new(9, 1);
    let diagram = Diagram { setup: &setup, attacker: Color::Black, last, look: Look::default() };
    for (asked, width) in [(0, 64), (64, 64), (333, 333), (1_000, 1_000), (5_000, 4_096)] {
        let bytes = diagram.png(asked).unwrap();
        let pixels = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!(pixels.width(), width);
        assert!(pixels.height() < width * 11 / 10 && pixels.height() > width * 8 / 10, "{}", pixels.height());
        assert!(bytes.len() < 1 << 20 && WIDTHS.contains(&width), "{} bytes", bytes.len());
    }
    let bytes = diagram.png(1_000).unwrap();
    assert_eq!(bytes, diagram.png(1_000).unwrap());
    let pixels = Pixmap::decode_png(&bytes).unwrap();
    let shades: Vec<u8> = pixels.pixels().iter().map(|pixel| pixel.red()).collect();
    let share = |shade: u8| shades.iter().map(|&it| usize::from(it == shade)).sum::<usize>() * 1_000 / shades.len();
    assert_eq!((shades[0], pixels.pixels()[0].alpha()), (255, 255));
    assert!((4..12).contains(&share(0xd4)) && (10..80).contains(&share(0)), "{} {}", share(0xd4), share(0));
}
