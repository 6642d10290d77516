//! Checks request bodies against Discord's own API description.
//!
//! Validators are made when an operation is first seen. A schema is taken with those it refers to;
//! snowflakes may be integers too, nulls are dropped from the body, and in a second, strict form no
//! object may have fields that the description does not know (Discord ignores them, so that such a
//! field is listed but not refused). The answers to an interaction are checked against the schema
//! of their `type`, which tells more than "none of these fits".

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use crate::refusal::Problem;

/// Fields that Discord's documentation has and its description lacks, each beside one that it has.
const DOCUMENTED_ELSEWHERE: &[(&str, &str)] = &[("default_member_permissions", "nsfw")];
/// Fields that hold permission bits: written as decimal strings, described as integers.
const PERMISSIONS: &[&str] = &["default_member_permissions", "allow", "deny"];

/// The description and the validators made so far.
#[derive(Debug)]
pub struct OpenApi {
    description: Value,
    validators: Mutex<HashMap<String, Option<Arc<Pair>>>>,
}

/// The validators of one operation.
#[derive(Debug)]
struct Pair {
    strict: Validator,
    lenient: Validator,
}

impl OpenApi {
    /// Reads the description.
    ///
    /// # Errors
    /// A sentence, if the file cannot be read or is no API description.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let description: Value =
            serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        Self::new(description).ok_or_else(|| format!("{}: this is no OpenAPI description", path.display()))
    }

    /// Takes a description, if it is one.
    fn new(description: Value) -> Option<Self> {
        let described = description["paths"].as_object().is_some_and(|paths| !paths.is_empty());
        described.then(|| Self { description, validators: Mutex::default() })
    }

    /// What is wrong with the body of an operation, named as `post /channels/{channel_id}/messages`.
    pub fn check(&self, operation: &str, body: &Value) -> Vec<Problem> {
        if body.is_null() {
            return Vec::new();
        }
        let kind = body["type"].as_u64().filter(|_| operation.ends_with("/callback"));
        let Some(pair) = self.pair(operation, kind) else { return Vec::new() };
        let body = without_nulls(body);
        if pair.strict.is_valid(&body) {
            return Vec::new();
        }
        let lenient: Vec<Problem> = problems(&pair.lenient, &body, true);
        if lenient.is_empty() { problems(&pair.strict, &body, false) } else { lenient }
    }

    fn pair(&self, operation: &str, kind: Option<u64>) -> Option<Arc<Pair>> {
        let key = format!("{operation} {}", kind.unwrap_or(0));
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        validators.entry(key).or_insert_with(|| self.compile(operation, kind).map(Arc::new)).clone()
    }

    fn compile(&self, operation: &str, kind: Option<u64>) -> Option<Pair> {
        let (method, path) = operation.split_once(' ')?;
        let body = self.operation(method, path)?;
        let mut schema = &body["content"]["application/json"]["schema"];
        if let Some(kind) = kind {
            let branches = schema["anyOf"].as_array().map_or(&[][..], Vec::as_slice);
            let fits = |branch: &&Value| {
                let kinds = &self.resolve(branch)["properties"]["type"]["enum"];
                kinds.as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
            };
            schema = branches.iter().find(fits).unwrap_or(schema);
        }
        if schema.is_null() {
            return None;
        }
        let validator = |strict: bool| {
            let document = self.document(schema, strict);
            jsonschema::draft202012::new(&document).ok()
        };
        Some(Pair { strict: validator(true)?, lenient: validator(false)? })
    }

    /// The request body of an operation; `@original` and `{message_id}` share their schemas, and a
    /// parameter may have another name in the description.
    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let shape = |path: &str| -> Vec<String> {
            path.split('/')
                .map(|step| if step.starts_with('{') { "{}".into() } else { step.into() })
                .collect()
        };
        let paths = self.description["paths"].as_object()?;
        let wanted = shape(path);
        let found = paths.iter().find(|(known, _)| shape(known) == wanted)?;
        found.1.get(method)?.get("requestBody")
    }

    fn resolve<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|target| target.rsplit('/').next());
        name.map_or(schema, |name| &self.description["components"]["schemas"][name])
    }

    /// A schema as a document of its own, with every schema that it refers to.
    fn document(&self, schema: &Value, strict: bool) -> Value {
        let mut schemas: BTreeMap<String, Value> = BTreeMap::new();
        let mut names = Vec::new();
        let root = prepare(schema, strict, &mut names);
        while let Some(name) = names.pop() {
            if schemas.contains_key(&name) {
                continue;
            }
            let found = if name == "SnowflakeType" {
                json!({"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0})
            } else {
                prepare(&self.description["components"]["schemas"][&name], strict, &mut names)
            };
            schemas.insert(name, found);
        }
        json!({"allOf": [root], "components": {"schemas": schemas}})
    }
}

/// Copies a schema, notes what it refers to and, for the strict form, closes its objects.
fn prepare(schema: &Value, strict: bool, names: &mut Vec<String>) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(|item| prepare(item, strict, names)).collect(),
        Value::Object(fields) => {
            let mut copy = Map::new();
            for (key, value) in fields {
                if key == "$ref"
                    && let Some(name) = value.as_str().and_then(|target| target.rsplit('/').next())
                {
                    names.push(name.to_owned());
                }
                let mut inner = prepare(value, strict, names);
                if PERMISSIONS.contains(&key.as_str()) && inner["minimum"] == 0 {
                    inner = json!({"anyOf": [inner, {"type": "string", "pattern": "^[0-9]{1,20}$"}]});
                }
                copy.insert(key.clone(), inner);
            }
            let object = copy.get("type").is_some_and(|kind| {
                kind == "object"
                    || kind.as_array().is_some_and(|kinds| kinds.iter().any(|one| one == "object"))
            });
            let open = copy.contains_key("additionalProperties");
            if let Some(Value::Object(properties)) = copy.get_mut("properties")
                && strict
                && object
                && !open
            {
                for (beside, field) in DOCUMENTED_ELSEWHERE {
                    if properties.contains_key(*beside) {
                        properties.entry(*field).or_insert(json!(true));
                    }
                }
                copy.insert("additionalProperties".to_owned(), json!(false));
            }
            Value::Object(copy)
        }
        other => other.clone(),
    }
}

fn problems(validator: &Validator, body: &Value, fatal: bool) -> Vec<Problem> {
    validator.iter_errors(body).map(|error| problem(&error, fatal)).collect()
}

fn problem(error: &ValidationError<'_>, fatal: bool) -> Problem {
    let pointer = error.instance_path().to_string();
    let path: Vec<String> = pointer.split('/').skip(1).map(str::to_owned).collect();
    // The whole instance may be quoted; the list wants a line.
    let text = error.to_string();
    let message: String = if text.chars().count() > 300 {
        let end: String = text.chars().skip(text.chars().count() - 120).collect();
        format!("{}…{end}", text.chars().take(160).collect::<String>())
    } else {
        text
    };
    if fatal {
        Problem::new(&path, "OPENAPI", message)
    } else {
        Problem::advice(&path, "OPENAPI_FIELD", message)
    }
}

/// A body without fields that are null; most have none and are not copied.
fn without_nulls(body: &Value) -> Cow<'_, Value> {
    if !has_null(body) {
        return Cow::Borrowed(body);
    }
    Cow::Owned(match body {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(key, value)| (key.clone(), without_nulls(value).into_owned())).collect())
        }
        Value::Array(items) => items.iter().map(|item| without_nulls(item).into_owned()).collect(),
        other => other.clone(),
    })
}

fn has_null(body: &Value) -> bool {
    match body {
        Value::Null => true,
        Value::Object(fields) => fields.values().any(has_null),
        Value::Array(items) => items.iter().any(has_null),
        _ => false,
    }
}
