use std::collections::BTreeSet;

use game::Position as _;

use super::layout::Place;
use super::*;
use crate::theme::Rgb;

/// Lines with positions of all kinds, met in play.
const POSITIONS: &str = include_str!("../../../axiom/tests/data/positions.jsonl");

fn positions() -> impl Iterator<Item = axiom::Position> {
    let text = |line: &'static str| line.split('"').nth(3).expect("the position comes first");
    POSITIONS.lines().map(text).map(|text| text.parse().unwrap())
}

fn painted(scene: &AxiomScene) -> (Easel<'static>, Easel<'static>, Vec<labels::Label>) {
    let kit = kept(Theme::Dark);
    let bare = paint(scene, Look::default(), kit, |_, _| {});
    let mut labels = Vec::new();
    let whole = paint(scene, Look::default(), kit, |views, easel| labels = labels::write(views, easel));
    (bare, whole, labels)
}

fn pixels(easel: &Easel<'_>, [left, top, width, height]: [i32; 4], colour: Rgb) -> usize {
    let index = easel.palette.nearest(colour);
    let places = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
    places.filter(|at| easel.place(*at).is_some_and(|place| easel.raster.pixels[place] == index)).count()
}

#[test]
fn every_cube_has_its_coordinates_written() {
    for position in positions() {
        let scene = AxiomScene::of(&position);
        let (_, easel, labels) = painted(&scene);
        let labelled: BTreeSet<usize> = labels.iter().map(|label| label.cube).collect();
        assert_eq!(labelled.len(), scene.cubes.len(), "{position}");
        for (place, label) in labels.iter().enumerate() {
            let white = pixels(&easel, label.area, crate::theme::WHITE);
            let cell = scene.cubes[label.cube].cell;
            let written = cell.to_string().chars().filter(char::is_ascii_digit).count();
            assert!(white >= 12 * written, "{white} white pixels for {cell} in {position}");
            for other in &labels[..place] {
                let ([x, y, width, height], [left, top, across, rows]) = (label.area, other.area);
                let apart = x >= left + across || left >= x + width || y >= top + rows || top >= y + height;
                assert!(
                    apart,
                    "{cell} and {} lie upon each other in {position}",
                    scene.cubes[other.cube].cell
                );
            }
        }
    }
}

#[test]
fn labels_hide_neither_domes_nor_sceptres() {
    for position in positions() {
        let (bare, whole, _) = painted(&AxiomScene::of(&position));
        for kind in [Kind::Dome, Kind::Sceptre] {
            let count = |easel: &Easel<'_>| easel.survey.iter().filter(|tag| tag.kind() == kind).count();
            let (before, after) = (count(&bare), count(&whole));
            assert!(
                after * 100 >= before * 96,
                "{after} of {before} pixels of {kind:?} are left in {position}"
            );
        }
    }
}

/// Whether cubes hide the middle of a face that looks at the viewer: all cells on the way to the eye.
fn is_hidden(view: &View<'_>, place: Place) -> bool {
    let filled: Vec<Place> = view.scene.cubes.iter().filter_map(|cube| view.place(cube.cell)).collect();
    (0..40).any(|far| {
        let Place { right, left, up } = place;
        let there = Place { right: right - far, left: left - far, up: up + far };
        // The eye's ray from the middle of a face runs through the edges between cells.
        let beside = [
            there,
            Place { right: there.right - 1, left: there.left - 1, ..there },
            Place { right: there.right - 1, up: there.up + 1, ..there },
            Place { left: there.left - 1, up: there.up + 1, ..there },
            Place { right: there.right - 1, ..there },
            Place { left: there.left - 1, ..there },
            Place { up: there.up + 1, ..there },
        ];
        beside.iter().any(|cell| filled.contains(cell))
    })
}

#[test]
fn every_dome_that_can_be_seen_is_drawn() {
    let mut checked = 0;
    for position in positions() {
        let scene = AxiomScene::of(&position);
        paint(&scene, Look::default(), kept(Theme::Dark), |views, easel| {
            for view in views {
                for (index, cube) in scene.cubes.iter().enumerate() {
                    let place = view.place(cube.cell).unwrap();
                    for face in cube.domes.iter() {
                        let way = view.corner.way(face);
                        if !way.is_seen() || is_hidden(view, place.step(way)) {
                            continue;
                        }
                        let (dx, dy) = view.atlas.scale.step(way);
                        let (x, y) = view.at(place);
                        let unit = view.atlas.scale.unit;
                        let area = [x + dx / 2 - unit / 2, y + dy / 2 - unit / 2, unit, unit];
                        let own = |at: &(i32, i32)| easel.tag(*at) == Tag::new(Kind::Dome, index);
                        let [left, top, width, height] = area;
                        let places =
                            (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
                        let seen = places.filter(own).count();
                        // A sceptre may stand before it.
                        let least = usize::try_from(unit * unit / 30).unwrap();
                        assert!(seen >= least, "{seen} pixels of {}{face} in {position}", cube.cell);
                        let [deep, base, light, _] = atlas::MATERIALS[owner(cube.owner)].accent;
                        let tones = [deep, deep.mix(base, 0.5), base, base.mix(light, 0.5), light];
                        let accent: usize = tones.map(|tone| pixels(easel, area, tone)).iter().sum();
                        assert!(accent * 3 > seen, "{}{face} in {position}", cube.cell);
                        checked += 1;
                    }
                }
            }
        });
    }
    assert!(checked > 500, "{checked} domes were looked at");
}

#[test]
fn targets_are_numbered_in_their_order() {
    let position = axiom::Position::start(2).unwrap();
    let moves = position.legal_moves();
    let faces = moves.iter().filter_map(|mv| match mv {
        Move::Sceptre { to, face, .. } => Some(Target::Face(*to, *face)),
        Move::Cube { .. } => None,
    });
    let cells = moves.iter().filter_map(|mv| match mv {
        Move::Cube { to, .. } => Some(Target::Cell(*to)),
        Move::Sceptre { .. } => None,
    });
    for targets in [faces.collect::<BTreeSet<_>>(), cells.collect::<BTreeSet<_>>()] {
        let targets: Vec<Target> = targets.into_iter().collect();
        let bare = AxiomScene::of(&position);
        let scene = AxiomScene { targets: targets.clone(), ..bare.clone() };
        paint(&scene, Look::default(), kept(Theme::Dark), |views, easel| {
            for target in targets {
                let spots = views.iter().filter_map(|view| view.spot(target));
                let marks = spots.filter(|spot| easel.tag(*spot) == Tag::MARK).count();
                assert!(marks >= 1, "{target:?} has no number");
            }
        });
    }
}

#[test]
fn far_cells_are_drawn_near_with_a_break() {
    let text =
        "B: C(-100000000,0,1)x+ S(-100000000,0,1)z+ W: C(100000000,3,1)z+ C(-99999995,0,1)z+ to-move: black";
    let scene = AxiomScene::of(&text.parse().unwrap());
    let space = Space::of(&scene);
    let first = -100_000_000;
    let near = (first..=first + 5).map(Some);
    let columns: Vec<Option<i32>> = near.chain([None, Some(-first)]).collect();
    assert_eq!(space.x.columns, columns, "four empty columns are shown, more are one break");
    assert_eq!(space.y.columns, [Some(0), Some(1), Some(2), Some(3)]);
    let (_, _, labels) = painted(&scene);
    assert!(labels.iter().map(|label| label.cube).collect::<BTreeSet<_>>().len() == 3);
}

#[test]
fn the_palette_is_large_enough_for_either_theme() {
    for theme in [Theme::Dark, Theme::Light] {
        let colours = theme.colours();
        let palette = palette(theme);
        for flat in [colours.card, colours.frame, colours.last, crate::theme::OUTLINE, crate::theme::WHITE] {
            assert_eq!(palette.colour(palette.nearest(flat)), flat);
        }
        for material in atlas::MATERIALS {
            for flat in [material.top, material.left, material.right, material.accent[1]] {
                assert_eq!(palette.colour(palette.nearest(flat)), flat);
            }
        }
    }
}
