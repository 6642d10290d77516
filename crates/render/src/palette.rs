//! The at most 256 colours of a plan, and what becomes of them where something half transparent lies on them.

use std::collections::{HashMap, VecDeque};

use xima::Colour;

use crate::raster::Raster;
use crate::theme::{Colours, OUTLINE, Rgb, WHITE, faces};

/// What may be drawn half transparent: everything that has an edge upon something unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    /// Outlines, shadows and dark writing.
    Dark,
    /// White writing and rings.
    White,
    /// The last move.
    Last,
}

impl Ink {
    /// Every ink.
    pub const ALL: [Ink; 3] = [Ink::Dark, Ink::White, Ink::Last];
    /// The steps from nothing (0) to opaque.
    pub const STEPS: u8 = 16;
}

/// An index into the palette.
pub(crate) type Index = u8;

/// The colours of a theme's plans.
pub(crate) struct Palette {
    colours: Vec<Rgb>,
    /// For every ink and step, each colour's index once it is covered so.
    covered: Vec<[Index; 256]>,
    inks: [Rgb; 3],
}

impl Palette {
    /// The palette of a theme: its flat colours and the ramps between those that meet.
    pub fn new(theme: &Colours) -> Palette {
        let mut colours = Vec::new();
        let mut add = |colour: Rgb| {
            if !colours.contains(&colour) {
                colours.push(colour);
            }
        };
        let mut ramp = |from: Rgb, to: Rgb, shares: &[f32]| {
            add(from);
            for &share in shares {
                add(from.mix(to, share));
            }
        };
        ramp(OUTLINE, WHITE, &[0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.88, 1.0]);
        for floor in theme.floors.iter().flatten() {
            ramp(*floor, OUTLINE, &[0.08, 0.16, 0.24, 0.32, 0.4, 0.48, 0.62, 0.8]);
            ramp(*floor, theme.last, &[0.35, 0.6, 0.8]);
            ramp(*floor, WHITE, &[0.4]);
        }
        ramp(theme.last, OUTLINE, &[0.2, 0.4, 0.6, 0.8]);
        for colour in Colour::ALL {
            let faces = faces(colour);
            ramp(faces.top, OUTLINE, &[0.2, 0.4, 0.6, 0.8]);
            ramp(faces.front, OUTLINE, &[0.35, 0.7]);
            ramp(faces.rim, faces.top, &[0.5]);
            ramp(faces.rim, OUTLINE, &[0.4, 0.7]);
            ramp(faces.top, theme.rack, &[0.45, 0.6]);
            if faces.ink == WHITE {
                ramp(faces.top, WHITE, &[0.2, 0.4, 0.6, 0.8]);
            }
        }
        ramp(theme.frame, theme.label, &[0.2, 0.4, 0.6, 0.8, 1.0]);
        ramp(theme.card, theme.edge, &[0.5, 1.0]);
        ramp(theme.edge, theme.frame, &[0.5]);
        ramp(theme.rack, theme.to_move, &[0.35, 0.7]);
        ramp(theme.card, theme.to_move, &[0.35, 0.7]);
        ramp(theme.rack, OUTLINE, &[0.35, 0.7]);
        ramp(theme.slot, theme.rack, &[0.5]);
        for [top, bottom] in [theme.wall, theme.summit_wall] {
            ramp(top, bottom, &[0.33, 0.66, 1.0]);
            ramp(top.mix(WHITE, 0.25), bottom, &[]);
        }
        ramp(theme.wall[0].mix(theme.wall[1], 0.5), theme.wall_label, &[0.25, 0.5, 0.75, 1.0]);
        assert!(colours.len() <= 256, "{} colours are too many for a palette", colours.len());
        let inks = Ink::ALL.map(|ink| match ink {
            Ink::Dark => OUTLINE,
            Ink::White => WHITE,
            Ink::Last => theme.last,
        });
        Palette::with(colours, inks)
    }

    /// The same colours in another order: those that lie side by side in a sample get indices near each other.
    ///
    /// A PNG holds differences of indices, and the encoder writes small ones in few bits: a third is saved.
    /// The row of colours grows at both ends, each time by the colour that has most neighbours there.
    pub fn arranged(&self, sample: &Raster) -> Palette {
        const REACH: i32 = 24;
        let count = self.colours.len();
        let meetings = meetings(sample);
        let uses: Vec<u32> = meetings.iter().map(|row| row.iter().sum()).collect();
        let most_used = (0..count).max_by_key(|&index| uses[index]).unwrap_or(0);
        let mut order = VecDeque::from([most_used]);
        // How strongly each colour is drawn to the front and to the back of the row.
        let pull = |end: &mut dyn Iterator<Item = &usize>, index: usize| -> f32 {
            let near = (0..REACH).zip(end);
            near.map(|(distance, &other)| count_to_weight(meetings[index][other]) * 0.9_f32.powi(distance))
                .sum()
        };
        let mut left: Vec<usize> = (0..count).filter(|&index| index != most_used).collect();
        while !left.is_empty() {
            let strongest = |end: &dyn Fn(usize) -> f32| {
                let pulls = left.iter().enumerate().map(|(place, &index)| (place, end(index)));
                pulls.max_by(|a, b| a.1.total_cmp(&b.1)).expect("some colours are left")
            };
            let (front, front_pull) = strongest(&|index| pull(&mut order.iter(), index));
            let (back, back_pull) = strongest(&|index| pull(&mut order.iter().rev(), index));
            if front_pull > back_pull {
                order.push_front(left.remove(front));
            } else {
                order.push_back(left.remove(back));
            }
        }
        Palette::with(order.into_iter().map(|index| self.colours[index]).collect(), self.inks)
    }

    /// The palette of these colours, at most 256, and of these inks in the order of [`Ink::ALL`].
    pub fn with(colours: Vec<Rgb>, inks: [Rgb; 3]) -> Palette {
        let mut palette = Palette { colours, covered: Vec::new(), inks };
        palette.covered = palette.cover();
        palette
    }

    /// Red, green and blue of every colour, as a PNG's palette has them.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|colour| [colour.0, colour.1, colour.2]).collect()
    }

    /// Every index in use.
    #[cfg(test)]
    pub fn indices(&self) -> impl Iterator<Item = Index> {
        (0..=u8::MAX).take(self.colours.len())
    }

    /// The colour at an index.
    #[cfg(test)]
    pub fn colour(&self, index: Index) -> Rgb {
        self.colours[usize::from(index)]
    }

    /// The index of the colour that is nearest to the eye.
    pub fn nearest(&self, wanted: Rgb) -> Index {
        let nearest = (0..=u8::MAX).zip(&self.colours).min_by_key(|(_, colour)| distance(**colour, wanted));
        nearest.expect("no palette is empty").0
    }

    /// The index of an ink where it is opaque.
    pub fn ink(&self, ink: Ink) -> Index {
        self.nearest(self.inks[ink as usize])
    }

    /// The ink that is nearest to a colour.
    fn nearest_ink(&self, colour: Rgb) -> Ink {
        let nearest = Ink::ALL.into_iter().min_by_key(|ink| distance(self.inks[*ink as usize], colour));
        nearest.expect("there are inks")
    }

    /// The row of [`Palette::covered`] for an ink at a step from 1 to [`Ink::STEPS`].
    pub fn row(ink: Ink, step: u8) -> u8 {
        ink as u8 * Ink::STEPS + step - 1
    }

    /// What becomes of each index under the ink and step of a row.
    pub fn covered(&self, row: u8) -> &[Index; 256] {
        &self.covered[usize::from(row)]
    }

    fn cover(&self) -> Vec<[Index; 256]> {
        let mut known = Nearest::new(self);
        let mut rows = Vec::with_capacity(Ink::ALL.len() * usize::from(Ink::STEPS));
        for ink in self.inks {
            for step in 1..=Ink::STEPS {
                let share = f32::from(step) / f32::from(Ink::STEPS);
                let mut row = [0; 256];
                for (covered, colour) in row.iter_mut().zip(&self.colours) {
                    *covered = known.of(colour.mix(ink, share));
                }
                rows.push(row);
            }
        }
        rows
    }
}

/// Finds nearest colours and remembers them: a picture asks for few colours many times.
pub(crate) struct Nearest<'a> {
    palette: &'a Palette,
    known: HashMap<Rgb, Index>,
    latest: Option<(Rgb, Index)>,
}

impl Nearest<'_> {
    /// Nothing is known yet.
    pub fn new(palette: &Palette) -> Nearest<'_> {
        Nearest { palette, known: HashMap::new(), latest: None }
    }

    /// The ink that is nearest to a colour.
    pub fn ink(&self, colour: Rgb) -> Ink {
        self.palette.nearest_ink(colour)
    }

    /// The index of the nearest colour.
    pub fn of(&mut self, colour: Rgb) -> Index {
        match self.latest {
            Some((latest, index)) if latest == colour => index,
            _ => {
                let index = *self.known.entry(colour).or_insert_with(|| self.palette.nearest(colour));
                self.latest = Some((colour, index));
                index
            }
        }
    }
}

/// How often each index follows each other one, left to right or downwards, in either order.
fn meetings(sample: &Raster) -> Vec<[u32; 256]> {
    let width = usize::try_from(sample.width).expect("32 bits fit");
    let mut meetings = vec![[0; 256]; 256];
    for (above, row) in sample.pixels.chunks_exact(width).zip(sample.pixels.chunks_exact(width).skip(1)) {
        for ((corner, up), (left, here)) in above.iter().zip(&above[1..]).zip(row.iter().zip(&row[1..])) {
            // What the encoder's filter takes for this pixel when the edge is straight.
            let expected = if left == corner { up } else { left };
            if expected != here {
                meetings[usize::from(*expected)][usize::from(*here)] += 1;
                meetings[usize::from(*here)][usize::from(*expected)] += 1;
            }
        }
    }
    meetings
}

#[expect(clippy::cast_precision_loss, reason = "a rough weight will do")]
fn count_to_weight(count: u32) -> f32 {
    count as f32
}

/// How different two colours look, by the "redmean" approximation.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let red = u32::from(a.0).midpoint(u32::from(b.0));
    (512 + red) * apart(a.0, b.0) + 1024 * apart(a.1, b.1) + (767 - red) * apart(a.2, b.2)
}

#[cfg(test)]
mod tests;
