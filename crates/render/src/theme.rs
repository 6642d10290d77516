//! The colours of a picture. Players' colours were checked for protan, deutan and tritan vision.

use xima::Colour;

/// Dark, as most Discord pages are, or light.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// For dark pages.
    #[default]
    Dark,
    /// For light pages.
    Light,
}

/// An opaque colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// A colour as it is written in hexadecimal.
    pub const fn hex(value: u32) -> Rgb {
        let [_, red, green, blue] = value.to_be_bytes();
        Rgb(red, green, blue)
    }

    /// The colour that lies `share` (0 to 1) of the way to another.
    pub fn mix(self, other: Rgb, share: f32) -> Rgb {
        let channel = |from: u8, to: u8| {
            let value = f32::from(from) + (f32::from(to) - f32::from(from)) * share;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "rounded, within 0..=255"
            )]
            let value = value.round().clamp(0.0, 255.0) as u8;
            value
        };
        Rgb(channel(self.0, other.0), channel(self.1, other.1), channel(self.2, other.2))
    }
}

/// The outline of blocks and pills, and the ink on bright blocks.
pub(crate) const OUTLINE: Rgb = Rgb::hex(0x000e_1013);
/// The ink on dark blocks, the ring of the chosen block and the ground of the pills.
pub(crate) const WHITE: Rgb = Rgb::hex(0x00ff_ffff);

/// The faces of a player's blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faces {
    /// The top.
    pub top: Rgb,
    /// The line along the top's edge.
    pub rim: Rgb,
    /// The front, and the side that looks at the light in the isometric view.
    pub front: Rgb,
    /// What is written on the top.
    pub ink: Rgb,
}

/// The faces of a colour's blocks, in either theme.
pub(crate) fn faces(colour: Colour) -> Faces {
    let (top, ink) = match colour {
        Colour::Red => (Rgb::hex(0x00d6_2f2a), WHITE),
        Colour::Blue => (Rgb::hex(0x001d_5fe0), WHITE),
        Colour::Yellow => (Rgb::hex(0x00ff_d43b), OUTLINE),
        Colour::Green => (Rgb::hex(0x0017_b890), OUTLINE),
    };
    Faces { top, ink, rim: top.mix(WHITE, 0.45), front: top.mix(Rgb(0, 0, 0), 0.15) }
}

/// Everything that differs between the themes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colours {
    /// What everything lies on.
    pub card: Rgb,
    /// The board's frame, which carries the labels.
    pub frame: Rgb,
    /// The line around frame and racks.
    pub edge: Rgb,
    /// Coordinates on the frame.
    pub label: Rgb,
    /// The ground of the racks and of their empty places.
    pub rack: Rgb,
    /// An empty place in a rack.
    pub slot: Rgb,
    /// The two colours of each floor's squares, the summit last.
    pub floors: [[Rgb; 2]; 4],
    /// The walls of the floors, at the top and at the bottom.
    pub wall: [Rgb; 2],
    /// What is written on the walls.
    pub wall_label: Rgb,
    /// The summit's wall, at the top and at the bottom.
    pub summit_wall: [Rgb; 2],
    /// The last move.
    pub last: Rgb,
    /// The frame of the rack whose player is to move.
    pub to_move: Rgb,
    /// How dark a shadow is at most, 0 to 1.
    pub shadow: f32,
}

impl Theme {
    pub(crate) const fn colours(self) -> Colours {
        match self {
            Theme::Dark => Colours {
                card: Rgb::hex(0x0026_282d),
                frame: Rgb::hex(0x001b_1d21),
                edge: Rgb::hex(0x003a_3d44),
                label: Rgb::hex(0x00e3_e5e8),
                rack: Rgb::hex(0x001b_1d21),
                slot: Rgb::hex(0x0013_1417),
                floors: [
                    [Rgb::hex(0x005c_6573), Rgb::hex(0x0043_4a56)],
                    [Rgb::hex(0x0083_8c9a), Rgb::hex(0x0066_6e7b)],
                    [Rgb::hex(0x00b2_b8c2), Rgb::hex(0x0092_9aa5)],
                    [Rgb::hex(0x00e9_dcb8); 2],
                ],
                wall: [Rgb::hex(0x0044_4a53), Rgb::hex(0x0026_292f)],
                wall_label: Rgb::hex(0x00e3_e5e8),
                summit_wall: [Rgb::hex(0x00a3_9773), Rgb::hex(0x006e_664c)],
                last: Rgb::hex(0x00ff_f3c9),
                to_move: WHITE,
                shadow: 0.46,
            },
            Theme::Light => Colours {
                card: Rgb::hex(0x00f2_f3f5),
                frame: Rgb::hex(0x00d5_d8dd),
                edge: Rgb::hex(0x00b4_b9c1),
                label: Rgb::hex(0x0023_262b),
                rack: Rgb::hex(0x00e3_e5e9),
                slot: Rgb::hex(0x00cf_d3d9),
                floors: [
                    [Rgb::hex(0x00aa_b1bb), Rgb::hex(0x0095_9da8)],
                    [Rgb::hex(0x00c3_c8d0), Rgb::hex(0x00b0_b7c0)],
                    [Rgb::hex(0x00df_e2e6), Rgb::hex(0x00cc_d0d7)],
                    [Rgb::hex(0x00f4_e7c2); 2],
                ],
                wall: [Rgb::hex(0x006c_737d), Rgb::hex(0x004a_5058)],
                wall_label: WHITE,
                summit_wall: [Rgb::hex(0x00b3_a680), Rgb::hex(0x0085_7b5c)],
                last: Rgb::hex(0x008a_4b08),
                to_move: OUTLINE,
                shadow: 0.36,
            },
        }
    }
}
