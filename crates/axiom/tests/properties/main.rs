//! What holds in every position of Axiom.
#![expect(clippy::unwrap_used, reason = "a test stops at what cannot be")]

mod parser;

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;

use axiom::{Cell, Face, Faces, Move, Position};
use game::{Position as _, Seat, testing};
use proptest::prelude::*;

#[test]
fn conformance_of_the_start() {
    testing::check_starts::<Position>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn conformance_of_random_games(choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut choices = choices.into_iter();
        testing::check_game(Position::start(2).unwrap(), 60, |moves| choices.next().map_or(0, |choice| choice.index(moves)));
    }

    /// White is Black turned by 180 degrees (§1), so a turned position with its colours swapped has the turned moves;
    /// where the structure stands changes nothing.
    #[test]
    fn turned_and_moved_positions_have_turned_and_moved_moves(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..80),
        (dx, dy) in (-1_000_000..1_000_000, -1_000_000..1_000_000),
    ) {
        let position = random_play(&choices);
        let map = |half_turn: bool| {
            move |cell: Cell| {
                let (x, y) = if half_turn { (-cell.x(), 1 - cell.y()) } else { (cell.x(), cell.y()) };
                Cell::new(x + dx, y + dy, cell.z()).unwrap()
            }
        };
        for half_turn in [false, true] {
            let mapped = mapped_text(&position, half_turn, map(half_turn)).parse::<Position>().unwrap();
            let expected: BTreeSet<Move> =
                position.legal_moves().into_iter().map(|mv| mapped_move(mv, half_turn, map(half_turn))).collect();
            let found: BTreeSet<Move> = mapped.legal_moves().into_iter().collect();
            prop_assert_eq!(found, expected, "{} turned: {}", position, half_turn);
            prop_assert_eq!(mapped.count_legal_moves(), position.count_legal_moves());
        }
    }

    #[test]
    fn exactly_the_listed_moves_are_legal(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        let position = random_play(&choices);
        let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
        let cells: Vec<Cell> = nearby_cells(&position);
        for cube in position.cubes() {
            for to in &cells {
                for domes in (0..64).map(faces_of_bits) {
                    let mv = Move::Cube { from: cube.cell, to: *to, domes };
                    prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{} in {}", mv, position);
                }
                for face in Face::ALL {
                    let mv = Move::Sceptre { from: cube.cell, to: *to, face };
                    prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{} in {}", mv, position);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn any_text_is_read_or_refused(text in "[BWCSxyzbwcs()+,:0-9 −-]{0,60}|\\PC{0,40}") {
        parser::position_text(&text);
        parser::notation(&text);
    }

    #[test]
    fn any_move_is_read_or_refused(
        piece in "[CS]",
        (x, y, z) in (-1..5, -1..3, 0..4),
        (to_x, to_y, to_z) in (-1..5, -1..3, 0..4),
        faces in "([xyz][+-]){1,2}",
    ) {
        parser::notation(&format!("{piece}({x},{y},{z}) {piece}({to_x},{to_y},{to_z}){faces}"));
    }

    #[test]
    fn damaged_positions_are_read_or_refused(
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..30),
        at in any::<prop::sample::Index>(),
        put in "[(),:CSBW0-9xyz+-]{0,12}",
        cut in 0usize..6,
    ) {
        let mut text: Vec<char> = random_play(&choices).to_string().chars().collect();
        let at = at.index(text.len());
        text.splice(at..(at + cut).min(text.len()), put.chars());
        let text: String = text.into_iter().collect();
        parser::position_text(&text);
    }
}

#[test]
fn the_edge_of_space_is_an_edge_and_no_fault() {
    let limit = Cell::LIMIT;
    let text = format!(
        "B: C({limit},-{limit},1)x-z+ C({limit},-{limit},2)y+ S({limit},-{limit},2)z+ W: C(-{limit},{limit},1)x+ S(-{limit},{limit},1)z+ to-move: white"
    );
    let position: Position = text.parse().unwrap();
    assert_eq!(position.to_string(), text);
    assert_eq!(position.count_legal_moves(), position.legal_moves().len() as u64);
    assert!(position.legal_moves().iter().all(|mv| mv.to().x().abs() <= limit && mv.to().y().abs() <= limit));
    let beyond = text.replace(&limit.to_string(), &"9".repeat(400));
    assert_eq!(
        beyond.parse::<Position>().unwrap_err().to_string(),
        format!("no cell ({0},-{0},1)", "9".repeat(400))
    );
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let mut position = Position::start(2).unwrap();
    let there_and_back =
        ["S(-1,0,2)S(-1,0,2)y-", "S(1,1,2)S(1,1,2)y+", "S(-1,0,2)S(-1,0,2)z+", "S(1,1,2)S(1,1,2)z+"];
    let mut plies = 0;
    while position.outcome().is_none() {
        let mv = position.read_move(there_and_back[plies % 4]).unwrap();
        position = position.play(mv).unwrap().position;
        plies += 1;
    }
    assert_eq!((plies, position.outcome().unwrap()), (8, (game::Outcome::Draw, axiom::Reason::Repetition)));
    assert!(position.legal_moves().is_empty());
    assert_eq!(position.perft(2), 0, "a finished game has no continuation");
}

#[test]
fn a_draw_can_be_agreed_on_while_the_game_goes_on() {
    let start = Position::start(2).unwrap();
    let drawn = start.agree().expect("it has begun").position;
    assert_eq!(drawn.outcome(), Some((game::Outcome::Draw, axiom::Reason::Agreement)));
    assert_eq!(drawn.to_string(), start.to_string(), "the pieces stand as they stood");
    let lost = start.leave(Seat::FIRST, game::Leaving::Resigned).expect("black may leave").position;
    assert!(lost.agree().is_none(), "it is lost already");
}

#[test]
fn refusals_say_why() {
    let start = "B: C(-1,0,1)x-z+ C(-1,0,2)x+ C(0,0,1)x-y- C(0,0,2)z- C(1,0,1)x-z+ C(1,0,2)x+ S(-1,0,2)z+ S(1,0,2)z+ W: C(-1,1,1)x+z+ C(-1,1,2)x- C(0,1,1)x+y+ C(0,1,2)z- C(1,1,1)x+z+ C(1,1,2)x- S(-1,1,2)z+ S(1,1,2)z+ to-move: black";
    let facing = "B: C(0,0,1)z+ C(0,0,2)y+ C(1,0,1)x- C(2,0,1)x- C(3,0,1)x-z+ C(3,0,2)y+ S(0,0,2)z+ W: C(4,0,1)x- S(3,0,2)x- to-move: black";
    let tight =
        "B: C(0,0,1)y+ C(0,1,1)x+ C(1,1,1)x+ S(0,0,1)y- W: C(2,1,1)y- C(2,0,1)z+ S(2,1,1)z+ to-move: black";
    check(start, "pass", "syntax");
    check(start, "C(0,0,2)", "syntax");
    check(start, "C(0,0,2)C(0,1,3)", "syntax");
    check(start, "S(-1,0,2)S(0,1,2)z+x+", "syntax");
    check(start, "C(0,0,2)C(0,1,3)z-z-", "syntax");
    check(start, "C(0,0,2)C(0,1,99999999999999999999)z-", "out-of-bounds");
    check(start, "C(5,5,1)C(0,1,3)z-", "no-cube");
    check(start, "C(0,1,2)C(0,0,3)z-", "not-yours");
    check(start, "S(0,0,2)S(0,1,2)z+", "no-sceptre");
    check(start, "S(-1,1,2)S(0,1,2)z+", "no-sceptre");
    check(start, "C(1,0,2)C(0,1,3)z-", "carries");
    check(start, "C(0,0,1)C(0,-1,1)x+y+", "covered");
    check(start, "C(0,0,2)C(0,1,3)z-x+", "domes");
    check(start, "C(0,0,2)C(0,0,2)x+", "same-cell");
    check(start, "C(0,0,2)C(0,1,2)x+", "filled");
    check(start, "C(0,0,2)C(-1,0,3)z-", "near-sceptre");
    check(start, "C(0,0,2)C(0,-1,2)y+", "unsupported");
    check(start, "C(0,0,2)C(0,0,3)z-", "unsupported");
    check(start, "C(0,0,2)C(-2,0,1)z-", "dome-on-dome");
    check(start, "C(0,0,2)C(0,-1,1)y+", "dome-on-dome");
    check(start, "C(0,0,2)C(-2,1,1)x-", "no-interlock");
    check(start, "C(0,0,2)C(0,1,3)x+", "no-interlock");
    check(start, "S(-1,0,2)S(-1,0,1)x-", "dome");
    check(start, "S(-1,0,2)S(-1,0,2)z+", "same-square");
    check(start, "S(-1,0,2)S(-1,1,2)z+", "taken");
    check(start, "S(-1,0,2)S(5,5,1)z+", "no-cube");
    check(start, "S(-1,0,2)S(1,1,1)z+", "out-of-reach");
    check(tight, "S(0,0,1)S(0,0,1)x+", "no-room");
    check(facing, "S(0,0,2)S(0,0,2)x+", "facing");
    // Reading is generous: case, blanks, the other minus signs, the face left, the order of domes.
    check(start, "S(-1,0,2)x-S(0,1,2)z+", "no-sceptre");
    for text in ["s ( −1 , 0 , 2 ) Z+ s(0,1,2) z+", "S(-1,0,2)S(0,1,2)z+"] {
        let position: Position = start.parse().unwrap();
        assert_eq!(position.read_move(text).unwrap().to_string(), "S(-1,0,2)S(0,1,2)z+", "{text}");
    }
}

#[track_caller]
fn check(position: &str, text: &str, slug: &str) {
    let position: Position = position.parse().unwrap();
    assert_eq!(position.read_move(text).unwrap_err().slug(), slug, "{text} in {position}");
}

fn random_play(choices: &[prop::sample::Index]) -> Position {
    let mut position = Position::start(2).unwrap();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let next = position.play(moves[choice.index(moves.len())]).unwrap().position;
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

fn mapped_face(face: Face, half_turn: bool) -> Face {
    if half_turn && !matches!(face, Face::ZPlus | Face::ZMinus) { face.opposite() } else { face }
}

fn mapped_move(mv: Move, half_turn: bool, map: impl Fn(Cell) -> Cell) -> Move {
    match mv {
        Move::Cube { from, to, domes } => Move::Cube {
            from: map(from),
            to: map(to),
            domes: domes.iter().map(|face| mapped_face(face, half_turn)).collect(),
        },
        Move::Sceptre { from, to, face } => {
            Move::Sceptre { from: map(from), to: map(to), face: mapped_face(face, half_turn) }
        }
    }
}

fn mapped_text(position: &Position, half_turn: bool, map: impl Fn(Cell) -> Cell) -> String {
    let mut colours = [String::new(), String::new()];
    let colour = |owner: Seat| owner.index() ^ usize::from(half_turn);
    for cube in position.cubes() {
        let domes: Faces = cube.domes.iter().map(|face| mapped_face(face, half_turn)).collect();
        write!(colours[colour(cube.owner)], " C{}{domes}", map(cube.cell)).unwrap();
    }
    for sceptre in position.sceptres() {
        let face = mapped_face(sceptre.face, half_turn);
        write!(colours[colour(sceptre.owner)], " S{}{face}", map(sceptre.cell)).unwrap();
    }
    let turn = ["black", "white"][colour(position.turn())];
    format!("B:{} W:{} to-move: {turn}", colours[0], colours[1])
}

/// Every cell within two steps of a cube, the cubes' own among them.
fn nearby_cells(position: &Position) -> Vec<Cell> {
    let mut cells = BTreeSet::new();
    for cube in position.cubes() {
        for (x, y, z) in (-2..=2).flat_map(|x| (-2..=2).flat_map(move |y| (-2..=2).map(move |z| (x, y, z)))) {
            cells.extend(Cell::new(cube.cell.x() + x, cube.cell.y() + y, cube.cell.z() + z));
        }
    }
    cells.into_iter().collect()
}

fn faces_of_bits(bits: u8) -> Faces {
    Face::ALL
        .into_iter()
        .enumerate()
        .filter(|(place, _)| bits >> place & 1 == 1)
        .map(|(_, face)| face)
        .collect()
}
