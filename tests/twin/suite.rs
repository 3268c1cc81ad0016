//! Small problems whose answers are known by hand; Black attacks.

pub(crate) struct Case {
    pub(crate) sfen: &'static str,
    /// Plies of the shortest mate.
    pub(crate) mate: Option<u32>,
    pub(crate) about: &'static str,
}

const fn case(sfen: &'static str, mate: Option<u32>, about: &'static str) -> Case {
    Case { sfen, mate, about }
}

pub(crate) const CASES: &[Case] = &[
    case("9/9/9/7pp/7nk/9/8P/7NN/9 b - 1", Some(1), "a pawn on the board may mate: 1g1f"),
    case("9/9/9/7pp/7nk/9/9/7NN/9 b P 1", None, "the same pawn dropped may not"),
    case("7lk/9/8G/9/9/9/9/9/9 b P 1", None, "P*1b would mate"),
    case("9/9/9/7pp/7sk/9/9/7NN/9 b GP 1", Some(3), "P*1f does not mate: the silver is free to take"),
    case("9/9/9/7pp/R6sk/9/9/7NN/9 b P 1", None, "P*1f would mate: the silver is pinned"),
    case("7nk/9/7Gp/6+RP1/9/9/9/9/9 b P 1", Some(9), "2d2c must not promote, or P*1b would mate"),
    case("5B1n1/8k/6Rpp/9/9/9/9/9/9 b - 1", Some(5), "4a2c must not promote"),
    case("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1", Some(5), "nor with everything in the defender's hand"),
    case("5+P2k/7R1/5+rB2/9/9/9/9/9/9 b P 1", Some(5), "2b3b must not promote, or P*1b would mate"),
    case("8k/9/5G2l/6N2/8L/9/9/9/9 b - 1", Some(5), "1e1c must not promote"),
    case("8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w p 1", Some(4), "the pawn put on 2b would mate the attacker"),
    case("8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w l 1", None, "the lance put on 2b does"),
    case("8k/6S2/6BKP/5B2r/8g/9/9/9/9 w p 1", Some(2), "the bishop is free to take on 2b: the drop does not mate"),
    case("9/9/9/9/4b4/8p/7Pk/R5G2/6NB1 b P 1", None, "the bishop takes on 2h unpromoted, and P*1h would mate"),
    case("8k/9/8K/9/9/9/9/9/9 b G 1", Some(1), "the attacking king backs the gold"),
    case("8k/9/r7K/9/9/9/9/9/9 b G 1", None, "no move that ends the check on the attacker gives check"),
    case("9/5kg+R1/5l3/5B3/9/9/9/5K3/9 b G 1", Some(5), "the bishop guards 3c though it is pinned"),
    case("8k/6ppp/9/9/9/9/9/9/5R3 b p 1", Some(1), "no pawn fits between: two on a file"),
    case("8k/6ppp/9/9/9/9/9/9/5R3 b l 1", None, "a lance does"),
    case("9/4R4/4+B2gk/7pp/9/9/9/9/9 b p 1", Some(3), "a pawn on 2b would be the second on its file"),
    case("9/9/2R6/3+L5/4p1K2/g1k6/2R6/9/9 w - 1", Some(4), "checks may come back, with few plies left too"),
    case("9/9/9/9/9/9/1R7/R8/8k b nlp 1", Some(1), "nothing that cannot move on is put on the last rank"),
    case("3k5/1G3G3/9/9/2KR3r1/8B/9/9/9 w Gn 1", None, "N*6c checks the attacker, whose rook is pinned"),
    case("3k5/1G3G3/9/9/2KR3r1/8B/9/9/9 w Gp 1", Some(2), "a pawn put between does not"),
    case("3k5/1G3G3/9/9/2KR3r1/8B/9/9/9 w Gnp 1", None, "of all that can be put between only N*6c saves"),
];

/// No mates in which the attacker can check for ever.
pub(crate) const PERPETUAL: &[&str] = &["8k/6+R2/8p/9/9/9/9/9/9 b - 1", "k8/2+R6/p8/9/9/8K/9/9/9 b - 1"];

/// Problems on one board that differ only in what is held or missing, mates and no mates among them.
pub(crate) const FAMILIES: &[&[&str]] = &[
    &[
        "7lk/7p1/9/9/9/9/9/9/R8 b - 1",
        "7lk/7p1/9/9/9/9/9/9/R8 b p 1",
        "7lk/7p1/9/9/9/9/9/9/R8 b l 1",
        "7lk/7p1/9/9/9/9/9/9/R8 b P 1",
        "7lk/7p1/9/9/9/9/9/9/R8 b Pp 1",
        "7lk/7p1/9/9/9/9/9/9/R8 b Gp 1",
        "7lk/9/9/9/9/9/9/9/R8 b - 1",
        "7lk/9/9/9/9/9/9/9/R8 b p 1",
    ],
    &[
        "8k/6ppp/9/9/9/9/9/9/5R3 b - 1",
        "8k/6ppp/9/9/9/9/9/9/5R3 b p 1",
        "8k/6ppp/9/9/9/9/9/9/5R3 b l 1",
        "8k/6ppp/9/9/9/9/9/9/5R3 b lp 1",
        "8k/6ppp/9/9/9/9/9/9/5R3 b Lp 1",
        "8k/6ppp/9/9/9/9/9/9/5R3 b Gl 1",
    ],
    &[
        "8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w - 1",
        "8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w p 1",
        "8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w l 1",
        "8k/6S2/r5BKP/5B2r/8g/9/9/9/9 w Pl 1",
    ],
];
