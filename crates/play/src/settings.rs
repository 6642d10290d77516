//! Settings of a server.

use std::time::Duration;

use render::Theme;
use store::server::Settings as Stored;
use store::{ChannelId, Connection, ServerId};

use crate::transaction::{begin, end};
use crate::{Context, Error, Refused};

/// A server's settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether each game gets a thread.
    pub threads: bool,
    /// Channels games may be started in; empty: every channel.
    pub channels: Vec<ChannelId>,
    /// Time for a move.
    pub deadline: Duration,
    /// `dark` or `light`.
    pub theme: Theme,
    /// The language of public texts.
    pub locale: String,
}

/// One change of the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Threads on or off.
    Threads(bool),
    /// A channel is added to the allowed ones.
    Allow(ChannelId),
    /// A channel is taken from the allowed ones.
    Forbid(ChannelId),
    /// All channels are allowed.
    AllowAll,
    /// Time for a move in games that start from now on: 5 minutes to 30 days.
    Deadline(Duration),
    /// The theme of public pictures.
    Theme(Theme),
    /// The server's language, as Discord says it.
    Locale(String),
}

/// The settings of a server, the defaults for one not known yet.
///
/// # Errors
/// When the database fails.
pub async fn load(context: &Context, server: ServerId) -> Result<Settings, Error> {
    Ok(store::server::settings(&context.pool, server).await?.into())
}

/// Changes one setting and returns them all. A deadline out of bounds becomes the nearest within.
///
/// # Errors
/// When the database fails.
pub async fn change(context: &Context, server: ServerId, change: Change) -> Result<Settings, Error> {
    let mut transaction = begin(context).await?;
    let changed = change_within(&mut transaction, server, change).await;
    end(transaction, changed).await
}

/// Refuses with `ChannelNotAllowed` when games may not be started in `channel` (or its parent, for a thread). Also notes the server
/// and its locale.
///
/// # Errors
/// Refused as `ChannelNotAllowed`, or when the database fails.
pub async fn check_channel(
    context: &Context,
    server: ServerId,
    locale: &str,
    channel: ChannelId,
    parent: Option<ChannelId>,
) -> Result<(), Error> {
    store::server::set_locale(&context.pool, server, locale).await?;
    let allowed = store::server::settings(&context.pool, server).await?.channels;
    let is_allowed = |channel: ChannelId| allowed.contains(&channel);
    if allowed.is_empty() || is_allowed(channel) || parent.is_some_and(is_allowed) {
        Ok(())
    } else {
        Err(Refused::ChannelNotAllowed(allowed).into())
    }
}

async fn change_within(
    connection: &mut Connection,
    server: ServerId,
    change: Change,
) -> Result<Settings, Error> {
    let mut settings = store::server::lock(&mut *connection, server).await?;
    match change {
        Change::Threads(threads) => settings.threads = threads,
        Change::Allow(channel) if settings.channels.contains(&channel) => {}
        Change::Allow(channel) => settings.channels.push(channel),
        Change::Forbid(channel) => settings.channels.retain(|allowed| *allowed != channel),
        Change::AllowAll => settings.channels.clear(),
        Change::Deadline(deadline) => {
            let seconds = u32::try_from(deadline.as_secs()).unwrap_or(u32::MAX);
            settings.deadline_s = seconds.clamp(Stored::SHORTEST_DEADLINE_S, Stored::LONGEST_DEADLINE_S);
        }
        Change::Theme(theme) => slug(theme).clone_into(&mut settings.theme),
        Change::Locale(locale) => settings.locale = locale,
    }
    settings.channels.sort_unstable();
    store::server::set(connection, server, &settings).await?;
    Ok(settings.into())
}

impl From<Stored> for Settings {
    fn from(stored: Stored) -> Settings {
        Settings {
            threads: stored.threads,
            channels: stored.channels,
            deadline: Duration::from_secs(u64::from(stored.deadline_s)),
            // The schema knows two.
            theme: if stored.theme == slug(Theme::Light) { Theme::Light } else { Theme::Dark },
            locale: stored.locale,
        }
    }
}

/// The name of a theme in the database.
const fn slug(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "dark",
        Theme::Light => "light",
    }
}
