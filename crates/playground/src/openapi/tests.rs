use serde_json::{Value, json};

use super::OpenApi;

/// A description in Discord's manner, small.
fn description() -> OpenApi {
    let text = json!({"type": ["string", "null"], "maxLength": 5});
    let kind = |kinds: Value, data: Value| json!({"type": "object", "properties": {"type": {"type": "integer", "enum": kinds}, "data": data}});
    let description = json!({
        "paths": {
            "/channels/{channel_id}/messages": {"post": {"requestBody": {"content": {"application/json": {
                "schema": {"$ref": "#/components/schemas/Message"},
            }}}}},
            "/interactions/{id}/{token}/callback": {"post": {"requestBody": {"content": {"application/json": {
                "schema": {"anyOf": [{"$ref": "#/components/schemas/Say"}, {"$ref": "#/components/schemas/Choose"}]},
            }}}}},
        },
        "components": {"schemas": {
            "SnowflakeType": {"type": "string", "pattern": "^(0|[1-9][0-9]*)$"},
            "Message": {"type": "object", "properties": {
                "content": text, "to": {"$ref": "#/components/schemas/SnowflakeType"},
                "allow": {"type": "integer", "minimum": 0},
            }},
            "Say": kind(json!([4, 5]), json!({"$ref": "#/components/schemas/Message"})),
            "Choose": kind(json!([8]), json!({"type": "array"})),
        }},
    });
    OpenApi::new(description).expect("a description")
}

#[track_caller]
fn check(operation: &str, body: &Value, expected: &[&str]) {
    let problems = description().check(operation, body);
    let rules: Vec<String> = problems.iter().map(crate::refusal::Problem::rule).collect();
    assert_eq!(rules, expected, "{operation} {body}");
    for problem in problems {
        assert_eq!(problem.fatal, problem.code == "OPENAPI", "{body}");
    }
}

#[test]
fn bodies_are_checked_by_operation() {
    let post = "post /channels/{channel_id}/messages";
    check(post, &json!({"content": "short"}), &[]);
    check(
        post,
        &json!({"content": "too long"}),
        &["OPENAPI at content: \"too long\" is longer than 5 characters"],
    );
    check(post, &Value::Null, &[]);
    check("post /channels/{channel_id}/typing", &json!({"content": "too long"}), &[]);
    check("patch /channels/{channel_id}/messages", &json!({"content": "too long"}), &[]);
}

#[test]
fn what_discord_is_lenient_about_passes() {
    let post = "post /channels/{channel_id}/messages";
    check(post, &json!({"to": "12"}), &[]);
    check(post, &json!({"to": 12}), &[]);
    check(post, &json!({"to": null}), &[]);
    check(post, &json!({"allow": 8}), &[]);
    check(post, &json!({"allow": "8"}), &[]);
    check(post, &json!({"to": "x"}), &["OPENAPI at to: \"x\" does not match \"^(0|[1-9][0-9]*)$\""]);
    let rule = "OPENAPI_FIELD: Additional properties are not allowed ('colour' was unexpected)";
    check(post, &json!({"colour": 1}), &[rule]);
}

#[test]
fn answers_to_interactions_are_checked_by_their_type() {
    let callback = "post /interactions/{interaction_id}/{interaction_token}/callback";
    check(callback, &json!({"type": 5}), &[]);
    check(callback, &json!({"type": 4, "data": {"content": "short"}}), &[]);
    let rule = "OPENAPI at data.content: \"too long\" is longer than 5 characters";
    check(callback, &json!({"type": 4, "data": {"content": "too long"}}), &[rule]);
    check(callback, &json!({"type": 8, "data": 3}), &["OPENAPI at data: 3 is not of type \"array\""]);
}

#[test]
fn what_is_no_description_is_refused() {
    assert!(OpenApi::new(json!({"openapi": "3.1.0"})).is_none());
    let missing = std::path::Path::new("/nonexistent/openapi.json");
    assert!(OpenApi::read(missing).unwrap_err().contains("/nonexistent/openapi.json"));
}
