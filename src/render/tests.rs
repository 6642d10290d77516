use super::*;

fn args() -> Args {
    Args {
        position: None,
        theme: ThemeName::Dark,
        view: ViewName::Plan,
        from: Seat::FIRST,
        last: None,
        width: 900,
        output: PathBuf::new(),
    }
}

#[track_caller]
fn width(args: &Args) -> u32 {
    let png = picture(GameKind::Xima, args).unwrap();
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    u32::from_be_bytes(png[16..20].try_into().unwrap())
}

#[test]
fn pictures_have_the_width_that_was_asked_for() {
    for view in [ViewName::Plan, ViewName::Isometric] {
        assert_eq!(width(&Args { view, ..args() }), 900);
        assert_eq!(
            width(&Args { view, width: 480, theme: ThemeName::Light, from: Seat::ALL[1], ..args() }),
            480
        );
    }
}

#[test]
fn every_option_changes_the_picture() {
    let position = "13/13/3(rb)9/13/5(bR)7/13/13/13/13/3b9/13/13/13 r r8b7+ 5".to_owned();
    let plain = Args { position: Some(position), ..args() };
    let drawn = picture(GameKind::Xima, &plain).unwrap();
    for other in [
        args(),
        Args { theme: ThemeName::Light, ..plain.clone() },
        Args { view: ViewName::Isometric, ..plain.clone() },
        Args { from: Seat::ALL[1], ..plain.clone() },
        Args { last: Some("-D4".into()), ..plain.clone() },
        Args { last: Some("A4D4".into()), ..plain.clone() },
    ] {
        assert_ne!(picture(GameKind::Xima, &other).unwrap(), drawn, "{other:?}");
    }
}

#[track_caller]
fn refused(args: &Args, message: &str) {
    assert_eq!(format!("{:#}", picture(GameKind::Xima, args).unwrap_err()), message);
}

#[test]
fn what_cannot_be_drawn_is_refused_in_words() {
    refused(&Args { from: Seat::ALL[2], ..args() }, "yellow does not play");
    refused(&Args { last: Some("D4Z9".into()), ..args() }, "\"D4Z9\" is not a move");
    let error = picture(GameKind::Xima, &Args { position: Some("13/13".into()), ..args() }).unwrap_err();
    assert_eq!(error.to_string(), "the position text is refused");
}

#[test]
fn seats_are_numbers_or_colours() {
    assert_eq!(seat("1"), Ok(Seat::FIRST));
    assert_eq!(seat("Blue"), Ok(Seat::ALL[1]));
    assert_eq!(seat("green"), seat("4"));
    assert_eq!((seat("black"), seat("White")), (seat("1"), seat("2")));
    for text in ["0", "5", "", "purple"] {
        assert!(seat(text).is_err(), "{text}");
    }
}

#[test]
fn last_moves_are_read_in_every_form() {
    let square = |text: &str| text.parse::<Square>().unwrap();
    let entered = |kind, to| Move::enter(kind, square(to));
    for (text, mv) in [
        ("-G2", entered(Kind::Common, "G2")),
        ("=G7", entered(Kind::Special, "G7")),
        ("K12G12", Move::step(Kind::Common, square("K12"), square("G12"))),
        ("=F6G7", Move::step(Kind::Special, square("F6"), square("G7"))),
    ] {
        assert_eq!(last_move(text).unwrap(), mv);
        assert_eq!(mv.to_string(), text, "these are long forms");
    }
    for (text, to) in [("J5", "J5"), ("KG12", "G12"), ("13F9", "F9"), ("hxd9", "D9"), ("\u{2013} a 1", "A1")]
    {
        assert_eq!(last_move(text).unwrap(), entered(Kind::Common, to), "{text}");
    }
    assert_eq!(last_move("top").unwrap(), entered(Kind::Special, "G7"));
    for text in ["", "-", "x", "N1", "A14", "A1B2C3", "14A1", "Z9D4", "7"] {
        assert!(last_move(text).is_err(), "{text}");
    }
}

#[test]
fn the_bench_ends_with_its_figures() {
    let mut output = Vec::new();
    bench(&mut output, GameKind::Xima).unwrap();
    let text = String::from_utf8(output).unwrap();
    let figures: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(figures["positions"], 200);
    for name in ["p50_ms", "p99_ms", "bytes_p50", "bytes_max"] {
        assert!(figures[name].as_f64().unwrap() > 0.0, "{name}");
    }
    // Times are for a quiet machine and an optimised build; sizes are the same everywhere.
    assert!(figures["bytes_p50"].as_u64().unwrap() <= 45_000, "{figures}");
}

#[test]
fn axiom_is_drawn_too() {
    let drawn = |args: &Args| picture(GameKind::Axiom, args).unwrap();
    let plain = drawn(&args());
    let position = "B: C(0,0,1)x+ C(1,0,1)y-z+ S(0,0,1)z+ W: C(1,0,2)y+ S(1,0,1)y+ to-move: black".to_owned();
    for other in [
        Args { position: Some(position), ..args() },
        Args { theme: ThemeName::Light, ..args() },
        Args { from: Seat::ALL[1], ..args() },
        Args { last: Some("S(-1,0,2)S(0,1,2)z+".into()), ..args() },
        Args { width: 480, ..args() },
    ] {
        assert_ne!(drawn(&other), plain, "{other:?}");
    }
    let refused = |args: &Args| format!("{:#}", picture(GameKind::Axiom, args).unwrap_err());
    assert_eq!(refused(&Args { from: Seat::ALL[2], ..args() }), "yellow does not play");
    assert_eq!(refused(&Args { last: Some("B1B3".into()), ..args() }), "\"B1B3\" is not a move");
}

#[test]
fn the_bench_of_axiom_ends_with_its_figures() {
    let mut output = Vec::new();
    bench(&mut output, GameKind::Axiom).unwrap();
    let text = String::from_utf8(output).unwrap();
    let figures: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(figures["positions"], 100);
    assert!(figures["bytes_p50"].as_u64().unwrap() <= 60_000, "{figures}");
}
