//! Interactions: what a person did, and how far the bot has answered.

use serde_json::Value;
use tokio::sync::watch;

use crate::clock::Millis;
use crate::id::Id;
use crate::refusal::{self, Refusal};
use crate::state::{Invoked, World};

/// Milliseconds to the first answer.
const FIRST_ANSWER: Millis = 3_000;
/// Milliseconds that a token lives.
const TOKEN_LIFE: Millis = 15 * 60_000;
/// Milliseconds after which a dead interaction is forgotten.
const MEMORY: Millis = 60 * 60_000;

/// One interaction.
#[derive(Debug)]
pub struct Interaction {
    /// Its id.
    pub id: Id,
    /// The secret in its webhook address.
    pub token: String,
    /// 2 command, 3 component, 4 autocomplete, 5 modal.
    pub kind: u8,
    /// Who did it.
    pub user: Id,
    /// Where.
    pub channel: Id,
    /// The command's name, else empty.
    pub name: String,
    /// The message whose component was pressed, or whose component opened the modal.
    pub message: Option<Id>,
    /// When it was sent.
    pub created: Millis,
    /// How far the bot has answered.
    pub stage: Stage,
    /// What `@original` stands for.
    pub original: Option<Id>,
    /// Wakes the control request that waits for the answer.
    pub progress: watch::Sender<Progress>,
}

/// What a new interaction is about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// 2 command, 3 component, 4 autocomplete, 5 modal.
    pub kind: u8,
    /// Who did it.
    pub user: Id,
    /// Where.
    pub channel: Id,
    /// The command's name, else empty.
    pub name: String,
    /// The message concerned.
    pub message: Option<Id>,
}

/// How far the bot has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Not at all.
    Open,
    /// "is thinking…" stands in the channel.
    Thinking,
    /// Acknowledged; the message under the component will be edited.
    Updating,
    /// Answered.
    Answered,
}

/// What the control request that waits is told.
#[derive(Clone, Debug)]
pub enum Progress {
    /// Nothing has come.
    Waiting,
    /// An acknowledgement has come; `bool` tells whether it may be all there will be.
    Deferred(bool),
    /// The answer, as the control API words it.
    Done(Outcome),
}

/// The control API's answer.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A new message.
    Message(Value),
    /// The message under the component has changed.
    Update(Value),
    /// Choices of an autocomplete.
    Choices(Value),
    /// A modal opens.
    Modal(Value),
    /// The answer was taken back, or there is none to see.
    None,
}

/// A modal that was shown to somebody.
#[derive(Clone, Debug)]
pub struct Modal {
    /// Discord's JSON of it.
    pub json: Value,
    /// Where it was opened.
    pub channel: Id,
    /// The message whose component opened it.
    pub message: Option<Id>,
}

impl Interaction {
    /// How a message that it causes tells of it.
    pub fn invoked(&self) -> Invoked {
        Invoked {
            id: self.id,
            kind: self.kind,
            user: self.user,
            name: self.name.clone(),
            message: self.message,
        }
    }

    /// Whether some control request still waits for the answer.
    pub fn is_awaited(&self) -> bool {
        self.progress.receiver_count() > 0 && !matches!(*self.progress.borrow(), Progress::Done(_))
    }

    /// Tells the waiting control request of the answer; the first one counts.
    pub fn finish(&self, outcome: Outcome) {
        self.progress.send_modify(|progress| {
            if !matches!(progress, Progress::Done(_)) {
                *progress = Progress::Done(outcome);
            }
        });
    }
}

impl World {
    /// Notes a new interaction and forgets those long dead.
    pub fn ask(&mut self, asked: Asked) -> &Interaction {
        let id = self.new_id();
        let now = self.clock.now();
        while let Some(entry) = self.interactions.first_entry() {
            if now.saturating_sub(entry.get().created) < MEMORY {
                break;
            }
            let dead = entry.remove();
            self.tokens.remove(&dead.token);
        }
        let token = format!("interaction.{id}.{:032x}", rand::random::<u128>());
        self.tokens.insert(token.clone(), id);
        let Asked { kind, user, channel, name, message } = asked;
        let interaction = Interaction {
            id,
            token,
            kind,
            user,
            channel,
            name,
            message,
            created: now,
            stage: Stage::Open,
            original: None,
            progress: watch::Sender::new(Progress::Waiting),
        };
        self.interactions.entry(id).or_insert(interaction)
    }

    /// The interaction that may take its first answer now.
    pub fn unanswered(&self, id: Id, token: &str) -> Result<&Interaction, Refusal> {
        let interaction = self.interactions.get(&id).filter(|known| known.token == token);
        let interaction = interaction.ok_or(refusal::UNKNOWN_INTERACTION)?;
        if interaction.stage != Stage::Open {
            return Err(refusal::ALREADY_ACKNOWLEDGED);
        }
        if self.clock.now().saturating_sub(interaction.created) > FIRST_ANSWER {
            return Err(refusal::UNKNOWN_INTERACTION);
        }
        Ok(interaction)
    }

    /// The answered interaction of a token that still lives.
    pub fn by_token(&self, token: &str) -> Result<&Interaction, Refusal> {
        let id = self.tokens.get(token).ok_or(refusal::UNKNOWN_WEBHOOK)?;
        let interaction = self.interactions.get(id).ok_or(refusal::UNKNOWN_WEBHOOK)?;
        if self.clock.now().saturating_sub(interaction.created) > TOKEN_LIFE {
            return Err(refusal::INVALID_WEBHOOK_TOKEN);
        }
        if interaction.stage == Stage::Open {
            return Err(refusal::UNKNOWN_WEBHOOK);
        }
        Ok(interaction)
    }
}
