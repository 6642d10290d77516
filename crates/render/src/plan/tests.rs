use std::collections::HashMap;

use super::*;
use crate::View;
use crate::palette::Index;
use crate::sprite::Map;
use crate::theme::{Rgb, faces};

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A scene for four with nothing but columns.
fn columns(columns: BTreeMap<Square, Vec<Block>>) -> XimaScene {
    XimaScene { columns, last: None, targets: Vec::new(), ..sample() }
}

/// A column of common blocks whose colours take turns.
fn common(height: usize, first: usize) -> Vec<Block> {
    (0..height).map(|level| Block { colour: Colour::ALL[(first + level) % 4], kind: Kind::Common }).collect()
}

/// An atlas with what every pixel of its empty board belongs to.
struct Ground {
    atlas: Atlas,
    parts: Vec<Part>,
}

impl Ground {
    fn new(theme: Theme, width: u32) -> Ground {
        let atlas = Atlas::new(theme, width);
        let parts = board::parts(&atlas.layout, Turn::of(4, Seat::FIRST));
        Ground { atlas, parts }
    }

    /// What every pixel of a plan belongs to.
    fn map(&self, scene: &XimaScene) -> Vec<Part> {
        let Ground { atlas, parts } = self;
        let layout = &atlas.layout;
        let size = (layout.width, layout.height);
        let mut map = Map { size, parts: parts.clone(), palette: &atlas.palette };
        Plan { scene, atlas, layout, turn: Turn::of(4, Seat::FIRST) }.paint(&mut map);
        map.parts
    }

    /// The share of every square that shows the square itself or its column, within the square's own place.
    fn visible(&self, scene: &XimaScene) -> Vec<(Square, f64)> {
        let parts = self.map(scene);
        let layout = &self.atlas.layout;
        let turn = Turn::of(4, Seat::FIRST);
        let side = layout.square;
        let share = |square: Square| {
            let index = place_of(square);
            let (left, top) = layout.corner(turn.place(square));
            let own = |part: &Part| match part {
                Part::Floor(other) | Part::Block(other, _) | Part::Height(other) => *other == index,
                Part::Ground | Part::Mark | Part::Shadow => false,
            };
            let row = |y: i32| {
                let start = usize::try_from(y * i32::try_from(layout.width).unwrap() + left).unwrap();
                parts[start..start + usize::try_from(side).unwrap()].iter().filter(|part| own(part)).count()
            };
            let pixels: usize = (top..top + side).map(row).sum();
            f64::from(u32::try_from(pixels).unwrap()) / f64::from(side * side)
        };
        Square::all().map(|square| (square, share(square))).collect()
    }

    /// The square that is seen least, and how much of it.
    fn least(&self, scene: &XimaScene) -> (Square, f64) {
        self.visible(scene).into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap()
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    fn square(&mut self) -> Square {
        Square::all().nth(self.roll(Square::COUNT)).unwrap()
    }

    fn near(&mut self, square: Square) -> Square {
        let mut near =
            |place: u8| (place + u8::try_from(self.roll(3)).unwrap()).saturating_sub(1).min(Square::SIDE - 1);
        Square::new(near(square.column()), near(square.row())).unwrap()
    }
}

#[test]
fn every_square_stays_visible_in_the_worst_position_found() {
    let ground = Ground::new(Theme::Dark, KEPT);
    let mut dice = Dice(3);
    let mut worst = (columns(BTreeMap::new()), (Square::SUMMIT, 1.0));
    for _ in 0..3 {
        let empty = columns(BTreeMap::new());
        let least = ground.least(&empty);
        let mut climber = (empty, least);
        for _ in 0..100 {
            let mut scene = climber.0.clone();
            for _ in 0..=dice.roll(4) {
                // Near the square that is seen least, or anywhere.
                let at = if dice.roll(2) == 0 { dice.square() } else { dice.near(climber.1.0) };
                let height = [0, 1, 2, 3, 4, 5, 9, 40][dice.roll(8)];
                scene.columns.insert(at, common(height, 0));
            }
            let least = ground.least(&scene);
            if least.1 <= climber.1.1 {
                climber = (scene, least);
            }
        }
        if climber.1.1 < worst.1.1 {
            worst = climber;
        }
    }
    let (scene, (square, share)) = worst;
    println!("worst: {:.1} % of {square} is visible", share * 100.0);
    assert!(share >= 0.35, "only {share} of {square} is visible: {:?}", scene.columns);
    // The search must not be blind: high columns hide much.
    assert!(share < 0.6, "the search found nothing that hides more than {share}");
    for width in [300, 500, 1200] {
        let (square, share) = Ground::new(Theme::Light, width).least(&scene);
        assert!(share >= 0.35, "at {width} pixels only {share} of {square} is visible");
    }
}

#[test]
fn in_front_of_a_wall_a_high_column_leaves_enough() {
    let ground = Ground::new(Theme::Dark, KEPT);
    for (seen, front) in [("G4", "G3"), ("G2", "G1"), ("G6", "G5")] {
        let scene = columns(BTreeMap::from([(square(front), common(40, 0))]));
        let share = ground.visible(&scene).into_iter().find(|(other, _)| *other == square(seen)).unwrap().1;
        assert!((0.35..0.55).contains(&share), "{share} of {seen}");
    }
}

/// Every block shows its player's colour, or it stands in a column whose height is written out in full; the text beside
/// the picture names the colours of those.
#[test]
fn every_block_is_seen_or_counted() {
    let ground = Ground::new(Theme::Dark, KEPT);
    let mut dice = Dice(11);
    let (mut seen, mut counted) = (0, 0);
    for _ in 0..1000 {
        let mut scene = columns(BTreeMap::new());
        let mut blocks = 4 + dice.roll(37);
        let narrow = dice.roll(2) == 0;
        while blocks > 0 {
            let mut at = dice.square();
            if narrow {
                at = Square::new(4 + at.column() % 4, 3 + at.row() % 5).unwrap();
            }
            let height = (1 + dice.roll(6).min(dice.roll(12))).min(blocks);
            blocks -= height;
            let special = dice.roll(12);
            let block = |level| Block {
                colour: Colour::ALL[dice.roll(4)],
                kind: if level == special { Kind::Special } else { Kind::Common },
            };
            let column: Vec<Block> = (0..height).map(block).collect();
            scene.columns.insert(at, column);
        }
        let parts = ground.map(&scene);
        let raster = draw(&scene, Seat::FIRST, &ground.atlas);
        let mut pixels: HashMap<Part, u32> = HashMap::new();
        for (part, index) in parts.iter().zip(&raster.pixels) {
            let shown = match part {
                Part::Block(at, level) => {
                    let at = Square::all().nth(usize::from(*at)).unwrap();
                    is_of(scene.columns[&at][usize::from(*level)].colour, *index, &ground.atlas)
                }
                Part::Height(_) => true,
                _ => continue,
            };
            *pixels.entry(*part).or_default() += u32::from(shown);
        }
        let count = |part| pixels.get(&part).copied().unwrap_or(0);
        for (at, column) in &scene.columns {
            let index = place_of(*at);
            for level in 0..column.len() {
                if count(Part::Block(index, u16::try_from(level).unwrap())) >= 20 {
                    seen += 1;
                } else {
                    counted += 1;
                    assert!(
                        count(Part::Height(index)) >= 60,
                        "{at} {column:?} shows neither colours nor height"
                    );
                }
            }
        }
    }
    println!("{seen} blocks are seen, {counted} counted");
    assert!(counted * 50 < seen, "{counted} of {seen} blocks cannot be seen");
}

/// Whether an index is one of the faces of a player's blocks.
fn is_of(colour: Colour, index: Index, atlas: &Atlas) -> bool {
    let faces = faces(colour);
    [faces.top, faces.front, faces.rim].contains(&atlas.palette.colour(index))
}

#[test]
fn heights_are_written_from_two_on() {
    let ground = Ground::new(Theme::Dark, KEPT);
    for (height, written) in [(1, false), (2, true), (10, true), (99, true), (250, true), (1234, true)] {
        let scene = columns(BTreeMap::from([(square("D5"), common(height, 0))]));
        let parts = ground.map(&scene);
        let pixels = parts.iter().filter(|part| matches!(part, Part::Height(_))).count();
        assert_eq!(pixels > 0, written, "{height}");
    }
}

#[test]
fn a_column_before_another_lets_its_layers_show() {
    let ground = Ground::new(Theme::Dark, KEPT);
    let scene = columns(BTreeMap::from([(square("D5"), common(2, 0)), (square("D4"), common(4, 1))]));
    let parts = ground.map(&scene);
    let lowest = parts.iter().filter(|part| **part == Part::Block(place_of(square("D5")), 0)).count();
    assert!(lowest >= 60, "{lowest}");
}

#[test]
fn what_is_shown_changes_the_picture() {
    let base = sample();
    let picture = |scene: &XimaScene| png(scene, Look::default());
    let drawn = picture(&base);
    let change = |change: &dyn Fn(&mut XimaScene)| {
        let mut scene = base.clone();
        change(&mut scene);
        picture(&scene)
    };
    let changes: [&dyn Fn(&mut XimaScene); 10] = [
        &|scene| scene.to_move = Seat::new(2),
        &|scene| (scene.to_move, scene.winner) = (None, Some(Seat::FIRST)),
        &|scene| scene.last = None,
        &|scene| scene.targets.clear(),
        &|scene| scene.selected = scene.columns.keys().next().copied(),
        &|scene| scene.reserves[Seat::FIRST].common += 1,
        &|scene| scene.reserves[Seat::FIRST].common = 12,
        &|scene| scene.reserves[Seat::FIRST].special = SpecialState::Captured,
        &|scene| scene.reserves[Seat::FIRST].special = SpecialState::OnBoard,
        &|scene| scene.reserves[Seat::FIRST].out = true,
    ];
    let mut pictures: Vec<Vec<u8>> = changes.into_iter().map(change).collect();
    pictures.push(drawn);
    pictures.push(png(&base, Look { from: Seat::ALL[1], ..Look::default() }));
    pictures.push(png(&base, Look { theme: Theme::Light, ..Look::default() }));
    pictures.push(png(&base, Look { view: View::Plan, width: 600, ..Look::default() }));
    for (place, picture) in pictures.iter().enumerate() {
        assert!(!pictures[..place].contains(picture), "two pictures are the same: {place}");
    }
}

#[test]
fn plans_are_indexed_and_named_in_full() {
    let ground = Ground::new(Theme::Dark, KEPT);
    let bytes = ground.atlas.palette.bytes();
    assert!(bytes.len() <= 3 * 256);
    let raster = draw(&sample(), Seat::FIRST, &ground.atlas);
    assert_eq!(raster.pixels.len(), (raster.width * raster.height) as usize);
    let colours = bytes.len() / 3;
    assert!(raster.pixels.iter().all(|index| usize::from(*index) < colours));
    let card = ground.atlas.palette.colour(raster.pixels[0]);
    assert_eq!(card, Rgb::hex(0x0026_282d), "the corner of the picture is the card");
}
