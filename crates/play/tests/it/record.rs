//! The published and modelled games of the vectors.

use game::Seat;
use serde::Deserialize;

/// One whole game.
#[derive(Deserialize)]
pub struct Recorded {
    /// Seats.
    pub players: u8,
    /// Short forms.
    pub moves: Vec<String>,
    /// Legal moves before each.
    pub legal_counts: Vec<usize>,
    /// The winner's colour letter, if the game was played to its end.
    pub winner: Option<String>,
    /// Why it ended.
    pub reason: Option<String>,
    /// The last position's text.
    #[serde(rename = "final")]
    pub last: String,
}

impl Recorded {
    /// The winner's seat.
    pub fn winner(&self) -> Option<Seat> {
        let letter = self.winner.as_deref()?;
        Seat::ALL
            .into_iter()
            .zip(["r", "b", "y", "g"])
            .find(|(_, colour)| *colour == letter)
            .map(|(seat, _)| seat)
    }
}

/// Every game, with the line it stands on.
pub fn games() -> impl Iterator<Item = (usize, Recorded)> {
    let lines = include_str!("../../../xima/tests/data/games.jsonl").lines();
    lines
        .enumerate()
        .map(|(index, line)| (index + 1, serde_json::from_str(line).expect("the vectors are JSON")))
}
