//! Scenes of Axiom, from the command line and from the vectors.

use ::render::{AxiomScene, Scene, Target};
use anyhow::Context;
use axiom::{Cell, Face, Faces, Move, Position};
use game::Position as _;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom as _;
use serde::Deserialize;

/// Positions of all kinds, one to a line.
const POSITIONS: &str = include_str!("../../crates/axiom/tests/data/positions.jsonl");

/// The scene of a position, or of the start, after a last move.
pub(super) fn scene(position: Option<&str>, last: Option<&str>) -> anyhow::Result<Scene> {
    let position = match position {
        Some(text) => Position::from_text(text).context("the position text is refused")?,
        None => Position::start(2).context("two can play")?,
    };
    let last = last.map(last_move).transpose()?;
    Ok(Scene::Axiom(AxiomScene { last, ..AxiomScene::of(&position) }))
}

/// The scenes of the vectors, each with a chosen piece, the places where it may go, and a last move that is made up.
pub(super) fn scenes(random: &mut StdRng) -> Vec<Scene> {
    POSITIONS.lines().map(|line| vector(line, random)).collect()
}

fn vector(line: &str, random: &mut StdRng) -> Scene {
    #[derive(Deserialize)]
    struct Vector {
        position: String,
    }
    let vector: Vector = serde_json::from_str(line).expect("each line of the vectors is a position");
    let position: Position = vector.position.parse().expect("the positions of the vectors are valid");
    let mut scene = AxiomScene::of(&position);
    let moves = position.legal_moves();
    scene.last = moves.choose(random).copied();
    scene.selected = moves.choose(random).map(|mv| mv.from());
    for mv in moves.into_iter().filter(|mv| Some(mv.from()) == scene.selected) {
        let target = match mv {
            Move::Cube { to, .. } => Target::Cell(to),
            Move::Sceptre { to, face, .. } => Target::Face(to, face),
        };
        if !scene.targets.contains(&target) {
            scene.targets.push(target);
        }
    }
    Scene::Axiom(scene)
}

/// Reads a move that has been made, in the form of §6, blanks and case being free. The position before it is not known:
/// nothing is said about legality.
fn last_move(text: &str) -> anyhow::Result<Move> {
    let read = || {
        let text: String = text.chars().filter(|character| !character.is_whitespace()).collect();
        let text = text.to_ascii_lowercase().replace(['\u{2013}', '\u{2212}'], "-");
        let piece = text.get(..1).filter(|piece| ["c", "s"].contains(piece))?;
        let (from, rest) = cell(&text[1..])?;
        let (to, rest) = cell(rest.strip_prefix(piece)?)?;
        let faces = faces(rest)?;
        match (piece, faces.len(), faces.iter().next()) {
            ("s", 1, Some(face)) => Some(Move::Sceptre { from, to, face }),
            ("c", 1 | 2, _) => Some(Move::Cube { from, to, domes: faces }),
            _ => None,
        }
    };
    read().with_context(|| format!("{text:?} is not a move"))
}

/// A cell at the beginning of a text, and the rest of it.
fn cell(text: &str) -> Option<(Cell, &str)> {
    let (inside, rest) = text.strip_prefix('(')?.split_once(')')?;
    let mut coordinates = inside.split(',').map(|coordinate| coordinate.parse().ok());
    let cell = Cell::new(coordinates.next()??, coordinates.next()??, coordinates.next()??)?;
    coordinates.next().is_none().then_some((cell, rest))
}

fn faces(mut text: &str) -> Option<Faces> {
    let mut faces = Faces::NONE;
    while !text.is_empty() {
        let (face, rest) = text.split_at_checked(2)?;
        faces = faces.union(Faces::of(Face::ALL.into_iter().find(|known| known.name() == face)?));
        text = rest;
    }
    Some(faces)
}

#[cfg(test)]
mod tests;
