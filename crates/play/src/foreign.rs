//! Text that somebody else wrote: names, and what was typed for a move.

use std::fmt::Write as _;

/// The longest part of a typed text that is quoted.
const QUOTED: usize = 60;

/// What was typed, cut and without the sign that would end its quotation. What would not be seen, or would turn the line
/// around, is named: `⟨U+202E⟩`.
pub(crate) fn quotable(typed: &str) -> String {
    let mut quoted = String::new();
    for character in typed.trim().chars().filter(|character| *character != '`').take(QUOTED) {
        if is_invisible(character) || matches!(character, '\u{200c}' | '\u{200d}') {
            write!(quoted, "⟨U+{:04X}⟩", u32::from(character)).expect("a String takes every text");
        } else {
            quoted.push(character);
        }
    }
    if quoted.is_empty() { "?".to_owned() } else { quoted }
}

/// Whether a character cannot be seen, or turns, joins or hides the text beside it. What joins the parts of one picture or
/// letter (U+200C, U+200D) does what it is there for.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{200e}'
                | '\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
        )
}
