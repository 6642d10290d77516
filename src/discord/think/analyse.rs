//! Analysing: every position of a game that is over, one by one.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use play::{HostedGame, Thought};
use search::{Limits, Table};
use tokio::sync::SemaphorePermit;

use super::{Thinking, aside};

/// Positions that are looked at for a whole analysis, however long the game.
const BUDGET: u64 = 4_000_000;
/// No more are looked at for one position of the game.
const MOST: u64 = 200_000;
/// How long an analysis may take in all, waiting not counted.
const TIME: Duration = Duration::from_secs(15);
/// What an analysis may remember, in megabytes.
const MEMORY: usize = 32;

/// How a stage of a game is thought about.
pub type Judge = fn(&HostedGame, &Limits<'_>, &Table) -> Option<Thought>;

impl Thinking {
    /// Has stages thought about in another way: tests have no time, or bring about what does not happen.
    pub fn set_judge(&self, judge: Judge) {
        *self.judge.lock().unwrap_or_else(PoisonError::into_inner) = judge;
    }

    /// Waits until no other game is analysed; none is while this is held.
    ///
    /// # Errors
    /// Never: nobody closes it.
    pub async fn turn_to_analyse(&self) -> anyhow::Result<SemaphorePermit<'_>> {
        Ok(self.analyses.acquire().await?)
    }

    /// What the search thinks of every stage of a game, in their order; those left out in which nobody is to move. The last is
    /// thought about first, so that what comes is known. Between two stages a computer that is to move comes first. `None` when
    /// it was not to `go_on`.
    ///
    /// # Errors
    /// When a search panics.
    pub async fn analyse(
        &self,
        game: &HostedGame,
        go_on: impl Fn() -> bool,
    ) -> anyhow::Result<Option<Vec<Thought>>> {
        let game = game.clone();
        let prepared = move || (game.stages(), Arc::new(Table::new(MEMORY)));
        let (mut stages, memory) = tokio::task::spawn_blocking(prepared).await?;
        stages.retain(|stage| stage.turn().is_some());
        let count = u32::try_from(stages.len()).unwrap_or(u32::MAX).max(1);
        let nodes = (BUDGET / u64::from(count)).min(MOST);
        let limits = Limits { time: Some(TIME / count), ..Limits::nodes(nodes) };
        let judge = *self.judge.lock().unwrap_or_else(PoisonError::into_inner);
        let mut thoughts = Vec::with_capacity(stages.len());
        for (at, stage) in stages.into_iter().enumerate().rev() {
            self.gate.subscribe().wait_for(|open| *open).await?;
            let _place = self.places.acquire().await?;
            if !go_on() {
                return Ok(None);
            }
            let memory = Arc::clone(&memory);
            let thought = aside(move || judge(&stage, &limits, &memory)).await;
            let thought = thought.with_context(|| format!("stage {at} could not be thought about"))?;
            thoughts.push(thought.with_context(|| format!("no move was found at stage {at}"))?);
        }
        thoughts.reverse();
        Ok(Some(thoughts))
    }
}
