//! Whatever a scene holds, a picture comes of it.

use std::collections::BTreeMap;

use axiom::{Cell, Cube, Face, Faces, Sceptre};
use game::{BySeat, Position as _, Seat};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use render::{AxiomScene, Look, Scene, Target, Theme, View, XimaScene};
use xima::{Block, Colour, Kind, Move, Position, Reserve, SpecialState, Square};

fn square() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(|index| Square::all().nth(index).expect("it is below the count"))
}

fn seat() -> impl Strategy<Value = Seat> {
    prop::sample::select(Seat::ALL.to_vec())
}

fn block() -> impl Strategy<Value = Block> {
    let kind = prop_oneof![9 => Just(Kind::Common), 1 => Just(Kind::Special)];
    (prop::sample::select(Colour::ALL.to_vec()), kind).prop_map(|(colour, kind)| Block { colour, kind })
}

fn reserve() -> impl Strategy<Value = Reserve> {
    let special =
        prop::sample::select(vec![SpecialState::InReserve, SpecialState::OnBoard, SpecialState::Captured]);
    let common = prop_oneof![0..30_u16, Just(u16::MAX)];
    (common, special, any::<bool>()).prop_map(|(common, special, out)| Reserve { common, special, out })
}

fn last() -> impl Strategy<Value = Move> {
    (option::of(square()), square()).prop_map(|(from, to)| match from {
        Some(from) => Move::step(Kind::Common, from, to),
        None => Move::enter(Kind::Special, to),
    })
}

prop_compose! {
    fn scene()(
        players in 0..6_u8,
        columns in vec((square(), prop_oneof![9 => vec(block(), 0..12), 1 => vec(block(), 40..300)]), 0..40),
        reserves in [reserve(), reserve(), reserve(), reserve()],
        to_move in option::of(seat()),
        winner in option::of(seat()),
        last in option::of(last()),
        selected in option::of(square()),
        targets in vec(square(), 0..60),
    ) -> XimaScene {
        let columns: BTreeMap<Square, Vec<Block>> = columns.into_iter().collect();
        XimaScene {
            players,
            columns,
            reserves: BySeat::from_fn(|seat| reserves[seat.index()]),
            to_move,
            winner,
            last,
            selected,
            targets,
        }
    }
}

/// Cells that crowd around the middle of space, and some that lie anywhere in it.
fn cell() -> impl Strategy<Value = Cell> {
    let near = (-3..5_i32, -3..4_i32, 1..5_i32);
    let far = (-Cell::LIMIT..=Cell::LIMIT, -Cell::LIMIT..=Cell::LIMIT, 1..=Cell::TOP);
    let edge = (
        prop::sample::select(vec![-Cell::LIMIT, 0, Cell::LIMIT]),
        prop::sample::select(vec![-Cell::LIMIT, 0, Cell::LIMIT]),
        prop::sample::select(vec![1, Cell::TOP]),
    );
    prop_oneof![20 => near, 1 => far, 1 => edge]
        .prop_map(|(x, y, z)| Cell::new(x, y, z).expect("it lies within the limits"))
}

fn face() -> impl Strategy<Value = Face> {
    prop::sample::select(Face::ALL.to_vec())
}

prop_compose! {
    fn structure()(
        cubes in vec((cell(), vec(face(), 0..4), seat()), 0..14),
        sceptres in vec((cell(), face(), seat()), 0..5),
        to_move in option::of(seat()),
        winner in option::of(seat()),
        last in option::of((cell(), cell(), option::of(face()))),
        selected in option::of(cell()),
        targets in vec((cell(), option::of(face())), 0..30),
    ) -> AxiomScene {
        let cubes = cubes.into_iter().map(|(cell, faces, owner)| Cube { cell, domes: faces.into_iter().collect(), owner });
        let sceptres = sceptres.into_iter().map(|(cell, face, owner)| Sceptre { cell, face, owner });
        let targets = targets.into_iter().map(|(cell, face)| match face {
            Some(face) => Target::Face(cell, face),
            None => Target::Cell(cell),
        });
        AxiomScene {
            cubes: cubes.collect(),
            sceptres: sceptres.collect(),
            to_move,
            winner,
            last: last.map(|(from, to, face)| match face {
                Some(face) => axiom::Move::Sceptre { from, to, face },
                None => axiom::Move::Cube { from, to, domes: Faces::of(Face::XPlus) },
            }),
            selected,
            targets: targets.collect(),
        }
    }
}

fn look(width: impl Strategy<Value = u32>) -> impl Strategy<Value = Look> {
    let theme = prop_oneof![Just(Theme::Dark), Just(Theme::Light)];
    let view = prop_oneof![Just(View::Plan), Just(View::Isometric)];
    (theme, view, seat(), width).prop_map(|(theme, view, from, width)| Look { theme, view, from, width })
}

/// The width and height that a PNG file tells.
fn size(png: &[u8]) -> (u32, u32) {
    let decoded = image::load_from_memory(png).expect("the picture can be decoded");
    (decoded.width(), decoded.height())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_scene_can_be_drawn(scene in scene(), look in look(Just(900))) {
        let (width, height) = size(&render::png(&Scene::Xima(scene), look));
        prop_assert_eq!(width, 900);
        prop_assert!((500..900).contains(&height), "{} high", height);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_structure_can_be_drawn(scene in structure(), look in look(Just(900))) {
        let (width, height) = size(&render::png(&Scene::Axiom(scene), look));
        prop_assert_eq!(width, 900);
        prop_assert!((300..1300).contains(&height), "{} high", height);
    }

    #[test]
    fn any_game_of_axiom_can_be_drawn(choices in vec(any::<prop::sample::Index>(), 1..60), every in 1..9_usize) {
        let mut position = axiom::Position::start(2).expect("two can play");
        for (ply, choice) in choices.into_iter().enumerate() {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = *choice.get(&moves);
            position = position.play(mv).expect("it is legal").position;
            if ply % every == 0 {
                let scene = AxiomScene { last: Some(mv), ..AxiomScene::of(&position) };
                let (width, _) = size(&render::png(&Scene::Axiom(scene), Look::default()));
                prop_assert_eq!(width, 900);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn any_structure_has_any_width(scene in structure(), look in look(prop_oneof![Just(0), 200..1400_u32, Just(u32::MAX)])) {
        let (width, _) = size(&render::png(&Scene::Axiom(scene), look));
        prop_assert_eq!(width, look.width.clamp(*Look::WIDTHS.start(), *Look::WIDTHS.end()));
    }

    #[test]
    fn any_width_can_be_drawn(scene in scene(), look in look(prop_oneof![Just(0), 200..1400_u32, Just(u32::MAX)])) {
        let (width, _) = size(&render::png(&Scene::Xima(scene), look));
        prop_assert_eq!(width, look.width.clamp(*Look::WIDTHS.start(), *Look::WIDTHS.end()));
    }
}

#[test]
fn all_blocks_in_one_column_can_be_drawn_everywhere() {
    let column = format!("({}R{}B{}Y{}G)", "r".repeat(9), "b".repeat(9), "y".repeat(9), "g".repeat(9));
    for place in [0, 6, 12] {
        let row = |east: usize| match (east, 12 - east) {
            (0, after) => format!("{column}{after}"),
            (before, 0) => format!("{before}{column}"),
            (before, after) => format!("{before}{column}{after}"),
        };
        for top in [0, 1, 12] {
            let rows: Vec<String> =
                (0..13).map(|at| if at == top { row(place) } else { "13".into() }).collect();
            let text = format!("{} r r0b0y0g0 0", rows.join("/"));
            let position: Position = text.parse().expect("it is a position");
            let scene = Scene::Xima(XimaScene::of(&position));
            for view in [View::Plan, View::Isometric] {
                let (width, _) = size(&render::png(&scene, Look { view, ..Look::default() }));
                assert_eq!(width, 900);
            }
        }
    }
}
