use super::*;

#[test]
fn every_character_of_a_coordinate_is_in_the_font() {
    for character in ('A'..='M').chain('0'..='9') {
        let path = line(&character.to_string(), 20.0);
        let bounds = path.unwrap_or_else(|| panic!("{character} is not drawn")).bounds();
        // Round letters reach a little over the line.
        assert!((19.9..21.5).contains(&bounds.height()), "{character} is {} high", bounds.height());
        assert!(bounds.left() < 0.0 && bounds.right() > 0.0, "{character} is not in the middle");
    }
}

#[test]
fn what_the_font_lacks_leaves_a_gap() {
    assert!(line("", 20.0).is_none());
    assert!(line(" ", 20.0).is_none());
    assert!(line("G7\u{1f642}\u{202e}", 20.0).is_some());
}
