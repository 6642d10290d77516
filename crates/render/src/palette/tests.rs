use super::*;
use crate::Theme;

const THEMES: [Theme; 2] = [Theme::Dark, Theme::Light];

#[test]
fn the_flat_colours_of_a_theme_are_exact() {
    for theme in THEMES {
        let colours = theme.colours();
        let palette = Palette::new(&colours);
        let faces = Colour::ALL.map(faces);
        let flat = colours.floors.as_flattened().iter().copied().chain(faces.iter().map(|faces| faces.top));
        for colour in flat.chain([colours.card, colours.frame, colours.label, colours.last, OUTLINE, WHITE]) {
            assert_eq!(palette.colour(palette.nearest(colour)), colour, "{theme:?}");
        }
    }
}

#[test]
fn a_full_step_covers_all_and_a_small_one_little() {
    for theme in THEMES {
        let palette = Palette::new(&theme.colours());
        for ink in Ink::ALL {
            let full = palette.covered(Palette::row(ink, Ink::STEPS));
            assert!(palette.indices().all(|index| full[usize::from(index)] == palette.ink(ink)));
            let least = palette.covered(Palette::row(ink, 1));
            for index in palette.indices() {
                let (before, after) = (palette.colour(index), palette.colour(least[usize::from(index)]));
                assert!(distance(before, after) < 1 << 21, "{before:?} became {after:?}");
            }
        }
    }
}

#[test]
fn arranging_changes_the_order_only() {
    let palette = Palette::new(&Theme::Dark.colours());
    let pixel = |place: usize| u8::try_from((place / 64 * 7 + place % 64 * 3) % 150).unwrap();
    let pixels: Vec<Index> = (0..64 * 200).map(pixel).collect();
    let arranged = palette.arranged(&Raster { width: 64, height: 200, pixels });
    let sorted = |palette: &Palette| {
        let mut colours = palette.colours.clone();
        colours.sort();
        colours
    };
    assert_eq!(sorted(&arranged), sorted(&palette));
    assert_ne!(arranged.colours, palette.colours);
}

/// Players' colours as people see them who lack one kind of cone (Machado and others, 2009, severity 1), and how far
/// they stay apart (CIEDE2000).
#[test]
fn players_are_told_apart_by_everybody() {
    const SIGHTS: [(&str, [[f64; 3]; 3]); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protan",
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
        ),
        (
            "deutan",
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
        ),
        (
            "tritan",
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ),
    ];
    for (sight, matrix) in SIGHTS {
        for (place, one) in Colour::ALL.into_iter().enumerate() {
            for other in &Colour::ALL[place + 1..] {
                let apart = ciede2000(lab(faces(one).top, matrix), lab(faces(*other).top, matrix));
                assert!(apart >= 22.0, "{sight}: {one:?} and {other:?} are {apart:.1} apart");
            }
        }
    }
}

fn lab(colour: Rgb, sight: [[f64; 3]; 3]) -> [f64; 3] {
    let linear = [colour.0, colour.1, colour.2].map(|channel| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    let seen = times(sight, linear).map(|channel| channel.clamp(0.0, 1.0));
    let xyz = times(
        [
            [0.412_456, 0.357_576, 0.180_437],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ],
        seen,
    );
    let [x, y, z] = [xyz[0] / 0.950_47, xyz[1], xyz[2] / 1.088_83]
        .map(|value| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn times(matrix: [[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
fn ciede2000([l1, a1, b1]: [f64; 3], [l2, a2, b2]: [f64; 3]) -> f64 {
    let flat = |c: f64| (c.powi(7) / (c.powi(7) + 25_f64.powi(7))).sqrt();
    let g = 0.5 * (1.0 - flat(f64::midpoint(a1.hypot(b1), a2.hypot(b2))));
    let (a1, a2) = (a1 * (1.0 + g), a2 * (1.0 + g));
    let (c1, c2) = (a1.hypot(b1), a2.hypot(b2));
    let hue = |a: f64, b: f64| b.atan2(a).to_degrees().rem_euclid(360.0);
    let (h1, h2) = (hue(a1, b1), hue(a2, b2));
    let turn = (h2 - h1 + 180.0).rem_euclid(360.0) - 180.0;
    let (dl, dc, dh) = (l2 - l1, c2 - c1, 2.0 * (c1 * c2).sqrt() * (turn / 2.0).to_radians().sin());
    let (l, c, h) = (f64::midpoint(l1, l2), f64::midpoint(c1, c2), (h1 + turn / 2.0).rem_euclid(360.0));
    let cos = |degrees: f64| degrees.to_radians().cos();
    let t = 1.0 - 0.17 * cos(h - 30.0) + 0.24 * cos(2.0 * h) + 0.32 * cos(3.0 * h + 6.0)
        - 0.20 * cos(4.0 * h - 63.0);
    let (sl, sc, sh) = (
        1.0 + 0.015 * (l - 50.0).powi(2) / (20.0 + (l - 50.0).powi(2)).sqrt(),
        1.0 + 0.045 * c,
        1.0 + 0.015 * c * t,
    );
    let rotation = -2.0 * flat(c) * (60.0 * (-((h - 275.0) / 25.0).powi(2)).exp()).to_radians().sin();
    let (dl, dc, dh) = (dl / sl, dc / sc, dh / sh);
    (dl * dl + dc * dc + dh * dh + rotation * dc * dh).sqrt()
}
