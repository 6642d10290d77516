//! Everything that the views are put together from, drawn once for a theme and a scale.

use std::array;
use std::cell::RefCell;

use tiny_skia::Path;

use super::layout::{Scale, Way};
use crate::palette::{Nearest, Palette};
use crate::plan::{float, round};
use crate::shape::{Sheet, polygon, rounded, segment};
use crate::sprite::Sprite;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE};

/// The radius of domes and recesses, in edges as they are on the picture.
const RADIUS: f32 = 0.31;
/// How much shorter than wide a circle looks that lies on a face.
const FLAT: f32 = 0.577;

/// The colours of one player's pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    /// The top of a cube.
    pub top: Rgb,
    /// Its left side.
    pub left: Rgb,
    /// Its right side.
    pub right: Rgb,
    /// The lines where its faces meet.
    pub rim: Rgb,
    /// The edge of a recess.
    pub lip: Rgb,
    /// The wall of a recess.
    pub hollow: Rgb,
    /// The ground of a recess.
    pub ground: Rgb,
    /// The domes, from the shaded side to the shine; the second is also the line around a sceptre.
    pub accent: [Rgb; 4],
}

/// The colours of both players' pieces. Black's accents are amber and White's blue: bright against dark on either's
/// cubes, and told apart by everybody.
pub(super) const MATERIALS: [Material; 2] = [
    Material {
        top: Rgb::hex(0x002f_333b),
        left: Rgb::hex(0x0024_272d),
        right: Rgb::hex(0x0018_1a1e),
        rim: Rgb::hex(0x0094_6c2c),
        lip: Rgb::hex(0x005a_4a30),
        hollow: Rgb::hex(0x0005_0607),
        ground: Rgb::hex(0x0049_4f5a),
        accent: [Rgb::hex(0x00b0_6a00), Rgb::hex(0x00ff_b02e), Rgb::hex(0x00ff_d27a), Rgb::hex(0x00ff_f0cf)],
    },
    Material {
        top: Rgb::hex(0x00f6_f2ea),
        left: Rgb::hex(0x00dc_d7cc),
        right: Rgb::hex(0x00bf_b9ac),
        rim: Rgb::hex(0x0084_a3de),
        lip: Rgb::hex(0x0092_8b7d),
        hollow: Rgb::hex(0x006c_665a),
        ground: Rgb::hex(0x00a8_a193),
        accent: [Rgb::hex(0x0017_3f94), Rgb::hex(0x002f_6fe4), Rgb::hex(0x0078_a6f6), Rgb::hex(0x00d6_e4ff)],
    },
];

/// The palette of a theme's pictures of a structure.
pub(super) fn palette(theme: &Colours) -> Palette {
    let mut colours: Vec<Rgb> = Vec::new();
    let mut ramp = |from: Rgb, to: Rgb, shares: &[f32]| {
        for share in [0.0].iter().chain(shares) {
            let colour = from.mix(to, *share);
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        }
    };
    ramp(OUTLINE, WHITE, &[0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.88, 1.0]);
    ramp(theme.card, theme.edge, &[0.33, 0.66, 1.0]);
    ramp(theme.edge, theme.frame, &[0.33, 0.66]);
    ramp(theme.frame, theme.label, &[0.2, 0.4, 0.6, 0.8, 1.0]);
    ramp(theme.card, theme.to_move, &[0.25, 0.5, 0.75]);
    ramp(theme.card, theme.last, &[0.25, 0.5, 0.75]);
    ramp(theme.frame, theme.last, &[0.25, 0.5, 0.75]);
    ramp(theme.last, OUTLINE, &[0.2, 0.4, 0.6, 0.8]);
    ramp(theme.frame, OUTLINE, &[0.3, 0.6]);
    for floor in theme.floors[0] {
        ramp(floor, OUTLINE, &[0.1, 0.2, 0.3, 0.45, 0.6, 0.8]);
        ramp(floor, theme.last, &[0.3, 0.6]);
        ramp(floor, WHITE, &[0.2, 0.35, 0.6]);
    }
    for wall in theme.wall {
        ramp(wall, OUTLINE, &[0.4]);
    }
    for material in MATERIALS {
        for face in [material.top, material.left, material.right] {
            ramp(face, OUTLINE, &[0.25, 0.5, 0.75]);
            ramp(face, material.rim, &[0.35, 0.7]);
            ramp(face, material.accent[1], &[0.5]);
            ramp(face, theme.last, &[0.4, 0.7]);
        }
        ramp(material.ground, material.hollow, &[0.33, 0.66, 1.0]);
        ramp(material.ground, material.top, &[0.5]);
        ramp(material.rim, OUTLINE, &[0.5]);
        ramp(material.lip, material.top, &[0.5]);
        ramp(material.lip, material.right, &[0.5]);
        for pair in material.accent.windows(2) {
            ramp(pair[0], pair[1], &[0.25, 0.5, 0.75, 1.0]);
        }
        for tone in material.accent {
            ramp(tone, OUTLINE, &[0.35, 0.7]);
        }
    }
    assert!(colours.len() <= 256, "{} colours are too many for a palette", colours.len());
    Palette::with(colours, [OUTLINE, WHITE, theme.last])
}

/// A sprite for each face that can be seen: to the left, to the right, up.
type Seen<T> = [T; 3];

/// The sprites of a scale. Those of a cube are anchored at its middle, which is its nearest corner.
pub(super) struct Atlas {
    /// How large everything is.
    pub scale: Scale,
    /// A cube without its domes, by owner and by which of the seen faces are recesses.
    cubes: [[Sprite; 8]; 2],
    /// The two colours of the table's squares; anchored at the near corner, as the walls are.
    pub tiles: [Sprite; 2],
    /// The table's edges, to the left and to the right.
    pub walls: [Sprite; 2],
    /// The line around a cube of the last move.
    pub last_cube: Sprite,
    /// The line around a chosen cube.
    pub chosen_cube: Sprite,
    /// The lines around the head of a sceptre, anchored at its middle: of the last move, chosen.
    pub halos: [Sprite; 2],
    /// Where a piece of the last move came from.
    pub ghost: Sprite,
    /// The ground of a cell where a cube may be put.
    pub offer: Sprite,
    domes: [Seen<Sprite>; 2],
    recesses: Seen<Sprite>,
    last_rings: Seen<Sprite>,
    chosen_rings: Seen<Sprite>,
    shafts: [[Sprite; 6]; 2],
    heads: [[Sprite; 6]; 2],
}

impl Atlas {
    /// The distance of a sceptre's head from the middle of its cube, in hundredths of an edge.
    pub const HEAD: i32 = 163;

    /// Draws all sprites.
    pub fn new(theme: &Colours, palette: &Palette, scale: Scale) -> Atlas {
        let draw = Draw { theme, scale, nearest: RefCell::new(Nearest::new(palette)) };
        let seen = |sprite: &dyn Fn(Way) -> Sprite| Way::SEEN.map(sprite);
        let every = |sprite: &dyn Fn(Way) -> Sprite| Way::ALL.map(sprite);
        Atlas {
            cubes: array::from_fn(|owner| array::from_fn(|recesses| draw.cube(&MATERIALS[owner], recesses))),
            tiles: array::from_fn(|dark| draw.tile(theme.floors[0][dark])),
            walls: [draw.wall(-1, theme.wall[0]), draw.wall(1, theme.wall[1])],
            last_cube: draw.frame(theme.last),
            chosen_cube: draw.frame(WHITE),
            halos: [theme.last, WHITE].map(|colour| draw.halo(colour)),
            ghost: draw.ghost(),
            offer: draw.offer(),
            domes: array::from_fn(|owner| seen(&|way| draw.dome(&MATERIALS[owner], way))),
            recesses: seen(&|way| draw.opening(way)),
            last_rings: seen(&|way| draw.ring(theme.last, way)),
            chosen_rings: seen(&|way| draw.ring(WHITE, way)),
            shafts: array::from_fn(|owner| every(&|way| draw.shaft(&MATERIALS[owner], way))),
            heads: array::from_fn(|owner| every(&|way| draw.head(&MATERIALS[owner], way))),
            scale,
        }
    }

    /// A dome, if its face can be seen.
    pub fn dome(&self, owner: usize, way: Way) -> Option<&Sprite> {
        seen(&self.domes[owner], way)
    }

    /// A cube that has recesses where `is_recess` says so.
    pub fn cube(&self, owner: usize, is_recess: impl Fn(Way) -> bool) -> &Sprite {
        let bits = Way::SEEN.into_iter().enumerate().map(|(place, way)| usize::from(is_recess(way)) << place);
        &self.cubes[owner][bits.sum::<usize>()]
    }

    /// The outline of a recess, if its face can be seen. It is part of the cube's sprite already.
    pub fn opening(&self, way: Way) -> Option<&Sprite> {
        seen(&self.recesses, way)
    }

    /// The ring around the foot of a sceptre, if its face can be seen.
    pub fn ring(&self, chosen: bool, way: Way) -> Option<&Sprite> {
        seen(if chosen { &self.chosen_rings } else { &self.last_rings }, way)
    }

    /// The part of a sceptre that fills its front cell.
    pub fn shaft(&self, owner: usize, way: Way) -> &Sprite {
        &self.shafts[owner][way as usize]
    }

    /// The part of a sceptre that pokes into its tip cell.
    pub fn head(&self, owner: usize, way: Way) -> &Sprite {
        &self.heads[owner][way as usize]
    }
}

fn seen(sprites: &Seen<Sprite>, way: Way) -> Option<&Sprite> {
    Way::SEEN.iter().position(|seen| *seen == way).map(|place| &sprites[place])
}

/// Draws sprites.
struct Draw<'a> {
    theme: &'a Colours,
    scale: Scale,
    nearest: RefCell<Nearest<'a>>,
}

/// Where a face lies on the picture: its middle, and the unit vectors outwards and along it.
#[derive(Clone, Copy)]
struct Facet {
    middle: (f32, f32),
    out: (f32, f32),
    along: (f32, f32),
}

impl Facet {
    fn point(&self, along: f32, out: f32) -> (f32, f32) {
        (
            self.middle.0 + self.along.0 * along + self.out.0 * out,
            self.middle.1 + self.along.1 * along + self.out.1 * out,
        )
    }

    /// A circle on the face.
    fn disc(&self, radius: f32) -> Path {
        self.round(0.0, radius, radius * FLAT, radius * FLAT)
    }

    /// A curve around a point that lies `out` of the face, with its own radii along and on either side outwards.
    fn round(&self, out: f32, along: f32, outer: f32, inner: f32) -> Path {
        let points: Vec<(f32, f32)> = (0..48_u8)
            .map(|step| {
                let (sine, cosine) = (f32::from(step) / 48.0 * std::f32::consts::TAU).sin_cos();
                self.point(along * cosine, out + sine * if sine > 0.0 { outer } else { inner })
            })
            .collect();
        polygon(&points)
    }
}

impl Draw<'_> {
    fn unit(&self) -> f32 {
        float(self.scale.unit)
    }

    /// The width of dark outlines.
    fn line(&self) -> f32 {
        (self.unit() * 0.026).clamp(0.7, 2.0)
    }

    /// A sheet that reaches so many edges around the anchor; `paint` is told where the anchor is.
    fn sprite(&self, reach: f32, paint: impl FnOnce(&mut Sheet, (f32, f32))) -> Sprite {
        let half = round((self.unit() * reach).ceil()) + 3;
        let side = u32::try_from(2 * half).unwrap_or(1);
        let mut sheet = Sheet::new(side, side);
        paint(&mut sheet, (float(half), float(half)));
        Sprite::new(&sheet.pixmap, (-half, -half), &mut self.nearest.borrow_mut())
    }

    fn facet(&self, way: Way, (x, y): (f32, f32)) -> Facet {
        let (dx, dy) = self.scale.step(way);
        let (dx, dy) = (float(dx), float(dy));
        let length = dx.hypot(dy).max(1.0);
        let out = (dx / length, dy / length);
        Facet { middle: (x + dx / 2.0, y + dy / 2.0), out, along: (-out.1, out.0) }
    }

    /// The corners of a cube's outline around its middle, from the top clockwise, grown by `margin`.
    fn hexagon(&self, (x, y): (f32, f32), margin: f32) -> [(f32, f32); 6] {
        let Scale { unit, across, along } = self.scale;
        let grow = |(dx, dy): (i32, i32)| {
            let (dx, dy) = (float(dx), float(dy));
            let length = dx.hypot(dy).max(1.0);
            let by = 1.0 + margin * 1.155 / length;
            (x + dx * by, y + dy * by)
        };
        [(0, -unit), (across, -along), (across, along), (0, unit), (-across, along), (-across, -along)]
            .map(grow)
    }

    fn cube(&self, material: &Material, recesses: usize) -> Sprite {
        self.sprite(1.0, |sheet, at| {
            let line = self.line();
            let [top, upper_right, lower_right, bottom, lower_left, upper_left] = self.hexagon(at, 0.0);
            sheet.fill(&polygon(&self.hexagon(at, line * 0.7)), OUTLINE);
            for (face, colour) in [
                ([at, upper_right, top, upper_left], material.top),
                ([at, upper_left, lower_left, bottom], material.left),
                ([at, upper_right, lower_right, bottom], material.right),
            ] {
                sheet.fill(&polygon(&face), colour);
            }
            let rim = (self.unit() * 0.03).clamp(0.8, 2.2);
            // The lines lie inside the cube, so that neighbours do not cut them in half.
            let inside = self.hexagon(at, -rim * 0.6);
            sheet.stroke(&polygon(&inside), material.rim, rim);
            for corner in [inside[1], inside[3], inside[5]] {
                sheet.stroke(&segment(at, corner), material.rim, rim);
            }
            for (place, way) in Way::SEEN.into_iter().enumerate() {
                if recesses >> place & 1 == 1 {
                    self.recess(sheet, material, self.facet(way, at));
                }
            }
        })
    }

    fn tile(&self, colour: Rgb) -> Sprite {
        self.sprite(1.0, |sheet, (x, y)| {
            let (across, along) = (float(self.scale.across), float(self.scale.along));
            let corners = [(x, y), (x + across, y - along), (x, y - 2.0 * along), (x - across, y - along)];
            sheet.fill(&polygon(&corners), colour);
        })
    }

    /// The table's edge under the near side of a square, on the left (-1) or on the right (1).
    fn wall(&self, side: i32, colour: Rgb) -> Sprite {
        self.sprite(1.2, |sheet, (x, y)| {
            let (across, along) = (float(self.scale.across * side), float(self.scale.along));
            let slab = float(self.scale.slab());
            let corners = [(x, y), (x + across, y - along), (x + across, y - along + slab), (x, y + slab)];
            sheet.fill(&polygon(&corners), colour);
        })
    }

    fn dome(&self, material: &Material, way: Way) -> Sprite {
        self.sprite(0.9, |sheet, at| {
            let facet = self.facet(way, at);
            let radius = self.unit() * RADIUS;
            let line = self.line();
            let [deep, base, light, shine] = material.accent;
            let shape = |margin: f32| {
                let radius = radius + margin;
                facet.round(0.0, radius, radius, radius * FLAT)
            };
            sheet.fill(&shape(line), OUTLINE);
            sheet.fill(&shape(0.0), deep);
            // The light comes from the upper left; each tone is a smaller ball that lies nearer to it.
            let middle = facet.point(0.0, radius * (1.0 - FLAT) / 2.0);
            let ball = radius * (1.0 + FLAT) / 2.0;
            for (tone, size, shift) in [
                (deep.mix(base, 0.5), 0.92, 0.07),
                (base, 0.8, 0.14),
                (base.mix(light, 0.5), 0.6, 0.24),
                (light, 0.42, 0.32),
                (shine, 0.2, 0.4),
            ] {
                let (x, y) = (middle.0 - ball * shift * 0.7, middle.1 - ball * shift);
                let size = ball * size;
                sheet.fill(&rounded(x - size, y - size, 2.0 * size, 2.0 * size, size), tone);
            }
        })
    }

    fn recess(&self, sheet: &mut Sheet, material: &Material, facet: Facet) {
        let radius = self.unit() * RADIUS;
        let line = (self.line() * 1.2).max(1.0);
        sheet.fill(&facet.disc(radius + line), material.lip);
        sheet.fill(&facet.disc(radius), material.hollow);
        // Of a dent the side away from the light shines, and its ground lies lower than the lip.
        for (share, size, sink) in [(0.66, 0.86, 0.08), (0.33, 0.68, 0.15), (0.0, 0.48, 0.22)] {
            let tone = material.ground.mix(material.hollow, share);
            let (x, y) = facet.point(0.0, -radius * FLAT * sink);
            let middle = (x + radius * sink * 0.3, y + radius * sink * 0.35);
            sheet.fill(&Facet { middle, ..facet }.disc(radius * size), tone);
        }
    }

    fn opening(&self, way: Way) -> Sprite {
        self.sprite(0.9, |sheet, at| {
            sheet.fill(&self.facet(way, at).disc(self.unit() * RADIUS), OUTLINE);
        })
    }

    /// A ring around the foot of a sceptre.
    fn ring(&self, colour: Rgb, way: Way) -> Sprite {
        self.sprite(0.9, |sheet, at| {
            let facet = self.facet(way, at);
            let radius = self.unit() * (RADIUS + 0.05);
            let path = facet.round(0.0, radius, radius * FLAT, radius * FLAT);
            let wide = (self.unit() * 0.06).max(1.6);
            sheet.stroke(&path, OUTLINE, wide + 2.0 * self.line());
            sheet.stroke(&path, colour, wide);
        })
    }

    /// The parts of a sceptre lie around its axis; the one that fills the front cell ends where the tip cell begins.
    fn shaft(&self, material: &Material, way: Way) -> Sprite {
        self.sprite(1.7, |sheet, at| {
            let facet = self.facet(way, at);
            let unit = self.unit();
            let line = self.line();
            let edge = (unit * 0.032).max(1.0);
            let half = unit * 0.082;
            let bar = |margin: f32, from: f32, to: f32| {
                let half = half + margin;
                polygon(&[
                    facet.point(-half, from),
                    facet.point(half, from),
                    facet.point(half * 0.8, to),
                    facet.point(-half * 0.8, to),
                ])
            };
            let foot = |margin: f32, out: f32| {
                let radius = unit * 0.2 + margin;
                facet.round(out, radius, radius * FLAT, radius * FLAT)
            };
            let end = unit;
            let (rise, core) = (unit * 0.06, material.top);
            for (margin, colour) in [(edge + line, OUTLINE), (edge, material.accent[1]), (0.0, core)] {
                sheet.fill(&foot(margin, 0.0), colour);
                sheet.fill(&foot(margin, rise), colour);
            }
            for (margin, colour) in [(edge + line, OUTLINE), (edge, material.accent[1]), (0.0, core)] {
                sheet.fill(&bar(margin, rise, end), colour);
            }
        })
    }

    fn head(&self, material: &Material, way: Way) -> Sprite {
        self.sprite(2.1, |sheet, at| {
            let facet = self.facet(way, at);
            let unit = self.unit();
            let line = self.line();
            let edge = (unit * 0.04).max(1.1);
            let (out, radius) = (unit * 1.13, unit * 0.165);
            let (x, y) = facet.point(0.0, out);
            let ball = |margin: f32, (x, y): (f32, f32), radius: f32| {
                let radius = radius + margin;
                rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius)
            };
            for (margin, colour) in [(edge + line, OUTLINE), (edge, material.accent[1]), (0.0, material.top)]
            {
                sheet.fill(&ball(margin, (x, y), radius), colour);
            }
            let shine = (x - radius * 0.3, y - radius * 0.35);
            sheet.fill(&ball(0.0, shine, radius * 0.35), material.top.mix(WHITE, 0.5));
        })
    }

    fn halo(&self, colour: Rgb) -> Sprite {
        self.sprite(0.5, |sheet, (x, y)| {
            let radius = self.unit() * 0.27;
            let circle = |radius: f32| rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius);
            sheet.fill(&circle(radius + self.line()), OUTLINE);
            sheet.fill(&circle(radius), colour);
        })
    }

    /// The line around a cube: its outline and the three edges that are seen.
    fn frame(&self, colour: Rgb) -> Sprite {
        self.sprite(1.1, |sheet, at| {
            let wide = (self.unit() * 0.055).clamp(1.6, 4.0);
            let corners = self.hexagon(at, -wide * 0.4);
            sheet.stroke(&polygon(&corners), OUTLINE, wide + 2.0 * self.line());
            sheet.stroke(&polygon(&corners), colour, wide);
        })
    }

    /// A cube that is not there any more: its edges, broken.
    fn ghost(&self) -> Sprite {
        self.sprite(1.1, |sheet, at| {
            let wide = (self.unit() * 0.045).clamp(1.7, 3.2);
            let corners = self.hexagon(at, -wide * 0.5);
            let dashes: Vec<Path> = (0..6)
                .flat_map(|corner| {
                    let (from, to) = (corners[corner], corners[(corner + 1) % 6]);
                    let at = move |share: f32| {
                        (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
                    };
                    [(0.0, 0.14), (0.3, 0.44), (0.56, 0.7), (0.86, 1.0)]
                        .map(|(start, end)| segment(at(start), at(end)))
                })
                .collect();
            for (colour, wide) in [(OUTLINE, wide + 1.6 * self.line()), (self.theme.last, wide)] {
                for dash in &dashes {
                    sheet.stroke(dash, colour, wide);
                }
            }
        })
    }

    /// The ground of a cell, which lies under its middle.
    fn offer(&self) -> Sprite {
        self.sprite(1.1, |sheet, (x, y)| {
            let (across, along, unit) = (float(self.scale.across), float(self.scale.along), self.unit());
            let (middle, share) = (y + unit - along, 0.8);
            let corners = [
                (x, middle + along * share),
                (x + across * share, middle),
                (x, middle - along * share),
                (x - across * share, middle),
            ];
            sheet.tint(&polygon(&corners), WHITE, 0.3);
            sheet.stroke(&polygon(&corners), WHITE, (unit * 0.025).max(1.0));
        })
    }
}
