//! What nobody's press begins: owed posts, deadlines, reminders, invitations that expire, computers' turns.
//!
//! Every process runs these; the database sees to it that each thing is done once (`for update skip locked`). They sleep until
//! something falls due, and look in any case every few seconds.

mod computer;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures::{FutureExt as _, StreamExt as _};
use play::outbox::Owed;
use tokio_util::sync::CancellationToken;

use crate::discord::error::causes;
use crate::discord::{Bot, Error, Overdue, Progress, game};

/// The longest sleep between two looks.
const LOOK: Duration = Duration::from_secs(5);
/// The shortest, so that what fails does not spin.
const REST: Duration = Duration::from_millis(200);
/// Things taken up at a time.
const BATCH: u32 = 20;
/// Posts under way at a time: one that Discord lets wait keeps none of the others.
const AT_ONCE: usize = 8;

/// Runs the jobs until `stop`. What is under way then is finished.
pub async fn run(bot: Arc<Bot>, stop: CancellationToken) {
    // Nothing can be posted before the gateway has let us in.
    let mut progress = bot.progress.subscribe();
    if stop
        .run_until_cancelled(progress.wait_for(|progress| *progress >= Progress::Connected))
        .await
        .is_none()
    {
        return;
    }
    // Apart, so that what falls due never waits until Discord has taken what is owed.
    tokio::join!(
        again_and_again(&bot, &stop, fall_due),
        again_and_again(&bot, &stop, post_owed),
        computer::run(&bot, &stop)
    );
}

async fn again_and_again(bot: &Bot, stop: &CancellationToken, job: impl AsyncFn(&Bot) -> Result<(), Error>) {
    while !stop.is_cancelled() {
        match AssertUnwindSafe(job(bot)).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(error = causes(&error), "a job failed"),
            Err(_) => tracing::error!("a job has panicked"),
        }
        let sleep = sleep(bot).await;
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep(sleep) => {}
        }
    }
}

/// Does all that is due now, once.
///
/// # Errors
/// When the database fails. What Discord refuses is logged and tried again later.
pub async fn once(bot: &Bot) -> Result<(), Error> {
    fall_due(bot).await?;
    post_owed(bot).await
}

/// What the clock alone brings about: losses on time, reminders, invitations that expire.
async fn fall_due(bot: &Bot) -> Result<(), Error> {
    let _pass = bot.jobs.lock().await;
    play::turn::expire(&bot.play, BATCH).await?;
    play::turn::remind(&bot.play, BATCH).await?;
    Overdue::take(bot).await?.tell(bot).await;
    Ok(())
}

/// Posts what is owed and due.
async fn post_owed(bot: &Bot) -> Result<(), Error> {
    let _pass = bot.posting.lock().await;
    loop {
        let owed = play::outbox::take(&bot.play, BATCH).await?;
        if owed.is_empty() {
            return Ok(());
        }
        futures::stream::iter(&owed).for_each_concurrent(AT_ONCE, |owed| post(bot, owed)).await;
    }
}

async fn post(bot: &Bot, owed: &Owed) {
    let (game, ply, attempts) = (owed.game, owed.ply, owed.attempts);
    match AssertUnwindSafe(game::owed(bot, owed)).catch_unwind().await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::warn!(%game, ply, attempts, error = causes(&error), "an owed post must wait");
        }
        Err(_) => tracing::error!(%game, ply, attempts, "an owed post has panicked"),
    }
}

/// How long nothing falls due.
async fn sleep(bot: &Bot) -> Duration {
    match play::outbox::next_due(&bot.play).await {
        Ok(Some(due)) => {
            let left = (due - bot.play.clock.now()).max(time::Duration::ZERO);
            left.unsigned_abs().clamp(REST, LOOK)
        }
        Ok(None) | Err(_) => LOOK,
    }
}
