//! A command's options, from the plain values of the control API to Discord's.

use serde_json::{Map, Value, json};

use crate::id::Id;
use crate::state::World;

/// Options in Discord's form, with whom and what they name.
#[derive(Debug, Default)]
pub struct Filled {
    /// Discord's `options`.
    pub options: Vec<Value>,
    /// The names of the sub-commands that were taken.
    pub path: Vec<String>,
    /// Users named.
    pub users: Vec<Id>,
    /// Channels named.
    pub channels: Vec<Id>,
}

/// Where the value of a focused option is being typed, so that anything may stand there.
#[derive(Clone, Copy, Debug)]
pub struct Focus<'a>(pub Option<&'a str>);

/// Fills in a command's options. `path` names sub-commands, which may also be given as nested objects.
///
/// # Errors
/// A sentence that names the option: unknown, missing, or with a value that a client would not send.
pub fn fill(
    world: &World,
    command: &Value,
    path: &[&str],
    given: &Map<String, Value>,
    focus: Focus<'_>,
) -> Result<Filled, String> {
    let mut filled = Filled::default();
    filled.options = level(world, command, path, given, focus, &mut filled.users, &mut filled.channels)?;
    let mut level = &filled.options;
    while let Some(taken) = level.first().filter(|option| matches!(option["type"].as_u64(), Some(1 | 2))) {
        filled.path.extend(taken["name"].as_str().map(str::to_owned));
        match taken["options"].as_array() {
            Some(inner) => level = inner,
            None => break,
        }
    }
    Ok(filled)
}

fn level(
    world: &World,
    parent: &Value,
    path: &[&str],
    given: &Map<String, Value>,
    focus: Focus<'_>,
    users: &mut Vec<Id>,
    channels: &mut Vec<Id>,
) -> Result<Vec<Value>, String> {
    let specs = parent["options"].as_array().map_or(&[][..], Vec::as_slice);
    let is_nested = |spec: &Value| matches!(spec["type"].as_u64(), Some(1 | 2));
    if specs.iter().any(is_nested) {
        let named = path.first().copied().or_else(|| given.keys().next().map(String::as_str));
        let spec = named.and_then(|name| specs.iter().find(|spec| spec["name"] == name));
        let Some(spec) = spec else {
            let known: Vec<&str> = specs.iter().filter_map(|spec| spec["name"].as_str()).collect();
            return Err(format!("name: a sub-command is wanted, one of {}", known.join(", ")));
        };
        let name = spec["name"].as_str().unwrap_or_default();
        let inner = match given.get(name) {
            Some(Value::Object(inner)) => inner,
            _ => given,
        };
        let rest = path.get(1..).unwrap_or_default();
        let options = level(world, spec, rest, inner, focus, users, channels)?;
        return Ok(vec![json!({"name": name, "type": spec["type"], "options": options})]);
    }
    if let Some(extra) = path.first() {
        return Err(format!("name: there is no sub-command \"{extra}\""));
    }
    if let Some(unknown) = given.keys().find(|name| !specs.iter().any(|spec| spec["name"] == **name)) {
        let known: Vec<&str> = specs.iter().filter_map(|spec| spec["name"].as_str()).collect();
        return Err(format!("options: there is no \"{unknown}\", only {}", known.join(", ")));
    }
    let mut options = Vec::new();
    for spec in specs {
        let name = spec["name"].as_str().unwrap_or_default();
        let focused = focus.0 == Some(name);
        let value = given.get(name).filter(|value| !value.is_null());
        if focused {
            let typed = value.map_or_else(String::new, text);
            options.push(json!({"name": name, "type": spec["type"], "value": typed, "focused": true}));
        } else if let Some(value) = value {
            let value = convert(world, spec, value, users, channels)
                .map_err(|wrong| format!("options.{name}: {wrong}"))?;
            options.push(json!({"name": name, "type": spec["type"], "value": value}));
        } else if spec["required"] == true && focus.0.is_none() {
            return Err(format!("options: \"{name}\" is required"));
        }
    }
    if let Some(focused) = focus.0
        && !options.iter().any(|option| option["focused"] == true)
    {
        return Err(format!("focused: there is no option \"{focused}\""));
    }
    Ok(options)
}

/// A value as a client would send it.
fn convert(
    world: &World,
    spec: &Value,
    value: &Value,
    users: &mut Vec<Id>,
    channels: &mut Vec<Id>,
) -> Result<Value, String> {
    if let Some(choices) = spec["choices"].as_array().filter(|choices| !choices.is_empty()) {
        let wanted = text(value);
        let fits = |choice: &&Value| text(&choice["value"]) == wanted || choice["name"] == wanted.as_str();
        let choice = choices.iter().find(fits);
        return choice.map(|choice| choice["value"].clone()).ok_or_else(|| {
            let known: Vec<String> = choices.iter().map(|choice| text(&choice["value"])).collect();
            format!("\"{wanted}\" is not among {}", known.join(", "))
        });
    }
    match spec["type"].as_u64() {
        Some(3) => {
            let typed = text(value);
            let length = typed.chars().count() as u64;
            let least = spec["min_length"].as_u64().unwrap_or(0);
            let most = spec["max_length"].as_u64().unwrap_or(6_000);
            if !(least..=most).contains(&length) {
                return Err(format!("{length} characters are not between {least} and {most}"));
            }
            Ok(typed.into())
        }
        Some(4) => {
            let number = value.as_i64().or_else(|| value.as_str().and_then(|typed| typed.parse().ok()));
            let number = number.ok_or_else(|| format!("{value} is no whole number"))?;
            #[expect(clippy::cast_precision_loss, reason = "bounds are small")]
            within(spec, number as f64)?;
            Ok(number.into())
        }
        Some(5) => match (value.as_bool(), value.as_str()) {
            (Some(truth), _) => Ok(truth.into()),
            (None, Some("true")) => Ok(true.into()),
            (None, Some("false")) => Ok(false.into()),
            _ => Err(format!("{value} is neither true nor false")),
        },
        Some(6) => user(world, &text(value), users),
        Some(7) => {
            let name = text(value);
            let channel =
                world.find_channel(&name).ok_or_else(|| format!("there is no channel \"{name}\""))?;
            let kinds = spec["channel_types"].as_array().filter(|kinds| !kinds.is_empty());
            if kinds.is_some_and(|kinds| !kinds.iter().any(|kind| *kind == channel.kind.number())) {
                return Err(format!("\"{name}\" is not of a kind that can be chosen here"));
            }
            channels.push(channel.id);
            Ok(channel.id.into())
        }
        Some(8) => role(world, &text(value)),
        Some(9) => {
            let name = text(value);
            user(world, &name, users).or_else(|_| role(world, &name))
        }
        Some(10) => {
            let number = value.as_f64().or_else(|| value.as_str().and_then(|typed| typed.parse().ok()));
            let number = number.ok_or_else(|| format!("{value} is no number"))?;
            within(spec, number)?;
            Ok(json!(number))
        }
        _ => Err("options of this type are not to be had here".to_owned()),
    }
}

fn user(world: &World, name: &str, users: &mut Vec<Id>) -> Result<Value, String> {
    let user = world.find_user(name).ok_or_else(|| format!("there is no user \"{name}\""))?;
    users.push(user.id);
    Ok(user.id.into())
}

fn role(world: &World, name: &str) -> Result<Value, String> {
    let roles = world.roles();
    let mut roles = roles.as_array().into_iter().flatten();
    let role = roles.find(|role| role["name"] == name || role["id"] == name);
    role.map(|role| role["id"].clone()).ok_or_else(|| format!("there is no role \"{name}\""))
}

fn within(spec: &Value, number: f64) -> Result<(), String> {
    let least = spec["min_value"].as_f64().unwrap_or(f64::MIN);
    let most = spec["max_value"].as_f64().unwrap_or(f64::MAX);
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(format!("{number} is not between {least} and {most}"))
    }
}

/// A plain value as text.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
