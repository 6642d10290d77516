//! Registering commands, everywhere or for the server.

use serde_json::{Value, json};

use super::members::{array, in_guild};
use super::{Answer, Call, Reply};
use crate::refusal::{self, Refusal};
use crate::state::{Command, World};

/// Where the commands of a request live: true for the server's own.
fn scope(world: &World, call: &Call<'_>) -> Result<bool, Refusal> {
    if call.id(0, refusal::UNKNOWN_APPLICATION)? != world.bot {
        return Err(refusal::UNKNOWN_APPLICATION);
    }
    let guild = call.template.contains("/guilds/");
    if guild {
        in_guild(world, call, 1)?;
    }
    Ok(guild)
}

/// `GET …/commands`.
pub fn list(world: &World, call: &Call<'_>) -> Answer {
    let guild_only = scope(world, call)?;
    let mine = world.commands.iter().filter(|command| command.guild_only == guild_only);
    Ok(array(mine.map(|command| command.json.clone())))
}

/// `PUT …/commands`: the whole list anew.
pub fn replace(world: &mut World, call: &Call<'_>) -> Answer {
    let guild_only = scope(world, call)?;
    let given = call.body.json.as_array().cloned().unwrap_or_default();
    let old = world.commands.clone();
    world.commands.retain(|command| command.guild_only != guild_only);
    for json in given {
        register(world, &old, guild_only, &json);
    }
    world.touch();
    list(world, call)
}

/// `POST …/commands`: one, replacing its namesake.
pub fn add(world: &mut World, call: &Call<'_>) -> Answer {
    let guild_only = scope(world, call)?;
    let old = world.commands.clone();
    let json = &call.body.json;
    let known = old.iter().any(|command| is_namesake(command, guild_only, json));
    world.commands.retain(|command| !is_namesake(command, guild_only, json));
    let json = register(world, &old, guild_only, json);
    world.touch();
    Ok(if known { Reply::Json(json) } else { Reply::Created(json) })
}

/// `GET …/commands/{command_id}`.
pub fn one(world: &World, call: &Call<'_>) -> Answer {
    let place = place(world, call)?;
    Ok(Reply::Json(world.commands[place].json.clone()))
}

/// `PATCH …/commands/{command_id}`.
pub fn edit(world: &mut World, call: &Call<'_>) -> Answer {
    let place = place(world, call)?;
    let version = world.new_id();
    let json = &mut world.commands[place].json;
    for (key, value) in call.body.json.as_object().into_iter().flatten() {
        json[key] = value.clone();
    }
    json["version"] = json!(version);
    let json = json.clone();
    world.touch();
    Ok(Reply::Json(json))
}

/// `DELETE …/commands/{command_id}`.
pub fn delete(world: &mut World, call: &Call<'_>) -> Answer {
    let place = place(world, call)?;
    world.commands.remove(place);
    world.touch();
    Ok(Reply::Empty)
}

fn place(world: &World, call: &Call<'_>) -> Result<usize, Refusal> {
    let guild_only = scope(world, call)?;
    let id = call.id(call.parameters.len() - 1, refusal::UNKNOWN_COMMAND)?;
    let found =
        world.commands.iter().position(|command| command.id == id && command.guild_only == guild_only);
    found.ok_or(refusal::UNKNOWN_COMMAND)
}

fn is_namesake(command: &Command, guild_only: bool, json: &Value) -> bool {
    let kind = json["type"].as_u64().unwrap_or(1);
    command.guild_only == guild_only && command.json["name"] == json["name"] && command.json["type"] == kind
}

/// Takes a command in, with the fields that Discord adds.
fn register(world: &mut World, old: &[Command], guild_only: bool, given: &Value) -> Value {
    let version = world.new_id();
    let namesake = old.iter().find(|command| is_namesake(command, guild_only, given));
    let id = namesake.map_or(version, |command| command.id);
    let mut json = json!({
        "id": id, "application_id": world.bot, "version": version, "type": 1, "default_member_permissions": null,
        "nsfw": false, "description": "", "dm_permission": true, "contexts": null, "integration_types": [0],
        "name_localizations": null, "description_localizations": null,
    });
    if guild_only {
        json["guild_id"] = json!(world.guild.id);
    }
    for (key, value) in given.as_object().into_iter().flatten() {
        if key != "id" && !(value.is_null() && json.get(key).is_some()) {
            json[key] = value.clone();
        }
    }
    world.commands.push(Command { id, guild_only, json: json.clone() });
    json
}
