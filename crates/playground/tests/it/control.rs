//! The shapes of the control API.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_command_is_answered_by_its_message() {
    let mut stage = Stage::new().await;
    let answer = stage.ping("ana", json!({"content": "pong", "allowed_mentions": {"parse": []}})).await;
    assert_eq!(answer["type"], "message");
    assert_eq!(answer["choices"], json!([]));
    assert_eq!(answer["modal"], json!(null));
    let message = &answer["message"];
    assert_eq!(message["content"], "pong");
    assert_eq!(message["ephemeral"], false);
    assert_eq!(message["embeds"], json!([]));
    assert_eq!(message["components"], json!([]));
    assert_eq!(message["attachments"], json!([]));
    assert_eq!(message["interaction"]["user"]["name"], "ana");
    assert_eq!(message["interaction"]["name"], "ping");
    assert_eq!(message["channel"], stage.games().await);
    assert_eq!(stage.get("messages?channel=games").await, json!([message]));
    assert_eq!(stage.get(&format!("messages?after={}", message["id"].as_str().unwrap())).await, json!([]));
}

#[tokio::test]
async fn the_bot_is_told_who_and_where() {
    let mut stage = Stage::new().await;
    stage.post("users", json!({"name": "élise", "locale": "fr", "moderator": true})).await;
    let options = json!({"move": "a1", "user": "boris", "steps": "2", "rated": true, "colour": "Red stones"});
    let body = json!({"user": "élise", "channel": "games", "name": "move", "options": options});
    let asked = stage.spawn("command", body);
    let interaction = stage.bot.interaction().await;
    let boris = stage.user("boris").await;
    assert_eq!(interaction["type"], 2);
    assert_eq!(interaction["locale"], "fr");
    assert_eq!(interaction["guild_locale"], "en-US");
    assert_eq!(interaction["context"], 0);
    assert_eq!(interaction["member"]["user"]["username"], "élise");
    assert_eq!(interaction["channel"]["name"], "games");
    assert_eq!(interaction["guild_id"], stage.bot.guild);
    assert_eq!(interaction["authorizing_integration_owners"], json!({"0": stage.bot.guild}));
    assert!(interaction["app_permissions"].as_str().unwrap().parse::<u64>().unwrap() & 1 << 15 != 0);
    assert!(interaction["member"]["permissions"].as_str().unwrap().parse::<u64>().unwrap() & 1 << 5 != 0);
    assert_eq!(interaction["data"]["resolved"]["users"][&boris]["username"], "boris");
    assert_eq!(
        interaction["data"]["options"],
        json!([
            {"name": "move", "type": 3, "value": "a1"}, {"name": "steps", "type": 4, "value": 2},
            {"name": "user", "type": 6, "value": boris}, {"name": "rated", "type": 5, "value": true},
            {"name": "colour", "type": 3, "value": "red"},
        ])
    );
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "ok"}})).await;
    assert_eq!(asked.await.unwrap().0, StatusCode::OK);
}

#[tokio::test]
async fn sub_commands_are_named_either_way() {
    let mut stage = Stage::new().await;
    for body in [
        json!({"user": "ana", "name": "settings thread", "options": {"on": true}}),
        json!({"user": "ana", "name": "settings", "options": {"thread": {"on": true}}}),
    ] {
        let asked = stage.spawn("command", body);
        let interaction = stage.bot.interaction().await;
        assert_eq!(
            interaction["data"]["options"],
            json!([{"name": "thread", "type": 1, "options": [{"name": "on", "type": 5, "value": true}]}])
        );
        stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "ok"}})).await;
        let answer = asked.await.unwrap().1;
        assert_eq!(answer["message"]["interaction"]["name"], "settings thread");
    }
}

#[tokio::test]
async fn what_a_client_would_not_send_is_refused() {
    let stage = Stage::new().await;
    let cases = [
        ("command", json!({"user": "nobody", "name": "ping"}), 404, "user"),
        ("command", json!({"user": "ana", "name": "nothing"}), 404, "name"),
        ("command", json!({"user": "ana", "channel": "nowhere", "name": "ping"}), 404, "channel"),
        ("command", json!({"user": "ana", "name": "move"}), 400, "required"),
        ("command", json!({"user": "ana", "name": "move", "options": {"move": "a", "x": 1}}), 400, "\"x\""),
        (
            "command",
            json!({"user": "ana", "name": "move", "options": {"move": "a", "steps": 4}}),
            400,
            "between",
        ),
        (
            "command",
            json!({"user": "ana", "name": "move", "options": {"move": "a", "steps": "b"}}),
            400,
            "number",
        ),
        (
            "command",
            json!({"user": "ana", "name": "move", "options": {"move": "a", "colour": "green"}}),
            400,
            "red",
        ),
        (
            "command",
            json!({"user": "ana", "name": "move", "options": {"move": "a", "user": "zoe"}}),
            400,
            "zoe",
        ),
        ("command", json!({"user": "ana", "name": "settings", "options": {}}), 400, "thread"),
        (
            "command",
            json!({"user": "boris", "name": "settings thread", "options": {"on": true}}),
            403,
            "person",
        ),
        ("command", json!({"user": "ana", "channel": "dm", "name": "ping"}), 403, "offered"),
        ("component", json!({"user": "ana", "message": "1", "custom_id": "x"}), 404, "message"),
        ("modal", json!({"user": "ana", "custom_id": "x", "fields": {}}), 404, "modal"),
        ("fault", json!({"kind": "flood"}), 400, "flood"),
        ("fault", json!({"kind": "status"}), 400, "status"),
        ("clock", json!({"advance_s": -1}), 400, "clock"),
        ("users", json!({"locale": "fr"}), 400, "name"),
    ];
    for (path, body, status, word) in cases {
        let (found, answer) = stage.try_post(path, body.clone()).await;
        assert_eq!(found.as_u16(), status, "{path} {body}: {answer}");
        let sentence = answer["error"].as_str().unwrap_or_default();
        assert!(sentence.contains(word), "{path} {body}: {answer}");
    }
}

#[tokio::test]
async fn silence_is_a_504() {
    let stage = Stage::new().await;
    let (status, answer) = stage.try_post("command", json!({"user": "ana", "name": "ping"})).await;
    assert_eq!(status, StatusCode::GATEWAY_TIMEOUT);
    assert_eq!(answer, json!({"error": "The application did not respond"}));
}

#[tokio::test]
async fn people_come_and_talk() {
    let stage = Stage::new().await;
    let made = stage.post("users", json!({"name": "zoe", "locale": "de"})).await;
    assert_eq!(made["name"], "zoe");
    assert_eq!(stage.post("users", json!({"name": "zoe"})).await, made);
    let said = stage.post("message", json!({"user": "zoe", "channel": "#games", "content": "hello"})).await;
    assert_eq!(said["message"]["author"]["name"], "zoe");
    let after = stage.get("state").await;
    let zoe = after["users"].as_array().unwrap().iter().find(|user| user["name"] == "zoe").unwrap();
    assert_eq!(
        *zoe,
        json!({"id": made["id"], "name": "zoe", "locale": "de", "bot": false, "moderator": false})
    );
    assert_eq!(after["guild"]["name"], "Playground");
    assert_eq!(after["commands"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn changes_are_told() {
    let stage = Stage::new().await;
    let seq = stage.get("state").await["seq"].as_u64().unwrap();
    let events = format!("events?after={seq}");
    let waiting = stage.get(&events);
    let talking = stage.post("message", json!({"user": "ana", "channel": "games", "content": "hi"}));
    let (told, _) = tokio::join!(waiting, talking);
    assert!(told["seq"].as_u64().unwrap() > seq);
}

#[tokio::test]
async fn violations_tell_what_was_checked() {
    let stage = Stage::new().await;
    let before = stage.get("violations").await;
    assert_eq!(before["against"], "limits");
    assert_eq!(before["violations"], json!([]));
    let (status, _) = stage.bot.rest(Method::GET, "/users/@me", &json!(null)).await;
    assert_eq!(status, StatusCode::OK);
    let after = stage.get("violations").await;
    assert_eq!(after["checked"].as_u64(), before["checked"].as_u64().map(|checked| checked + 1));
}

#[tokio::test]
async fn the_page_is_served() {
    let stage = Stage::new().await;
    let page = reqwest::get(stage.server.url()).await.unwrap();
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    assert!(page.text().await.unwrap().contains("<html"));
    assert_eq!(reqwest::get(format!("{}/none", stage.server.url())).await.unwrap().status(), 404);
}
