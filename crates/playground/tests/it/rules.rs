//! A known bad request for each rule is sent and seen in the list of violations.

use std::path::PathBuf;

use playground::{Options, Validation};
use reqwest::Method;
use serde_json::{Value, json};

use crate::stage::{Stage, options};

/// Where a bad body goes.
#[derive(Clone, Copy, Debug)]
enum To {
    Message,
    Edit,
    FollowUp,
    Callback,
    Autocomplete,
    Modal,
    Commands,
    Thread,
    Channel,
    BulkDelete,
}

fn many(count: usize, item: &Value) -> Value {
    (0..count).map(|_| item.clone()).collect()
}

fn long(count: usize) -> String {
    "x".repeat(count)
}

/// A message with one row of components.
fn row(components: &Value) -> Value {
    json!({"components": [{"type": 1, "components": components}]})
}

fn button(custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "x", "custom_id": custom_id})
}

fn option(name: &str, required: bool) -> Value {
    json!({"type": 3, "name": name, "description": "x", "required": required})
}

fn command(options: &Value) -> Value {
    json!([{"name": "x", "description": "x", "options": options}])
}

fn modal(component: &Value) -> Value {
    json!({"custom_id": "x", "title": "x", "components": [{"type": 1, "components": [component]}]})
}

/// Bad bodies with the rule each breaks: its word and its place.
#[expect(clippy::too_many_lines, reason = "a table, a line for each rule")]
fn broken() -> Vec<(To, Value, &'static str)> {
    let select = |options: Value| json!([{"type": 3, "custom_id": "x", "options": options}]);
    let input = json!({"type": 4, "style": 1, "custom_id": "x", "label": "x"});
    let with = |value: &Value, field: &str, given: Value| {
        let mut value = value.clone();
        value[field] = given;
        value
    };
    let translated = |locale: &str, text: &str| json!([{"name": "x", "description": "x", "name_localizations": {locale: text}}]);
    let choice = |name: &str| json!({"name": name, "value": "x"});
    let big_options: Value = (0..25)
        .map(|n| {
            let name = format!("o{n}");
            let longest = json!({"de": long(100)});
            let choices = json!([{"name": long(100), "value": long(100)}, {"name": "y", "value": long(100)}]);
            json!({"type": 3, "name": name, "description": "x", "description_localizations": longest, "choices": choices})
        })
        .collect();
    vec![
        (To::Message, json!({"content": long(2001)}), "BASE_TYPE_MAX_LENGTH at content"),
        (To::Edit, json!({"content": long(2001)}), "BASE_TYPE_MAX_LENGTH at content"),
        (To::FollowUp, json!({"content": long(2001)}), "BASE_TYPE_MAX_LENGTH at content"),
        (To::Callback, json!({"content": long(2001)}), "BASE_TYPE_MAX_LENGTH at data.content"),
        (To::Message, json!({"content": " "}), "Cannot send an empty message"),
        (To::Callback, json!({}), "Cannot send an empty message"),
        (To::Callback, Value::Null, "BASE_TYPE_REQUIRED at data"),
        (To::Message, json!({"content": "x", "nonce": long(26)}), "BASE_TYPE_MAX_LENGTH at nonce"),
        (To::Message, json!({"content": "x", "enforce_nonce": true}), "BASE_TYPE_REQUIRED at nonce"),
        (
            To::Message,
            json!({"content": "<@1>", "allowed_mentions": null}),
            "ALLOWED_MENTIONS_MISSING at allowed_mentions",
        ),
        (
            To::Message,
            json!({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE at allowed_mentions",
        ),
        (
            To::Message,
            json!({"content": "x", "allowed_mentions": {"users": ["1", "1"]}}),
            "SET_TYPE_ALREADY_CONTAINS_VALUE at allowed_mentions.users",
        ),
        (
            To::Message,
            json!({"content": "x", "allowed_mentions": {"users": (0..101).collect::<Vec<_>>()}}),
            "BASE_TYPE_MAX_LENGTH at allowed_mentions.users",
        ),
        // Embeds.
        (To::Message, json!({"embeds": many(11, &json!({"title": "x"}))}), "BASE_TYPE_MAX_LENGTH at embeds"),
        (To::Message, json!({"embeds": [{"title": long(257)}]}), "BASE_TYPE_MAX_LENGTH at embeds.0.title"),
        (
            To::Message,
            json!({"embeds": [{"description": long(4097)}]}),
            "BASE_TYPE_MAX_LENGTH at embeds.0.description",
        ),
        (
            To::Message,
            json!({"embeds": [{"fields": many(26, &json!({"name": "x", "value": "x"}))}]}),
            "BASE_TYPE_MAX_LENGTH at embeds.0.fields",
        ),
        (
            To::Message,
            json!({"embeds": [{"fields": [{"name": long(257), "value": "x"}]}]}),
            "BASE_TYPE_BAD_LENGTH at embeds.0.fields.0.name",
        ),
        (
            To::Message,
            json!({"embeds": [{"fields": [{"name": "x", "value": long(1025)}]}]}),
            "BASE_TYPE_BAD_LENGTH at embeds.0.fields.0.value",
        ),
        (
            To::Message,
            json!({"embeds": [{"title": "x", "footer": {"text": long(2049)}}]}),
            "BASE_TYPE_MAX_LENGTH at embeds.0.footer.text",
        ),
        (
            To::Message,
            json!({"embeds": [{"title": "x", "author": {"name": long(257)}}]}),
            "BASE_TYPE_MAX_LENGTH at embeds.0.author.name",
        ),
        (
            To::Message,
            json!({"embeds": [{"description": long(3001)}, {"description": long(3000)}]}),
            "MAX_EMBED_SIZE_EXCEEDED at embeds",
        ),
        // Files.
        (
            To::Message,
            json!({"content": "x", "attachments": many(11, &json!({"id": 0}))}),
            "BASE_TYPE_MAX_LENGTH at attachments",
        ),
        (
            To::Message,
            json!({"content": "x", "attachments": [{"id": 0}]}),
            "ATTACHMENT_NOT_FOUND at attachments.0.id",
        ),
        (
            To::Message,
            json!({"attachments": [{"id": 0, "description": long(1025)}]}),
            "BASE_TYPE_MAX_LENGTH at attachments.0.description",
        ),
        // Components.
        (
            To::Message,
            json!({"components": (0..6).map(|n| json!({"type": 1, "components": [button(&n.to_string())]})).collect::<Value>()}),
            "BASE_TYPE_MAX_LENGTH at components",
        ),
        (To::Message, json!({"components": [button("x")]}), "UNION_TYPE_CHOICES at components.0.type"),
        (To::Message, row(&json!([])), "BASE_TYPE_BAD_LENGTH at components.0.components"),
        (
            To::Message,
            row(&(0..6).map(|n| button(&n.to_string())).collect()),
            "BASE_TYPE_BAD_LENGTH at components.0.components",
        ),
        (
            To::Message,
            row(
                &json!([button("a"), {"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "x"}]}]),
            ),
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED at components.0.components",
        ),
        (
            To::Message,
            row(&json!([button("a"), button("a")])),
            "COMPONENT_CUSTOM_ID_DUPLICATED at components.0.components.1.custom_id",
        ),
        (
            To::Message,
            row(&json!([button("")])),
            "BASE_TYPE_BAD_LENGTH at components.0.components.0.custom_id",
        ),
        (
            To::Message,
            row(&json!([button(&long(101))])),
            "BASE_TYPE_BAD_LENGTH at components.0.components.0.custom_id",
        ),
        (
            To::Message,
            row(&json!([with(&button("a"), "label", json!(long(81)))])),
            "BASE_TYPE_MAX_LENGTH at components.0.components.0.label",
        ),
        (
            To::Message,
            row(&json!([with(&button("a"), "label", json!(""))])),
            "COMPONENT_BUTTON_LABEL_OR_EMOJI_REQUIRED",
        ),
        (
            To::Message,
            row(&json!([{"type": 2, "style": 1, "label": "x"}])),
            "BASE_TYPE_REQUIRED at components.0.components.0.custom_id",
        ),
        (
            To::Message,
            row(&json!([{"type": 2, "style": 5, "label": "x"}])),
            "BASE_TYPE_REQUIRED at components.0.components.0.url",
        ),
        (
            To::Message,
            row(
                &json!([{"type": 2, "style": 5, "label": "x", "url": "https://a.example", "custom_id": "a"}]),
            ),
            "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
        ),
        (
            To::Message,
            row(&json!([{"type": 99, "custom_id": "a"}])),
            "UNION_TYPE_CHOICES at components.0.components.0.type",
        ),
        (To::Message, row(&select(json!([]))), "BASE_TYPE_BAD_LENGTH at components.0.components.0.options"),
        (
            To::Message,
            row(&select((0..26).map(|n| json!({"label": "x", "value": n.to_string()})).collect())),
            "BASE_TYPE_BAD_LENGTH at components.0.components.0.options",
        ),
        (
            To::Message,
            row(&select(json!([{"label": long(101), "value": "x"}]))),
            "BASE_TYPE_BAD_LENGTH at components.0.components.0.options.0.label",
        ),
        (
            To::Message,
            row(&select(json!([{"label": "x", "value": long(101)}]))),
            "BASE_TYPE_BAD_LENGTH at components.0.components.0.options.0.value",
        ),
        (
            To::Message,
            row(&select(json!([{"label": "x", "value": "x", "description": long(101)}]))),
            "BASE_TYPE_MAX_LENGTH at components.0.components.0.options.0.description",
        ),
        (
            To::Message,
            row(&select(json!([{"label": "x", "value": "x"}, {"label": "y", "value": "x"}]))),
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            To::Message,
            row(
                &json!([{"type": 3, "custom_id": "x", "max_values": 2, "options": [{"label": "x", "value": "x"}]}]),
            ),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
        ),
        (
            To::Message,
            row(
                &json!([{"type": 3, "custom_id": "x", "placeholder": long(151), "options": [{"label": "x", "value": "x"}]}]),
            ),
            "BASE_TYPE_MAX_LENGTH at components.0.components.0.placeholder",
        ),
        (
            To::Message,
            row(&json!([{"type": 5, "custom_id": "x", "min_values": 26}])),
            "NUMBER_TYPE_RANGE at components.0.components.0.min_values",
        ),
        (
            To::Message,
            json!({"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "x"}]}),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2 at content",
        ),
        (
            To::Message,
            json!({"flags": 1 << 15, "components": many(41, &json!({"type": 10, "content": "x"}))}),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED at components",
        ),
        // Autocomplete.
        (
            To::Autocomplete,
            json!({"choices": many(26, &choice("x"))}),
            "BASE_TYPE_MAX_LENGTH at data.choices",
        ),
        (
            To::Autocomplete,
            json!({"choices": [choice(&long(101))]}),
            "BASE_TYPE_BAD_LENGTH at data.choices.0.name",
        ),
        (To::Autocomplete, json!({"choices": [choice("")]}), "BASE_TYPE_BAD_LENGTH at data.choices.0.name"),
        (
            To::Autocomplete,
            json!({"choices": [{"name": "x", "value": long(101)}]}),
            "BASE_TYPE_MAX_LENGTH at data.choices.0.value",
        ),
        (To::Autocomplete, json!({"choices": [{"name": "x"}]}), "BASE_TYPE_REQUIRED at data.choices.0.value"),
        // Modals.
        (To::Modal, with(&modal(&input), "title", json!(long(46))), "BASE_TYPE_BAD_LENGTH at data.title"),
        (
            To::Modal,
            with(&modal(&input), "custom_id", json!(long(101))),
            "BASE_TYPE_BAD_LENGTH at data.custom_id",
        ),
        (To::Modal, with(&modal(&input), "components", json!([])), "BASE_TYPE_BAD_LENGTH at data.components"),
        (
            To::Modal,
            modal(&with(&input, "label", json!(long(46)))),
            "BASE_TYPE_BAD_LENGTH at data.components.0.components.0.label",
        ),
        (
            To::Modal,
            modal(&with(&input, "value", json!(long(4001)))),
            "BASE_TYPE_MAX_LENGTH at data.components.0.components.0.value",
        ),
        (
            To::Modal,
            modal(&with(&input, "placeholder", json!(long(101)))),
            "BASE_TYPE_MAX_LENGTH at data.components.0.components.0.placeholder",
        ),
        (
            To::Modal,
            modal(&with(&input, "max_length", json!(4001))),
            "NUMBER_TYPE_RANGE at data.components.0.components.0.max_length",
        ),
        (To::Modal, modal(&button("x")), "UNION_TYPE_CHOICES at data.components.0.components.0.type"),
        // Registration.
        (To::Commands, json!({"name": "x"}), "LIST_TYPE_CONVERT"),
        (
            To::Commands,
            json!([{"name": "X", "description": "x"}]),
            "APPLICATION_COMMAND_INVALID_NAME at 0.name",
        ),
        (
            To::Commands,
            json!([{"name": "two words", "description": "x"}]),
            "APPLICATION_COMMAND_INVALID_NAME at 0.name",
        ),
        (To::Commands, json!([{"name": long(33), "description": "x"}]), "BASE_TYPE_BAD_LENGTH at 0.name"),
        (To::Commands, json!([{"name": "x", "description": ""}]), "BASE_TYPE_BAD_LENGTH at 0.description"),
        (
            To::Commands,
            json!([{"name": "x", "description": long(101)}]),
            "BASE_TYPE_BAD_LENGTH at 0.description",
        ),
        (To::Commands, json!([{"name": "x"}]), "BASE_TYPE_REQUIRED at 0.description"),
        (
            To::Commands,
            json!([{"name": "x", "type": 2, "description": "x"}]),
            "APPLICATION_COMMAND_INVALID_DESCRIPTION",
        ),
        (To::Commands, translated("xx", "x"), "BASE_TYPE_CHOICES at 0.name_localizations.xx"),
        (
            To::Commands,
            translated("de", "Groß"),
            "APPLICATION_COMMAND_INVALID_NAME at 0.name_localizations.de",
        ),
        (To::Commands, translated("de", ""), "BASE_TYPE_BAD_LENGTH at 0.name_localizations.de"),
        (
            To::Commands,
            json!([{"name": "x", "description": "x"}, {"name": "x", "description": "y"}]),
            "APPLICATION_COMMANDS_DUPLICATE_NAME at 1",
        ),
        (
            To::Commands,
            (0..101).map(|n| json!({"name": format!("c{n}"), "description": "x"})).collect(),
            "APPLICATION_COMMAND_TOO_MANY",
        ),
        (
            To::Commands,
            command(&(0..26).map(|n| option(&format!("o{n}"), false)).collect()),
            "BASE_TYPE_MAX_LENGTH at 0.options",
        ),
        (
            To::Commands,
            command(&json!([option("a", false), option("a", false)])),
            "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
        ),
        (
            To::Commands,
            command(&json!([option("A", false)])),
            "APPLICATION_COMMAND_INVALID_NAME at 0.options.0.name",
        ),
        (
            To::Commands,
            command(&json!([option("a", false), option("b", true)])),
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID at 0.options.1",
        ),
        (
            To::Commands,
            command(&json!([option("a", false), {"type": 1, "name": "b", "description": "x"}])),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID at 0.options",
        ),
        (
            To::Commands,
            command(&json!([{"type": 1, "name": "a", "description": "x", "options": [
                {"type": 1, "name": "b", "description": "x"},
            ]}])),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID at 0.options.0.options.0",
        ),
        (
            To::Commands,
            command(&json!([{"type": 12, "name": "a", "description": "x"}])),
            "BASE_TYPE_CHOICES at 0.options.0.type",
        ),
        (
            To::Commands,
            command(&json!([with(
                &option("a", false),
                "choices",
                (0..26).map(|n| choice(&n.to_string())).collect()
            )])),
            "BASE_TYPE_MAX_LENGTH at 0.options.0.choices",
        ),
        (
            To::Commands,
            command(&json!([with(&option("a", false), "choices", json!([choice("x"), choice("x")]))])),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_NAME_DUPLICATED",
        ),
        (
            To::Commands,
            command(&json!([with(
                &option("a", false),
                "choices",
                json!([{"name": "x", "value": long(101)}])
            )])),
            "BASE_TYPE_MAX_LENGTH at 0.options.0.choices.0.value",
        ),
        (
            To::Commands,
            command(&json!([with(
                &with(&option("a", false), "choices", json!([choice("x")])),
                "autocomplete",
                json!(true)
            )])),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE at 0.options.0",
        ),
        (
            To::Commands,
            command(&json!([with(&option("a", false), "max_length", json!(6001))])),
            "NUMBER_TYPE_RANGE at 0.options.0.max_length",
        ),
        (To::Commands, command(&big_options), "APPLICATION_COMMAND_TOO_LARGE at 0"),
        // Threads and channels.
        (To::Thread, json!({"type": 11}), "BASE_TYPE_REQUIRED at name"),
        (To::Thread, json!({"type": 11, "name": long(101)}), "BASE_TYPE_BAD_LENGTH at name"),
        (
            To::Thread,
            json!({"type": 11, "name": "x", "auto_archive_duration": 61}),
            "BASE_TYPE_CHOICES at auto_archive_duration",
        ),
        (To::Channel, json!({"name": long(101)}), "BASE_TYPE_BAD_LENGTH at name"),
        (To::Channel, json!({"topic": long(1025)}), "BASE_TYPE_MAX_LENGTH at topic"),
        (To::BulkDelete, json!({"messages": ["1"]}), "BASE_TYPE_BAD_LENGTH at messages"),
    ]
}

/// Bad bodies that only Discord's own description finds.
fn undescribed() -> Vec<(To, Value, &'static str)> {
    vec![
        (To::Message, json!({"content": 7}), "OPENAPI at content"),
        (To::Message, json!({"content": "x", "tts": "yes"}), "OPENAPI at tts"),
        (To::Message, json!({"embeds": [{"title": "x", "color": 1 << 24}]}), "OPENAPI at embeds.0.color"),
        (To::Edit, json!({"content": "x", "flags": "x"}), "OPENAPI at flags"),
        (To::Message, json!({"content": "x", "colour": 3}), "OPENAPI_FIELD"),
        (To::Callback, json!({"content": "x", "private": true}), "OPENAPI_FIELD"),
        (To::FollowUp, json!({"content": "x", "private": true}), "OPENAPI_FIELD"),
        (
            To::Modal,
            json!({"custom_id": "x", "title": "x", "components": [{"type": 1, "components": [
                {"type": 4, "style": 3, "custom_id": "x", "label": "x"},
            ]}]}),
            "OPENAPI at data.components.0",
        ),
        (
            To::Commands,
            json!([{"name": "x", "description": "x", "contexts": [9]}]),
            "OPENAPI at 0.contexts.0",
        ),
        (To::Commands, json!([{"name": "x", "description": "x", "colour": 1}]), "OPENAPI_FIELD"),
        (To::Thread, json!({"type": "public", "name": "x"}), "OPENAPI"),
    ]
}

/// Sends a bad body where it belongs.
async fn send(stage: &mut Stage, to: To, body: &Value) -> (u16, Value) {
    let games = stage.games().await;
    let mut body = body.clone();
    if body["content"].is_string() && body.get("allowed_mentions").is_none() {
        body["allowed_mentions"] = json!({"parse": []});
    }
    let ask = |stage: &Stage, focused: bool| {
        let move_ = json!({"user": "ana", "name": "move", "options": {"move": "x"}, "focused": "move"});
        let ping = json!({"user": "ana", "name": "ping"});
        if focused { stage.spawn("autocomplete", move_) } else { stage.spawn("command", ping) }
    };
    let (status, answer) = match to {
        To::Message => stage.bot.rest(Method::POST, &format!("/channels/{games}/messages"), &body).await,
        To::Edit => {
            let message = stage.say(json!({"content": "x", "allowed_mentions": {"parse": []}})).await;
            let path = format!("/channels/{games}/messages/{}", message["id"].as_str().unwrap());
            stage.bot.rest(Method::PATCH, &path, &body).await
        }
        To::FollowUp => {
            let asked = ask(stage, false);
            let interaction = stage.bot.interaction().await;
            stage.bot.answer(&interaction, &json!({"type": 4, "data": {"embeds": [{"title": "x"}]}})).await;
            asked.await.unwrap();
            stage.bot.rest(Method::POST, &stage.bot.webhook(&interaction, ""), &body).await
        }
        To::Callback | To::Modal | To::Autocomplete => {
            let asked = ask(stage, matches!(to, To::Autocomplete));
            let interaction = stage.bot.interaction().await;
            let kind = match to {
                To::Callback => 4,
                To::Autocomplete => 8,
                _ => 9,
            };
            let answer = stage.bot.callback(&interaction, &json!({"type": kind, "data": body})).await;
            asked.abort();
            answer
        }
        To::Commands => {
            let path = format!("/applications/{}/commands", stage.bot.id);
            stage.bot.rest(Method::PUT, &path, &body).await
        }
        To::Thread => {
            let answer = stage.bot.rest(Method::POST, &format!("/channels/{games}/threads"), &body).await;
            if answer.0.is_success() {
                stage.bot.event("THREAD_CREATE").await;
            }
            answer
        }
        To::Channel => stage.bot.rest(Method::PATCH, &format!("/channels/{games}"), &body).await,
        To::BulkDelete => {
            stage.bot.rest(Method::POST, &format!("/channels/{games}/messages/bulk-delete"), &body).await
        }
    };
    (status.as_u16(), answer)
}

/// Sends bad bodies; each is listed under its rule, once, and refused unless it is only unwise.
async fn check(options: Options, cases: Vec<(To, Value, &'static str)>) {
    let mut stage = Stage::with(options).await;
    let mut known = stage.rules().await.len();
    for (to, body, rule) in cases {
        // Out of the way of the rate limit.
        stage.post("clock", json!({"advance_s": 6})).await;
        let (status, answer) = send(&mut stage, to, &body).await;
        let rules = stage.rules().await.split_off(known);
        known += rules.len();
        let shown: String = body.to_string().chars().take(200).collect();
        assert!(
            rules.iter().any(|found| found.contains(rule)),
            "{to:?} {shown}\n wants {rule}\n found {rules:?}"
        );
        let unwise = rule.starts_with("ALLOWED_MENTIONS_MISSING") || rule.starts_with("OPENAPI_FIELD");
        assert_eq!(status == 400, !unwise, "{to:?} {shown}: {status} {answer}");
        if !unwise && answer["code"] != 50006 {
            assert_eq!(answer["code"], 50035, "{to:?} {shown}");
            assert!(answer["errors"].is_object(), "{to:?} {shown}: {answer}");
        }
    }
}

#[tokio::test]
async fn the_limits_by_hand_find_each() {
    check(options(), broken()).await;
}

#[tokio::test]
async fn errors_are_nested_as_discord_nests_them() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let body = json!({"embeds": [{"title": "x"}, {"title": long(257)}]});
    let (_, answer) = stage.bot.rest(Method::POST, &path, &body).await;
    let expected = json!({"message": "Invalid Form Body", "code": 50035, "errors": {"embeds": {"1": {"title": {
        "_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 256 or fewer in length."}],
    }}}}});
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn a_file_over_ten_mebibytes_is_too_large() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let file = vec![0_u8; (10 << 20) + 1];
    let (status, answer) = stage.bot.upload(Method::POST, &path, &json!({}), &[("big.png", &file)]).await;
    assert_eq!((status.as_u16(), &answer["code"]), (413, &json!(40005)));
    assert_eq!(stage.rules().await, ["big.png is larger than 10 MiB (40005)"]);
}

#[tokio::test]
async fn broken_json_is_refused() {
    let stage = Stage::new().await;
    let url = format!("{}/api/v10/channels/{}/messages", stage.server.url(), stage.games().await);
    let request =
        reqwest::Client::new().post(url).header("authorization", format!("Bot {}", stage.server.token()));
    let response = request.body("{").send().await.unwrap();
    assert_eq!(response.status(), 400);
    assert_eq!(response.json::<Value>().await.unwrap()["code"], 50109);
    assert_eq!(stage.rules().await.len(), 1);
}

#[tokio::test]
async fn six_messages_in_five_seconds_are_too_many() {
    let stage = Stage::new().await;
    for _ in 0..6 {
        stage.say(json!({"content": "x", "allowed_mentions": {"parse": []}})).await;
    }
    assert_eq!(stage.rules().await, ["more than 5 messages in 5 s in a channel"]);
}

#[tokio::test]
async fn fifty_one_requests_in_a_second_are_too_many() {
    let stage = Stage::new().await;
    // The window is the stand-in's second: what takes the test longer is sent until it fits.
    while stage.rules().await.is_empty() {
        let burst = (0..60).map(|_| stage.bot.rest(Method::GET, "/users/@me", &Value::Null));
        futures::future::join_all(burst).await;
    }
    assert_eq!(stage.rules().await[0], "more than 50 bot-token requests in 1 s");
}

#[tokio::test]
async fn ten_thousand_refused_requests_are_too_many() {
    let stage = Stage::new().await;
    let member = format!("/guilds/{}/members", stage.bot.guild);
    for _ in 0..100 {
        let burst = (0..100).map(|_| stage.bot.rest(Method::GET, &member, &Value::Null));
        futures::future::join_all(burst).await;
    }
    stage.bot.rest(Method::GET, &member, &Value::Null).await;
    let rules = stage.rules().await;
    assert_eq!(rules.last().map(String::as_str), Some("more than 10,000 refused requests in 10 min"));
}

/// Discord's description: the file of `XIMABOT_OPENAPI`, which must then be there, else the copy beside
/// the project if there is one.
fn description() -> Option<PathBuf> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    match std::env::var_os("XIMABOT_OPENAPI") {
        Some(path) => Some(root.join(path)),
        None => Some(root.join("../shared/discord/openapi.json")).filter(|path| path.exists()),
    }
}

#[tokio::test]
async fn discords_description_finds_each() {
    let Some(path) = description() else {
        eprintln!("no API description at hand; a small one is checked by the unit tests");
        return;
    };
    let options = Options { openapi: Some(path), ..options() };
    let mut cases = broken();
    cases.extend(undescribed());
    let stage = Stage::with(options.clone()).await;
    let listed = stage.get("violations").await;
    assert_eq!(listed["against"], "openapi");
    assert_eq!(listed["violations"], json!([]), "a plain registration is in order");
    drop(stage);
    check(options, cases).await;
}

#[tokio::test]
async fn validation_can_wait_until_after_the_run() {
    let Some(path) = description() else { return };
    let options = Options { openapi: Some(path), validation: Validation::AfterTheRun, ..options() };
    let mut stage = Stage::with(options).await;
    let (status, _) = send(&mut stage, To::Message, &json!({"content": "x", "tts": "yes"})).await;
    assert_eq!(status, 200, "nothing is refused meanwhile");
    let rules = stage.rules().await;
    assert!(rules.len() == 1 && rules[0].starts_with("OPENAPI at tts"), "{rules:?}");
    assert_eq!(stage.rules().await, rules, "each is listed once");
}
