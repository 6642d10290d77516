//! What can be looked at: messages, violations, the state for the page, and changes of it.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answer, bad, find_user, message_json, missing};
use crate::clock::iso;
use crate::id::Id;
use crate::record::Pending;
use crate::state::{Message, World};
use crate::{Shared, Validation};

/// How long a request for changes is held open.
const PATIENCE: Duration = Duration::from_secs(25);

#[derive(Deserialize)]
pub struct Which {
    channel: Option<String>,
    after: Option<String>,
    user: Option<String>,
}

/// `GET /_control/messages?channel=&after=&user=`.
pub async fn messages(State(shared): State<Arc<Shared>>, Query(which): Query<Which>) -> Answer {
    let world = shared.world();
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let after = given(&which.after).map_or(Ok(Id(0)), |after| after.parse());
    let after = after.map_err(|_| bad("after: this is no message id"))?;
    let reader = given(&which.user).map(|user| find_user(&world, &user)).transpose()?;
    let wanted = |message: &&Message| {
        message.id > after && reader.is_none_or(|reader| world.can_read(reader, message))
    };
    let mut found: Vec<&Message> = if let Some(name) = given(&which.channel) {
        let channel = world.find_channel(&name);
        let channel = channel.ok_or_else(|| missing(format!("channel: there is no \"{name}\"")))?;
        world.messages_in(channel.id).filter(wanted).collect()
    } else {
        world.messages.values().filter(wanted).collect()
    };
    found.sort_by_key(|message| message.id);
    Ok(Json(found.into_iter().map(|message| message_json(&world, message)).collect()))
}

/// `GET /_control/violations`. What was left for after the run is validated now.
pub async fn violations(State(shared): State<Arc<Shared>>) -> Answer {
    let pending: Vec<Pending> = std::mem::take(&mut shared.world().record.pending);
    if shared.validation == Validation::AfterTheRun
        && let Some(openapi) = &shared.openapi
    {
        for one in pending {
            for problem in openapi.check(&one.operation, &one.body) {
                shared.world().record.violation(&one.request, problem.rule());
            }
        }
    }
    let against = if shared.openapi.is_some() { "openapi" } else { "limits" };
    let world = shared.world();
    let record = &world.record;
    Ok(Json(json!({"checked": record.checked, "against": against, "violations": record.violations})))
}

/// `GET /_control/state`.
pub async fn state(State(shared): State<Arc<Shared>>) -> Answer {
    let world = shared.world();
    Ok(Json(state_json(&world)))
}

#[derive(Deserialize)]
pub struct After {
    after: Option<u64>,
}

/// `GET /_control/events?after=SEQ`: answers as soon as something has changed.
pub async fn events(State(shared): State<Arc<Shared>>, Query(query): Query<After>) -> Answer {
    let mut changes = shared.world().changes.subscribe();
    let after = query.after.unwrap_or(0);
    // A number from before a restart of the stand-in is too large: then everything has changed.
    let news = changes.wait_for(|seq| *seq != after);
    tokio::select! {
        _ = tokio::time::timeout(PATIENCE, news) => {}
        () = shared.stop.cancelled() => {}
    }
    let seq = *shared.world().changes.borrow();
    Ok(Json(json!({"seq": seq})))
}

fn state_json(world: &World) -> Value {
    let now = world.clock.now();
    let bot = world.users.get(&world.bot).map_or("", |bot| bot.name.as_str());
    let channels = world.channels.values().map(|place| {
        json!({
            "id": place.id, "name": place.name, "type": place.kind.word(), "parent": place.parent,
            "archived": place.archived, "locked": place.locked, "members": place.members,
            "private": place.kind == crate::state::Kind::PrivateThread,
        })
    });
    let users = world.users.values().filter(|user| user.member && !user.bot).map(|user| {
        json!({
            "id": user.id, "name": user.name, "locale": user.locale, "bot": false, "moderator": user.moderator,
        })
    });
    let typing = world.typing.iter().filter(|(_, until)| **until > now);
    json!({
        "guild": {"id": world.guild.id, "name": world.guild.name},
        "channels": channels.collect::<Value>(), "users": users.collect::<Value>(),
        "commands": world.commands.iter().map(|command| command.json.clone()).collect::<Value>(),
        "bot": {"id": world.bot, "name": bot, "online": world.online()},
        "typing": typing.map(|((channel, user), _)| json!({"channel": channel, "user": user})).collect::<Value>(),
        "now": iso(now), "seq": *world.changes.borrow(),
    })
}
