//! The start positions of games, by their names in KIF (手合割) and JKF (preset).

use crate::shogi::{Color, Position, Setup, Square};

/// Name in KIF, name in JKF, and the pieces that White (上手) gives up, as file and rank.
type Handicap = (&'static str, &'static str, &'static [(u8, u8)]);

const HANDICAPS: [Handicap; 16] = [
    ("平手", "HIRATE", &[]),
    ("香落ち", "KY", &[(1, 1)]),
    ("右香落ち", "KY_R", &[(9, 1)]),
    ("角落ち", "KA", &[(2, 2)]),
    ("飛車落ち", "HI", &[(8, 2)]),
    ("飛香落ち", "HIKY", &[(8, 2), (1, 1)]),
    ("二枚落ち", "2", &[(8, 2), (2, 2)]),
    ("三枚落ち", "3", &[(8, 2), (2, 2), (1, 1)]),
    ("四枚落ち", "4", &[(8, 2), (2, 2), (1, 1), (9, 1)]),
    ("五枚落ち", "5", &[(8, 2), (2, 2), (1, 1), (9, 1), (8, 1)]),
    ("左五枚落ち", "5_L", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1)]),
    ("六枚落ち", "6", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1)]),
    ("左七枚落ち", "7_L", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1)]),
    ("右七枚落ち", "7_R", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (7, 1)]),
    ("八枚落ち", "8", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1)]),
    ("十枚落ち", "10", &[(8, 2), (2, 2), (1, 1), (9, 1), (2, 1), (8, 1), (3, 1), (7, 1), (4, 1), (6, 1)]),
];

/// The start position with this name in KIF. White moves first if it gives something up.
pub(super) fn of_kif(name: &str) -> Option<Setup> {
    HANDICAPS.iter().find(|(kif, ..)| *kif == name).map(start)
}

/// The start position with this name in JKF.
pub(super) fn of_jkf(preset: &str) -> Option<Setup> {
    HANDICAPS.iter().find(|(_, jkf, _)| *jkf == preset).map(start)
}

fn start((_, _, given): &Handicap) -> Setup {
    let mut setup = Position::start().to_setup();
    for square in given.iter().filter_map(|&(file, rank)| Square::new(file, rank)) {
        setup.board[square.index()] = None;
    }
    setup.turn = if given.is_empty() { Color::Black } else { Color::White };
    setup
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;

    #[test]
    fn a_handicap_is_what_white_gives_up() {
        let back = |name: &str| sfen::format(&of_kif(name).unwrap()).split('/').next().unwrap().to_owned();
        for (name, rank) in [
            ("香落ち", "lnsgkgsn1"),
            ("右香落ち", "1nsgkgsnl"),
            ("四枚落ち", "1nsgkgsn1"),
            ("五枚落ち", "2sgkgsn1"),
            ("左五枚落ち", "1nsgkgs2"),
            ("六枚落ち", "2sgkgs2"),
            ("左七枚落ち", "2sgkg3"),
            ("右七枚落ち", "3gkgs2"),
            ("八枚落ち", "3gkg3"),
            ("十枚落ち", "4k4"),
        ] {
            assert_eq!(back(name), rank, "{name}");
        }
        let text = |name| sfen::format(&of_jkf(name).unwrap());
        assert_eq!(text("KA"), "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
        assert_eq!(text("HIKY"), "lnsgkgsn1/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
        assert_eq!(text("HIRATE"), crate::notation::usi::START);
        assert_eq!((of_kif("詰将棋"), of_jkf("OTHER")), (None, None));
    }

    #[test]
    fn nothing_is_given_up_twice() {
        for (name, _, given) in HANDICAPS {
            let pieces = start(&(name, "", given)).pieces().count();
            assert_eq!(pieces, 40 - given.len(), "{name}");
        }
    }
}
