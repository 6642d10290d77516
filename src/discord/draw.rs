//! Drawing: CPU work on a bounded number of blocking threads.

use std::thread::available_parallelism;

use play::{HostedGame, Viewing};
use render::{Chart, Theme};
use tokio::sync::{Semaphore, watch};

/// The width of every picture.
const WIDTH: u32 = 900;

/// Where pictures are drawn: as many at once as there are processors, behind a gate that tests can shut.
#[derive(Debug)]
pub struct Drawing {
    places: Semaphore,
    gate: watch::Sender<bool>,
}

impl Default for Drawing {
    fn default() -> Drawing {
        let places = available_parallelism().map_or(2, usize::from);
        Drawing { places: Semaphore::new(places), gate: watch::Sender::new(true) }
    }
}

impl Drawing {
    /// Opens or shuts the gate. While it is shut nothing is drawn, and whoever wants a picture waits.
    pub fn set_gate(&self, open: bool) {
        self.gate.send_replace(open);
    }

    /// A game's board as a PNG.
    ///
    /// # Errors
    /// When drawing panics.
    pub async fn board(&self, game: &HostedGame, viewing: &Viewing) -> anyhow::Result<Vec<u8>> {
        self.gate.subscribe().wait_for(|open| *open).await?;
        let _place = self.places.acquire().await?;
        let (scene, look) = (game.scene(viewing), viewing.look(WIDTH));
        Ok(tokio::task::spawn_blocking(move || render::png(&scene, look)).await?)
    }

    /// The course of a game as a PNG.
    ///
    /// # Errors
    /// When drawing panics.
    pub async fn chart(&self, chart: Chart, theme: Theme) -> anyhow::Result<Vec<u8>> {
        self.gate.subscribe().wait_for(|open| *open).await?;
        let _place = self.places.acquire().await?;
        Ok(tokio::task::spawn_blocking(move || render::chart(&chart, theme, WIDTH)).await?)
    }
}
