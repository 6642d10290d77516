//! What people do to the bot: commands, autocomplete, buttons, selects, modals.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::sync::watch;

use super::options::{self, Focus};
use super::{Answer, ControlError, bad, find_channel, find_user, forbidden, inputs, missing, parse};
use crate::Shared;
use crate::id::Id;
use crate::permission;
use crate::state::{Asked, Kind, Message, Outcome, Progress, World};

/// How long the bot has for its first answer, in real time.
const FIRST: Duration = Duration::from_secs(3);
/// How long a deferred answer is waited for, in real time.
const DEFERRED: Duration = Duration::from_mins(15);

#[derive(Deserialize)]
struct Invocation {
    user: String,
    channel: Option<String>,
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    focused: Option<String>,
}

/// `POST /_control/command`.
pub async fn command(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let invocation: Invocation = parse(&body)?;
    let answer = invoke(&shared, &invocation, 2, Focus(None))?;
    wait(&shared, answer).await
}

/// `POST /_control/autocomplete`.
pub async fn autocomplete(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let invocation: Invocation = parse(&body)?;
    let focused = invocation.focused.as_deref().ok_or_else(|| bad("focused: the option's name is wanted"))?;
    let answer = invoke(&shared, &invocation, 4, Focus(Some(focused)))?;
    wait(&shared, answer).await
}

#[derive(Deserialize)]
struct Press {
    user: String,
    channel: Option<String>,
    message: String,
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

/// `POST /_control/component`.
pub async fn component(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let press: Press = parse(&body)?;
    let answer = {
        let mut world = shared.world();
        let user = find_user(&world, &press.user)?;
        let message = readable(&world, &press.message, press.channel.as_deref(), user)?;
        let (id, channel) = (message.id, message.channel);
        let found = find_component(message, &press.custom_id);
        let component =
            found.ok_or_else(|| missing(format!("custom_id: there is no \"{}\"", press.custom_id)))?;
        let mut data = json!({
            "custom_id": press.custom_id, "component_type": component["type"], "id": component["id"],
        });
        if component["disabled"] == true {
            return Err(bad(format!("custom_id: \"{}\" is disabled", press.custom_id)));
        }
        if component["type"] != 2 {
            let (values, users) = chosen(&world, component, &press.values)?;
            data["values"] = json!(values);
            data["resolved"] = world.resolved(&users, &[]);
        }
        let asked = Asked { kind: 3, user, channel, name: String::new(), message: Some(id) };
        send(&mut world, asked, &data)
    };
    wait(&shared, answer).await
}

#[derive(Deserialize)]
struct Submission {
    user: String,
    custom_id: String,
    #[serde(default)]
    fields: Map<String, Value>,
}

/// `POST /_control/modal`: submits a modal that was shown to the person.
pub async fn modal(State(shared): State<Arc<Shared>>, body: Bytes) -> Answer {
    let submission: Submission = parse(&body)?;
    let answer = {
        let mut world = shared.world();
        let user = find_user(&world, &submission.user)?;
        let shown = world.modals.get(&(user, submission.custom_id.clone())).cloned();
        let shown = shown.ok_or_else(|| {
            missing(format!(
                "custom_id: no modal \"{}\" was shown to {}",
                submission.custom_id, submission.user
            ))
        })?;
        let components = fill_modal(&shown.json, &submission.fields)?;
        let data = json!({"custom_id": submission.custom_id, "components": components});
        let message = shown.message.filter(|message| world.message(*message).is_some());
        let asked = Asked { kind: 5, user, channel: shown.channel, name: String::new(), message };
        send(&mut world, asked, &data)
    };
    wait(&shared, answer).await
}

/// Sends a command or an autocomplete request to the bot.
fn invoke(
    shared: &Shared,
    invocation: &Invocation,
    kind: u8,
    focus: Focus<'_>,
) -> Result<watch::Receiver<Progress>, ControlError> {
    let mut world = shared.world();
    let user = find_user(&world, &invocation.user)?;
    let channel = match invocation.channel.as_deref() {
        // A direct message with the bot is opened by writing to it.
        Some("dm") => world.direct(user),
        which => find_channel(&world, which, user)?,
    };
    let mut words = invocation.name.trim_start_matches('/').split_whitespace();
    let root = words.next().unwrap_or_default();
    let path: Vec<&str> = words.collect();
    let chat = |json: &Value| json["name"] == root && json["type"].as_u64().unwrap_or(1) == 1;
    let direct = world.channels.get(&channel).is_some_and(|place| place.kind == Kind::Direct);
    let named =
        world.commands.iter().filter(|command| chat(&command.json) && !(direct && command.guild_only));
    // The server's own command hides the one that is everywhere.
    let found = named.max_by_key(|command| command.guild_only);
    let command = found.ok_or_else(|| missing(format!("name: there is no command \"{root}\"")))?.clone();
    allowed(&world, &command.json, user, channel, direct)?;
    let filled = options::fill(&world, &command.json, &path, &invocation.options, focus).map_err(bad)?;
    let mut data = json!({"id": command.id, "name": root, "type": 1, "options": filled.options});
    if !(filled.users.is_empty() && filled.channels.is_empty()) {
        data["resolved"] = world.resolved(&filled.users, &filled.channels);
    }
    if command.guild_only {
        data["guild_id"] = json!(world.guild.id);
    }
    let taken = filled.path.iter().map(String::as_str);
    let name = std::iter::once(root).chain(taken).collect::<Vec<_>>().join(" ");
    Ok(send(&mut world, Asked { kind, user, channel, name, message: None }, &data))
}

/// Whether a client would offer a command to a person in a channel.
fn allowed(world: &World, command: &Value, user: Id, channel: Id, direct: bool) -> Result<(), ControlError> {
    let context = u8::from(direct);
    let here = match command["contexts"].as_array() {
        Some(contexts) => contexts.iter().any(|one| *one == context),
        None => !direct || command["dm_permission"] != false,
    };
    if !here {
        return Err(forbidden("name: this command is not offered here"));
    }
    if direct {
        return Ok(());
    }
    if !world.bot_is_member() {
        return Err(missing("name: the bot is not in this server"));
    }
    let has = world.permissions(user, channel);
    if has & permission::USE_APPLICATION_COMMANDS == 0 {
        return Err(forbidden("user: this person may not use commands here"));
    }
    let wanted = &command["default_member_permissions"];
    let wanted = wanted.as_u64().or_else(|| wanted.as_str().and_then(|mask| mask.parse().ok()));
    let enough = match wanted {
        Some(0) => has & permission::ADMINISTRATOR != 0,
        Some(wanted) => has & wanted == wanted,
        None => true,
    };
    if enough { Ok(()) } else { Err(forbidden("user: this person may not use this command")) }
}

fn send(world: &mut World, asked: Asked, data: &Value) -> watch::Receiver<Progress> {
    let interaction = world.ask(asked);
    let (id, answer) = (interaction.id, interaction.progress.subscribe());
    if let Some(interaction) = world.interactions.get(&id) {
        let json = world.interaction_json(interaction, data);
        world.dispatch("INTERACTION_CREATE", &json);
    }
    answer
}

/// Waits for the bot's answer: three seconds for the first sign, then as long as its token lives.
async fn wait(shared: &Shared, mut answer: watch::Receiver<Progress>) -> Answer {
    let silence = || ControlError(StatusCode::GATEWAY_TIMEOUT, "The application did not respond".to_owned());
    let reached = async {
        let first = answer.wait_for(|progress| !matches!(progress, Progress::Waiting));
        let first = tokio::time::timeout(FIRST, first).await.ok()?.ok()?.clone();
        let may_be_all = match first {
            Progress::Deferred(may_be_all) => may_be_all,
            other => return Some(other),
        };
        let patience = if may_be_all { FIRST } else { DEFERRED };
        let done = answer.wait_for(|progress| matches!(progress, Progress::Done(_)));
        match tokio::time::timeout(patience, done).await {
            Ok(done) => done.ok().map(|done| done.clone()),
            Err(_) => may_be_all.then_some(Progress::Done(Outcome::None)),
        }
    };
    let reached = tokio::select! {
        reached = reached => reached,
        () = shared.stop.cancelled() => None,
    };
    match reached {
        Some(Progress::Done(outcome)) => Ok(Json(outcome_json(outcome))),
        _ => Err(silence()),
    }
}

fn outcome_json(outcome: Outcome) -> Value {
    let (kind, message, choices, modal) = match outcome {
        Outcome::Message(message) => ("message", message, json!([]), Value::Null),
        Outcome::Update(message) => ("update", message, json!([]), Value::Null),
        Outcome::Choices(choices) => ("choices", Value::Null, choices, Value::Null),
        Outcome::Modal(modal) => ("modal", Value::Null, json!([]), modal),
        Outcome::None => ("none", Value::Null, json!([]), Value::Null),
    };
    json!({"type": kind, "message": message, "choices": choices, "modal": modal})
}

/// A message that a person can read, by id or `last`.
fn readable<'a>(
    world: &'a World,
    which: &str,
    channel: Option<&str>,
    user: Id,
) -> Result<&'a Message, ControlError> {
    let channel = channel.map(|channel| find_channel(world, Some(channel), user)).transpose()?;
    let id = world.find_message(which, channel, Some(user));
    let message = id.and_then(|id| world.message(id));
    let message = message.ok_or_else(|| missing(format!("message: there is no \"{which}\"")))?;
    if !world.can_read(user, message) {
        return Err(forbidden("message: this person cannot see it"));
    }
    Ok(message)
}

/// A component by its `custom_id`: as the message is now, or as it was before an edit that the
/// person's client may not have seen yet.
fn find_component<'a>(message: &'a Message, custom_id: &str) -> Option<&'a Value> {
    let versions = std::iter::once(&message.components).chain(message.earlier_components.iter().rev());
    versions.into_iter().find_map(|components| search(components, custom_id))
}

fn search<'a>(components: &'a Value, custom_id: &str) -> Option<&'a Value> {
    components.as_array()?.iter().find_map(|component| {
        if component["custom_id"] == custom_id {
            return Some(component);
        }
        let accessory = component.get("accessory").filter(|inner| inner["custom_id"] == custom_id);
        search(&component["components"], custom_id).or(accessory)
    })
}

/// What was chosen in a select, with the users named.
fn chosen(world: &World, select: &Value, values: &[String]) -> Result<(Vec<String>, Vec<Id>), ControlError> {
    let least = select["min_values"].as_u64().unwrap_or(1);
    let most = select["max_values"].as_u64().unwrap_or(1);
    if !(least..=most).contains(&(values.len() as u64)) {
        return Err(bad(format!("values: between {least} and {most} are wanted")));
    }
    if select["type"] == 5 {
        let users: Vec<Id> = values.iter().map(|name| find_user(world, name)).collect::<Result<_, _>>()?;
        return Ok((users.iter().map(Id::to_string).collect(), users));
    }
    if select["type"] == 3 {
        let options = select["options"].as_array().map_or(&[][..], Vec::as_slice);
        if let Some(unknown) =
            values.iter().find(|value| !options.iter().any(|option| option["value"] == **value))
        {
            return Err(bad(format!("values: there is no option \"{unknown}\"")));
        }
    }
    Ok((values.to_vec(), Vec::new()))
}

/// The components of a submitted modal: those that were shown, with what was typed.
fn fill_modal(modal: &Value, fields: &Map<String, Value>) -> Result<Vec<Value>, ControlError> {
    if let Some(unknown) =
        fields.keys().find(|name| !inputs(modal).any(|(input, _)| input["custom_id"] == **name))
    {
        return Err(bad(format!("fields: there is no \"{unknown}\"")));
    }
    let submit = |input: &Value| -> Result<Value, ControlError> {
        let name = input["custom_id"].as_str().unwrap_or_default();
        let given = fields.get(name).filter(|value| !value.is_null());
        let given = given.unwrap_or(&input["value"]);
        let mut filled = json!({"type": input["type"], "custom_id": name, "id": input["id"]});
        if input["type"] != 4 {
            let one = given.as_str().map(|value| vec![json!(value)]);
            filled["values"] = one.or_else(|| given.as_array().cloned()).unwrap_or_default().into();
            return Ok(filled);
        }
        let typed = given
            .as_str()
            .map_or_else(|| if given.is_null() { String::new() } else { given.to_string() }, str::to_owned);
        let length = typed.chars().count() as u64;
        let required = input["required"].as_bool().unwrap_or(true);
        let least = input["min_length"].as_u64().unwrap_or(u64::from(required));
        let most = input["max_length"].as_u64().unwrap_or(4_000);
        if (required || length > 0) && !(least..=most).contains(&length) {
            return Err(bad(format!("fields.{name}: between {least} and {most} characters are wanted")));
        }
        filled["value"] = typed.into();
        Ok(filled)
    };
    let mut components = Vec::new();
    for component in modal["components"].as_array().into_iter().flatten() {
        let mut shown = json!({"type": component["type"], "id": component["id"]});
        if let Some(input) = component.get("component") {
            shown["component"] = submit(input)?;
        } else if let Some(inner) = component["components"].as_array() {
            shown["components"] = inner.iter().map(submit).collect::<Result<Vec<_>, _>>()?.into();
        }
        components.push(shown);
    }
    Ok(components)
}
