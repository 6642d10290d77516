//! One of the two views: the table with its axes, and the pieces in the order of their distance.

use axiom::{Cell, Faces, Move, Sceptre};

use super::atlas::Atlas;
use super::layout::{Corner, Place, Scale, Space, Way};
use super::{Easel, Kind, Kit, Tag, owner};
use crate::scene::{AxiomScene, Target};

/// One of the views.
pub(super) struct View<'a> {
    pub(super) scene: &'a AxiomScene,
    pub(super) space: &'a Space,
    pub(super) kit: &'a Kit<'a>,
    pub(super) atlas: &'a Atlas,
    pub(super) corner: Corner,
    /// Left, top, width, height.
    pub(super) panel: [i32; 4],
    /// The near corner of the table.
    pub(super) origin: (i32, i32),
}

/// What is painted in the order of distance.
#[derive(Clone, Copy, Debug)]
enum Item {
    Offer,
    Cube(usize),
    Dome(usize, Way),
    Shaft(usize, Way),
    Head(usize, Way),
    Ghost,
}

impl View<'_> {
    pub(super) fn table(&self, easel: &mut Easel<'_>) {
        let (columns, rows) = (self.space.x.len(), self.space.y.len());
        let column = |right: i32| self.space.column(right, self.corner);
        let row = |left: i32| self.space.row(left, self.corner);
        for right in (0..columns).rev() {
            for left in (0..rows).rev() {
                let (Some(x), Some(y)) = (column(right), row(left)) else { continue };
                let at = self.at(Place { right, left, up: 0 });
                let dark = (i64::from(x) + i64::from(y)) % 2 == 0;
                easel.draw(&self.atlas.tiles[usize::from(dark)], at, Tag::NOTHING);
                if right == 0 || column(right - 1).is_none() {
                    easel.draw(&self.atlas.walls[0], at, Tag::NOTHING);
                }
                if left == 0 || row(left - 1).is_none() {
                    easel.draw(&self.atlas.walls[1], at, Tag::NOTHING);
                }
            }
        }
        self.axes(easel);
    }

    /// Numbers along the near edges and up the left corner.
    fn axes(&self, easel: &mut Easel<'_>) {
        let Scale { unit, across, along } = self.atlas.scale;
        let capital = self.kit.lettering.capital;
        let below = self.atlas.scale.slab() + capital * 3 / 4;
        let written =
            |number: Option<i32>| number.map_or_else(|| "//".to_owned(), |number| number.to_string());
        let mut taken = Vec::new();
        let point = |halves: i32, side: i32| {
            (self.origin.0 + side * halves * across / 2, self.origin.1 - halves * along / 2 + below)
        };
        for right in 0..self.space.x.len() {
            let text = written(self.space.column(right, self.corner));
            self.number(&text, point(2 * right + 1, 1), 1, &mut taken, easel);
        }
        for left in 0..self.space.y.len() {
            let text = written(self.space.row(left, self.corner));
            self.number(&text, point(2 * left + 1, -1), -1, &mut taken, easel);
        }
        let (right, left) = (self.space.x.len(), self.space.y.len());
        // The names stand at the ends, a little off the last numbers.
        let name = |(x, y): (i32, i32), side: i32| (x + side * capital * 2 / 3, y - capital / 3);
        self.number("x", name(point(2 * right, 1), 1), 1, &mut taken, easel);
        self.number("y", name(point(2 * left, -1), -1), -1, &mut taken, easel);
        let foot = (self.origin.0 - left * across, self.origin.1 - left * along);
        let grey = easel.palette.nearest(self.kit.theme.frame.mix(self.kit.theme.label, 0.4));
        let line = self.kit.measures.share(1);
        let x = foot.0 - 2 * line;
        easel.fill([x, foot.1 - self.space.top * unit, line, self.space.top * unit], grey);
        for level in 0..=self.space.top {
            easel.fill([x - 2 * line, foot.1 - level * unit, 3 * line, line], grey);
        }
        for level in 1..=self.space.top {
            let at = (x - line, foot.1 - (2 * level - 1) * unit / 2);
            self.number(&level.to_string(), at, -1, &mut taken, easel);
        }
        let at = (x, foot.1 - self.space.top * unit - capital);
        self.number("z", (at.0 + capital / 2, at.1), -1, &mut taken, easel);
    }

    /// Writes a number of an axis to the right (1) or to the left (-1) of a point, unless it would touch another.
    fn number(
        &self,
        text: &str,
        (x, y): (i32, i32),
        side: i32,
        taken: &mut Vec<[i32; 4]>,
        easel: &mut Easel<'_>,
    ) {
        let lettering = &self.kit.lettering;
        let (width, capital) = (lettering.width(text), lettering.capital);
        let left = if side > 0 { x + 2 } else { x - 2 - width };
        let area = [left, y - capital / 2, width, capital];
        let apart = |other: &[i32; 4]| {
            area[0] >= other[0] + other[2]
                || other[0] >= area[0] + area[2]
                || area[1] >= other[1] + other[3]
                || other[1] >= area[1] + area[3]
        };
        let [panel, _, panel_width, _] = self.panel;
        if taken.iter().all(apart) && left > panel && left + width < panel + panel_width {
            taken.push(area);
            let dark = self.kit.dark_ink();
            lettering.write(text, dark, (left, y), &mut |sprite, at| easel.draw(sprite, at, Tag::NOTHING));
            easel.reserve([area[0] - 2, area[1] - 2, area[2] + 4, area[3] + 4]);
        }
    }

    pub(super) fn pieces(&self, easel: &mut Easel<'_>) {
        let mut items: Vec<(i32, u8, Place, Item)> = Vec::new();
        for (index, cube) in self.scene.cubes.iter().enumerate() {
            let Some(place) = self.place(cube.cell) else { continue };
            items.push((place.nearness(), 1, place, Item::Cube(index)));
            for face in cube.domes.iter() {
                let way = self.corner.way(face);
                // A dome in a neighbour's recess is not seen.
                if way.is_seen() && !self.is_filled(cube.cell.step(face)) {
                    items.push((place.step(way).nearness(), 2, place, Item::Dome(index, way)));
                }
            }
        }
        for (index, sceptre) in self.scene.sceptres.iter().enumerate() {
            let Some(place) = self.place(sceptre.cell) else { continue };
            let way = self.corner.way(sceptre.face);
            let front = place.step(way);
            items.push((front.nearness(), 3, place, Item::Shaft(index, way)));
            items.push((front.step(way).nearness(), 3, place, Item::Head(index, way)));
        }
        for target in &self.scene.targets {
            if let Target::Cell(cell) = target
                && let Some(place) = self.place(*cell)
            {
                items.push((place.nearness(), 0, place, Item::Offer));
            }
        }
        if let Some(place) = self.scene.last.and_then(|last| self.place(last.from())) {
            items.push((place.nearness(), 4, place, Item::Ghost));
        }
        items.sort_by_key(|(nearness, order, ..)| (*nearness, *order));
        for (_, _, place, item) in items {
            self.item(place, item, easel);
        }
    }

    fn item(&self, place: Place, item: Item, easel: &mut Easel<'_>) {
        let at = self.at(place);
        let scale = self.atlas.scale;
        match item {
            Item::Offer => easel.draw(&self.atlas.offer, at, Tag::NOTHING),
            Item::Ghost => easel.draw(&self.atlas.ghost, at, Tag::NOTHING),
            Item::Cube(index) => self.cube(index, at, easel),
            Item::Dome(index, way) => {
                let owner = owner(self.scene.cubes[index].owner);
                if let Some(dome) = self.atlas.dome(owner, way) {
                    easel.draw(dome, at, Tag::new(Kind::Dome, index));
                }
            }
            Item::Shaft(index, way) => {
                let sceptre = self.scene.sceptres[index];
                if let (Some(chosen), Some(ring)) = (self.marked(sceptre), self.atlas.ring(false, way)) {
                    let ring = if chosen { self.atlas.ring(true, way).unwrap_or(ring) } else { ring };
                    easel.draw(ring, at, Tag::new(Kind::Sceptre, index));
                }
                easel.draw(self.atlas.shaft(owner(sceptre.owner), way), at, Tag::new(Kind::Sceptre, index));
            }
            Item::Head(index, way) => {
                let sceptre = self.scene.sceptres[index];
                let tag = Tag::new(Kind::Sceptre, index);
                if let Some(chosen) = self.marked(sceptre) {
                    let (dx, dy) = scale.step(way);
                    let head = (at.0 + dx * Atlas::HEAD / 100, at.1 + dy * Atlas::HEAD / 100);
                    easel.draw(&self.atlas.halos[usize::from(chosen)], head, tag);
                }
                easel.draw(self.atlas.head(owner(sceptre.owner), way), at, tag);
            }
        }
    }

    pub(super) fn cube(&self, index: usize, at: (i32, i32), easel: &mut Easel<'_>) {
        let cube = self.scene.cubes[index];
        let owner = owner(cube.owner);
        let recesses = Faces::ALL.without(cube.domes);
        let is_recess = |way: Way| recesses.iter().any(|face| self.corner.way(face) == way);
        easel.draw(self.atlas.cube(owner, is_recess), at, Tag::new(Kind::Body, index));
        for opening in Way::SEEN.into_iter().filter(|way| is_recess(*way)) {
            if let Some(opening) = self.atlas.opening(opening) {
                easel.note(opening, at, Tag::new(Kind::Recess, index));
            }
        }
        let carries = self.scene.sceptres.iter().any(|sceptre| sceptre.cell == cube.cell);
        if self.scene.selected == Some(cube.cell) && !carries {
            easel.draw(&self.atlas.chosen_cube, at, Tag::NOTHING);
        } else if matches!(self.scene.last, Some(Move::Cube { to, .. }) if to == cube.cell) {
            easel.draw(&self.atlas.last_cube, at, Tag::NOTHING);
        }
    }

    /// Whether a sceptre is marked, and then, whether as chosen.
    fn marked(&self, sceptre: Sceptre) -> Option<bool> {
        if self.scene.selected == Some(sceptre.cell) {
            return Some(true);
        }
        let moved = matches!(self.scene.last, Some(Move::Sceptre { to, face, .. }) if (to, face) == (sceptre.cell, sceptre.face));
        moved.then_some(false)
    }

    /// Where a target's number stands, if it is on the picture and its face looks this way.
    pub(super) fn spot(&self, target: Target) -> Option<(i32, i32)> {
        let (Target::Cell(cell) | Target::Face(cell, _)) = target;
        let (x, y) = self.at(self.place(cell)?);
        let scale = self.atlas.scale;
        match target {
            Target::Cell(_) => Some((x, y + scale.unit - scale.along)),
            Target::Face(_, face) => {
                let way = self.corner.way(face);
                let (dx, dy) = scale.step(way);
                way.is_seen().then_some((x + dx / 2, y + dy / 2))
            }
        }
    }

    /// Whether nothing hides a target where its number stands.
    pub(super) fn shows(&self, target: Target, spot: (i32, i32), easel: &Easel<'_>) -> bool {
        let (Target::Cell(cell) | Target::Face(cell, _)) = target;
        let tag = easel.tag(spot);
        let hides = |other: Cell| match (self.place(other), self.place(cell)) {
            (Some(other), Some(place)) => other.nearness() > place.nearness(),
            _ => false,
        };
        match tag.kind() {
            Kind::Nothing | Kind::Mark => true,
            Kind::Body | Kind::Recess | Kind::Dome => {
                self.scene.cubes.get(tag.place()).is_none_or(|cube| !hides(cube.cell))
            }
            Kind::Sceptre => {
                self.scene.sceptres.get(tag.place()).is_none_or(|sceptre| !hides(sceptre.front()))
            }
        }
    }

    fn is_filled(&self, cell: Cell) -> bool {
        self.scene.cubes.iter().any(|cube| cube.cell == cell)
    }

    pub(super) fn place(&self, cell: Cell) -> Option<Place> {
        self.space.place(cell, self.corner)
    }

    /// The middle of a cube in the picture.
    pub(super) fn at(&self, place: Place) -> (i32, i32) {
        let (x, y) = self.atlas.scale.middle(place);
        (self.origin.0 + x, self.origin.1 + y)
    }
}
