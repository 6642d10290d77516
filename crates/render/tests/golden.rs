//! Pictures that were looked at and found good, kept in `tests/golden`.
//!
//! A picture that differs by more than 1 in any channel of any pixel fails its test and leaves expected, difference and
//! actual side by side in the target directory. `UPDATE_GOLDEN=1 cargo test -p render --test golden` renews them, to be
//! looked at again; never in CI.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::{Path, PathBuf};

use game::{Position as _, Seat};
use image::RgbImage;
use image::imageops::replace;
use render::{AxiomScene, Chart, Line, Look, Mark, Scene, Suit, Target, Theme, View, XimaScene};
use xima::{Kind, Move, Position, Square};

const START_4: &str = "13/13/13/13/13/13/13/13/13/13/13/13/13 r r9+b9+y9+g9+ 0";
const MIDDLE_2: &str = "13/13/3(rb)9/13/5(bRr)6b/4r2b1(rr)3/13/5b7/13/3b9/13/13/4r8 b r2b3+ 5";
const MIDDLE_4: &str =
    "13/6(rbg)6/10y2/2(gr)10/5B7/4(gy)8/13/7R5/3b9/9(rb)3/11(ygY)1/1r11/6(br)6 r r4b5y6g4+ 0";
const TALL: &str =
    "13/2(rrbbrrbbrb)10/2(brbR)10/13/13/8(rbrbrb)4/13/6(rb)6/6(Brb)6/6(rrr)6/13/13/13 r r12b0 3";
const OUT: &str = "13/13/2y10/13/13/4(gr)8/7b5/13/13/9(yb)3/13/13/13 b r3xb8+y0x-g5x 7";
const WON: &str = "13/13/3(rb)9/13/5(br)7/4r2b1(rr)3/6R6/5b7/13/3b9/13/13/13 r r3b4+ 5";
/// A game of Axiom that Black wins by contact.
const CONTACT: [&str; 9] = [
    "C(0,0,2)C(2,1,1)y+",
    "C(0,1,2)C(0,0,2)z-",
    "S(-1,0,2)S(-1,0,2)y-",
    "C(0,1,1)C(-2,1,1)x+y-",
    "C(2,1,1)C(0,-1,1)z+",
    "C(-2,1,1)C(0,0,3)y+z-",
    "S(-1,0,2)S(0,0,3)y-",
    "S(-1,1,2)S(-1,0,2)z+",
    "S(0,0,3)S(-1,0,2)y-",
];
const SPREAD: &str = "B: C(-3,1,2)z- C(-2,1,1)y- C(-1,-1,1)x+y+ C(1,2,1)x-z+ C(1,2,2)y- C(1,2,4)x+z- S(-2,1,1)z+ \
    S(1,2,1)x+ W: C(-3,1,1)x+y- C(-2,0,1)y- C(-1,1,1)x-z+ C(-1,2,1)y- C(0,-1,1)z+ C(1,2,3)y-z- S(-1,2,1)z+ \
    S(1,2,2)y+ to-move: black";
const TOWER: &str = "B: C(0,0,1)x+ C(0,0,3)x- C(0,0,5)y- C(0,0,7)x+ C(1,0,1)y-z+ C(1,0,2)x+ S(0,0,7)z+ S(1,0,2)z+ \
    W: C(0,0,2)x-z- C(0,0,4)z-y+ C(0,0,6)z-x- C(0,1,1)z+ C(0,1,2)y+ C(-1,0,1)y+ S(0,0,6)y- S(-1,0,1)x- \
    to-move: white";
/// Ten by six cells and four levels.
const WIDE: &str = "B: C(-4,-2,1)x+ C(-3,-2,1)y+ C(-3,-1,1)y+z+ C(-3,-1,2)y+z+ C(-3,-1,3)x+z+ C(-3,-1,4)x+ S(-3,-1,4)z+ \
    S(-4,-2,1)y+ W: C(5,3,1)x- C(4,3,1)y-z+ C(4,2,1)x- C(4,3,2)x- C(2,2,1)x+ C(1,2,1)x+y- S(4,3,2)z+ S(1,2,1)z+ \
    to-move: white";
const FAR: &str = "B: C(-100000000,0,1)x+ C(0,0,1)x-z+ C(0,0,2)y- S(0,0,2)z+ W: C(100000000,-100000000,1)z+ C(1,0,1)y- \
    C(1,4,1)x- S(1,0,1)x+ S(1,4,1)z+ to-move: white";

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn step(kind: Kind, from: &str, to: &str) -> Move {
    Move::step(kind, square(from), square(to))
}

fn scene(text: &str) -> XimaScene {
    XimaScene::of(&text.parse::<Position>().unwrap())
}

/// The targets of a block, as the rules have them.
fn choose(text: &str, from: &str) -> XimaScene {
    let position: Position = text.parse().unwrap();
    let moves = position.legal_moves().into_iter().filter(|mv| mv.from() == Some(square(from)));
    let targets = moves.map(Move::to).collect();
    XimaScene { selected: Some(square(from)), targets, ..XimaScene::of(&position) }
}

#[track_caller]
fn check(name: &str, scene: XimaScene, look: Look) {
    compare(name, &Scene::Xima(scene), look);
}

#[track_caller]
fn compare(name: &str, scene: &Scene, look: Look) {
    hold(name, &render::png(scene, look));
}

#[track_caller]
fn hold(name: &str, png: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("png");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        assert!(std::env::var_os("CI").is_none(), "golden pictures are not renewed in CI");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, png).unwrap();
        return;
    }
    let actual = image::load_from_memory(png).unwrap().to_rgb8();
    let expected = match std::fs::read(&path) {
        Ok(bytes) => image::load_from_memory(&bytes).unwrap().to_rgb8(),
        Err(error) => panic!("{name} has no golden picture: {error}"),
    };
    if let Some(different) = difference(&expected, &actual) {
        let report = report(name, &expected, &different, &actual);
        panic!("{name} differs; see {}", report.display());
    }
}

/// Where two pictures differ, in white, if they do.
fn difference(expected: &RgbImage, actual: &RgbImage) -> Option<RgbImage> {
    let (width, height) = (expected.width().max(actual.width()), expected.height().max(actual.height()));
    let apart = |x: u32, y: u32| match (expected.get_pixel_checked(x, y), actual.get_pixel_checked(x, y)) {
        (Some(expected), Some(actual)) => expected.0.iter().zip(actual.0).any(|(e, a)| e.abs_diff(a) > 1),
        _ => true,
    };
    let mut any = false;
    let picture = RgbImage::from_fn(width, height, |x, y| {
        let apart = apart(x, y);
        any |= apart;
        image::Rgb([if apart { 255 } else { 0 }; 3])
    });
    any.then_some(picture)
}

fn report(name: &str, expected: &RgbImage, different: &RgbImage, actual: &RgbImage) -> PathBuf {
    let (width, height) = different.dimensions();
    let mut sheet = RgbImage::new(3 * width, height);
    for (place, picture) in [expected, different, actual].into_iter().enumerate() {
        replace(&mut sheet, picture, i64::try_from(place).unwrap() * i64::from(width), 0);
    }
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
    sheet.save(&path).unwrap();
    path
}

const LIGHT: Look = Look { theme: Theme::Light, ..Look::from(Seat::FIRST) };
const SPACE: Look = Look { view: View::Isometric, ..Look::from(Seat::FIRST) };

#[test]
fn the_start_for_two() {
    check("start_2", XimaScene::of(&Position::start(2).unwrap()), Look::default());
}

#[test]
fn the_start_for_four_in_light() {
    check("start_4_light", scene(START_4), LIGHT);
}

#[test]
fn the_middle_of_a_game_for_two() {
    let last = Some(step(Kind::Common, "M6", "M9"));
    check("middle_2", XimaScene { last, ..choose(MIDDLE_2, "H8") }, Look::default());
}

#[test]
fn the_middle_of_a_game_for_four() {
    let last = Some(step(Kind::Common, "I3", "J4"));
    for (name, theme) in [("middle_4_dark", Theme::Dark), ("middle_4_light", Theme::Light)] {
        let look = Look { theme, ..Look::default() };
        check(name, XimaScene { last, ..choose(MIDDLE_4, "H6") }, look);
    }
}

#[test]
fn every_seat_from_its_own_side() {
    let last = Some(Move::enter(Kind::Common, square("B2")));
    for (seat, name) in Seat::ALL.into_iter().zip(["from_red", "from_blue", "from_yellow", "from_green"]) {
        check(name, XimaScene { last, ..scene(MIDDLE_4) }, Look::from(seat));
    }
    check("from_blue_of_two", scene(MIDDLE_2), Look::from(Seat::ALL[1]));
}

#[test]
fn tall_columns_and_full_racks() {
    check("tall", scene(TALL), Look::default());
}

#[test]
fn captured_specials_and_players_who_are_out() {
    check("out", scene(OUT), Look::default());
    check("out_light", scene(OUT), LIGHT);
    check("out_3d", scene(OUT), SPACE);
}

#[test]
fn a_game_that_is_won() {
    let last = Some(step(Kind::Special, "F6", "G7"));
    check("won", XimaScene { last, ..scene(WON) }, Look::default());
    check("won_3d", XimaScene { last, ..scene(WON) }, SPACE);
}

#[test]
fn the_pyramid_in_space() {
    let last = Some(step(Kind::Common, "I3", "J4"));
    check("start_2_3d", XimaScene::of(&Position::start(2).unwrap()), SPACE);
    let look = Look { theme: Theme::Light, view: View::Isometric, ..Look::from(Seat::ALL[1]) };
    check("middle_4_3d_light", XimaScene { last, ..choose(MIDDLE_4, "H6") }, look);
}

#[test]
fn axiom_at_the_start() {
    let start = AxiomScene::of(&axiom::Position::start(2).unwrap());
    compare("axiom_start", &Scene::Axiom(start.clone()), Look::default());
    compare("axiom_start_light", &Scene::Axiom(start.clone()), LIGHT);
    compare("axiom_start_from_white", &Scene::Axiom(start), Look::from(Seat::ALL[1]));
}

#[test]
fn axiom_with_faces_to_choose_from() {
    let (position, scene) = played(&CONTACT[..8]);
    let scene = chosen(scene, &position, "S(0,0,3)");
    compare("axiom_faces", &Scene::Axiom(scene), Look::default());
}

#[test]
fn axiom_with_cells_to_choose_from() {
    let position: axiom::Position = SPREAD.parse().unwrap();
    let scene = chosen(AxiomScene::of(&position), &position, "C(-3,1,2)");
    compare("axiom_cells", &Scene::Axiom(scene.clone()), Look::default());
    compare("axiom_cells_light", &Scene::Axiom(scene), LIGHT);
}

#[test]
fn axiom_won_by_contact() {
    let (_, scene) = played(&CONTACT);
    compare("axiom_contact", &Scene::Axiom(scene), Look::default());
}

#[test]
fn axiom_with_towers() {
    let scene = |text: &str| Scene::Axiom(AxiomScene::of(&text.parse().unwrap()));
    compare("axiom_tower", &scene(TOWER), Look::default());
    compare("axiom_spread_550", &scene(WIDE), Look { width: 550, ..Look::default() });
    compare("axiom_far_apart", &scene(FAR), Look::default());
}

/// A course for two that is even for a while, is turned at these moves and then won.
fn course(suit: Suit, moves: u32, turns: &[(u32, f64)]) -> Chart {
    let mut chance: f64 = 0.5;
    let mut points = Vec::new();
    for number in 0..=moves {
        let turned = turns.iter().find(|(at, _)| *at == number);
        chance = turned.map_or(chance + f64::from(number * 7 % 5) / 100.0 - 0.02, |(_, to)| *to);
        points.push((number, chance.clamp(0.02, 0.98)));
    }
    points.last_mut().unwrap().1 = chance.round();
    let marks = turns
        .iter()
        .map(|(number, _)| Mark { seat: Seat::ALL[usize::from(number % 2 == 0)], number: *number });
    let lines = vec![Line { seat: Seat::FIRST, points }];
    Chart { suit, players: 2, moves, lines, marks: marks.collect() }
}

#[test]
fn the_course_of_a_game_for_two() {
    let chart = course(Suit::Xima, 38, &[(11, 0.28), (20, 0.71), (35, 0.12)]);
    hold("course_2", &render::chart(&chart, Theme::Dark, 900));
    hold("course_2_light_550", &render::chart(&chart, Theme::Light, 550));
    let short = course(Suit::Xima, 4, &[(3, 0.0)]);
    hold("course_short", &render::chart(&short, Theme::Dark, 900));
    let axiom = course(Suit::Axiom, 87, &[(30, 0.81), (31, 0.45), (32, 0.93), (33, 0.6)]);
    hold("course_axiom", &render::chart(&axiom, Theme::Dark, 900));
    hold("course_axiom_light", &render::chart(&axiom, Theme::Light, 900));
}

#[test]
fn the_course_of_a_game_for_four() {
    let line = |seat: u8, chances: &[f64]| Line {
        seat: Seat::new(seat).unwrap(),
        points: (0..).zip(chances).map(|(round, chance)| (4 * round + u32::from(seat), *chance)).collect(),
    };
    let mut lines = vec![
        line(0, &[0.25, 0.26, 0.3, 0.32, 0.12, 0.1, 0.06]),
        line(1, &[0.22, 0.2, 0.24, 0.4, 0.62, 0.71, 0.88]),
        line(2, &[0.24, 0.25, 0.2, 0.21, 0.16, 0.15]),
        line(3, &[0.21, 0.22, 0.12, 0.05, 0.0]),
    ];
    for (line, end) in lines.iter_mut().zip([0.0, 1.0, 0.0]) {
        line.points.push((26, end));
    }
    let marks = [(0, 13), (3, 8)].map(|(seat, number)| Mark { seat: Seat::ALL[seat], number });
    let chart = Chart { suit: Suit::Xima, players: 4, moves: 26, lines, marks: marks.to_vec() };
    hold("course_4", &render::chart(&chart, Theme::Dark, 900));
    hold("course_4_light", &render::chart(&chart, Theme::Light, 900));
}

/// What a game leads to, with its last move.
fn played(moves: &[&str]) -> (axiom::Position, AxiomScene) {
    let mut position = axiom::Position::start(2).unwrap();
    let mut last = None;
    for text in moves {
        let mv = position.read_move(text).unwrap();
        position = position.play(mv).unwrap().position;
        last = Some(mv);
    }
    let scene = AxiomScene { last, ..AxiomScene::of(&position) };
    (position, scene)
}

/// A scene with a chosen piece and the places where its moves may end, each once.
fn chosen(scene: AxiomScene, position: &axiom::Position, piece: &str) -> AxiomScene {
    let moves = position.legal_moves().into_iter().filter(|mv| mv.to_string().starts_with(piece));
    let mut targets = Vec::new();
    let mut selected = None;
    for mv in moves {
        let target = match mv {
            axiom::Move::Cube { to, .. } => Target::Cell(to),
            axiom::Move::Sceptre { to, face, .. } => Target::Face(to, face),
        };
        if !targets.contains(&target) {
            targets.push(target);
        }
        selected = Some(mv.from());
    }
    assert!(!targets.is_empty(), "{piece} can move");
    AxiomScene { targets, selected, ..scene }
}

#[test]
fn a_difference_is_found_and_shown() {
    let black = RgbImage::new(3, 2);
    let mut other = black.clone();
    other.put_pixel(1, 1, image::Rgb([1, 0, 1]));
    assert!(difference(&black, &other).is_none(), "1 is within the threshold");
    other.put_pixel(2, 0, image::Rgb([0, 2, 0]));
    let different = difference(&black, &other).unwrap();
    assert_eq!(different.pixels().filter(|pixel| pixel.0 == [255; 3]).count(), 1);
    assert!(difference(&black, &RgbImage::new(3, 3)).is_some(), "sizes count");
    let path = report("a_difference", &black, &different, &other);
    assert_eq!(image::open(path).unwrap().to_rgb8().dimensions(), (9, 2));
}
