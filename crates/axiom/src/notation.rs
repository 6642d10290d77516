//! Reading moves (§6), in two steps: syntax, then legality.

use crate::movegen::Test;
use crate::scan::Scanner;
use crate::terrain::Terrain;
use crate::{Cell, Face, Faces, Move, Position, Refusal};

impl Position {
    /// Reads a move: blanks, case and the order of domes are free.
    pub(crate) fn read(&self, text: &str) -> Result<Move, Refusal> {
        if game::Position::outcome(self).is_some() {
            return Err(Refusal::GameOver);
        }
        let (mv, standing) = scan(text)?;
        self.check(mv)?;
        let from = mv.from();
        match standing {
            Some(face) if self.board().sceptres_on(from).all(|sceptre| sceptre.face != face) => {
                Err(Refusal::NoSceptre { cell: from })
            }
            _ => Ok(mv),
        }
    }

    /// Whether a move may be played while the game goes on.
    pub(crate) fn check(&self, mv: Move) -> Result<(), Refusal> {
        match mv {
            Move::Cube { from, to, domes } => self.check_cube(from, to, domes),
            Move::Sceptre { from, to, face } => self.check_sceptre(from, to, face),
        }
    }

    /// §4
    fn check_cube(&self, from: Cell, to: Cell, domes: Faces) -> Result<(), Refusal> {
        let board = self.board();
        let index = board.index_at(from).ok_or(Refusal::NoCube { cell: from })?;
        let cube = board.cubes[index];
        if cube.owner != game::Position::turn(self) {
            return Err(Refusal::NotYours { cell: from });
        }
        if board.sceptres_on(from).next().is_some() {
            return Err(Refusal::Carries { cell: from });
        }
        if !board.is_liftable(from) {
            return Err(Refusal::Covered { cell: from });
        }
        if domes.len() != cube.domes.len() || !domes.are_domes() {
            return Err(Refusal::Domes { domes: cube.domes.len() });
        }
        if to == from {
            return Err(Refusal::SameCell { cell: to });
        }
        if board.is_filled(to) {
            return Err(Refusal::Filled { cell: to });
        }
        if let Some(sceptre) = board.sceptre_near(to) {
            return Err(Refusal::NearSceptre { cell: to, sceptre: sceptre.cell });
        }
        let site = Terrain::new(board).site_without(to, index).ok_or(Refusal::Unsupported { cell: to })?;
        if let Some(face) = domes.without(site.allowed()).iter().next() {
            return Err(Refusal::DomeOnDome { face });
        }
        if site.takes(domes) { Ok(()) } else { Err(Refusal::NoInterlock { cell: to }) }
    }

    /// §3
    fn check_sceptre(&self, from: Cell, to: Cell, face: Face) -> Result<(), Refusal> {
        let board = self.board();
        let turn = game::Position::turn(self);
        let index = board.sceptre_of(turn, from).ok_or(Refusal::NoSceptre { cell: from })?;
        let target = board.index_at(to).ok_or(Refusal::NoCube { cell: to })?;
        let (mut stops, mut refusal) = (false, Refusal::OutOfReach);
        Terrain::new(board).walk(index, |cube, met, test| {
            if (cube, met) == (target, face) {
                match test {
                    Test::Stop => stops = true,
                    Test::Dome => refusal = Refusal::Dome { cell: to, face },
                    Test::Start => refusal = Refusal::SameSquare,
                    Test::Taken(other) => refusal = Refusal::Taken { sceptre: board.sceptres[other].cell },
                    Test::NoRoom => refusal = Refusal::NoRoom,
                    Test::Facing(other) => refusal = Refusal::Facing { sceptre: board.sceptres[other].cell },
                }
            }
        });
        if (from, board.sceptres[index].face) == (to, face) {
            refusal = Refusal::SameSquare;
        }
        if stops { Ok(()) } else { Err(refusal) }
    }
}

/// The move, and the face on which a sceptre is said to stand.
fn scan(text: &str) -> Result<(Move, Option<Face>), Refusal> {
    let syntax = || Refusal::Syntax { text: text.to_owned() };
    let mut scanner = Scanner::new(text);
    let piece = if scanner.skip("c") {
        "c"
    } else if scanner.skip("s") {
        "s"
    } else {
        return Err(syntax());
    };
    let from = scanner.cell().ok_or_else(syntax)?;
    // The from part of a sceptre move needs no face (§6), but people may write it.
    let standing = if piece == "s" { scanner.face() } else { None };
    if !scanner.skip(piece) {
        return Err(syntax());
    }
    let to = scanner.cell().ok_or_else(syntax)?;
    let faces = scanner.faces().ok_or_else(syntax)?;
    if !scanner.is_done() || piece == "s" && faces.len() != 1 {
        return Err(syntax());
    }
    let (Some(from), Some(to)) = (from, to) else {
        return Err(Refusal::OutOfBounds { text: text.to_owned() });
    };
    let mv = match faces.iter().next() {
        Some(face) if piece == "s" => Move::Sceptre { from, to, face },
        _ => Move::Cube { from, to, domes: faces },
    };
    Ok((mv, standing))
}
