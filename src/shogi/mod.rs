//! The rules of shogi on a bitboard core. Knows nothing of mates, searches, threads or text formats.

pub mod attacks;
mod bitboard;
mod color;
mod fault;
mod game;
mod hand;
mod illegal;
mod impasse;
pub mod movegen;
mod moves;
mod perft;
mod piece;
mod position;
mod setup;
mod square;
mod zobrist;

pub use bitboard::Bitboard;
pub use color::{ByColor, Color};
pub use fault::{Fault, FaultCode, Place};
pub use game::{Game, GameState};
pub use hand::Hand;
pub use illegal::{IllegalMove, IllegalReason};
pub use impasse::{Impasse, ImpasseVerdict};
pub use moves::{Move, MoveList, MoveSink, NotAMove};
pub use perft::perft;
pub use piece::{Piece, PieceKind};
pub(crate) use position::Slid;
pub use position::{Position, Undo};
pub use setup::Setup;
pub use square::Square;
pub use zobrist::Key;
