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
    case("5B1n1/8k/6Rpp/9/9/9/9/9/9 b rb4g4s3n4l16p 1", Some(5), "the bishop stays unpromoted"),
    case("8k/9/8K/9/9/9/9/9/9 b G 1", Some(1), "the attacking king backs the gold"),
    case("8k/9/r7K/9/9/9/9/9/9 b G 1", None, "no move that ends the check on the attacker gives check"),
];

/// Problems on one board that differ only in what is held or missing, mates and no mates among them.
pub(crate) const FAMILIES: &[&[&str]] = &[&[
    "7lk/7p1/9/9/9/9/9/9/R8 b - 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b p 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b l 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b P 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b Pp 1",
    "7lk/7p1/9/9/9/9/9/9/R8 b Gp 1",
    "7lk/9/9/9/9/9/9/9/R8 b - 1",
    "7lk/9/9/9/9/9/9/9/R8 b p 1",
]];
