//! Messages of a channel, with the bot's token.

use serde_json::{Value, json};

use super::members::{array, needs};
use super::{Answer, Call, Reply};
use crate::id::Id;
use crate::permission::{
    ATTACH_FILES, EMBED_LINKS, MANAGE_MESSAGES, MANAGE_THREADS, Permissions, READ_MESSAGE_HISTORY,
    SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::refusal::{self, Problem, Refusal};
use crate::state::{Draft, Kind, Message, World};

/// Minutes within which an enforced nonce is remembered.
const NONCE_MEMORY: u64 = 5 * 60_000;

/// `POST /channels/{channel_id}/messages`.
pub fn create(world: &mut World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    let payload = &call.body.json;
    writable(world, channel)?;
    needs(world, channel, wanted(payload, !call.body.files.is_empty()))?;
    if payload["enforce_nonce"] == true && !payload["nonce"].is_null() {
        let now = world.clock.now();
        let twin = world.messages_in(channel).rev().find(|message| {
            message.author == world.bot
                && message.created + NONCE_MEMORY > now
                && message.nonce.as_ref() == Some(&payload["nonce"])
        });
        if let Some(twin) = twin {
            return Ok(Reply::Json(world.message_json(twin)));
        }
    }
    let draft = Draft { channel, author: world.bot, to: None, interaction: None };
    let id = world.post(draft, payload, &call.body.files)?;
    show(world, id)
}

/// `GET /channels/{channel_id}/messages`: newest first.
pub fn list(world: &World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    needs(world, channel, VIEW_CHANNEL)?;
    let limit = match call.query.get("limit").map(|limit| limit.parse::<usize>()) {
        None => 50,
        Some(Ok(limit @ 1..=100)) => limit,
        Some(_) => {
            let path = ["limit".to_owned()];
            let problem = Problem::new(&path, "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
            return Err(Refusal::invalid(vec![problem]));
        }
    };
    if needs(world, channel, READ_MESSAGE_HISTORY).is_err() {
        return Ok(Reply::Json(json!([])));
    }
    let public = world.messages_in(channel).filter(|message| message.to.is_none());
    let mut found: Vec<&Message> = if let Some(before) = call.query_id("before") {
        public.rev().filter(|message| message.id < before).take(limit).collect()
    } else if let Some(after) = call.query_id("after") {
        public.filter(|message| message.id > after).take(limit).collect()
    } else if let Some(around) = call.query_id("around") {
        let all: Vec<&Message> = public.collect();
        let middle = all.partition_point(|message| message.id < around);
        let start = middle.saturating_sub(limit / 2);
        all.into_iter().skip(start).take(limit).collect()
    } else {
        public.rev().take(limit).collect()
    };
    found.sort_by_key(|message| std::cmp::Reverse(message.id));
    Ok(array(found.into_iter().map(|message| world.message_json(message))))
}

/// `GET /channels/{channel_id}/messages/{message_id}`.
pub fn get(world: &World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    needs(world, channel, READ_MESSAGE_HISTORY)?;
    let message = public(world, channel, call)?;
    Ok(Reply::Json(world.message_json(message)))
}

/// `PATCH /channels/{channel_id}/messages/{message_id}`.
pub fn edit(world: &mut World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    needs(world, channel, VIEW_CHANNEL)?;
    let message = public(world, channel, call)?;
    let id = message.id;
    if message.author != world.bot {
        return Err(refusal::NOT_THE_AUTHOR);
    }
    if world.channels.get(&channel).is_some_and(|place| place.archived) {
        return Err(refusal::THREAD_ARCHIVED);
    }
    if !call.body.files.is_empty() {
        needs(world, channel, ATTACH_FILES)?;
    }
    world.edit(id, &call.body.json, &call.body.files)?;
    show(world, id)
}

/// `DELETE /channels/{channel_id}/messages/{message_id}`.
pub fn delete(world: &mut World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    needs(world, channel, VIEW_CHANNEL)?;
    let message = public(world, channel, call)?;
    let id = message.id;
    if message.author != world.bot {
        needs(world, channel, MANAGE_MESSAGES)?;
    }
    if world.channels.get(&channel).is_some_and(|place| place.archived) {
        return Err(refusal::THREAD_ARCHIVED);
    }
    world.remove_message(id);
    Ok(Reply::Empty)
}

/// `POST /channels/{channel_id}/messages/bulk-delete`.
pub fn bulk_delete(world: &mut World, call: &Call<'_>) -> Answer {
    let channel = visible(world, call)?;
    needs(world, channel, MANAGE_MESSAGES)?;
    let named = call.body.json["messages"].as_array().into_iter().flatten();
    let ids: Vec<Id> =
        named.filter_map(Id::read).filter(|id| world.homes.get(id) == Some(&channel)).collect();
    for id in ids {
        world.remove_message(id);
    }
    Ok(Reply::Empty)
}

/// The channel of the first parameter, if the bot can see it.
pub fn visible(world: &World, call: &Call<'_>) -> Result<Id, Refusal> {
    let id = call.id(0, refusal::UNKNOWN_CHANNEL)?;
    let channel = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    if !world.can_see(world.bot, channel.id) {
        return Err(refusal::MISSING_ACCESS);
    }
    Ok(id)
}

/// Refuses where nobody, or not the bot, may write.
fn writable(world: &World, channel: Id) -> Result<(), Refusal> {
    let Some(place) = world.channels.get(&channel) else { return Err(refusal::UNKNOWN_CHANNEL) };
    match place.kind {
        Kind::Direct => {
            let mut others = place.members.iter().filter(|id| **id != world.bot);
            let open = others.all(|id| world.users.get(id).is_some_and(|user| user.dms_open && user.member));
            if open { Ok(()) } else { Err(refusal::CANNOT_SEND_TO_USER) }
        }
        Kind::Text => needs(world, channel, SEND_MESSAGES),
        Kind::PublicThread | Kind::PrivateThread => {
            needs(world, channel, SEND_MESSAGES_IN_THREADS)?;
            let moderates = needs(world, channel, MANAGE_THREADS).is_ok();
            match (place.locked && !moderates, place.archived) {
                (true, true) => Err(refusal::THREAD_ARCHIVED),
                (true, false) => Err(refusal::THREAD_LOCKED),
                // Writing wakes an archived thread that is not locked.
                (false, _) => Ok(()),
            }
        }
    }
}

/// The permissions that a payload needs beyond writing.
pub fn wanted(payload: &Value, files: bool) -> Permissions {
    let embeds = payload["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty());
    let mut wanted = 0;
    if embeds {
        wanted |= EMBED_LINKS;
    }
    if files {
        wanted |= ATTACH_FILES;
    }
    wanted
}

/// The message of the second parameter; private ones are not to be had with the bot's token.
fn public<'a>(world: &'a World, channel: Id, call: &Call<'_>) -> Result<&'a Message, Refusal> {
    let id = call.id(1, refusal::UNKNOWN_MESSAGE)?;
    let message = world.messages.get(&(channel, id)).filter(|message| message.to.is_none());
    message.ok_or(refusal::UNKNOWN_MESSAGE)
}

fn show(world: &World, id: Id) -> Answer {
    let message = world.message(id).ok_or(refusal::UNKNOWN_MESSAGE)?;
    Ok(Reply::Json(world.message_json(message)))
}
