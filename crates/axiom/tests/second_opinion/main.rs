//! The crate against a second model of the rules that shares no code with it: legal moves, texts, eliminations,
//! repetition and results agree on random positions and on random play from them.

#![expect(clippy::unwrap_used, reason = "a test that meets an impossible text should stop there")]

mod model;

use axiom::{Event, Position, Reason};
use game::{Outcome, Position as _};
use model::{Cube, FACES, Model, Sceptre, Triple, cell_text, face_text, orientations, plus};
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom as _, IteratorRandom as _};
use rand::{Rng, SeedableRng};

/// Positions that must have been compared.
const POSITIONS: u32 = 10_000;
/// Plies played from each first position at the most: enough to repeat one three times on a detour.
const PLIES: u32 = 14;
/// The beginning of §6.
const START: &str = "B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ \
     S(-1,0,2)z+ S(1,0,2)z+ \
    W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- \
     S(-1,1,2)z+ S(1,1,2)z+ to-move: black";

/// What the compared positions were like, so that none of the rare rules goes unvisited.
#[derive(Default, Debug)]
struct Seen {
    compared: u32,
    plies: u32,
    eliminations: u32,
    contacts: u32,
    own_pairs: u32,
    no_moves: u32,
    no_moves_played: u32,
    draws: u32,
    towers: u32,
    far_apart: u32,
}

#[test]
fn both_models_agree_on_random_positions_and_play() {
    let mut rng = StdRng::seed_from_u64(1988);
    let mut seen = Seen::default();
    // Positions of whole games, then any that a text can say.
    while seen.compared < POSITIONS / 4 {
        play(START, 150, &mut rng, &mut seen);
    }
    while seen.compared < POSITIONS {
        let text = random_text(&mut rng);
        play(&text, PLIES, &mut rng, &mut seen);
    }
    assert!(
        seen.plies > POSITIONS / 2
            && seen.eliminations > 50
            && seen.contacts > 50
            && seen.own_pairs > 50
            && seen.no_moves > 50
            && seen.no_moves_played > 5
            && seen.draws > 50
            && seen.towers > 100
            && seen.far_apart > 100,
        "{seen:?}"
    );
}

/// Compares both models in a position and in a line of play from it.
fn play(text: &str, plies: u32, rng: &mut StdRng, seen: &mut Seen) {
    let mut model = Model::read(text);
    assert_eq!(model.text(), text);
    let mut position = Position::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    seen.towers += u32::from(model.cubes.keys().any(|cell| cell.2 > 4));
    seen.far_apart += u32::from(
        model.cubes.keys().any(|a| model.cubes.keys().any(|b| (a.0 - b.0).abs().max((a.1 - b.1).abs()) > 12)),
    );
    // One player of lines goes to and fro, so that positions come again; the other goes about.
    let restless = rng.random_ratio(1, 2);
    let mut undo = [None, None];
    for ply in 0..=plies {
        seen.compared += 1;
        compare_position(&model, &position, rng);
        if let Some((_, reason)) = model.result {
            match reason {
                "contact" => seen.contacts += 1,
                "own pair" => seen.own_pairs += 1,
                "no moves" => seen.no_moves += 1,
                _ => seen.draws += 1,
            }
            seen.no_moves_played += u32::from(reason == "no moves" && ply > 0);
            return;
        }
        let legal = model.legal();
        let back: Option<String> = undo[usize::from(ply % 2 == 1)].take().filter(|back| legal.contains(back));
        let chosen = match back {
            Some(back) if !restless => back,
            _ => choose(&model, &legal, rng),
        };
        undo[usize::from(ply % 2 == 1)] = reverse(&model, &chosen);
        let before = model.text();
        let mv =
            position.read_move(&chosen).unwrap_or_else(|refusal| panic!("{before}: {chosen}: {refusal}"));
        assert_eq!(mv.to_string(), chosen, "{before}: the move read back");
        let taken = model.play(&chosen);
        let played = position.play(mv).unwrap();
        let events: Vec<String> = played
            .events
            .iter()
            .map(|Event::Eliminated(cube)| format!("C{}{}", cube.cell, cube.domes))
            .collect();
        seen.plies += 1;
        seen.eliminations += u32::from(taken.is_some());
        assert_eq!(events, taken.into_iter().collect::<Vec<String>>(), "{before}: taken by {chosen}");
        position = played.position;
        assert_eq!(position.to_string(), model.text(), "{before}: after {chosen}");
    }
}

fn compare_position(model: &Model, position: &Position, rng: &mut StdRng) {
    let text = model.text();
    let result = position.outcome().map(|(outcome, reason)| {
        let reason = match reason {
            Reason::Contact => "contact",
            Reason::OwnPair => "own pair",
            Reason::NoMoves => "no moves",
            Reason::Repetition => "repetition",
            Reason::Agreement => "agreement",
            Reason::Resigned | Reason::Time => "left",
        };
        (outcome.winner().map(|seat| ['B', 'W'][seat.index()]), reason)
    });
    assert_eq!(result, model.result, "result of {text}");
    assert_eq!(
        position.outcome().is_some_and(|(outcome, _)| outcome == Outcome::Draw),
        model.result.is_some_and(|(winner, _)| winner.is_none()),
        "draw in {text}"
    );
    let expected = model.legal();
    let found: Vec<String> = position.legal_moves().iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "legal moves of {text}");
    assert_eq!(position.count_legal_moves(), expected.len() as u64, "their number in {text}");
    for _ in 0..4 {
        let any = random_move(model, rng);
        assert_eq!(position.read_move(&any).is_ok(), expected.contains(&any), "{any} in {text}");
    }
    if rng.random_ratio(1, 50) {
        let replies: usize = expected
            .iter()
            .map(|mv| {
                let mut after = model.clone();
                after.play(mv);
                after.legal().len()
            })
            .sum();
        assert_eq!(position.perft(2), replies as u64, "sequences of two moves in {text}");
    }
}

/// A legal move, rather one that ends the game or takes a cube than another.
fn choose(model: &Model, legal: &[String], rng: &mut StdRng) -> String {
    let sceptres = legal.iter().filter(|mv| mv.starts_with('S'));
    let chosen = match rng.random_range(0..8) {
        0 => {
            let ends = rng.random_ratio(1, 8);
            let sharp = |mv: &&String| {
                let mut after = model.clone();
                after.play(mv).is_some() || ends && after.result.is_some()
            };
            sceptres.filter(sharp).choose(rng)
        }
        1..=3 => sceptres.choose(rng),
        _ => None,
    };
    chosen.or_else(|| legal.choose(rng)).unwrap().clone()
}

/// The move that takes back a move about to be played.
fn reverse(model: &Model, mv: &str) -> Option<String> {
    let (from, to) = mv[1..].split_at(mv.find(')').unwrap());
    let to = &to[1..=to.find(')').unwrap()];
    let piece = &mv[..1];
    let pieces = model.text();
    let own = pieces.split(" W:").nth(usize::from(model.mover == 'W')).unwrap();
    let word = own.split(' ').find(|word| word.starts_with(&format!("{piece}{from}")))?;
    Some(format!("{piece}{to}{word}"))
}

/// A move that is well formed, of pieces that are there, and most often illegal.
fn random_move(model: &Model, rng: &mut StdRng) -> String {
    let cell = *model.cubes.keys().choose(rng).unwrap();
    let near = *model.cubes.keys().choose(rng).unwrap();
    if rng.random() {
        let face = face_text(*FACES.choose(rng).unwrap());
        return format!("S{}S{}{face}", cell_text(cell), cell_text(near));
    }
    let to = plus(near, (rng.random_range(-2..=2), rng.random_range(-2..=2), rng.random_range(-1..=1)));
    let domes = orientations(model.cubes[&cell].domes.len()).choose(rng).unwrap().clone();
    let domes: String = domes.into_iter().map(face_text).collect();
    format!("C{}C{}{domes}", cell_text(cell), cell_text(to))
}

/// Any position that a text can say: few cubes or all, towers, walls and courts, groups far apart, sceptres in every
/// constellation, players with next to nothing.
fn random_text(rng: &mut StdRng) -> String {
    loop {
        let mut model = Model::read("B: W: to-move: black");
        model.mover = *['B', 'W'].choose(rng).unwrap();
        let owned = [0, 1, 2, 4, 6, 6];
        let mut colours: Vec<char> = Vec::new();
        colours.extend(std::iter::repeat_n('B', *owned.choose(rng).unwrap()));
        colours.extend(std::iter::repeat_n('W', *owned.choose(rng).unwrap()));
        let origins = origins(rng);
        // How likely a cube is put on top of another, or in a straight line with the last.
        let (upwards, straight) = (rng.random_range(0..=4), rng.random_range(0..=4));
        let mut last = (origins[0], FACES[0]);
        while !colours.is_empty() {
            let colour = colours.swap_remove(rng.random_range(0..colours.len()));
            for _ in 0..20 {
                let base = model.cubes.keys().chain(&origins).copied().choose(rng).unwrap();
                let cell = match rng.random_range(0..8) {
                    _ if model.cubes.is_empty() => origins[0],
                    n if n < upwards => plus(base, (0, 0, 1)),
                    n if n < upwards + straight => plus(last.0, last.1),
                    _ => plus(base, *FACES.choose(rng).unwrap()),
                };
                let domes = orientations(rng.random_range(1..=2)).choose(rng).unwrap().clone();
                let before = model.cubes.insert(cell, Cube { colour, domes });
                if before.is_none() && model.is_sound() {
                    last = (cell, if rng.random_ratio(2, 3) { last.1 } else { *FACES.choose(rng).unwrap() });
                    break;
                }
                match before {
                    Some(before) => model.cubes.insert(cell, before),
                    None => model.cubes.remove(&cell),
                };
            }
        }
        for colour in ['B', 'W'] {
            for _ in 0..*[0, 1, 2, 2, 2, 2].choose(rng).unwrap() {
                let squares: Vec<(Triple, Triple)> = model
                    .cubes
                    .keys()
                    .flat_map(|&cell| FACES.map(|face| (cell, face)))
                    .filter(|&(cell, face)| {
                        let mut with = model.clone();
                        with.sceptres.push(Sceptre { colour, cell, face });
                        with.is_sound()
                    })
                    .collect();
                if let Some(&(cell, face)) = squares.choose(rng) {
                    model.sceptres.push(Sceptre { colour, cell, face });
                }
            }
        }
        // Most positions should go on.
        if !model.cubes.is_empty() && (!model.legal().is_empty() || rng.random_ratio(1, 8)) {
            return model.text();
        }
    }
}

/// Cells of the first layer from which groups grow: one; or several, 16 cells apart or so, anywhere in space.
fn origins(rng: &mut StdRng) -> Vec<Triple> {
    let far = *[0, 3, 1_000_000, -99_999_000].choose(rng).unwrap();
    let first = (far, -far, 1);
    let mut origins = vec![first];
    if rng.random_ratio(1, 2) {
        for _ in 0..rng.random_range(1..=3) {
            let apart = [-32, -17, -16, -15, -1, 0, 0, 1, 14, 15, 16, 17, 18];
            origins.push(plus(first, (*apart.choose(rng).unwrap(), *apart.choose(rng).unwrap(), 0)));
        }
    }
    origins
}
