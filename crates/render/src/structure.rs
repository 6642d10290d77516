//! Axiom: the structure in space, seen from two opposite corners, so that what is hidden in one view is seen in the other.
//!
//! All edges look equally long (isometry), and cubes are unit cells: painted in the order of their distance they hide
//! each other as they should. Sprites are drawn once for each scale; the scale follows the size of the structure.
//! While the views are painted a survey notes what each pixel shows. Labels and pills are put where it says that they
//! hide no dome and no sceptre.

mod atlas;
mod labels;
mod layout;
mod lettering;
mod view;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use axiom::{Cell, Cube, Face, Faces, Move, Sceptre};
use game::Seat;

use crate::palette::{Index, Ink, Palette};
use crate::raster::Raster;
use crate::scene::{AxiomScene, Target};
use crate::shape::{Sheet, star};
use crate::sprite::Sprite;
use crate::theme::Colours;
use crate::{Look, Theme};
use atlas::Atlas;
use layout::{Corner, Scale, Space, Way};
use lettering::{Lettering, Panel, Style};
use view::View;

/// The width whose sprites are kept between pictures.
const KEPT: u32 = crate::plan::KEPT;
/// The edges that a cube may have at that width.
const UNITS: [i32; 17] = [76, 68, 62, 56, 50, 44, 40, 36, 32, 28, 24, 20, 18, 16, 12, 10, 8];

/// Draws both views; the answer is a PNG file.
pub(crate) fn png(scene: &AxiomScene, look: Look) -> Vec<u8> {
    let width = look.width();
    if width == KEPT {
        encode(scene, look, kept(look.theme))
    } else {
        encode(scene, look, &Kit::new(look.theme, width, palette(look.theme)))
    }
}

/// Draws what is kept between pictures.
pub(crate) fn prepare(theme: Theme) {
    let kit = kept(theme);
    for step in 0..UNITS.len() {
        kit.atlas(step);
    }
}

fn kept(theme: Theme) -> &'static Kit<'static> {
    static KITS: [OnceLock<Kit<'static>>; 2] = [const { OnceLock::new() }; 2];
    KITS[theme as usize].get_or_init(|| Kit::new(theme, KEPT, palette(theme)))
}

/// A theme's palette, in an order that makes small files.
fn palette(theme: Theme) -> &'static Palette {
    static PALETTES: [OnceLock<Palette>; 2] = [const { OnceLock::new() }; 2];
    PALETTES[theme as usize].get_or_init(|| {
        let draft = atlas::palette(&theme.colours());
        let kit = Kit::new(theme, KEPT, &draft);
        draft.arranged(&draw(&sample(), Look { theme, ..Look::default() }, &kit).raster)
    })
}

fn encode(scene: &AxiomScene, look: Look, kit: &Kit<'_>) -> Vec<u8> {
    draw(scene, look, kit).raster.png(kit.palette)
}

/// What all pictures of a theme and a width have in common.
struct Kit<'a> {
    theme: Colours,
    palette: &'a Palette,
    measures: Measures,
    lettering: Lettering,
    panel: Panel,
    /// The ground of a player's badge: waiting, to move, won.
    badges: [Panel; 3],
    star: Sprite,
    atlases: [OnceLock<Box<Atlas>>; UNITS.len()],
}

/// The measures that do not depend on the structure.
#[derive(Clone, Copy, Debug)]
struct Measures {
    width: i32,
    /// Between panels, and around them.
    gap: i32,
    /// Within a panel, around what is drawn.
    room: i32,
    /// The height of the players' badges.
    badge: i32,
}

impl Measures {
    fn new(width: u32) -> Measures {
        let width = i32::try_from(width).expect("pictures are at most a few thousand pixels wide");
        let share = |pixels: i32| (width * pixels / 900).max(1);
        Measures { width, gap: share(9), room: share(10), badge: share(38) }
    }

    /// A length that is so many pixels in a picture 900 pixels wide.
    fn share(&self, pixels: i32) -> i32 {
        (self.width * pixels / 900).max(1)
    }

    fn panel_width(&self) -> i32 {
        (self.width - 3 * self.gap) / 2
    }
}

impl<'a> Kit<'a> {
    fn new(theme: Theme, width: u32, palette: &'a Palette) -> Kit<'a> {
        let theme = theme.colours();
        let measures = Measures::new(width);
        let panel = |radius: i32, wide: i32, line, inside| {
            let wide = crate::plan::float(measures.share(wide));
            Panel::new(measures.share(radius).max(3), wide, [theme.card, line, inside], palette)
        };
        Kit {
            lettering: Lettering::new((measures.share(12) / 2 * 2).max(6), palette),
            panel: panel(10, 1, theme.edge, theme.frame),
            badges: [
                panel(9, 1, theme.edge, theme.rack),
                panel(9, 3, theme.to_move, theme.rack),
                panel(9, 3, theme.last, theme.rack),
            ],
            star: star_sprite(measures.badge, &theme, palette),
            atlases: [const { OnceLock::new() }; UNITS.len()],
            theme,
            palette,
            measures,
        }
    }

    fn scale(&self, step: usize) -> Scale {
        Scale::new(self.measures.share(UNITS[step]))
    }

    fn atlas(&self, step: usize) -> &Atlas {
        self.atlases[step].get_or_init(|| Box::new(Atlas::new(&self.theme, self.palette, self.scale(step))))
    }
}

fn star_sprite(badge: i32, theme: &Colours, palette: &Palette) -> Sprite {
    let half = badge / 2;
    let side = u32::try_from(2 * half).unwrap_or(1);
    let mut sheet = Sheet::new(side, side);
    let middle = crate::plan::float(half);
    sheet.fill(&star(middle, middle, middle * 0.75), theme.last);
    Sprite::new(&sheet.pixmap, (-half, -half), &mut crate::palette::Nearest::new(palette))
}

/// What a pixel shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Tag(u16);

/// The kinds of things that pixels show. What comes later must not be hidden by labels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// Ground.
    Nothing,
    /// A cube's faces.
    Body,
    /// A recess.
    Recess,
    /// A dome.
    Dome,
    /// A sceptre.
    Sceptre,
    /// A pill, a number of an axis, a label.
    Mark,
}

impl Tag {
    const NOTHING: Tag = Tag(0);
    const MARK: Tag = Tag(5 << 8);

    /// Something that belongs to the cube or sceptre of this place in its list. Places that no game has may share a tag.
    fn new(kind: Kind, place: usize) -> Tag {
        Tag((kind as u16) << 8 | u16::from(place.to_le_bytes()[0]))
    }

    fn kind(self) -> Kind {
        [Kind::Nothing, Kind::Body, Kind::Recess, Kind::Dome, Kind::Sceptre, Kind::Mark]
            [usize::from(self.0 >> 8)]
    }

    fn place(self) -> usize {
        usize::from(self.0 & 0xff)
    }

    /// Whether it is of a cube, and of this one.
    fn is_of_cube(self, place: usize) -> bool {
        matches!(self.kind(), Kind::Body | Kind::Recess | Kind::Dome) && self == Tag::new(self.kind(), place)
    }
}

/// A picture that is being painted, and what each of its pixels shows.
struct Easel<'a> {
    raster: Raster,
    palette: &'a Palette,
    survey: Vec<Tag>,
}

impl Easel<'_> {
    /// Draws a sprite. [`Tag::NOTHING`] leaves the survey as it is.
    fn draw(&mut self, sprite: &Sprite, at: (i32, i32), tag: Tag) {
        let Raster { width, height, pixels } = &mut self.raster;
        sprite.runs(at, (*width, *height), |place, data, opaque| {
            let run = &mut pixels[place..place + data.len()];
            if opaque {
                run.copy_from_slice(data);
                if tag != Tag::NOTHING {
                    self.survey[place..place + data.len()].fill(tag);
                }
            } else {
                for (pixel, &row) in run.iter_mut().zip(data) {
                    *pixel = self.palette.covered(row)[usize::from(*pixel)];
                }
                if tag != Tag::NOTHING {
                    for (seen, &row) in self.survey[place..place + data.len()].iter_mut().zip(data) {
                        // Half covered and more is covered.
                        if row % Ink::STEPS >= Ink::STEPS / 2 {
                            *seen = tag;
                        }
                    }
                }
            }
        });
    }

    /// Notes that the pixels of a sprite show something, without drawing it.
    fn note(&mut self, sprite: &Sprite, at: (i32, i32), tag: Tag) {
        sprite.runs(at, (self.raster.width, self.raster.height), |place, data, opaque| {
            if opaque {
                self.survey[place..place + data.len()].fill(tag);
            }
        });
    }

    /// Fills a rectangle, as far as it lies on the picture.
    fn fill(&mut self, [left, top, width, height]: [i32; 4], colour: Index) {
        for y in top..top + height {
            for x in left..left + width {
                if let Some(place) = self.place((x, y)) {
                    self.raster.pixels[place] = colour;
                }
            }
        }
    }

    /// Notes that a rectangle must not be drawn on.
    fn reserve(&mut self, [left, top, width, height]: [i32; 4]) {
        for y in top..top + height {
            for x in left..left + width {
                if let Some(place) = self.place((x, y)) {
                    self.survey[place] = Tag::MARK;
                }
            }
        }
    }

    /// What a pixel shows.
    fn tag(&self, at: (i32, i32)) -> Tag {
        self.place(at).map_or(Tag::NOTHING, |place| self.survey[place])
    }

    fn place(&self, (x, y): (i32, i32)) -> Option<usize> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let within = x < self.raster.width && y < self.raster.height;
        within.then(|| usize::try_from(y * self.raster.width + x).expect("32 bits fit"))
    }
}

fn draw<'a>(scene: &AxiomScene, look: Look, kit: &Kit<'a>) -> Easel<'a> {
    paint(scene, look, kit, |views, easel| {
        labels::write(views, easel);
    })
}

/// Paints everything but the labels, which `finish` writes.
fn paint<'a>(
    scene: &AxiomScene,
    look: Look,
    kit: &Kit<'a>,
    finish: impl FnOnce(&[View<'_>; 2], &mut Easel<'a>),
) -> Easel<'a> {
    let corners = if look.from == Seat::FIRST {
        [Corner::SouthWest, Corner::NorthEast]
    } else {
        [Corner::NorthEast, Corner::SouthWest]
    };
    let space = Space::of(scene);
    let measures = &kit.measures;
    let hold = |scale: Scale| corners.map(|corner| scale.bounds(scene, &space, corner));
    // Numbers of the axes stand beside and below.
    let (beside, below) = (2 * kit.lettering.capital, 2 * kit.lettering.capital);
    let highest = measures.share(600);
    let fits = |step: &usize| {
        hold(kit.scale(*step)).iter().all(|[left, top, right, bottom]| {
            right - left + 2 * beside + 2 * measures.room <= measures.panel_width() && bottom - top <= highest
        })
    };
    let step = (0..UNITS.len()).find(fits).unwrap_or(UNITS.len() - 1);
    let atlas = kit.atlas(step);
    let bounds = hold(atlas.scale);
    let tallest = bounds.iter().map(|[_, top, _, bottom]| bottom - top).max().unwrap_or(0);
    // A scene that no game leads to may not fit at any scale: then its edges are cut off.
    let panel_height = (tallest + below + 2 * measures.room).clamp(measures.share(300), measures.share(1200));
    let panel_top = 2 * measures.gap + measures.badge;
    let height = panel_top + panel_height + measures.gap;
    let size = (look.width(), u32::try_from(height).expect("it is positive"));
    let pixels = usize::try_from(size.0 * size.1).expect("32 bits fit");
    let card = kit.palette.nearest(kit.theme.card);
    let mut easel = Easel {
        raster: Raster { width: size.0, height: size.1, pixels: vec![card; pixels] },
        palette: kit.palette,
        survey: vec![Tag::NOTHING; pixels],
    };
    let views = [0, 1].map(|place: i32| {
        let corner = corners[usize::from(place == 1)];
        let [left, top, right, bottom] = bounds[usize::from(place == 1)];
        let panel = [
            measures.gap + place * (measures.panel_width() + measures.gap),
            panel_top,
            measures.panel_width(),
            panel_height,
        ];
        let origin = (
            panel[0] + (panel[2] - (right - left)) / 2 - left,
            panel[1] + (panel[3] - below - (bottom - top)) / 2 - top,
        );
        View { scene, space: &space, kit, atlas, corner, panel, origin }
    });
    for (seat, view) in [0, 1].into_iter().zip(&views) {
        kit.panel.draw(&mut easel.raster, view.panel);
        let seat = if look.from == Seat::FIRST { seat } else { 1 - seat };
        badge(scene, kit, seat, view.panel, &mut easel);
    }
    for view in &views {
        view.table(&mut easel);
        view.pieces(&mut easel);
    }
    pills(&views, &mut easel);
    finish(&views, &mut easel);
    easel
}

/// A scene with a little of everything, to learn from which colours lie side by side.
fn sample() -> AxiomScene {
    let cell = |x, y, z| Cell::new(x, y, z).expect("it lies near the middle of space");
    let seats = [Seat::ALL[0], Seat::ALL[1]];
    let mut cubes = Vec::new();
    for (place, (x, y)) in [(0, 0), (1, 2), (2, 0), (3, 1), (0, 3), (-1, 1)].into_iter().enumerate() {
        for z in 1..=2 {
            let faces = [Face::ALL[place], Face::ALL[(place + 2) % 6]];
            let domes: Faces = faces.into_iter().filter(|face| *face != Face::ZMinus).collect();
            let owner = seats[(place + usize::from(z == 2)) % 2];
            cubes.push(Cube { cell: cell(x, y, z), domes, owner });
        }
    }
    let sceptres = [(0, 0, Face::ZPlus), (1, 2, Face::XMinus), (2, 0, Face::YMinus), (3, 1, Face::XPlus)];
    let sceptres = (0..).zip(sceptres).map(|(place, (x, y, face))| Sceptre {
        cell: cell(x, y, 2),
        face,
        owner: seats[place % 2],
    });
    AxiomScene {
        cubes,
        sceptres: sceptres.collect(),
        to_move: Some(Seat::FIRST),
        winner: None,
        last: Some(Move::Cube { from: cell(1, -1, 1), to: cell(1, 2, 2), domes: Faces::NONE }),
        selected: None,
        targets: vec![Target::Cell(cell(0, 1, 1)), Target::Cell(cell(2, 1, 1))],
    }
}

/// A player's badge in the upper corner of a panel's outer side: a cube, and how many there are.
fn badge(scene: &AxiomScene, kit: &Kit<'_>, seat: usize, panel: [i32; 4], easel: &mut Easel<'_>) {
    let measures = &kit.measures;
    let style = if scene.winner.is_some_and(|winner| winner.index() == seat) {
        2
    } else {
        usize::from(scene.to_move.is_some_and(|to_move| to_move.index() == seat))
    };
    let width = measures.share(if style == 2 { 116 } else { 84 });
    let [left, _, panel_width, _] = panel;
    let left = left + (panel_width - width) / 2;
    let top = measures.gap;
    kit.badges[style].draw(&mut easel.raster, [left, top, width, measures.badge]);
    // The scale whose cube is about as high as the badge.
    let wanted = measures.badge * 38 / 100;
    let step = (0..UNITS.len()).find(|step| kit.scale(*step).unit <= wanted).unwrap_or(UNITS.len() - 1);
    let atlas = kit.atlas(step);
    let middle = top + measures.badge / 2;
    let at = (left + measures.share(26), middle);
    easel.draw(atlas.cube(seat, |way| way != Way::Up), at, Tag::NOTHING);
    if let Some(dome) = atlas.dome(seat, Way::Up) {
        easel.draw(dome, at, Tag::NOTHING);
    }
    let cubes = scene.cubes.iter().filter(|cube| owner(cube.owner) == seat).count();
    let mut draw = |sprite: &Sprite, at: (i32, i32)| easel.draw(sprite, at, Tag::NOTHING);
    kit.lettering.write(&cubes.to_string(), kit.dark_ink(), (left + measures.share(52), middle), &mut draw);
    if style == 2 {
        easel.draw(&kit.star, (left + width - measures.share(26), middle), Tag::NOTHING);
    }
}

/// The numbers of the targets, each where it can be seen; where none of the views shows it, on what hides it.
fn pills(views: &[View<'_>; 2], easel: &mut Easel<'_>) {
    let mut seen: BTreeMap<Target, usize> = BTreeMap::new();
    for (target, number) in views[0].scene.targets.iter().zip(1..) {
        seen.entry(*target).or_insert(number);
    }
    let mut pills = Vec::new();
    for (target, number) in seen {
        let spots = [0, 1]
            .map(|view| views[view].spot(target).map(|spot| (spot, views[view].shows(target, spot, easel))));
        let open = spots.iter().flatten().any(|(_, open)| *open);
        for (spot, visible) in spots.into_iter().flatten() {
            if visible || !open {
                pills.push((number, spot, if visible { Style::Target } else { Style::Hidden }));
            }
        }
    }
    let lettering = &views[0].kit.lettering;
    for (number, spot, style) in pills {
        let text = number.to_string();
        lettering.draw_plate(&text, style, spot, &mut |sprite, at| easel.draw(sprite, at, Tag::MARK));
    }
}

impl Kit<'_> {
    /// Whether writing on the frame is dark.
    fn dark_ink(&self) -> bool {
        self.theme.label.0 < 128
    }
}

/// The place of a seat's colours; whoever is not the first is White.
fn owner(seat: Seat) -> usize {
    seat.index().min(1)
}

#[cfg(test)]
mod tests;
