//! What people see.

use serde_json::{Value, json};

/// What somebody sees after doing something.
#[derive(Clone, Debug)]
pub struct Answer(pub Value);

impl Answer {
    pub(super) fn of(message: &Value) -> Answer {
        Answer(json!({ "type": "message", "message": message }))
    }

    pub(super) fn shown(&self) -> &Value {
        &self.0["message"]
    }

    /// The message's id.
    #[track_caller]
    pub fn id(&self) -> &str {
        self.shown()["id"].as_str().unwrap_or_else(|| panic!("a message: {}", self.0))
    }

    /// The channel that it stands in.
    pub fn channel(&self) -> &str {
        self.shown()["channel"].as_str().expect("a message")
    }

    /// All that can be read in it.
    pub fn content(&self) -> String {
        let mut text = self.shown()["content"].as_str().unwrap_or_default().to_owned();
        for embed in self.shown()["embeds"].as_array().into_iter().flatten() {
            let fields = embed["fields"].as_array().into_iter().flatten();
            let parts = [&embed["title"], &embed["description"]]
                .into_iter()
                .chain(fields.flat_map(|field| [&field["name"], &field["value"]]))
                .chain([&embed["footer"]["text"]]);
            for part in parts.filter_map(Value::as_str) {
                text.push('\n');
                text.push_str(part);
            }
        }
        text
    }

    /// Holds that words are in it.
    #[track_caller]
    pub fn says(&self, words: &str) {
        assert!(self.content().contains(words), "expected {words:?} in {:#}", self.0);
    }

    /// Holds that the asking person, and nobody else, was told so.
    #[track_caller]
    pub fn refuses(&self, words: &str) {
        assert!(self.is_private(), "a refusal is private: {:#}", self.0);
        self.says(words);
    }

    /// Holds that everyone sees it.
    #[track_caller]
    pub fn is_public(&self) {
        assert!(is_public(self.shown()), "a public message: {:#}", self.0);
    }

    /// Whether only one person sees it.
    pub fn is_private(&self) -> bool {
        self.shown()["ephemeral"] == true
    }

    /// The labels of its buttons.
    pub fn buttons(&self) -> Vec<String> {
        components(self.shown()).filter_map(|one| Some(one["label"].as_str()?.to_owned())).collect()
    }

    /// Whom it notified when it was posted.
    pub fn pinged(&self) -> Vec<String> {
        let pinged = self.shown()["pinged"].as_array().into_iter().flatten();
        pinged.filter_map(|id| Some(id.as_str()?.to_owned())).collect()
    }

    /// How many pictures it has.
    pub fn pictures(&self) -> usize {
        self.shown()["attachments"].as_array().map_or(0, Vec::len)
    }

    /// The number of the game that it says begins.
    #[track_caller]
    pub fn begun(&self) -> usize {
        let content = self.content();
        let number = content.split_once("game #").and_then(|(_, rest)| rest.split_once(" begins"));
        number
            .and_then(|(number, _)| number.parse().ok())
            .unwrap_or_else(|| panic!("a game begins: {:#}", self.0))
    }

    /// A picture's address and its description.
    pub fn picture(&self, index: usize) -> (String, String) {
        let picture = &self.shown()["attachments"][index];
        let text =
            |key: &str| picture[key].as_str().unwrap_or_else(|| panic!("a picture: {}", self.0)).to_owned();
        (text("url"), text("description"))
    }

    /// Its menu.
    #[track_caller]
    pub fn menu(&self) -> &Value {
        components(self.shown())
            .find(|one| one["type"] == 3)
            .unwrap_or_else(|| panic!("a menu: {:#}", self.0))
    }

    /// What its menu offers.
    pub fn entries(&self) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let options = self.menu()["options"].as_array().expect("a list").iter();
        options.map(|option| (text(&option["label"]), text(&option["value"]))).collect()
    }
}

pub(super) fn components(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

pub(super) fn is_public(message: &Value) -> bool {
    message["ephemeral"] == false && message["author"]["bot"] == true && message["loading"] != true
}
