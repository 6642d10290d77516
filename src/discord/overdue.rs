//! Invitations whose time is over: closed in the database first, then on their messages.

use play::challenge::Challenge;
use play::lobby::Lobby;

use super::post::Post;
use super::send::{Deadline, PATIENCE, Posted};
use super::{Bot, Error, view};
use crate::i18n::Locale;

/// Things taken up at a time.
const BATCH: u32 = 20;

/// Challenges and lobbies that have just been closed because their time was over; their messages do not say so yet.
#[derive(Debug)]
pub struct Overdue {
    challenges: Vec<Challenge>,
    lobbies: Vec<Lobby>,
}

impl Overdue {
    /// Closes what is due. Each is closed once, whoever looks.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn take(bot: &Bot) -> Result<Overdue, play::Error> {
        Ok(Overdue {
            challenges: play::challenge::expire(&bot.play, BATCH).await?,
            lobbies: play::lobby::expire(&bot.play, BATCH).await?,
        })
    }

    /// Whether nothing was due.
    pub fn is_empty(&self) -> bool {
        self.challenges.is_empty() && self.lobbies.is_empty()
    }

    /// Takes the buttons off their messages and says why. Best effort: a press on one is refused and mends it.
    pub async fn tell(self, bot: &Bot) {
        for challenge in self.challenges {
            let at = challenge.message.map(|message| Posted { channel: challenge.channel, message });
            edit(bot, at, challenge.server, |locale| view::challenge::closed(locale, &challenge)).await;
        }
        for lobby in self.lobbies {
            let at = lobby.message.map(|message| Posted { channel: lobby.channel, message });
            edit(bot, at, lobby.server, |locale| view::lobby::post(locale, &lobby)).await;
        }
    }
}

async fn edit(bot: &Bot, at: Option<Posted>, server: store::ServerId, post: impl FnOnce(Locale) -> Post) {
    let Some(at) = at else { return };
    let edited = async {
        let settings = play::settings::load(&bot.play, server).await?;
        bot.rest.edit(at, &post(Locale::negotiate(&settings.locale)), Deadline::within(PATIENCE)).await?;
        Ok::<(), Error>(())
    };
    if let Err(error) = edited.await {
        tracing::info!(channel = %at.channel, %error, "an expired invitation keeps its buttons");
    }
}
