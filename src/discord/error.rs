//! What goes wrong with a command or a press, and how the person is told.

use play::Phrase;
use poise::serenity_prelude::Permissions;
use store::ChannelId;

use super::post::Post;
use super::send::{Code, FOLLOW_UP, Trouble};
use super::{Ask, view};
use crate::tr;

/// Why a command or a press came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A use case refused or failed.
    #[error(transparent)]
    Play(#[from] play::Error),
    /// Discord refused a request.
    #[error(transparent)]
    Send(#[from] Trouble),
    /// The bot may not do here what is needed.
    #[error("permissions {permissions} are missing in channel {channel}")]
    Missing {
        /// What is missing.
        permissions: Permissions,
        /// Where.
        channel: ChannelId,
    },
    /// The person is told why nothing was done, in their language.
    #[error("refused: {}", .0.id)]
    Told(Phrase),
    /// Anything else that is not the person's fault.
    #[error(transparent)]
    Fault(#[from] anyhow::Error),
}

impl From<play::Refused> for Error {
    fn from(refused: play::Refused) -> Error {
        Error::Play(refused.into())
    }
}

/// Tells the asking person: a refusal in a private sentence; a fault, logged once with its causes, in a short apology with a reference.
pub async fn report(ask: &Ask, error: Error) {
    let post = match error {
        Error::Play(play::Error::Refused(refused)) => {
            tracing::debug!(player = %ask.player, why = kind(&refused), "refused");
            view::refusal::refused(ask, &refused).await
        }
        Error::Told(phrase) => Post::text(ask.locale.say(&phrase)).private(),
        Error::Missing { permissions, channel } => view::refusal::missing(ask.locale, permissions, channel),
        Error::Send(trouble) if matches!(trouble.code, Code::UnknownInteraction | Code::TokenExpired) => {
            tracing::warn!(player = %ask.player, %trouble, "an answer came too late");
            return;
        }
        Error::Send(trouble) if trouble.code == Code::UnknownChannel && trouble.request == FOLLOW_UP => {
            tracing::info!(player = %ask.player, channel = %ask.channel, %trouble, "where the answer was to go is gone");
            return;
        }
        Error::Send(trouble) if matches!(trouble.code, Code::MissingPermission | Code::MissingAccess) => {
            tracing::info!(player = %ask.player, channel = %ask.channel, %trouble, "permissions are missing");
            view::refusal::missing(ask.locale, view::refusal::NEEDED - ask.permissions, ask.channel)
        }
        fault => apology(ask, &fault),
    };
    if let Err(error) = ask.answer(post).await {
        tracing::warn!(player = %ask.player, %error, "a person could not be told what went wrong");
    }
}

/// What kind of refusal it is, without what the person wrote and without the game: neither belongs in a log.
fn kind(refused: &play::Refused) -> String {
    let mut text = format!("{refused:?}");
    text.truncate(text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len()));
    text
}

/// Logs a fault and makes the apology for it.
fn apology(ask: &Ask, fault: &Error) -> Post {
    let reference = format!("{:06x}", rand::random::<u32>() & 0x00ff_ffff);
    let causes = causes(fault);
    tracing::error!(reference, player = %ask.player, channel = %ask.channel, causes, "a command failed");
    Post::text(tr!(ask.locale, "apology", reference = reference)).private()
}

/// An error with all its causes.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut causes = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        causes.push_str(": ");
        causes.push_str(&cause.to_string());
        next = cause.source();
    }
    causes
}

#[cfg(test)]
mod tests;
