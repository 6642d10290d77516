//! The bot on Discord: commands, buttons and forms, what is said, and how it is sent.
//!
//! Commands are thin: parse, one call to a use case of [`play`], one view. Nothing here asks which game is played,
//! outside [`view`].

use std::sync::Arc;

use tokio_util::task::TaskTracker;

pub mod ask;
pub mod command;
pub mod component;
pub mod error;
pub mod post;
pub mod send;
pub mod view;

pub use ask::Ask;
pub use error::Error;
pub use send::Rest;

/// Everything the bot works with. One for a process, shared by all that runs in it.
#[derive(Debug)]
pub struct Bot {
    /// Database and clock.
    pub play: play::Context,
    /// The way to Discord.
    pub rest: Rest,
    /// What runs beside the commands; joined at the end.
    pub tasks: TaskTracker,
}

/// What poise hands to commands.
pub type Data = Arc<Bot>;
/// The context of a slash command.
pub type Context<'a> = poise::ApplicationContext<'a, Data, Error>;
/// What a command or a press comes to; errors are told to the person by [`error::report`].
pub type Outcome = Result<(), Error>;
