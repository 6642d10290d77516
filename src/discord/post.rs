//! What is said in Discord: a plain value that every way of sending takes alike.

use serde_json::{Value, json};
use store::PlayerId;

use super::component::{Id, Modal};

mod check;

pub use check::{Breach, limit};

/// The flag of messages that only the asking person sees.
pub const EPHEMERAL: u64 = 64;

/// A message: to be sent, or to take an older one's place. Nobody is pinged but those named in `ping`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Post {
    /// The text.
    pub content: String,
    /// Cards below the text.
    pub embeds: Vec<Embed>,
    /// Buttons and menus.
    pub rows: Vec<Row>,
    /// Pictures.
    pub files: Vec<File>,
    /// Who is notified; they must be mentioned in the content.
    pub ping: Vec<PlayerId>,
    /// Shown to the asking person only. Without meaning in a channel.
    pub private: bool,
}

/// A card.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Embed {
    /// The heading.
    pub title: Option<String>,
    /// The text.
    pub description: Option<String>,
    /// The stripe at the side, `0xrrggbb`.
    pub colour: Option<u32>,
    /// Named parts.
    pub fields: Vec<Field>,
    /// The small line at the end.
    pub footer: Option<String>,
    /// The name of one of the post's files, shown within the card.
    pub image: Option<String>,
}

/// A named part of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its heading.
    pub name: String,
    /// Its text.
    pub value: String,
    /// Whether it may stand beside others.
    pub inline: bool,
}

/// A picture with its description.
#[derive(Clone, PartialEq, Eq)]
pub struct File {
    /// `board.png`.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// The picture in words.
    pub alt: String,
}

/// A row below a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// At most five buttons.
    Buttons(Vec<Button>),
    /// One menu.
    Select(Select),
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// What it does.
    pub action: Action,
    /// What it says.
    pub label: String,
    /// How it looks; a link has its own look.
    pub style: Style,
    /// Whether it can be pressed.
    pub disabled: bool,
}

/// What a button does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Tells the bot.
    Press(Id),
    /// Opens an address.
    Link(String),
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// The one to press.
    Primary,
    /// One among others.
    Secondary,
    /// Agreeing.
    Success,
    /// Not to be taken back.
    Danger,
}

/// A menu of which one entry is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Select {
    /// What choosing does.
    pub id: Id,
    /// What it says before anything is chosen.
    pub placeholder: String,
    /// 1 to 25 entries.
    pub options: Vec<SelectOption>,
}

/// An entry of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectOption {
    /// What it says.
    pub label: String,
    /// What the bot is told.
    pub value: String,
    /// A line below.
    pub description: Option<String>,
}

impl Post {
    /// A message of text alone.
    pub fn text(content: impl Into<String>) -> Post {
        Post { content: content.into(), ..Post::default() }
    }

    /// A card alone.
    pub fn card(embed: Embed) -> Post {
        Post { embeds: vec![embed], ..Post::default() }
    }

    /// The post for the asking person's eyes only.
    #[must_use]
    pub fn private(mut self) -> Post {
        self.private = true;
        self
    }

    /// The post with one more card.
    #[must_use]
    pub fn embed(mut self, embed: Embed) -> Post {
        self.embeds.push(embed);
        self
    }

    /// The post with a row of buttons; none when there are none.
    #[must_use]
    pub fn buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Post {
        let buttons: Vec<Button> = buttons.into_iter().collect();
        if !buttons.is_empty() {
            self.rows.push(Row::Buttons(buttons));
        }
        self
    }

    /// The post with a menu.
    #[must_use]
    pub fn select(mut self, select: Select) -> Post {
        self.rows.push(Row::Select(select));
        self
    }

    /// The post with a picture.
    #[must_use]
    pub fn file(mut self, file: File) -> Post {
        self.files.push(file);
        self
    }

    /// The post that notifies a person.
    #[must_use]
    pub fn ping(mut self, player: PlayerId) -> Post {
        self.ping.push(player);
        self
    }

    /// The body of a request that sends this post or puts it in the place of an older message. Everything is said outright,
    /// so that an edit leaves nothing of what was there: no text, card, button or picture.
    pub fn body(&self) -> Value {
        let mut users: Vec<String> = self.ping.iter().map(ToString::to_string).collect();
        users.sort_unstable();
        users.dedup();
        json!({
            "content": self.content,
            "embeds": self.embeds.iter().map(Embed::body).collect::<Vec<_>>(),
            "components": self.rows.iter().map(Row::body).collect::<Vec<_>>(),
            "attachments": self
                .files
                .iter()
                .enumerate()
                .map(|(id, file)| json!({ "id": id, "filename": file.name, "description": file.alt }))
                .collect::<Vec<_>>(),
            "allowed_mentions": { "parse": [], "users": users },
        })
    }

    /// The body of an answer or follow-up to an interaction: as [`Post::body`], and shown to the asking person only if it is private.
    pub fn answer_body(&self) -> Value {
        let mut body = self.body();
        if self.private {
            body["flags"] = json!(EPHEMERAL);
        }
        body
    }
}

impl Embed {
    /// A card with a heading.
    pub fn titled(title: impl Into<String>) -> Embed {
        Embed { title: Some(title.into()), ..Embed::default() }
    }

    /// The card with its text.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> Embed {
        self.description = Some(text.into());
        self
    }

    /// The card with one more named part.
    #[must_use]
    pub fn field(mut self, name: impl Into<String>, value: impl Into<String>, inline: bool) -> Embed {
        self.fields.push(Field { name: name.into(), value: value.into(), inline });
        self
    }

    /// The card with a stripe, `0xrrggbb`.
    #[must_use]
    pub fn colour(mut self, colour: u32) -> Embed {
        self.colour = Some(colour);
        self
    }

    /// The card with a small line at the end.
    #[must_use]
    pub fn footer(mut self, text: impl Into<String>) -> Embed {
        self.footer = Some(text.into());
        self
    }

    /// The card with one of the post's files within.
    #[must_use]
    pub fn image(mut self, file: impl Into<String>) -> Embed {
        self.image = Some(file.into());
        self
    }

    fn body(&self) -> Value {
        let mut body = json!({});
        if let Some(title) = &self.title {
            body["title"] = json!(title);
        }
        if let Some(description) = &self.description {
            body["description"] = json!(description);
        }
        if let Some(colour) = self.colour {
            body["color"] = json!(colour);
        }
        if !self.fields.is_empty() {
            body["fields"] = self
                .fields
                .iter()
                .map(|field| json!({ "name": field.name, "value": field.value, "inline": field.inline }))
                .collect();
        }
        if let Some(footer) = &self.footer {
            body["footer"] = json!({ "text": footer });
        }
        if let Some(image) = &self.image {
            body["image"] = json!({ "url": format!("attachment://{image}") });
        }
        body
    }
}

impl File {
    /// A PNG and its description, cut to what Discord takes.
    pub fn png(name: impl Into<String>, bytes: Vec<u8>, alt: &str) -> File {
        File { name: name.into(), bytes, alt: clip(alt, limit::ALT) }
    }
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File")
            .field("name", &self.name)
            .field("bytes", &self.bytes.len())
            .field("alt", &self.alt)
            .finish()
    }
}

impl Button {
    /// A button that tells the bot.
    pub fn new(id: Id, label: impl Into<String>, style: Style) -> Button {
        Button { action: Action::Press(id), label: clip(&label.into(), limit::LABEL), style, disabled: false }
    }

    /// A button that opens an address.
    pub fn link(url: impl Into<String>, label: impl Into<String>) -> Button {
        Button {
            action: Action::Link(url.into()),
            label: clip(&label.into(), limit::LABEL),
            style: Style::Secondary,
            disabled: false,
        }
    }

    /// The button, greyed out when `disabled`.
    #[must_use]
    pub fn disabled(mut self, disabled: bool) -> Button {
        self.disabled = disabled;
        self
    }

    fn body(&self) -> Value {
        let (style, key, value) = match &self.action {
            Action::Link(url) => (5, "url", url.clone()),
            Action::Press(id) => {
                let style = match self.style {
                    Style::Primary => 1,
                    Style::Secondary => 2,
                    Style::Success => 3,
                    Style::Danger => 4,
                };
                (style, "custom_id", id.to_string())
            }
        };
        json!({ "type": 2, "style": style, "label": self.label, "disabled": self.disabled, key: value })
    }
}

impl SelectOption {
    /// An entry.
    pub fn new(label: &str, value: impl Into<String>) -> SelectOption {
        SelectOption { label: clip(label, limit::OPTION), value: value.into(), description: None }
    }

    /// The entry with a line below.
    #[must_use]
    pub fn description(mut self, text: &str) -> SelectOption {
        self.description = Some(clip(text, limit::OPTION));
        self
    }
}

impl Row {
    fn body(&self) -> Value {
        let components: Vec<Value> = match self {
            Row::Buttons(buttons) => buttons.iter().map(Button::body).collect(),
            Row::Select(select) => {
                let options: Vec<Value> = select
                    .options
                    .iter()
                    .map(|option| {
                        let mut body = json!({ "label": option.label, "value": option.value });
                        if let Some(description) = &option.description {
                            body["description"] = json!(description);
                        }
                        body
                    })
                    .collect();
                vec![json!({
                    "type": 3,
                    "custom_id": select.id.to_string(),
                    "placeholder": clip(&select.placeholder, limit::PLACEHOLDER),
                    "options": options,
                    "min_values": 1,
                    "max_values": 1,
                })]
            }
        };
        json!({ "type": 1, "components": components })
    }
}

/// The body of a form with one line to write.
pub fn form(modal: &Modal) -> Value {
    json!({
        "custom_id": modal.id.to_string(),
        "title": clip(&modal.title, limit::MODAL_TITLE),
        "components": [{
            "type": 1,
            "components": [{
                "type": 4,
                "custom_id": modal.field,
                "label": clip(&modal.label, limit::MODAL_LABEL),
                "style": 1,
                "placeholder": clip(&modal.placeholder, limit::PLACEHOLDER_INPUT),
                "min_length": 1,
                "max_length": 60,
                "required": true,
            }],
        }],
    })
}

/// The text, cut with an ellipsis where it is longer than `limit` characters.
pub fn clip(text: &str, limit: usize) -> String {
    if text.chars().count() <= limit {
        return text.to_owned();
    }
    let mut clipped: String = text.chars().take(limit.saturating_sub(1)).collect();
    clipped.push('…');
    clipped
}

#[cfg(test)]
mod tests;
