//! A mating problem that obeys the rules.

use crate::shogi::{Color, Fault, FaultCode, Move, Piece, PieceKind, Place, Position, Setup};

/// A position, and who is to be mated in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    position: Position,
    attacker: Color,
}

impl Problem {
    /// Checks a setup as a problem; `attacker` defaults to the side to move.
    ///
    /// # Errors
    /// Every fault found: those of [`Setup::faults`], a missing defender king, the defender in check with the attacker to
    /// move, an attacker king that can be captured with the defender to move, a defender to move who is not in check.
    pub fn new(setup: &Setup, attacker: Option<Color>) -> Result<Self, Vec<Fault>> {
        let attacker = attacker.unwrap_or(setup.turn);
        let mut faults = setup.faults();
        // Neither king there is the same fault to a problem as no defender king.
        faults.retain(|fault| fault.code != FaultCode::NoKing);
        faults.extend(king_faults(setup, attacker));
        if faults.is_empty() { Ok(Self { position: Position::from_setup(setup), attacker }) } else { Err(faults) }
    }

    /// A position as a problem, with the faults that a position can have: as [`Problem::new`].
    ///
    /// # Errors
    /// Every fault found.
    pub fn from_position(position: &Position, attacker: Option<Color>) -> Result<Self, Vec<Fault>> {
        Self::new(&position.to_setup(), attacker)
    }

    /// The problem after some moves, the attacker's all checks. They must be legal.
    #[must_use]
    pub fn after(&self, moves: &[Move]) -> Self {
        let mut position = self.position.clone();
        for &mv in moves {
            position.play(mv);
        }
        Self { position, attacker: self.attacker }
    }

    /// The root position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side that mates.
    pub fn attacker(&self) -> Color {
        self.attacker
    }
}

/// What a problem asks of the two kings. A side with several has no check that could be judged.
fn king_faults(setup: &Setup, attacker: Color) -> Vec<Fault> {
    let defender = !attacker;
    let mut faults = Vec::new();
    if !setup.board.contains(&Some(Piece::new(defender, PieceKind::King))) {
        let message = format!("{defender} is to be mated and has no king.");
        faults.push(Fault::new(FaultCode::NoDefenderKing, Place::Whole, message));
    }
    let mut at = |code, square, message| faults.push(Fault::new(code, Place::Square(square), message));
    let checked = setup.king_in_check(defender);
    if setup.turn == attacker {
        if let Some(king) = checked {
            at(FaultCode::DefenderInCheck, king, format!("{defender} is already in check with {attacker} to move."));
        }
        return faults;
    }
    if let Some(king) = setup.king_in_check(attacker) {
        let message = format!("{attacker}'s king can be captured: it is in check with {defender} to move.");
        at(FaultCode::AttackerKingCapturable, king, message);
    }
    if let (Some(king), None) = (setup.king(defender), checked) {
        at(FaultCode::DefenderNotInCheck, king, format!("{defender} is to move and not in check."));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::sfen;
    use FaultCode::{
        AttackerKingCapturable, DeadEndPiece, DefenderInCheck, DefenderNotInCheck, NoDefenderKing, TooManyPieces,
        TwoKings, TwoPawnsOnFile,
    };

    fn codes(text: &str, attacker: Option<Color>) -> Vec<FaultCode> {
        match Problem::new(&sfen::parse(text).unwrap(), attacker) {
            Ok(problem) => {
                assert_eq!(problem.position().to_setup(), sfen::parse(text).unwrap());
                Vec::new()
            }
            Err(faults) => faults.into_iter().map(|fault| fault.code).collect(),
        }
    }

    #[test]
    fn the_attacker_is_the_side_to_move_unless_named() {
        let setup = sfen::parse("4k4/9/4P4/9/9/9/9/9/9 b G 1").unwrap();
        assert_eq!(Problem::new(&setup, None).unwrap().attacker(), Color::Black);
        let setup = sfen::parse("4k4/4G4/4P4/9/9/9/9/9/9 w - 1").unwrap();
        assert_eq!(Problem::new(&setup, Some(Color::Black)).unwrap().attacker(), Color::Black);
        let problem = Problem::new(&setup, Some(Color::Black)).unwrap();
        assert_eq!(Problem::from_position(problem.position(), Some(Color::Black)), Ok(problem));
    }

    #[test]
    fn each_fault_of_a_problem_has_its_code() {
        for (text, attacker, expected) in [
            ("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", None, vec![]),
            ("9/9/9/9/9/9/4p4/9/4K4 w g 1", None, vec![]),
            ("9/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", None, vec![NoDefenderKing]),
            ("9/9/9/9/9/9/9/9/4K4 b G 1", None, vec![NoDefenderKing]),
            ("9/9/9/9/9/9/9/9/4K4 b G 1", Some(Color::White), vec![DefenderNotInCheck]),
            ("3k1k3/9/9/9/9/9/9/9/9 b RB4G4S4N4L18P 1", None, vec![TwoKings]),
            ("9/9/6+B2/8k/9/8+R/9/9/9 b rb4g4s4n4l18p 1", None, vec![DefenderInCheck]),
            ("k8/p8/p8/9/9/9/9/9/L8 w - 1", None, vec![TwoPawnsOnFile, NoDefenderKing]),
            ("k8/9/9/9/9/9/9/9/9 w - 1", Some(Color::Black), vec![DefenderNotInCheck]),
            ("k8/9/9/9/r3K4/9/9/9/R8 w - 1", Some(Color::Black), vec![AttackerKingCapturable, DefenderNotInCheck]),
            ("k8/9/9/9/R3K4/9/9/9/4r4 w - 1", Some(Color::Black), vec![AttackerKingCapturable]),
            ("k8/9/9/9/r3K4/9/9/9/R8 b - 1", None, vec![]),
            (
                "kP7/1k7/p8/p8/R3K4/9/9/9/4r4 w 5G 1",
                Some(Color::Black),
                vec![TooManyPieces, TwoKings, DeadEndPiece, TwoPawnsOnFile, AttackerKingCapturable],
            ),
        ] {
            // Five golds in one hand are a fault of the text already: put them there by hand.
            if text.contains("5G") {
                let mut setup = sfen::parse(&text.replace("5G", "4G")).unwrap();
                setup.hands[Color::Black] = setup.hands[Color::Black].with(PieceKind::Gold, 5);
                let faults = Problem::new(&setup, attacker).expect_err(text);
                assert_eq!(faults.iter().map(|fault| fault.code).collect::<Vec<_>>(), expected);
            } else {
                assert_eq!(codes(text, attacker), expected, "{text}");
                assert_eq!(
                    Problem::new(&sfen::parse(text).unwrap().flipped(), attacker.map(|color| !color)).is_ok(),
                    expected.is_empty()
                );
            }
        }
    }
}
