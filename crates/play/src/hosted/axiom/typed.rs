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

/// Beside the forms of §6, what people write who leave out brackets, commas or the second letter, or put an arrow or a dash
/// between the halves of a move: `c 0,0,2 0,1,3 z-`, `C(0,0,2) → C(0,1,3)z-`. What cannot be read so stays as it is.
pub(super) fn tidy(typed: &str) -> String {
    let typed: Vec<char> = typed
        .chars()
        .map(|character| match character {
            '–' | '−' => '-',
            '→' => '>',
            _ => character.to_ascii_lowercase(),
        })
        .collect();
    Draft::read(&typed).unwrap_or_else(|| {
        let upper = |character| {
            if matches!(character, 'c' | 's') { character.to_ascii_uppercase() } else { character }
        };
        typed.iter().copied().filter(|character| !character.is_whitespace()).map(upper).collect()
    })
}

/// A move, or the beginning of one, as it is put into the form of §6.
struct Draft {
    /// What was read.
    text: String,
    /// The letter of the piece.
    letter: char,
    /// Cells that were begun.
    cells: usize,
    /// The coordinates of the last of them.
    numbers: usize,
}

impl Draft {
    fn read(typed: &[char]) -> Option<String> {
        let start = typed.iter().position(|character| !character.is_whitespace())?;
        let letter = typed[start].to_ascii_uppercase();
        if !matches!(letter, CUBE | SCEPTRE) {
            return None;
        }
        let mut draft = Draft { text: letter.to_string(), letter, cells: 1, numbers: 0 };
        let mut at = start + 1;
        while at < typed.len() {
            at += draft.take(typed, at)?;
        }
        Some(draft.text)
    }

    /// Reads what is at a place; the answer is its length, or `None` if it has no place there.
    fn take(&mut self, typed: &[char], at: usize) -> Option<usize> {
        let next = typed.get(at + 1).copied().unwrap_or_default();
        let digits =
            |from: usize| typed[from..].iter().take_while(|character| character.is_ascii_digit()).count();
        match typed[at] {
            blank if blank.is_whitespace() => Some(1),
            letter @ ('c' | 's') => self.turn(letter.to_ascii_uppercase()).map(|()| 1),
            axis @ 'x'..='z' if matches!(next, '+' | '-') => {
                self.close()?;
                self.text.extend([axis, next]);
                Some(2)
            }
            // A face that is still being typed.
            axis @ 'x'..='z' if at + 1 == typed.len() => {
                self.close()?;
                self.text.push(axis);
                Some(1)
            }
            '0'..='9' => self.number(&typed[at..at + digits(at)]),
            '-' if next.is_ascii_digit() && !between(typed[at - 1]) => {
                self.number(&typed[at..=at + digits(at + 1)])
            }
            // A number that is still being typed.
            '-' if at + 1 == typed.len() && self.numbers < 3 => self.number(&typed[at..=at]),
            '(' if self.numbers == 3 => {
                self.turn(self.letter)?;
                self.text.push('(');
                Some(1)
            }
            '(' if self.numbers == 0 && !self.text.ends_with('(') => {
                self.text.push('(');
                Some(1)
            }
            ',' if self.numbers == 3 => Some(1),
            ',' if self.numbers > 0 && !self.text.ends_with(',') => {
                self.text.push(',');
                Some(1)
            }
            ')' => self.close().map(|()| 1),
            '-' | '>' if self.numbers == 3 => self.close().map(|()| 1),
            _ => None,
        }
    }

    fn number(&mut self, number: &[char]) -> Option<usize> {
        if self.numbers == 3 {
            self.turn(self.letter)?;
        }
        match self.numbers {
            0 if !self.text.ends_with('(') => self.text.push('('),
            1 | 2 if !self.text.ends_with(',') => self.text.push(','),
            _ => {}
        }
        self.text.extend(number);
        self.numbers += 1;
        Some(number.len())
    }

    /// Goes on to the second cell.
    fn turn(&mut self, letter: char) -> Option<()> {
        self.close()?;
        self.text.push(letter);
        self.cells += 1;
        self.numbers = 0;
        (self.cells == 2).then_some(())
    }

    /// Ends a cell that has all its coordinates.
    fn close(&mut self) -> Option<()> {
        if self.text.ends_with(|last: char| last.is_ascii_digit()) {
            self.text.push(')');
        }
        (self.numbers == 3).then_some(())
    }
}

/// The form of §6 without blanks: without the face that a sceptre leaves, and with the domes in their order. What has no
/// letter of a piece has no brackets either.
pub(super) fn key(text: &str) -> String {
    let mut key = tidy(text);
    if !key.contains([CUBE, SCEPTRE]) {
        key.retain(|character| !matches!(character, '(' | ')' | '>'));
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
fn target(key: &str) -> String {
    key.rfind([CUBE, SCEPTRE]).map_or_else(String::new, |at| plain(&key[at..]))
}

/// Whether what was typed tells where a move ends, without letters, or, by a letter and one number, a coordinate of its piece.
pub(super) fn hints(key: &str, mv: &str) -> bool {
    if plain(key) == key {
        return !key.is_empty() && target(mv).starts_with(key);
    }
    let number = key.split_once('(').and_then(|(_, number)| number.parse().ok());
    number.zip(piece(mv)).is_some_and(|(number, (letter, cell))| {
        key.starts_with(letter) && [cell.x(), cell.y(), cell.z()].contains(&number)
    })
}

/// The length of the part of a long form with which this rest of it begins: the piece with its cell, the cell where it
/// goes, the faces.
pub(super) fn part(rest: &str) -> usize {
    rest.find(')').map_or(rest.len(), |at| at + 1)
}

/// The piece that the key of a move, or of the beginning of one, names.
pub(super) fn piece(key: &str) -> Option<(char, Cell)> {
    let letter = key.chars().next().filter(|letter| matches!(*letter, CUBE | SCEPTRE))?;
    let (cell, _) = key[1..].strip_prefix('(')?.split_once(')')?;
    let mut numbers = cell.split(',').map(|number| number.parse::<i32>().ok());
    let cell = Cell::new(numbers.next()??, numbers.next()??, numbers.next()??)?;
    numbers.next().is_none().then_some((letter, cell))
}

/// Whether a dash behind this parts two cells, instead of being the sign of the number before which it stands.
fn between(before: char) -> bool {
    before.is_ascii_digit() || before == ')'
}

fn is_face(text: &str) -> bool {
    matches!(text.as_bytes(), [b'x' | b'y' | b'z', b'+' | b'-'])
}
