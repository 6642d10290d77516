//! Answers to interactions: the callback, follow-ups and `@original`.

use serde_json::{Value, json};

use super::members::needs;
use super::messages::wanted;
use super::{Answer, Call, Reply};
use crate::control;
use crate::id::Id;
use crate::refusal::{self, Problem, Refusal};
use crate::state::{Draft, Interaction, Modal, Outcome, Progress, Stage, World, flags};

/// `POST /interactions/{interaction_id}/{interaction_token}/callback`.
pub fn callback(world: &mut World, call: &Call<'_>) -> Answer {
    let id = call.id(0, refusal::UNKNOWN_INTERACTION)?;
    let token = call.parameters.get(1).copied().unwrap_or_default();
    let interaction = world.unanswered(id, token)?;
    let kind = interaction.kind;
    let on_message = interaction.message.is_some();
    let answer = call.body.json["type"].as_u64().unwrap_or(0);
    let data = &call.body.json["data"];
    let fits = match answer {
        4 | 5 => matches!(kind, 2 | 3 | 5),
        6 | 7 => on_message && matches!(kind, 3 | 5),
        8 => kind == 4,
        9 => matches!(kind, 2 | 3),
        _ => false,
    };
    if !fits {
        let message = format!("A response of type {answer} does not fit an interaction of type {kind}");
        let problem = Problem::new(&["type".to_owned()], "INTERACTION_RESPONSE_TYPE_INVALID", message);
        return Err(Refusal::invalid(vec![problem]));
    }
    let mut original = None;
    match answer {
        4 => {
            let message = post(world, id, data, call, false)?;
            original = Some(message);
            conclude(world, id, Stage::Answered, original);
            finish(world, id, |world| control::message(world, message).map(Outcome::Message));
        }
        5 => {
            let mut loading = json!({"flags": data["flags"].as_u64().unwrap_or(0) | flags::LOADING});
            loading["allowed_mentions"] = json!({"parse": []});
            original = Some(post(world, id, &loading, call, false)?);
            conclude(world, id, Stage::Thinking, original);
            defer(world, id, false);
        }
        6 => {
            original = subject(world, id)?;
            conclude(world, id, Stage::Updating, original);
            defer(world, id, true);
        }
        7 => {
            original = subject(world, id)?;
            let message = original.ok_or(refusal::UNKNOWN_MESSAGE)?;
            may_attach(world, id, data, !call.body.files.is_empty())?;
            world.edit(message, data, &call.body.files)?;
            conclude(world, id, Stage::Answered, original);
            finish(world, id, |world| control::message(world, message).map(Outcome::Update));
        }
        8 => {
            let choices = data["choices"].as_array().cloned().unwrap_or_default();
            conclude(world, id, Stage::Answered, None);
            finish(world, id, |_| Some(Outcome::Choices(Value::Array(choices))));
        }
        _ => {
            conclude(world, id, Stage::Answered, None);
            open_modal(world, id, data);
        }
    }
    if !call.query_flag("with_response") {
        return Ok(Reply::Empty);
    }
    Ok(Reply::Json(callback_json(world, id, kind, answer, original)))
}

/// `POST /webhooks/{application_id}/{token}`: a follow-up. The first after a deferral fills it, unless somebody has deleted it.
pub fn follow_up(world: &mut World, call: &Call<'_>) -> Answer {
    let interaction = interaction(world, call)?;
    let (id, stage, original) = (interaction.id, interaction.stage, interaction.original);
    let loading = original.filter(|message| stage == Stage::Thinking && world.message(*message).is_some());
    if let Some(message) = loading {
        return fill(world, id, message, call);
    }
    let message = post(world, id, &call.body.json, call, true)?;
    if matches!(stage, Stage::Thinking | Stage::Updating) {
        finish(world, id, |world| control::message(world, message).map(Outcome::Message));
    }
    show(world, message)
}

/// `GET /webhooks/{application_id}/{token}/messages/{message_id}`.
pub fn get(world: &World, call: &Call<'_>) -> Answer {
    let (_, message) = named(world, call)?;
    show(world, message)
}

/// `PATCH /webhooks/{application_id}/{token}/messages/{message_id}`.
pub fn edit(world: &mut World, call: &Call<'_>) -> Answer {
    let (id, message) = named(world, call)?;
    fill(world, id, message, call)
}

/// `DELETE /webhooks/{application_id}/{token}/messages/{message_id}`.
pub fn delete(world: &mut World, call: &Call<'_>) -> Answer {
    let (id, message) = named(world, call)?;
    world.remove_message(message);
    let original = world.interactions.get(&id).and_then(|interaction| interaction.original);
    if original == Some(message) {
        conclude(world, id, Stage::Answered, original);
    }
    finish(world, id, |_| Some(Outcome::None));
    Ok(Reply::Empty)
}

/// Edits a message by an interaction's token and tells who waits for the deferred answer.
fn fill(world: &mut World, id: Id, message: Id, call: &Call<'_>) -> Answer {
    may_attach(world, id, &call.body.json, !call.body.files.is_empty())?;
    world.edit(message, &call.body.json, &call.body.files)?;
    let stage = world.interactions.get(&id).map(|interaction| interaction.stage);
    let original = world.interactions.get(&id).and_then(|interaction| interaction.original);
    if original == Some(message) {
        conclude(world, id, Stage::Answered, original);
        finish(world, id, |world| {
            let shown = control::message(world, message)?;
            Some(if stage == Some(Stage::Updating) {
                Outcome::Update(shown)
            } else {
                Outcome::Message(shown)
            })
        });
    }
    show(world, message)
}

/// Posts a message in answer to an interaction; a follow-up to a private answer may be public.
fn post(world: &mut World, id: Id, data: &Value, call: &Call<'_>, later: bool) -> Result<Id, Refusal> {
    may_attach(world, id, data, !call.body.files.is_empty())?;
    let interaction = world.interactions.get(&id).ok_or(refusal::UNKNOWN_INTERACTION)?;
    let private = data["flags"].as_u64().unwrap_or(0) & flags::EPHEMERAL != 0;
    let mut invoked = interaction.invoked();
    if later {
        // Discord names the command only on the first answer.
        invoked.name.clear();
    }
    let draft = Draft {
        channel: interaction.channel,
        author: world.bot,
        to: private.then_some(interaction.user),
        interaction: Some(invoked),
    };
    if !world.channels.contains_key(&draft.channel) {
        return Err(refusal::UNKNOWN_CHANNEL);
    }
    world.post(draft, data, &call.body.files)
}

/// Answers need no permission to write, but one to attach files.
fn may_attach(world: &World, id: Id, data: &Value, files: bool) -> Result<(), Refusal> {
    let channel = world.interactions.get(&id).map(|interaction| interaction.channel);
    match channel {
        Some(channel) if files && world.channels.contains_key(&channel) => {
            needs(world, channel, wanted(data, files) & crate::permission::ATTACH_FILES)
        }
        _ => Ok(()),
    }
}

fn open_modal(world: &mut World, id: Id, data: &Value) {
    let Some(interaction) = world.interactions.get(&id) else { return };
    let name = data["custom_id"].as_str().unwrap_or_default().to_owned();
    let modal = Modal { json: data.clone(), channel: interaction.channel, message: interaction.message };
    let user = interaction.user;
    interaction.finish(Outcome::Modal(control::modal(data)));
    world.modals.insert((user, name), modal);
}

/// The message under the component that was pressed.
fn subject(world: &World, id: Id) -> Result<Option<Id>, Refusal> {
    let message = world.interactions.get(&id).and_then(|interaction| interaction.message);
    message.filter(|message| world.message(*message).is_some()).map(Some).ok_or(refusal::UNKNOWN_MESSAGE)
}

fn conclude(world: &mut World, id: Id, stage: Stage, original: Option<Id>) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.stage = stage;
        interaction.original = original;
    }
}

fn defer(world: &World, id: Id, may_be_all: bool) {
    if let Some(interaction) = world.interactions.get(&id) {
        interaction.progress.send_replace(Progress::Deferred(may_be_all));
    }
}

fn finish(world: &World, id: Id, outcome: impl FnOnce(&World) -> Option<Outcome>) {
    if let Some(interaction) = world.interactions.get(&id)
        && interaction.is_awaited()
        && let Some(outcome) = outcome(world)
    {
        interaction.finish(outcome);
    }
}

/// The interaction of a webhook address.
fn interaction<'a>(world: &'a World, call: &Call<'_>) -> Result<&'a Interaction, Refusal> {
    if call.id(0, refusal::UNKNOWN_WEBHOOK)? != world.bot {
        return Err(refusal::UNKNOWN_WEBHOOK);
    }
    world.by_token(call.parameters.get(1).copied().unwrap_or_default())
}

/// The interaction and message of a webhook message's address.
fn named(world: &World, call: &Call<'_>) -> Result<(Id, Id), Refusal> {
    let interaction = interaction(world, call)?;
    let message = match call.parameters.get(2) {
        Some(&"@original") => interaction.original,
        Some(id) => id.parse().ok(),
        None => None,
    };
    let mine = |message: &Id| {
        interaction.original == Some(*message)
            || world.message(*message).is_some_and(|message| {
                message.interaction.as_ref().is_some_and(|invoked| invoked.id == interaction.id)
            })
    };
    let message = message.filter(mine).filter(|message| world.message(*message).is_some());
    Ok((interaction.id, message.ok_or(refusal::UNKNOWN_MESSAGE)?))
}

fn callback_json(world: &World, id: Id, kind: u8, answer: u64, message: Option<Id>) -> Value {
    let message = message.and_then(|message| world.message(message));
    let mut json = json!({"interaction": {"id": id, "type": kind}, "resource": {"type": answer}});
    if let Some(message) = message {
        let told = &mut json["interaction"];
        told["response_message_id"] = json!(message.id);
        told["response_message_loading"] = json!(message.flags & flags::LOADING != 0);
        told["response_message_ephemeral"] = json!(message.to.is_some());
        if matches!(answer, 4 | 5 | 7) {
            json["resource"]["message"] = world.message_json(message);
        }
    }
    json
}

fn show(world: &World, id: Id) -> Answer {
    let message = world.message(id).ok_or(refusal::UNKNOWN_MESSAGE)?;
    Ok(Reply::Json(world.message_json(message)))
}
