//! Axiom in phrases. Their words are in `assets/locales/*/axiom.ftl`; every id is in [`PHRASES`].

use axiom::{Cell, Event, Face, Faces, Move, Position, Refusal};
use game::{Leaving, Outcome, Position as _, Seat};

use super::typed::{self, Asked};
use crate::foreign::quotable;
use crate::hosted::Ply;
use crate::phrase::{Argument, Phrase};

/// Every phrase of Axiom with its arguments: what a translation must hold.
pub(crate) const PHRASES: &[(&str, &[&str])] = &[
    ("axiom-alt", &["move", "state", "last", "players"]),
    ("axiom-alt-broken-off", &[]),
    ("axiom-alt-drawn", &["colour"]),
    ("axiom-alt-last", &["colour", "words"]),
    ("axiom-alt-player", &["colour", "cubes", "sceptres"]),
    ("axiom-alt-turn", &["colour"]),
    ("axiom-alt-won", &["winner", "colour"]),
    ("axiom-choice-cube", &["from", "to", "count", "domes"]),
    ("axiom-choice-eliminates", &["move", "cell"]),
    ("axiom-choice-loses", &["move"]),
    ("axiom-choice-sceptre", &["from", "to", "face"]),
    ("axiom-choice-wins", &["move"]),
    ("axiom-event-eliminated", &["colour", "cell"]),
    ("axiom-group", &["piece", "from", "to", "last", "count"]),
    ("axiom-nearest-move", &["text", "words"]),
    ("axiom-ply-cube", &["from", "to", "count", "domes"]),
    ("axiom-ply-resigns", &[]),
    ("axiom-ply-sceptre", &["from", "to", "face"]),
    ("axiom-ply-time", &[]),
    ("axiom-refused-carries", &["cell", "nearest"]),
    ("axiom-refused-covered", &["cell", "nearest"]),
    ("axiom-refused-dome", &["cell", "face", "nearest"]),
    ("axiom-refused-dome-on-dome", &["cell", "face", "nearest"]),
    ("axiom-refused-domes", &["count", "nearest"]),
    ("axiom-refused-facing", &["sceptre", "cell", "face", "nearest"]),
    ("axiom-refused-filled", &["cell", "nearest"]),
    ("axiom-refused-game-over", &["nearest"]),
    ("axiom-refused-near-sceptre", &["cell", "sceptre", "nearest"]),
    ("axiom-refused-no-cube", &["cell", "nearest"]),
    ("axiom-refused-no-interlock", &["cell", "nearest"]),
    ("axiom-refused-no-room", &["cell", "face", "nearest"]),
    ("axiom-refused-no-sceptre", &["cell", "nearest"]),
    ("axiom-refused-not-your-sceptre", &["cell", "colour", "nearest"]),
    ("axiom-refused-not-yours", &["cell", "nearest"]),
    ("axiom-refused-out-of-bounds", &["text", "nearest"]),
    ("axiom-refused-out-of-reach", &["cell", "face", "nearest"]),
    ("axiom-refused-same-cell", &["cell", "nearest"]),
    ("axiom-refused-same-square", &["cell", "face", "nearest"]),
    ("axiom-refused-syntax", &["text", "examples", "nearest"]),
    ("axiom-refused-taken", &["sceptre", "cell", "face", "nearest"]),
    ("axiom-refused-unsupported", &["cell", "nearest"]),
    ("axiom-warning-own-pair", &[]),
];

/// Stands for an argument that has nothing to say.
const NONE: &str = "none";

/// "cube (0,0,2) → (0,1,3), dome z-".
pub(super) fn choice(position: &Position, mv: Move) -> Phrase {
    let plain = path(mv, "axiom-choice-cube", "axiom-choice-sceptre");
    if position.joins_own_pair(mv) {
        Phrase::new("axiom-choice-loses").with("move", plain)
    } else if meets_opponent(position, mv) {
        Phrase::new("axiom-choice-wins").with("move", plain)
    } else if position.eliminates(mv) {
        Phrase::new("axiom-choice-eliminates").with("move", plain).with("cell", mv.from().to_string())
    } else {
        plain
    }
}

/// "cube (0,0,2): 23 moves", "cube (0,0,2) → (0,1,3): 4 moves".
pub(super) fn group(prefix: &str, moves: usize) -> Phrase {
    let (first, last) = prefix.split_once('…').unwrap_or((prefix, ""));
    let to = first.find(')').map_or("", |at| &first[at + 1..]);
    let cell = |text| typed::piece(text).map_or_else(|| NONE.to_owned(), |(_, cell)| cell.to_string());
    Phrase::new("axiom-group")
        .with("piece", if first.starts_with(typed::CUBE) { "cube" } else { "sceptre" })
        .with("from", cell(first))
        .with("to", cell(to))
        .with("last", cell(last))
        .with("count", i64::try_from(moves).unwrap_or(i64::MAX))
}

/// "moved a cube (0,0,2) → (0,1,3), dome z-". What it takes out of the game is an event.
pub(super) fn ply(mv: Move) -> Phrase {
    path(mv, "axiom-ply-cube", "axiom-ply-sceptre")
}

/// "resigned".
pub(super) fn leaving(leaving: Leaving) -> Phrase {
    Phrase::new(match leaving {
        Leaving::Resigned => "axiom-ply-resigns",
        Leaving::Time => "axiom-ply-time",
    })
}

/// A sentence for what happened by itself.
pub(super) fn event(event: &Event) -> Phrase {
    let Event::Eliminated(cube) = event;
    Phrase::new("axiom-event-eliminated").with("colour", slug(cube.owner)).with("cell", cube.cell.to_string())
}

/// A sentence for a refusal, with the nearest legal move of the same piece where there is one.
pub(super) fn refusal(position: &Position, refusal: &Refusal, typed: &str) -> Phrase {
    let asked = Asked::read(&typed::key(typed));
    let at = |id, cell: Cell| Phrase::new(id).with("cell", cell.to_string());
    // These refusals are of moves whose form is right: their end can be read.
    let at_end = |id| {
        let (cell, face) = asked.as_ref().map_or_else(
            || ("?".to_owned(), String::new()),
            |asked| (asked.to.to_string(), asked.faces.clone()),
        );
        Phrase::new(id).with("cell", cell).with("face", face)
    };
    let by = |phrase: Phrase, sceptre: Cell| phrase.with("sceptre", sceptre.to_string());
    let phrase = match refusal {
        Refusal::GameOver => Phrase::new("axiom-refused-game-over"),
        Refusal::Syntax { .. } => Phrase::new("axiom-refused-syntax")
            .with("text", quotable(typed))
            .with("examples", examples(position)),
        Refusal::OutOfBounds { .. } => {
            Phrase::new("axiom-refused-out-of-bounds").with("text", quotable(typed))
        }
        Refusal::NoCube { cell } => at("axiom-refused-no-cube", *cell),
        Refusal::NotYours { cell } => at("axiom-refused-not-yours", *cell),
        Refusal::NoSceptre { cell } => match sceptre_owner(position, *cell) {
            Some(owner) if owner != position.turn() => {
                at("axiom-refused-not-your-sceptre", *cell).with("colour", slug(owner))
            }
            _ => at("axiom-refused-no-sceptre", *cell),
        },
        Refusal::Carries { cell } => at("axiom-refused-carries", *cell),
        Refusal::Covered { cell } => at("axiom-refused-covered", *cell),
        Refusal::Domes { domes } => Phrase::new("axiom-refused-domes").with("count", i64::from(*domes)),
        Refusal::SameCell { cell } => at("axiom-refused-same-cell", *cell),
        Refusal::Filled { cell } => at("axiom-refused-filled", *cell),
        Refusal::NearSceptre { cell, sceptre } => by(at("axiom-refused-near-sceptre", *cell), *sceptre),
        Refusal::Unsupported { cell } => at("axiom-refused-unsupported", *cell),
        Refusal::DomeOnDome { face } => {
            let cell = asked.as_ref().map_or_else(|| "?".to_owned(), |asked| asked.to.to_string());
            Phrase::new("axiom-refused-dome-on-dome").with("cell", cell).with("face", face.name())
        }
        Refusal::NoInterlock { cell } => at("axiom-refused-no-interlock", *cell),
        Refusal::Dome { cell, face } => at("axiom-refused-dome", *cell).with("face", face.name()),
        Refusal::SameSquare => at_end("axiom-refused-same-square"),
        Refusal::Taken { sceptre } => by(at_end("axiom-refused-taken"), *sceptre),
        Refusal::NoRoom => at_end("axiom-refused-no-room"),
        Refusal::Facing { sceptre } => by(at_end("axiom-refused-facing"), *sceptre),
        Refusal::OutOfReach => at_end("axiom-refused-out-of-reach"),
    };
    let nearest = asked
        .and_then(|asked| nearest(position, &asked))
        .map_or_else(|| Argument::from(NONE), |mv| example(position, mv).into());
    phrase.with("nearest", nearest)
}

/// Whose sceptre stands on a cube; on none stand two while the game goes on.
fn sceptre_owner(position: &Position, cell: Cell) -> Option<Seat> {
    position.sceptres().into_iter().find(|sceptre| sceptre.cell == cell).map(|sceptre| sceptre.owner)
}

/// A legal move as it is written, with its words.
fn example(position: &Position, mv: Move) -> Phrase {
    Phrase::new("axiom-nearest-move")
        .with("text", position.short_form(mv))
        .with("words", choice(position, mv))
}

/// A legal move of a cube and one of a sceptre, of each as there is.
fn examples(position: &Position) -> Vec<Phrase> {
    let legal = position.legal_moves();
    let first = |of_cube: bool| legal.iter().find(|mv| matches!(mv, Move::Cube { .. }) == of_cube);
    [first(true), first(false)].into_iter().flatten().map(|mv| example(position, *mv)).collect()
}

/// How much a legal move stands out: one that wins, then one that takes a cube out.
pub(super) fn weight(position: &Position, mv: Move) -> u8 {
    if position.joins_own_pair(mv) {
        0
    } else if meets_opponent(position, mv) {
        3
    } else {
        u8::from(position.eliminates(mv))
    }
}

/// The picture in words.
pub(super) fn description(
    position: &Position,
    move_number: u32,
    last: Option<&Ply>,
    broken_off: bool,
) -> Phrase {
    let turn = slug(position.turn());
    let state = match position.outcome() {
        _ if broken_off => Phrase::new("axiom-alt-broken-off"),
        None => Phrase::new("axiom-alt-turn").with("colour", turn),
        Some((Outcome::Draw, _)) => Phrase::new("axiom-alt-drawn").with("colour", turn),
        Some((Outcome::Win(winner), _)) => {
            Phrase::new("axiom-alt-won").with("winner", slug(winner)).with("colour", turn)
        }
    };
    let last = last.map_or_else(
        || Argument::from(NONE),
        |ply| {
            Phrase::new("axiom-alt-last")
                .with("colour", slug(ply.seat))
                .with("words", ply.words.clone())
                .into()
        },
    );
    let players = Seat::first(position.players()).map(|seat| player(position, seat));
    Phrase::new("axiom-alt")
        .with("move", i64::from(move_number))
        .with("state", state)
        .with("last", last)
        .with("players", Argument::Sequence(players.collect()))
}

/// The slug of a seat's colour, as Fluent selects on it.
pub(super) const fn slug(seat: Seat) -> &'static str {
    if seat.index() == 0 { "black" } else { "white" }
}

/// The pieces of a player, as position texts write them but for the letters.
fn player(position: &Position, seat: Seat) -> Phrase {
    let cubes = position.cubes().into_iter().filter(|cube| cube.owner == seat);
    let sceptres = position.sceptres().into_iter().filter(|sceptre| sceptre.owner == seat);
    Phrase::new("axiom-alt-player")
        .with("colour", slug(seat))
        .with("cubes", in_a_row(cubes.map(|cube| format!("{}{}", cube.cell, cube.domes))))
        .with("sceptres", in_a_row(sceptres.map(|sceptre| format!("{}{}", sceptre.cell, sceptre.face))))
}

fn in_a_row(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { "—".to_owned() } else { texts.join(" ") }
}

fn path(mv: Move, cube: &'static str, sceptre: &'static str) -> Phrase {
    let phrase = Phrase::new(if matches!(mv, Move::Cube { .. }) { cube } else { sceptre });
    let phrase = phrase.with("from", mv.from().to_string()).with("to", mv.to().to_string());
    match mv {
        Move::Cube { domes, .. } => phrase.with("count", i64::from(domes.len())).with("domes", spaced(domes)),
        Move::Sceptre { face, .. } => phrase.with("face", face.name()),
    }
}

/// "x- y+".
fn spaced(domes: Faces) -> String {
    domes.iter().map(Face::name).collect::<Vec<_>>().join(" ")
}

/// Whether a legal move wins by contact (§5.1).
fn meets_opponent(position: &Position, mv: Move) -> bool {
    matches!(mv, Move::Sceptre { .. })
        && position
            .sceptres()
            .iter()
            .any(|sceptre| sceptre.cell == mv.to() && sceptre.owner != position.turn())
}

/// Of the legal moves of the same piece the one that ends least far from where it was to go.
fn nearest(position: &Position, asked: &Asked) -> Option<Move> {
    let same = |mv: &Move| super::piece(*mv) == (asked.piece, asked.from);
    position.legal_moves().into_iter().filter(same).min_by_key(|mv| {
        let faces = match mv {
            Move::Cube { domes, .. } => domes.to_string(),
            Move::Sceptre { face, .. } => face.to_string(),
        };
        (position.joins_own_pair(*mv), distance(mv.to(), asked.to), faces != asked.faces)
    })
}

fn distance(one: Cell, two: Cell) -> u32 {
    one.x().abs_diff(two.x()) + one.y().abs_diff(two.y()) + one.z().abs_diff(two.z())
}
