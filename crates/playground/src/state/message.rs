//! Messages, their files and whom they ping.

use std::collections::BTreeSet;

use axum::body::Bytes;
use serde_json::{Value, json};

use crate::body::Upload;
use crate::clock::Millis;
use crate::id::Id;
use crate::permission;
use crate::refusal::{Problem, Refusal};
use crate::state::{Kind, World};

/// Bits of a message's `flags`.
pub mod flags {
    /// Embeds are not shown.
    pub const SUPPRESS_EMBEDS: u64 = 1 << 2;
    /// Only the person who caused the interaction sees it.
    pub const EPHEMERAL: u64 = 1 << 6;
    /// "is thinking…"
    pub const LOADING: u64 = 1 << 7;
    /// Nobody is notified.
    pub const SILENT: u64 = 1 << 12;
    /// Components of the second generation instead of content and embeds.
    pub const COMPONENTS_V2: u64 = 1 << 15;
}

/// A message in its latest state.
#[derive(Clone, Debug)]
pub struct Message {
    /// Its id.
    pub id: Id,
    /// Where it stands.
    pub channel: Id,
    /// Who wrote it.
    pub author: Id,
    /// Its text.
    pub content: String,
    /// Its embeds, Discord's JSON.
    pub embeds: Value,
    /// Its components, Discord's JSON.
    pub components: Value,
    /// Earlier components: a client may press what it has not yet seen replaced.
    pub earlier_components: Vec<Value>,
    /// Its files.
    pub attachments: Vec<Attachment>,
    /// Discord's bits.
    pub flags: u64,
    /// The only reader of a private message.
    pub to: Option<Id>,
    /// When it was written.
    pub created: Millis,
    /// When it was last edited.
    pub edited: Option<Millis>,
    /// The interaction that caused it.
    pub interaction: Option<Invoked>,
    /// The thread it started.
    pub thread: Option<Id>,
    /// Users whom the present text mentions, as far as `allowed_mentions` lets it.
    pub mentions: BTreeSet<Id>,
    /// Users whom it notified: at its creation only, an edit notifies nobody.
    pub pinged: BTreeSet<Id>,
    /// Whether it mentions everyone.
    pub mention_everyone: bool,
    /// The sender's own mark.
    pub nonce: Option<Value>,
    /// The message it answers.
    pub reference: Option<Id>,
}

/// Which interaction caused a message.
#[derive(Clone, Debug)]
pub struct Invoked {
    /// The interaction.
    pub id: Id,
    /// Its kind: 2 command, 3 component, 5 modal.
    pub kind: u8,
    /// Who caused it.
    pub user: Id,
    /// The command's name, else empty.
    pub name: String,
    /// The message whose component was pressed.
    pub message: Option<Id>,
}

/// A file of a message; its bytes are in [`World::files`].
#[derive(Clone, Debug)]
pub struct Attachment {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub filename: String,
    /// Its alt text.
    pub description: Option<String>,
    /// Its MIME type.
    pub content_type: String,
    /// Bytes.
    pub size: usize,
    /// Pixels, for pictures.
    pub dimensions: Option<(u32, u32)>,
}

/// An uploaded file.
#[derive(Clone, Debug)]
pub struct File {
    /// What it holds.
    pub bytes: Bytes,
    /// Its MIME type.
    pub content_type: String,
}

/// What a new message is made of, besides its payload.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Where it goes.
    pub channel: Id,
    /// Who writes it.
    pub author: Id,
    /// Its only reader, if it is private.
    pub to: Option<Id>,
    /// The interaction that causes it.
    pub interaction: Option<Invoked>,
}

impl World {
    /// The message with an id, in whatever channel.
    pub fn message(&self, id: Id) -> Option<&Message> {
        self.messages.get(&(*self.homes.get(&id)?, id))
    }

    /// A message by id, or `last`: the newest in a channel, or anywhere, that a user can read.
    pub fn find_message(&self, which: &str, channel: Option<Id>, reader: Option<Id>) -> Option<Id> {
        if which != "last" {
            return which.parse().ok().filter(|id| self.homes.contains_key(id));
        }
        let readable = |message: &&Message| reader.is_none_or(|reader| self.can_read(reader, message));
        let newest = match channel {
            Some(channel) => self.messages_in(channel).rev().find(readable),
            None => self.messages.values().filter(readable).max_by_key(|message| message.id),
        };
        newest.map(|message| message.id)
    }

    /// Posts a message as its payload and files say. Unarchives an archived thread.
    pub fn post(&mut self, draft: Draft, payload: &Value, files: &[Upload]) -> Result<Id, Refusal> {
        let id = self.new_id();
        let now = self.clock.now();
        let mut message = Message {
            id,
            channel: draft.channel,
            author: draft.author,
            content: String::new(),
            embeds: json!([]),
            components: json!([]),
            earlier_components: Vec::new(),
            attachments: Vec::new(),
            flags: payload["flags"].as_u64().unwrap_or(0),
            to: draft.to,
            created: now,
            edited: None,
            interaction: draft.interaction,
            thread: None,
            mentions: BTreeSet::new(),
            pinged: BTreeSet::new(),
            mention_everyone: false,
            nonce: Some(payload["nonce"].clone()).filter(|nonce| !nonce.is_null()),
            reference: Id::read(&payload["message_reference"]["message_id"]),
        };
        if message.to.is_some() {
            message.flags |= flags::EPHEMERAL;
        }
        self.fill(&mut message, payload, files)?;
        if message.to.is_none() && message.flags & (flags::SILENT | flags::LOADING) == 0 {
            message.pinged.clone_from(&message.mentions);
        }
        let (mentions, private) = (message.mentions.clone(), message.to.is_some());
        self.homes.insert(id, draft.channel);
        self.messages.insert((draft.channel, id), message);
        if private {
            self.touch();
            return Ok(id);
        }
        let mut wakes = false;
        if let Some(channel) = self.channels.get_mut(&draft.channel) {
            channel.last_message = Some(id);
            channel.message_count += 1;
            if channel.kind.is_thread() {
                channel.members.insert(draft.author);
                channel.members.extend(mentions);
                wakes = channel.archived;
            }
        }
        if wakes {
            self.set_thread(draft.channel, Some(false), None);
        }
        self.typing.remove(&(draft.channel, draft.author));
        self.touch();
        Ok(id)
    }

    /// Edits a message: what the payload does not name stays, old files included.
    pub fn edit(&mut self, id: Id, payload: &Value, files: &[Upload]) -> Result<(), Refusal> {
        let Some(mut message) = self.message(id).cloned() else {
            return Err(crate::refusal::UNKNOWN_MESSAGE);
        };
        let was_loading = message.flags & flags::LOADING != 0;
        if let Some(given) = payload["flags"].as_u64() {
            let changeable = flags::SUPPRESS_EMBEDS | flags::COMPONENTS_V2;
            message.flags = (message.flags & !flags::SUPPRESS_EMBEDS) | (given & changeable);
        }
        message.flags &= !flags::LOADING;
        let (components, attachments) = (message.components.clone(), message.attachments.clone());
        self.fill(&mut message, payload, files)?;
        if message.components != components && !is_empty(&components) {
            message.earlier_components.push(components);
        }
        for old in attachments {
            if !message.attachments.iter().any(|kept| kept.id == old.id) {
                self.files.remove(&old.id);
            }
        }
        // Filling a deferred answer is its first appearance, not an edit (and notifies nobody all the same).
        if !was_loading {
            message.edited = Some(self.clock.now());
        }
        self.messages.insert((message.channel, id), message);
        self.touch();
        Ok(())
    }

    /// Takes a message away, with its files.
    pub fn remove_message(&mut self, id: Id) -> Option<Message> {
        let channel = self.homes.remove(&id)?;
        let gone = self.messages.remove(&(channel, id))?;
        for attachment in &gone.attachments {
            self.files.remove(&attachment.id);
        }
        self.touch();
        Some(gone)
    }

    /// Whether a user can read a message.
    pub fn can_read(&self, user: Id, message: &Message) -> bool {
        message.to.is_none_or(|to| to == user) && self.can_see(user, message.channel)
    }

    fn fill(&mut self, message: &mut Message, payload: &Value, files: &[Upload]) -> Result<(), Refusal> {
        match &payload["content"] {
            Value::String(content) => message.content.clone_from(content),
            Value::Null if payload.get("content").is_some() => message.content.clear(),
            _ => {}
        }
        for (field, place) in [("embeds", &mut message.embeds), ("components", &mut message.components)] {
            match payload.get(field) {
                Some(Value::Array(items)) => *place = Value::Array(items.clone()),
                Some(Value::Null) => *place = json!([]),
                _ => {}
            }
        }
        self.attach(message, payload, files)?;
        self.link_embeds(message);
        if payload.get("content").is_some() || payload.get("allowed_mentions").is_some() {
            self.mention(message, &payload["allowed_mentions"]);
        }
        let nothing = message.content.trim().is_empty()
            && is_empty(&message.embeds)
            && is_empty(&message.components)
            && message.attachments.is_empty()
            && payload.get("poll").is_none_or(Value::is_null)
            && payload.get("sticker_ids").is_none_or(is_empty);
        if nothing && message.flags & flags::LOADING == 0 {
            return Err(crate::refusal::EMPTY_MESSAGE);
        }
        Ok(())
    }

    /// Old files stay unless `attachments` is given and does not name them; new files come after.
    fn attach(&mut self, message: &mut Message, payload: &Value, files: &[Upload]) -> Result<(), Refusal> {
        let named = payload["attachments"].as_array();
        let mut kept = Vec::new();
        let mut problems = Vec::new();
        let mut descriptions = vec![None; files.len()];
        for (index, entry) in named.into_iter().flatten().enumerate() {
            let id = Id::read(&entry["id"]);
            let description = entry["description"].as_str().map(str::to_owned);
            if let Some(old) = message.attachments.iter().find(|old| Some(old.id) == id) {
                let mut old = old.clone();
                if entry.get("description").is_some() {
                    old.description = description;
                }
                kept.push(old);
            } else if let Some(new) = files.iter().position(|file| Some(Id(file.index)) == id) {
                descriptions[new] = description;
            } else {
                let path = ["attachments".to_owned(), index.to_string(), "id".to_owned()];
                let message = "Attachment ID not found in uploaded files or existing attachments";
                problems.push(Problem::new(&path, "ATTACHMENT_NOT_FOUND", message));
            }
        }
        if !problems.is_empty() {
            return Err(Refusal::invalid(problems));
        }
        if named.is_some() || payload.get("attachments").is_some_and(Value::is_null) {
            message.attachments = kept;
        }
        for (file, description) in files.iter().zip(descriptions) {
            let id = self.new_id();
            let (bytes, content_type) = (file.bytes.clone(), file.content_type.clone());
            self.files.insert(id, File { bytes, content_type });
            message.attachments.push(Attachment {
                id,
                filename: file.filename.clone(),
                description,
                content_type: file.content_type.clone(),
                size: file.bytes.len(),
                dimensions: dimensions(&file.bytes),
            });
        }
        Ok(())
    }

    /// Turns `attachment://name` in embeds into the file's address.
    fn link_embeds(&self, message: &mut Message) {
        let links: Vec<(String, String)> = message
            .attachments
            .iter()
            .map(|file| {
                (format!("attachment://{}", file.filename), self.attachment_url(message.channel, file))
            })
            .collect();
        for embed in message.embeds.as_array_mut().into_iter().flatten() {
            for part in ["image", "thumbnail"] {
                let url = embed[part]["url"].as_str().unwrap_or_default();
                if let Some((_, link)) = links.iter().find(|(name, _)| name == url) {
                    embed[part]["url"] = json!(link);
                }
            }
        }
    }

    /// Finds whom the text mentions, under `allowed_mentions` (without it, everybody named).
    fn mention(&self, message: &mut Message, allowed: &Value) {
        let kind = self.channels.get(&message.channel).map(|channel| channel.kind);
        let parse = |what: &str| {
            allowed.is_null()
                || allowed["parse"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == what))
        };
        let listed = |id: Id| {
            allowed["users"].as_array().is_some_and(|ids| ids.iter().any(|one| Id::read(one) == Some(id)))
        };
        let named = message.content.split("<@").skip(1).filter_map(|rest| {
            let inner = rest.split_once('>')?.0;
            inner.trim_start_matches('!').parse::<Id>().ok()
        });
        message.mentions =
            named.filter(|id| self.users.contains_key(id) && (parse("users") || listed(*id))).collect();
        let says_all = message.content.contains("@everyone") || message.content.contains("@here");
        let may = self.permissions(message.author, message.channel) & permission::MENTION_EVERYONE != 0;
        message.mention_everyone = says_all && parse("everyone") && may && kind != Some(Kind::Direct);
    }
}

fn is_empty(value: &Value) -> bool {
    value.as_array().is_none_or(Vec::is_empty)
}

/// Width and height of a PNG or GIF, from its first bytes.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        return Some((number(16)?, number(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let number = |at: usize| bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes);
        return Some((number(6)?.into(), number(8)?.into()));
    }
    None
}
