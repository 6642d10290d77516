//! Moves of Axiom as people type them: by half, with arrows, without brackets.

use axiom::Cell;

/// The letter of a cube in notation.
pub(super) const CUBE: char = 'C';
/// The letter of a sceptre in notation.
pub(super) const SCEPTRE: char = 'S';

/// A move that someone asked for, legal or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Asked {
    /// The letter of the piece.
    pub(super) piece: char,
    /// Where it stands.
    pub(super) from: Cell,
    /// Where it was to go.
    pub(super) to: Cell,
    /// Its domes, or the face it was to stand on.
    pub(super) faces: String,
}

impl Asked {
    /// Reads the key of a whole move.
    pub(super) fn read(key: &str) -> Option<Asked> {
        let (letter, from) = piece(key)?;
        let rest = &key[key.find(')')? + 1..];
        let (_, to) = piece(rest)?;
        Some(Asked { piece: letter, from, to, faces: rest[rest.find(')')? + 1..].to_owned() })
    }
}

/// Beside the forms of §6 an arrow or a dash between the two halves of a move is read: `C(0,0,2) → C(0,1,3)z-`.
pub(super) fn tidy(typed: &str) -> String {
    let mut tidy = String::with_capacity(typed.len());
    for character in typed.chars().filter(|character| !character.is_whitespace()) {
        match character {
            '–' | '−' => tidy.push('-'),
            '→' => tidy.push('>'),
            'c' | 'C' | 's' | 'S' => {
                let arrow = tidy.trim_end_matches('>').len();
                let dashed =
                    tidy[..arrow].strip_suffix('-').filter(|before| before.ends_with([')', '+', '-']));
                tidy.truncate(dashed.map_or(arrow, str::len));
                tidy.push(character.to_ascii_uppercase());
            }
            _ => tidy.push(character.to_ascii_lowercase()),
        }
    }
    tidy
}

/// The form of §6 without blanks: without the face that a sceptre leaves, and with the domes in their order. What has no
/// letter of a piece has no brackets either.
pub(super) fn key(text: &str) -> String {
    let mut key = tidy(text);
    if !key.contains([CUBE, SCEPTRE]) {
        key.retain(|character| !matches!(character, '(' | ')'));
        return key;
    }
    if key.starts_with(SCEPTRE)
        && let Some(cell) = key.find(')').map(|at| at + 1)
        && key[cell..].get(..2).is_some_and(is_face)
    {
        key.replace_range(cell..cell + 2, "");
    }
    // `+` comes before `-` in the order of bytes as it does in that of §1.
    let faces = key.rfind(')').map_or(key.len(), |at| at + 1);
    if let (Some(one), Some(two)) = (key[faces..].get(..2), key[faces..].get(2..))
        && is_face(one)
        && is_face(two)
        && two < one
    {
        key = format!("{}{two}{one}", &key[..faces]);
    }
    key
}

/// A key without letters of pieces and brackets.
pub(super) fn plain(key: &str) -> String {
    key.replace([CUBE, SCEPTRE, '(', ')'], "")
}

/// Where the move with this key ends, without letters and brackets.
pub(super) fn target(key: &str) -> String {
    key.rfind([CUBE, SCEPTRE]).map_or_else(String::new, |at| plain(&key[at..]))
}

/// The length of the part of a long form with which this rest of it begins: the piece with its cell, then each coordinate
/// of the cell where it goes, then the faces.
pub(super) fn part(rest: &str) -> usize {
    let coordinate = || rest.find([',', ')']).map_or(rest.len(), |at| at + 1);
    match rest.as_bytes() {
        // Only the last cell is followed by the end or by faces.
        [b'C' | b'S', tail @ ..] if tail.iter().any(|byte| matches!(byte, b'C' | b'S')) => {
            rest.find(')').map_or(rest.len(), |at| at + 1)
        }
        [b'C' | b'S' | b'-' | b'0'..=b'9', ..] => coordinate(),
        _ => rest.len(),
    }
}

/// The piece that the key of a move, or of the beginning of one, names.
pub(super) fn piece(key: &str) -> Option<(char, Cell)> {
    let letter = key.chars().next().filter(|letter| matches!(*letter, CUBE | SCEPTRE))?;
    let (cell, _) = key[1..].strip_prefix('(')?.split_once(')')?;
    let mut numbers = cell.split(',').map(|number| number.parse::<i32>().ok());
    let cell = Cell::new(numbers.next()??, numbers.next()??, numbers.next()??)?;
    numbers.next().is_none().then_some((letter, cell))
}

fn is_face(text: &str) -> bool {
    matches!(text.as_bytes(), [b'x' | b'y' | b'z', b'+' | b'-'])
}
