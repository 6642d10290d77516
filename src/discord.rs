//! The bot on Discord: commands, buttons and forms, what is said, and how it is sent.
//!
//! Commands are thin: parse, one call to a use case of [`play`], one view. Nothing here asks which game is played,
//! outside [`view`].

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use store::MessageId;
use tokio::sync::{Mutex, watch};
use tokio_util::task::TaskTracker;

pub mod ask;
pub mod command;
pub mod component;
pub mod draw;
pub mod error;
pub mod framework;
pub mod game;
pub mod known;
pub mod overdue;
pub mod post;
pub mod send;
pub mod think;
pub mod view;

pub use ask::Ask;
pub use draw::Drawing;
pub use error::Error;
pub use known::Known;
pub use overdue::Overdue;
pub use send::Rest;
pub use think::Thinking;

/// Everything the bot works with. One for a process, shared by all that runs in it.
#[derive(Debug)]
pub struct Bot {
    /// Database and clock.
    pub play: play::Context,
    /// The way to Discord.
    pub rest: Rest,
    /// Where pictures are drawn.
    pub drawing: Drawing,
    /// Where computers think.
    pub thinking: Thinking,
    /// Who was noted as seen.
    pub known: Known,
    /// What runs beside the commands; joined at the end.
    pub tasks: TaskTracker,
    /// Held while a process does what has fallen due: one pass at a time.
    pub jobs: Mutex<()>,
    /// Held while it posts what is owed.
    pub posting: Mutex<()>,
    /// Messages that are being brought up to date apart from an answer.
    pub mending: std::sync::Mutex<HashSet<MessageId>>,
    /// How far the connection to Discord has come.
    pub progress: watch::Sender<Progress>,
    user: OnceLock<u64>,
}

/// How far the connection to Discord has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Progress {
    /// Nothing has been heard yet.
    #[default]
    Connecting,
    /// The gateway has let us in.
    Connected,
    /// The commands are registered too.
    Registered,
}

impl Bot {
    /// A bot that is not connected yet.
    pub fn new(play: play::Context, rest: Rest) -> Bot {
        Bot {
            play,
            rest,
            drawing: Drawing::default(),
            thinking: Thinking::default(),
            known: Known::default(),
            tasks: TaskTracker::new(),
            jobs: Mutex::new(()),
            posting: Mutex::new(()),
            mending: std::sync::Mutex::default(),
            progress: watch::Sender::new(Progress::Connecting),
            user: OnceLock::new(),
        }
    }

    /// The bot's own user, once the gateway has said it.
    pub fn user(&self) -> Option<u64> {
        self.user.get().copied()
    }
}

/// What poise hands to commands.
pub type Data = Arc<Bot>;
/// The context of a slash command.
pub type Context<'a> = poise::ApplicationContext<'a, Data, Error>;
/// What a command or a press comes to; errors are told to the person by [`error::report`].
pub type Outcome = Result<(), Error>;
