//! Discord's limits on messages.

use std::collections::HashSet;
use std::fmt;

use super::{Action, Post, Row};

/// The limits, in characters unless said otherwise (resources/message, components/reference).
pub mod limit {
    /// Content.
    pub const CONTENT: usize = 2000;
    /// Cards a message.
    pub const EMBEDS: usize = 10;
    /// A card's heading.
    pub const TITLE: usize = 256;
    /// A card's text.
    pub const DESCRIPTION: usize = 4096;
    /// Named parts of a card.
    pub const FIELDS: usize = 25;
    /// Heading of a named part.
    pub const FIELD_NAME: usize = 256;
    /// Text of a named part.
    pub const FIELD_VALUE: usize = 1024;
    /// A card's last line.
    pub const FOOTER: usize = 2048;
    /// All cards of a message together.
    pub const EMBED_SUM: usize = 6000;
    /// Rows a message.
    pub const ROWS: usize = 5;
    /// Buttons a row.
    pub const BUTTONS: usize = 5;
    /// A button's label.
    pub const LABEL: usize = 80;
    /// A component's own id.
    pub const CUSTOM_ID: usize = 100;
    /// Entries of a menu.
    pub const OPTIONS: usize = 25;
    /// Label, value and description of an entry.
    pub const OPTION: usize = 100;
    /// A menu's prompt.
    pub const PLACEHOLDER: usize = 150;
    /// A form's title.
    pub const MODAL_TITLE: usize = 45;
    /// A form field's label.
    pub const MODAL_LABEL: usize = 45;
    /// A form field's prompt.
    pub const PLACEHOLDER_INPUT: usize = 100;
    /// A picture's description.
    pub const ALT: usize = 1024;
    /// Files a message.
    pub const FILES: usize = 10;
    /// Bytes a file.
    pub const FILE: usize = 10 * 1024 * 1024;
    /// People to be notified.
    pub const PING: usize = 100;
}

/// A limit that a post breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach {
    /// What is too much.
    pub what: &'static str,
    /// How much it is.
    pub size: usize,
    /// How much is allowed.
    pub limit: usize,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, allowed {}", self.what, self.size, self.limit)
    }
}

impl std::error::Error for Breach {}

impl Post {
    /// Holds the post against every limit.
    ///
    /// # Errors
    /// The first limit that is broken.
    pub fn check(&self) -> Result<(), Breach> {
        within("content", &self.content, limit::CONTENT)?;
        at_most("embeds", self.embeds.len(), limit::EMBEDS)?;
        at_most("rows", self.rows.len(), limit::ROWS)?;
        at_most("files", self.files.len(), limit::FILES)?;
        at_most("people to notify", self.ping.len(), limit::PING)?;
        if self.content.is_empty() && self.embeds.is_empty() && self.files.is_empty() {
            return Err(Breach { what: "an empty message", size: 0, limit: 0 });
        }
        let mut sum = 0;
        for embed in &self.embeds {
            sum += within("embed title", embed.title.as_deref().unwrap_or_default(), limit::TITLE)?;
            sum += within(
                "embed description",
                embed.description.as_deref().unwrap_or_default(),
                limit::DESCRIPTION,
            )?;
            sum += within("embed footer", embed.footer.as_deref().unwrap_or_default(), limit::FOOTER)?;
            at_most("embed fields", embed.fields.len(), limit::FIELDS)?;
            for field in &embed.fields {
                sum += filled("field name", &field.name, limit::FIELD_NAME)?;
                sum += filled("field value", &field.value, limit::FIELD_VALUE)?;
            }
        }
        at_most("embeds in all", sum, limit::EMBED_SUM)?;
        self.check_rows()?;
        for file in &self.files {
            within("alt text", &file.alt, limit::ALT)?;
            at_most("file", file.bytes.len(), limit::FILE)?;
        }
        Ok(())
    }

    fn check_rows(&self) -> Result<(), Breach> {
        let mut ids = HashSet::new();
        let mut unique = |id: String| {
            filled("custom_id", &id, limit::CUSTOM_ID)?;
            if ids.insert(id) { Ok(()) } else { Err(Breach { what: "a custom_id twice", size: 2, limit: 1 }) }
        };
        for row in &self.rows {
            match row {
                Row::Buttons(buttons) => {
                    at_least("buttons", buttons.len(), 1)?;
                    at_most("buttons", buttons.len(), limit::BUTTONS)?;
                    for button in buttons {
                        filled("button label", &button.label, limit::LABEL)?;
                        if let Action::Press(id) = &button.action {
                            unique(id.to_string())?;
                        }
                    }
                }
                Row::Select(select) => {
                    at_least("options", select.options.len(), 1)?;
                    at_most("options", select.options.len(), limit::OPTIONS)?;
                    unique(select.id.to_string())?;
                    let mut values = HashSet::new();
                    for option in &select.options {
                        filled("option label", &option.label, limit::OPTION)?;
                        filled("option value", &option.value, limit::OPTION)?;
                        within(
                            "option description",
                            option.description.as_deref().unwrap_or_default(),
                            limit::OPTION,
                        )?;
                        if !values.insert(&option.value) {
                            return Err(Breach { what: "an option twice", size: 2, limit: 1 });
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

fn within(what: &'static str, text: &str, limit: usize) -> Result<usize, Breach> {
    let size = text.chars().count();
    at_most(what, size, limit).map(|()| size)
}

fn filled(what: &'static str, text: &str, limit: usize) -> Result<usize, Breach> {
    at_least(what, text.trim().chars().count(), 1)?;
    within(what, text, limit)
}

fn at_most(what: &'static str, size: usize, limit: usize) -> Result<(), Breach> {
    if size <= limit { Ok(()) } else { Err(Breach { what, size, limit }) }
}

fn at_least(what: &'static str, size: usize, limit: usize) -> Result<(), Breach> {
    if size >= limit { Ok(()) } else { Err(Breach { what, size, limit }) }
}
