//! Reading texts piece by piece, without regard to case and blanks.

use crate::{Cell, Face, Faces};

/// A text without its blanks, in lower case, and how far it has been read.
pub(crate) struct Scanner {
    text: Vec<char>,
    at: usize,
}

impl Scanner {
    pub(crate) fn new(text: &str) -> Scanner {
        let letter = |c: char| match c {
            '–' | '−' => '-',
            c => c.to_ascii_lowercase(),
        };
        Scanner { text: text.chars().filter(|c| !c.is_whitespace()).map(letter).collect(), at: 0 }
    }

    /// What has not been read yet.
    pub(crate) fn rest(&self) -> String {
        self.text[self.at..].iter().collect()
    }

    pub(crate) fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// Reads a word in lower case, if it is the next.
    pub(crate) fn skip(&mut self, word: &str) -> bool {
        let length = word.chars().count();
        let found = self.text[self.at..].iter().take(length).copied().eq(word.chars());
        self.at += if found { length } else { 0 };
        found
    }

    /// Reads a cell: `None` when it has not the form of one, `Some(None)` when its numbers are out of bounds.
    #[expect(clippy::option_option, reason = "form and bounds are two findings")]
    pub(crate) fn cell(&mut self) -> Option<Option<Cell>> {
        let mut coordinates = [None; 3];
        for (coordinate, before) in coordinates.iter_mut().zip(["(", ",", ","]) {
            if !self.skip(before) {
                return None;
            }
            *coordinate = self.number()?;
        }
        let [x, y, z] = coordinates;
        self.skip(")").then(|| Cell::new(x?, y?, z?))
    }

    /// Reads a number: `None` when there is none, `Some(None)` when it is too large.
    #[expect(clippy::option_option, reason = "form and bounds are two findings")]
    fn number(&mut self) -> Option<Option<i32>> {
        let from = self.at;
        let _ = self.skip("-") || self.skip("+");
        let digits = self.at;
        while self.text.get(self.at).is_some_and(char::is_ascii_digit) {
            self.at += 1;
        }
        let text: String = self.text[from..self.at].iter().collect();
        (self.at > digits).then(|| text.parse().ok())
    }

    /// Reads one face, if one is next.
    pub(crate) fn face(&mut self) -> Option<Face> {
        Face::ALL.into_iter().find(|face| self.skip(face.name()))
    }

    /// Reads one face or more, in any order; `None` when there is none or one comes twice.
    pub(crate) fn faces(&mut self) -> Option<Faces> {
        let mut faces = Faces::of(self.face()?);
        while let Some(face) = self.face() {
            if faces.contains(face) {
                return None;
            }
            faces = faces.union(Faces::of(face));
        }
        Some(faces)
    }
}
