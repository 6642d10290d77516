//! Channels, threads and direct messages.

use serde_json::{Value, json};

use super::members::{array, in_guild, needs};
use super::messages::visible;
use super::{Answer, Call, Reply};
use crate::id::Id;
use crate::permission::{
    CREATE_PRIVATE_THREADS, CREATE_PUBLIC_THREADS, MANAGE_CHANNELS, MANAGE_THREADS, SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL,
};
use crate::refusal::{self, Refusal};
use crate::state::{Channel, Kind, World};
use crate::wire;

/// Milliseconds that "is typing" stands.
const TYPING: u64 = 10_000;

/// `POST /users/@me/channels`. Opening succeeds also where writing will not.
pub fn open_direct(world: &mut World, call: &Call<'_>) -> Answer {
    let id = Id::read(&call.body.json["recipient_id"]).ok_or(refusal::UNKNOWN_USER)?;
    let user = world.users.get(&id).ok_or(refusal::UNKNOWN_USER)?;
    if user.bot {
        return Err(refusal::CANNOT_SEND_TO_USER);
    }
    let id = world.direct(id);
    show(world, id)
}

/// `GET /channels/{channel_id}`.
pub fn get(world: &World, call: &Call<'_>) -> Answer {
    let id = visible(world, call)?;
    show(world, id)
}

/// `PATCH /channels/{channel_id}`: a thread's name, archive and lock; a channel's name and topic.
pub fn modify(world: &mut World, call: &Call<'_>) -> Answer {
    let id = visible(world, call)?;
    let body = &call.body.json;
    let channel = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    let (archived, locked) = (body["archived"].as_bool(), body["locked"].as_bool());
    if !channel.kind.is_thread() {
        if channel.kind == Kind::Direct {
            return Err(refusal::WRONG_CHANNEL_TYPE);
        }
        needs(world, id, MANAGE_CHANNELS)?;
    } else if needs(world, id, MANAGE_THREADS).is_err() {
        let unarchives = archived == Some(false) && body.as_object().is_some_and(|fields| fields.len() == 1);
        if channel.locked || locked.is_some() || !(unarchives || channel.owner == Some(world.bot)) {
            return Err(refusal::MISSING_PERMISSIONS);
        }
        if unarchives {
            needs(world, id, SEND_MESSAGES_IN_THREADS)?;
        }
    }
    if channel.archived && archived != Some(false) {
        return Err(refusal::THREAD_ARCHIVED);
    }
    let is_thread = channel.kind.is_thread();
    if let Some(channel) = world.channels.get_mut(&id) {
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut channel.name);
        }
        if let Some(topic) = body["topic"].as_str() {
            channel.topic = Some(topic.to_owned());
        }
        if let Some(minutes) = body["auto_archive_duration"].as_u64() {
            channel.auto_archive = minutes;
        }
    }
    if is_thread {
        world.set_thread(id, archived, locked);
    } else {
        world.announce_channel("CHANNEL_UPDATE", id);
    }
    show(world, id)
}

/// `DELETE /channels/{channel_id}`.
pub fn delete(world: &mut World, call: &Call<'_>) -> Answer {
    let id = visible(world, call)?;
    let channel = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    let shown = world.channel_json(channel, world.bot);
    match channel.kind {
        // Closing a direct message only hides it.
        Kind::Direct => return Ok(Reply::Json(shown)),
        Kind::Text => needs(world, id, MANAGE_CHANNELS)?,
        Kind::PublicThread | Kind::PrivateThread => needs(world, id, MANAGE_THREADS)?,
    }
    world.delete_channel(id);
    Ok(Reply::Json(shown))
}

/// `GET /guilds/{guild_id}/channels`.
pub fn of_guild(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    let places = world.channels.values().filter(|place| place.kind == Kind::Text);
    Ok(array(places.map(|place| world.channel_json(place, world.bot))))
}

/// `GET /guilds/{guild_id}/threads/active`.
pub fn active_threads(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    let active = world.channels.values().filter(|place| place.kind.is_thread() && !place.archived);
    Ok(Reply::Json(threads(world, active.filter(|place| world.can_see(world.bot, place.id)))))
}

/// `GET /channels/{channel_id}/threads/archived/…`.
pub fn archived_threads(world: &World, call: &Call<'_>) -> Answer {
    let parent = visible(world, call)?;
    let archived = world.channels.values().filter(|place| place.parent == Some(parent) && place.archived);
    let mut json = threads(world, archived.filter(|place| world.can_see(world.bot, place.id)));
    json["has_more"] = json!(false);
    Ok(Reply::Json(json))
}

/// `POST /channels/{channel_id}/typing`.
pub fn typing(world: &mut World, call: &Call<'_>) -> Answer {
    let id = visible(world, call)?;
    needs(world, id, VIEW_CHANNEL)?;
    let until = world.clock.now() + TYPING;
    world.typing.insert((id, world.bot), until);
    world.touch();
    Ok(Reply::Empty)
}

/// `POST /channels/{channel_id}/messages/{message_id}/threads`.
pub fn thread_from_message(world: &mut World, call: &Call<'_>) -> Answer {
    let parent = parent(world, call)?;
    needs(world, parent, CREATE_PUBLIC_THREADS)?;
    let message = call.id(1, refusal::UNKNOWN_MESSAGE)?;
    let starter = world.messages.get(&(parent, message)).filter(|starter| starter.to.is_none());
    let starter = starter.ok_or(refusal::UNKNOWN_MESSAGE)?;
    if starter.thread.is_some() || world.channels.contains_key(&message) {
        return Err(refusal::THREAD_EXISTS);
    }
    start(world, call, parent, Some(message), Kind::PublicThread)
}

/// `POST /channels/{channel_id}/threads`. Without a type the thread is private, as Discord has it.
pub fn thread_alone(world: &mut World, call: &Call<'_>) -> Answer {
    let parent = parent(world, call)?;
    let public = call.body.json["type"].as_u64() == Some(11);
    needs(world, parent, if public { CREATE_PUBLIC_THREADS } else { CREATE_PRIVATE_THREADS })?;
    let kind = if public { Kind::PublicThread } else { Kind::PrivateThread };
    start(world, call, parent, None, kind)
}

/// `GET /channels/{channel_id}/thread-members`.
pub fn thread_members(world: &World, call: &Call<'_>) -> Answer {
    let thread = thread(world, call)?;
    Ok(array(thread.members.iter().map(|user| wire::thread_member(thread, *user))))
}

/// `GET /channels/{channel_id}/thread-members/{user_id}`.
pub fn thread_member(world: &World, call: &Call<'_>) -> Answer {
    let thread = thread(world, call)?;
    let user = call.id(1, refusal::UNKNOWN_USER)?;
    thread.members.get(&user).ok_or(refusal::UNKNOWN_MEMBER)?;
    Ok(Reply::Json(wire::thread_member(thread, user)))
}

/// `PUT /channels/{channel_id}/thread-members/{user_id}`, or `@me`.
pub fn add_thread_member(world: &mut World, call: &Call<'_>) -> Answer {
    let (id, user) = (writable_thread(world, call)?, subject(world, call)?);
    if !world.users.get(&user).is_some_and(|person| person.member) {
        return Err(refusal::UNKNOWN_MEMBER);
    }
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.members.insert(user);
    }
    world.touch();
    Ok(Reply::Empty)
}

/// `DELETE /channels/{channel_id}/thread-members/{user_id}`, or `@me`.
pub fn remove_thread_member(world: &mut World, call: &Call<'_>) -> Answer {
    let (id, user) = (writable_thread(world, call)?, subject(world, call)?);
    if user != world.bot {
        needs(world, id, MANAGE_THREADS)?;
    }
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.members.remove(&user);
    }
    world.touch();
    Ok(Reply::Empty)
}

fn start(world: &mut World, call: &Call<'_>, parent: Id, message: Option<Id>, kind: Kind) -> Answer {
    let name = call.body.json["name"].as_str().unwrap_or_default();
    let bot = world.bot;
    let id = world.start_thread(parent, message, bot, kind, name);
    if let (Some(minutes), Some(thread)) =
        (call.body.json["auto_archive_duration"].as_u64(), world.channels.get_mut(&id))
    {
        thread.auto_archive = minutes;
    }
    let thread = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    Ok(Reply::Created(world.channel_json(thread, world.bot)))
}

/// The text channel in which a thread is to be started.
fn parent(world: &World, call: &Call<'_>) -> Result<Id, Refusal> {
    let id = visible(world, call)?;
    let kind = world.channels.get(&id).map(|place| place.kind);
    if kind != Some(Kind::Text) {
        return Err(refusal::WRONG_CHANNEL_TYPE);
    }
    needs(world, id, SEND_MESSAGES)?;
    Ok(id)
}

fn thread<'a>(world: &'a World, call: &Call<'_>) -> Result<&'a Channel, Refusal> {
    let id = visible(world, call)?;
    let place = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    if place.kind.is_thread() { Ok(place) } else { Err(refusal::WRONG_CHANNEL_TYPE) }
}

fn writable_thread(world: &World, call: &Call<'_>) -> Result<Id, Refusal> {
    let thread = thread(world, call)?;
    if thread.archived { Err(refusal::THREAD_ARCHIVED) } else { Ok(thread.id) }
}

/// The user of the second parameter; without one (`@me`) the bot.
fn subject(world: &World, call: &Call<'_>) -> Result<Id, Refusal> {
    if call.parameters.len() < 2 { Ok(world.bot) } else { call.id(1, refusal::UNKNOWN_USER) }
}

fn threads<'a>(world: &World, found: impl Iterator<Item = &'a Channel>) -> Value {
    let found: Vec<&Channel> = found.collect();
    let members = found.iter().filter(|thread| thread.members.contains(&world.bot));
    json!({
        "threads": found.iter().map(|thread| world.channel_json(thread, world.bot)).collect::<Value>(),
        "members": members.map(|thread| wire::thread_member(thread, world.bot)).collect::<Value>(),
    })
}

fn show(world: &World, id: Id) -> Answer {
    let channel = world.channels.get(&id).ok_or(refusal::UNKNOWN_CHANNEL)?;
    Ok(Reply::Json(world.channel_json(channel, world.bot)))
}
