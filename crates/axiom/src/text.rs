//! Position text (§6).

use std::fmt;

use game::{Outcome, Seat};

use crate::board::{Board, Cube, Sceptre};
use crate::position::other;
use crate::scan::Scanner;
use crate::terrain::Terrain;
use crate::{Cell, Face, Position, Reason};

/// Why a position text is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextError {
    /// The text has not the form of §6; the rest of it from where it stops making sense.
    Form(String),
    /// A coordinate is beyond [`Cell::LIMIT`], or a level not from 1 to [`Cell::TOP`].
    Coordinate(String),
    /// A player has too many cubes or sceptres.
    TooMany(Seat),
    /// A cube has no dome, more than two, or two on opposite faces.
    Domes(Cell),
    /// Two cubes fill one cell.
    Filled(Cell),
    /// A cube rests neither on the table nor on a cube.
    Floating(Cell),
    /// Domes of two cubes, or a dome and the table, press against each other at this face.
    DomeOnDome(Cell, Face),
    /// A sceptre stands on no cube, on a dome, or where its front or tip cell is taken.
    Sceptre(Cell, Face),
    /// Sceptres share a cube in a way that no last move can have left.
    Pair(Cell),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Form(rest) => write!(f, "no position text from {rest:?} on"),
            TextError::Coordinate(text) => write!(f, "no cell {text}"),
            TextError::TooMany(seat) => {
                write!(f, "too many pieces of {}", if *seat == Seat::FIRST { "black" } else { "white" })
            }
            TextError::Domes(cell) => {
                write!(f, "a cube has one dome or two that are not opposite, unlike {cell}")
            }
            TextError::Filled(cell) => write!(f, "two cubes in {cell}"),
            TextError::Floating(cell) => write!(f, "nothing under {cell}"),
            TextError::DomeOnDome(cell, face) => write!(f, "no room for the dome {cell}{face}"),
            TextError::Sceptre(cell, face) => write!(f, "no sceptre can stand on {cell}{face}"),
            TextError::Pair(cell) => write!(f, "no move leaves these sceptres on {cell}"),
        }
    }
}

impl std::error::Error for TextError {}

/// Cubes and sceptres that a player begins with (§1).
const OWN_CUBES: usize = 6;
const OWN_SCEPTRES: usize = 2;

/// Reads and validates a position text.
pub(crate) fn read(text: &str) -> Result<Position, TextError> {
    let mut scanner = Scanner::new(text);
    let form = |scanner: &Scanner| TextError::Form(scanner.rest());
    let (mut cubes, mut sceptres) = (Vec::new(), Vec::new());
    for (owner, head) in [(Seat::ALL[0], "b:"), (Seat::ALL[1], "w:")] {
        if !scanner.skip(head) {
            return Err(form(&scanner));
        }
        let (cubes_before, sceptres_before) = (cubes.len(), sceptres.len());
        loop {
            if scanner.skip("c") {
                let cell = cell(&mut scanner)?;
                let domes = scanner.faces().ok_or_else(|| form(&scanner))?;
                if !domes.are_domes() {
                    return Err(TextError::Domes(cell));
                }
                cubes.push(Cube { cell, domes, owner });
            } else if scanner.skip("s") {
                let cell = cell(&mut scanner)?;
                let face = scanner.face().ok_or_else(|| form(&scanner))?;
                sceptres.push(Sceptre { cell, face, owner });
            } else {
                break;
            }
            if cubes.len() - cubes_before > OWN_CUBES || sceptres.len() - sceptres_before > OWN_SCEPTRES {
                return Err(TextError::TooMany(owner));
            }
        }
    }
    if !scanner.skip("to-move:") {
        return Err(form(&scanner));
    }
    let turn = if scanner.skip("black") {
        Seat::ALL[0]
    } else if scanner.skip("white") {
        Seat::ALL[1]
    } else {
        return Err(form(&scanner));
    };
    if !scanner.is_done() {
        return Err(form(&scanner));
    }
    place(&cubes, &sceptres, turn)
}

fn cell(scanner: &mut Scanner) -> Result<Cell, TextError> {
    let rest = scanner.rest();
    match scanner.cell() {
        Some(Some(cell)) => Ok(cell),
        Some(None) => {
            Err(TextError::Coordinate(rest.split_inclusive(')').next().unwrap_or_default().to_owned()))
        }
        None => Err(TextError::Form(rest)),
    }
}

fn place(cubes: &[Cube], sceptres: &[Sceptre], turn: Seat) -> Result<Position, TextError> {
    let mut board = Board::default();
    for cube in cubes {
        if board.is_filled(cube.cell) {
            return Err(TextError::Filled(cube.cell));
        }
        board.cubes.push(*cube);
    }
    for cube in cubes {
        let below = cube.cell.step(Face::ZMinus);
        if !below.is_table() && !board.is_filled(below) {
            return Err(TextError::Floating(cube.cell));
        }
        let pressed = |face: &Face| {
            let cell = cube.cell.step(*face);
            cell.is_table() || board.cube_at(cell).is_some_and(|other| other.domes.contains(face.opposite()))
        };
        if let Some(face) = cube.domes.iter().find(pressed) {
            return Err(TextError::DomeOnDome(cube.cell, face));
        }
    }
    for sceptre in sceptres {
        let stands = board.cube_at(sceptre.cell).is_some_and(|cube| !cube.domes.contains(sceptre.face))
            && !board.is_filled(sceptre.front())
            && !sceptre.tip().is_table()
            && !board.is_filled(sceptre.tip())
            && board.sceptres.iter().all(|other| other.front() != sceptre.front());
        if !stands {
            return Err(TextError::Sceptre(sceptre.cell, sceptre.face));
        }
        board.sceptres.push(*sceptre);
    }
    // §5, as the last move must have left it: the mover is the player who is not to move.
    let mover = other(turn);
    let mut ended = None;
    for (place, one) in sceptres.iter().enumerate() {
        for two in sceptres[place + 1..].iter().filter(|two| two.cell == one.cell) {
            ended = match ended {
                None if one.owner != two.owner => Some((Outcome::Win(mover), Reason::Contact)),
                None if one.owner == mover => Some((Outcome::Win(turn), Reason::OwnPair)),
                _ => return Err(TextError::Pair(one.cell)),
            };
        }
    }
    if ended.is_none() && Terrain::new(&board).count_moves(turn) == 0 {
        ended = Some((Outcome::Win(mover), Reason::NoMoves));
    }
    let mut position = Position::new(board, turn);
    if let Some((outcome, reason)) = ended {
        position.end(outcome, reason);
    }
    Ok(position)
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (owner, head) in [(Seat::ALL[0], "B:"), (Seat::ALL[1], " W:")] {
            f.write_str(head)?;
            for cube in self.cubes().iter().filter(|cube| cube.owner == owner) {
                write!(f, " C{}{}", cube.cell, cube.domes)?;
            }
            for sceptre in self.sceptres().iter().filter(|sceptre| sceptre.owner == owner) {
                write!(f, " S{}{}", sceptre.cell, sceptre.face)?;
            }
        }
        let turn = if game::Position::turn(self) == Seat::FIRST { "black" } else { "white" };
        write!(f, " to-move: {turn}")
    }
}
