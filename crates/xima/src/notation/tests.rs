use super::*;

#[track_caller]
fn check(text: &str, expected: Option<(Named, &str, bool)>) {
    let expected = expected.map(|(block, to, capture)| Form { block, to: to.parse().unwrap(), capture });
    assert_eq!(Form::read(text), expected, "{text:?}");
}

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

#[test]
fn every_form_is_read() {
    check("-G2", Some((Named::Entering, "G2", false)));
    check("=D7", Some((Named::Special, "D7", false)));
    check("J5", Some((Named::Common, "J5", false)));
    check("KG12", Some((Named::InColumn(10), "G12", false)));
    check("4D9", Some((Named::InRow(3), "D9", false)));
    check("13F9", Some((Named::InRow(12), "F9", false)));
    check("11B11", Some((Named::InRow(10), "B11", false)));
    check("E11F10", Some((Named::On(square("E11")), "F10", false)));
    check("=E11F10", Some((Named::SpecialOn(square("E11")), "F10", false)));
    check("xD4", Some((Named::Common, "D4", true)));
    check("HxD9", Some((Named::InColumn(7), "D9", true)));
    check("5xJ1", Some((Named::InRow(4), "J1", true)));
    check("E11xF10", Some((Named::On(square("E11")), "F10", true)));
    check("=xD7", Some((Named::Special, "D7", true)));
    check("=A2xB1", Some((Named::SpecialOn(square("A2")), "B1", true)));
    check("cima", Some((Named::Special, "G7", false)));
    check(" t o p ", Some((Named::Special, "G7", false)));
    check("\u{2013} g\u{a0}2", Some((Named::Entering, "G2", false)));
}

#[test]
fn what_is_no_form_is_not_read() {
    for text in [
        "",
        "-",
        "=",
        "x",
        "A",
        "1",
        "A0",
        "A14",
        "N1",
        "A01",
        "A1B",
        "--A1",
        "-=A1",
        "A1A1A1",
        "AA1A1",
        "14A1",
        "0A1",
        "01A1",
        "xxA1",
        "xA1B1",
        "A1-B1",
        "xTOP",
        "=TOP",
        "TOPG7",
        "-A1B1",
        "\u{2014}A1",
        "ı1",
        "A1x",
        "=A1B1C1",
        "é",
    ] {
        check(text, None);
    }
}
