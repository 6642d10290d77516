//! Settings of a server.

use std::time::Duration;

use store::{ChannelId, ServerId};

use crate::{Context, Error};

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
    pub theme: render::Theme,
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
    Theme(render::Theme),
    /// The server's language, as Discord says it.
    Locale(String),
}

/// The settings of a server, the defaults for one not known yet.
pub async fn load(_context: &Context, _server: ServerId) -> Result<Settings, Error> { todo!() }
/// Changes one setting and returns them all.
pub async fn change(_context: &Context, _server: ServerId, _change: Change) -> Result<Settings, Error> { todo!() }
/// Refuses with `ChannelNotAllowed` when games may not be started in `channel` (or its parent, for a thread). Also notes the server and its locale.
pub async fn check_channel(_context: &Context, _server: ServerId, _locale: &str, _channel: ChannelId, _parent: Option<ChannelId>) -> Result<(), Error> { todo!() }
