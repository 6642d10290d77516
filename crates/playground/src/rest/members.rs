//! Users, the server and its members.

use serde_json::{Value, json};

use super::{Answer, Call, Reply};
use crate::id::Id;
use crate::permission;
use crate::refusal::{self, Refusal};
use crate::state::World;

/// `GET /users/{user_id}`.
pub fn user(world: &World, call: &Call<'_>) -> Answer {
    let id = call.id(0, refusal::UNKNOWN_USER)?;
    world.users.get(&id).ok_or(refusal::UNKNOWN_USER)?;
    Ok(Reply::Json(world.user_json(id)))
}

/// `GET /users/@me/guilds`.
pub fn my_guilds(world: &World) -> Reply {
    if !world.bot_is_member() {
        return Reply::Json(json!([]));
    }
    let permissions = world.server_permissions(world.bot).to_string();
    Reply::Json(json!([{
        "id": world.guild.id, "name": world.guild.name, "icon": null, "banner": null, "owner": false,
        "permissions": permissions, "features": [],
    }]))
}

/// `GET /guilds/{guild_id}`.
pub fn guild(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    let mut json = world.guild_json(false);
    if call.query_flag("with_counts") {
        let members = world.users.values().filter(|user| user.member).count();
        json["approximate_member_count"] = json!(members);
        json["approximate_presence_count"] = json!(members);
    }
    Ok(Reply::Json(json))
}

/// `GET /guilds/{guild_id}/roles`.
pub fn roles(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    Ok(Reply::Json(world.roles()))
}

/// `GET /guilds/{guild_id}/members`: needs an intent that the application does not have.
pub fn list(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    Err(refusal::MISSING_ACCESS)
}

/// `GET /guilds/{guild_id}/members/{user_id}`.
pub fn one(world: &World, call: &Call<'_>) -> Answer {
    in_guild(world, call, 0)?;
    let id = call.id(1, refusal::UNKNOWN_USER)?;
    let user = world.users.get(&id).ok_or(refusal::UNKNOWN_USER)?;
    if !user.member {
        return Err(refusal::UNKNOWN_MEMBER);
    }
    Ok(Reply::Json(world.member_json(user, true)))
}

/// The server of a parameter, if the bot is in it.
pub fn in_guild(world: &World, call: &Call<'_>, parameter: usize) -> Result<Id, Refusal> {
    let id = call.id(parameter, refusal::UNKNOWN_GUILD)?;
    if id != world.guild.id {
        return Err(refusal::UNKNOWN_GUILD);
    }
    if !world.bot_is_member() {
        return Err(refusal::MISSING_ACCESS);
    }
    Ok(id)
}

/// Refuses unless the bot may see a channel and has these permissions there.
pub fn needs(world: &World, channel: Id, wanted: permission::Permissions) -> Result<(), Refusal> {
    if !world.can_see(world.bot, channel) {
        return Err(refusal::MISSING_ACCESS);
    }
    let missing = wanted & !world.permissions(world.bot, channel);
    if missing == 0 { Ok(()) } else { Err(refusal::MISSING_PERMISSIONS) }
}

/// A JSON array of what an iterator gives.
pub fn array(items: impl Iterator<Item = Value>) -> Reply {
    Reply::Json(items.collect())
}
