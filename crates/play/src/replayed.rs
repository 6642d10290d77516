//! Games that this process replayed a moment ago, so that a keystroke, a press and the move after it do not replay them anew.
//!
//! A committed record only grows, so a game's number and the number of its plies name what a replay of it comes to, whoever
//! else plays in the same database. Nothing that is not committed is noted.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use store::GameId;

use crate::HostedGame;

/// From so many games on, all are forgotten. A long game takes some ten kilobytes.
const ROOM: usize = 1_000;

/// The newest replay of each game.
#[derive(Debug, Default)]
pub(crate) struct Replayed(Mutex<HashMap<GameId, HostedGame>>);

impl Replayed {
    /// The game after just so many plies.
    pub(crate) fn get(&self, id: GameId, plies: u32) -> Option<HostedGame> {
        let games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.get(&id).filter(|game| game.ply() == plies).cloned()
    }

    /// Notes a game whose record is committed.
    pub(crate) fn note(&self, id: GameId, game: &HostedGame) {
        let game = game.clone();
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if games.len() >= ROOM {
            games.clear();
        }
        games.insert(id, game);
    }
}
