//! The control API: people, what they do, what they see, and what goes wrong. Its shapes are described
//! in the crate's documentation.

mod ask;
mod options;
mod read;

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::Shared;
use crate::clock::iso;
use crate::fault::Order;
use crate::id::Id;
use crate::state::{Draft, Message, World, flags};

/// A refusal of the control API: a status and a sentence.
#[derive(Debug)]
pub struct ControlError(StatusCode, String);

type Answer = Result<Json<Value>, ControlError>;

/// The routes under `/_control`.
pub fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/users", post(users))
        .route("/command", post(ask::command))
        .route("/autocomplete", post(ask::autocomplete))
        .route("/component", post(ask::component))
        .route("/modal", post(ask::modal))
        .route("/message", post(say))
        .route("/fault", post(fault))
        .route("/clock", post(clock))
        .route("/messages", get(read::messages))
        .route("/violations", get(read::violations))
        .route("/state", get(read::state))
        .route("/events", get(read::events))
}

/// A message as the control API shows it.
pub fn message(world: &World, id: Id) -> Option<Value> {
    world.message(id).map(|message| message_json(world, message))
}

/// A modal as the control API shows it.
pub fn modal(data: &Value) -> Value {
    let fields: Vec<Value> = inputs(data).map(|(input, label)| {
        json!({
            "custom_id": input["custom_id"], "label": label, "type": input["type"], "style": input["style"],
            "value": input["value"], "placeholder": input["placeholder"],
            "required": input["required"].as_bool().unwrap_or(true), "min_length": input["min_length"],
            "max_length": input["max_length"], "options": input["options"],
        })
    }).collect();
    json!({"custom_id": data["custom_id"], "title": data["title"], "fields": fields})
}

/// A modal's inputs with their labels.
fn inputs(modal: &Value) -> impl Iterator<Item = (&Value, &Value)> {
    let components = modal["components"].as_array().into_iter().flatten();
    components.flat_map(|component| {
        let in_rows = component["components"].as_array().into_iter().flatten();
        let in_rows = in_rows.map(|input| (input, &input["label"]));
        let labelled = component.get("component").map(|input| (input, &component["label"]));
        in_rows.chain(labelled)
    })
}

fn message_json(world: &World, message: &Message) -> Value {
    let attachments: Vec<Value> = message.attachments.iter().map(|file| {
        json!({
            "id": file.id, "url": world.attachment_url(message.channel, file), "description": file.description,
            "filename": file.filename, "content_type": file.content_type, "size": file.size,
            "width": file.dimensions.map(|(width, _)| width), "height": file.dimensions.map(|(_, height)| height),
        })
    }).collect();
    let author = person(world, message.author);
    let interaction = message.interaction.as_ref().filter(|invoked| !invoked.name.is_empty());
    json!({
        "id": message.id, "channel": message.channel, "author": author, "content": message.content,
        "embeds": message.embeds, "components": message.components, "attachments": attachments,
        "ephemeral": message.to.is_some(), "to": message.to, "timestamp": iso(message.created),
        "edited": message.edited.map(iso), "flags": message.flags,
        "loading": message.flags & flags::LOADING != 0, "thread": message.thread,
        "mentions": message.mentions, "pinged": message.pinged, "mention_everyone": message.mention_everyone,
        "nonce": message.nonce, "reference": message.reference,
        "interaction": interaction.map(|invoked| {
            json!({"user": person(world, invoked.user), "name": invoked.name})
        }),
    })
}

fn person(world: &World, id: Id) -> Value {
    match world.users.get(&id) {
        Some(user) => json!({"id": id, "name": user.name, "bot": user.bot}),
        None => json!({"id": id, "name": "Deleted User", "bot": false}),
    }
}

#[derive(Deserialize)]
struct NewUser {
    name: String,
    locale: Option<String>,
    moderator: Option<bool>,
}

/// `POST /_control/users`.
async fn users(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let new: NewUser = parse(&body)?;
    let mut world = shared.world();
    let id = world.welcome(&new.name, new.locale.as_deref(), new.moderator);
    Ok(Json(json!({"id": id, "name": new.name})))
}

#[derive(Deserialize)]
struct Said {
    user: String,
    channel: Option<String>,
    content: String,
}

/// `POST /_control/message`: a person writes something; the bot does not see it.
async fn say(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let said: Said = parse(&body)?;
    let mut world = shared.world();
    let user = find_user(&world, &said.user)?;
    let channel = find_channel(&world, said.channel.as_deref(), user)?;
    if said.content.trim().is_empty() || said.content.chars().count() > 2000 {
        return Err(bad("content: a message has 1 to 2000 characters"));
    }
    let draft = Draft { channel, author: user, to: None, interaction: None };
    let id =
        world.post(draft, &json!({"content": said.content}), &[]).map_err(|refusal| bad(refusal.message))?;
    Ok(Json(json!({"type": "message", "message": message(&world, id), "choices": [], "modal": null})))
}

/// `POST /_control/fault`.
async fn fault(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let order: Order = parse(&body)?;
    shared.world().order(&order).map_err(bad)?;
    Ok(Json(json!({"ok": true})))
}

#[derive(Deserialize)]
struct Advance {
    advance_s: f64,
}

/// `POST /_control/clock`.
async fn clock(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let Advance { advance_s } = parse(&body)?;
    if !(0.0..=1e9).contains(&advance_s) {
        return Err(bad("advance_s: the clock can only be moved on"));
    }
    let by = std::time::Duration::from_secs_f64(advance_s).as_millis();
    let mut world = shared.world();
    world.clock.advance(u64::try_from(by).unwrap_or(u64::MAX));
    world.touch();
    Ok(Json(json!({"now": iso(world.clock.now())})))
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ControlError> {
    serde_json::from_slice(body).map_err(|error| bad(format!("the body cannot be read: {error}")))
}

fn bad(sentence: impl Into<String>) -> ControlError {
    ControlError(StatusCode::BAD_REQUEST, sentence.into())
}

fn missing(sentence: impl Into<String>) -> ControlError {
    ControlError(StatusCode::NOT_FOUND, sentence.into())
}

fn forbidden(sentence: impl Into<String>) -> ControlError {
    ControlError(StatusCode::FORBIDDEN, sentence.into())
}

fn find_user(world: &World, who: &str) -> Result<Id, ControlError> {
    let user = world.find_user(who).ok_or_else(|| missing(format!("user: there is no \"{who}\"")))?;
    Ok(user.id)
}

/// A channel that a user can see; without a name the first one.
fn find_channel(world: &World, which: Option<&str>, user: Id) -> Result<Id, ControlError> {
    let found = match which {
        // A person's own direct message with the bot bears the person's name.
        Some("dm") => world
            .channels
            .values()
            .find(|place| place.kind == crate::state::Kind::Direct && place.members.contains(&user)),
        Some(which) => world.find_channel(which),
        None => world.first_channel(),
    };
    let named = which.unwrap_or("the first channel");
    let channel = found.ok_or_else(|| missing(format!("channel: there is no \"{named}\"")))?;
    if !world.can_see(user, channel.id) {
        return Err(forbidden(format!("channel: this person cannot see \"{named}\"")));
    }
    Ok(channel.id)
}

impl IntoResponse for ControlError {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}
