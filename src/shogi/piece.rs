//! Kinds of pieces, and a piece of a side.

use super::Color;

/// What a piece is, promoted or not. The first seven can be held in hand, in ascending value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum PieceKind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance,
    /// 桂
    Knight,
    /// 銀
    Silver,
    /// 金
    Gold,
    /// 角
    Bishop,
    /// 飛
    Rook,
    /// 玉
    King,
    /// と
    ProPawn,
    /// 成香
    ProLance,
    /// 成桂
    ProKnight,
    /// 成銀
    ProSilver,
    /// 馬
    Horse,
    /// 龍
    Dragon,
}

impl PieceKind {
    /// Number of kinds, promoted ones included.
    pub const COUNT: usize = 14;

    /// All kinds, in order of their index.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be held in hand and dropped, cheapest first.
    pub const HAND: [Self; 7] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// Position in [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The promoted kind; a kind that does not promote (or is promoted) gives `None`.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::ProPawn),
            Self::Lance => Some(Self::ProLance),
            Self::Knight => Some(Self::ProKnight),
            Self::Silver => Some(Self::ProSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// The kind it becomes in a hand: itself unless promoted. A king stays a king.
    #[inline]
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        match self {
            Self::ProPawn => Self::Pawn,
            Self::ProLance => Self::Lance,
            Self::ProKnight => Self::Knight,
            Self::ProSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            kind => kind,
        }
    }

    /// True for と, 成香, 成桂, 成銀, 馬 and 龍.
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self.index() > Self::King.index()
    }

    /// The letter of SFEN, USI and western notation, upper case; a promoted kind has the letter of its unpromoted one.
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Gold => 'G',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            _ => 'K',
        }
    }

    /// The unpromoted kind with this upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The English name, `promoted silver`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Lance => "lance",
            Self::Knight => "knight",
            Self::Silver => "silver",
            Self::Gold => "gold",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::King => "king",
            Self::ProPawn => "promoted pawn",
            Self::ProLance => "promoted lance",
            Self::ProKnight => "promoted knight",
            Self::ProSilver => "promoted silver",
            Self::Horse => "horse",
            Self::Dragon => "dragon",
        }
    }

    /// True for the kinds that go more than a step along a line: 香, 角, 飛, 馬 and 龍.
    #[inline]
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Lance | Self::Bishop | Self::Rook | Self::Horse | Self::Dragon)
    }

    /// How many pieces of this (unpromoted) kind a full set holds, both sides together.
    pub const fn full_set(self) -> u8 {
        match self.unpromoted() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }
}

/// A piece of a side, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// A piece of `color`.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }
}
