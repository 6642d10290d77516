//! Board pictures: a plain [`Scene`] and a [`Look`] become the bytes of a PNG; and so does the [`Chart`] of a game's course.
//!
//! Drawing is CPU work, half a millisecond for a plan, some two for a structure of Axiom and some twenty for the isometric
//! view: keep it off async workers. Nothing is read but the arguments; what is kept between pictures is the empty board
//! and the sprites.

mod chart;
mod isometric;
mod palette;
mod plan;
mod raster;
mod scene;
mod shape;
mod side;
mod sprite;
mod structure;
mod text;
mod theme;

pub use chart::{Chart, Line, Mark, Suit};
pub use scene::{AxiomScene, Scene, Target, XimaScene};
pub use theme::Theme;

use game::Seat;

/// How a scene is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// Dark or light.
    pub theme: Theme,
    /// The relief plan or the isometric view; a structure of Axiom is always shown in its own two views.
    pub view: View,
    /// The seat that has its own side of the board at the bottom, or its own corner in the left view; public pictures are
    /// seen from the first.
    pub from: Seat,
    /// The picture's width in pixels, held within [`Look::WIDTHS`]; the height follows.
    pub width: u32,
}

impl Look {
    /// The widths a picture may have.
    pub const WIDTHS: std::ops::RangeInclusive<u32> = 240..=2400;

    /// A dark plan, 900 pixels wide, from a seat.
    pub const fn from(seat: Seat) -> Look {
        Look { theme: Theme::Dark, view: View::Plan, from: seat, width: plan::KEPT }
    }

    fn width(self) -> u32 {
        self.width.clamp(*Look::WIDTHS.start(), *Look::WIDTHS.end())
    }
}

impl Default for Look {
    /// A dark plan, 900 pixels wide, from the first seat.
    fn default() -> Look {
        Look::from(Seat::FIRST)
    }
}

/// The two views of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum View {
    /// The relief plan, for play: every square in its true place and visible.
    #[default]
    Plan,
    /// The isometric view, to see the pyramid.
    Isometric,
}

/// Draws the empty boards and the sprites of a theme at the default width, which takes half a second and would otherwise
/// be done with the first pictures.
pub fn prepare(theme: Theme) {
    plan::prepare(theme);
    structure::prepare(theme);
}

/// Draws a scene; the answer is a whole PNG file.
pub fn png(scene: &Scene, look: Look) -> Vec<u8> {
    match (scene, look.view) {
        (Scene::Xima(scene), View::Plan) => plan::png(scene, look),
        (Scene::Xima(scene), View::Isometric) => isometric::png(scene, look),
        (Scene::Axiom(scene), _) => structure::png(scene, look),
    }
}

/// Draws the course of a game so many pixels wide, held within [`Look::WIDTHS`]; the answer is a whole PNG file.
pub fn chart(chart: &Chart, theme: Theme, width: u32) -> Vec<u8> {
    chart::png(chart, theme, width)
}
