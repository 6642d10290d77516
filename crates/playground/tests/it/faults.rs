//! Every fault that can be ordered.

use std::time::Instant;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::Stage;

fn text() -> Value {
    json!({"content": "x", "allowed_mentions": {"parse": []}})
}

#[tokio::test]
async fn statuses_fall_on_the_requests_that_match() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let order = json!({"kind": "status", "match": "POST /channels/", "status": 500, "count": 2});
    stage.post("fault", order).await;
    for expected in [500, 500, 200] {
        assert_eq!(stage.bot.rest(Method::POST, &path, &text()).await.0.as_u16(), expected);
        assert_eq!(stage.bot.rest(Method::GET, &path, &json!(null)).await.0, StatusCode::OK);
    }
    let order = json!({"kind": "status", "match": "/messages", "status": 429, "retry_after": 1.5});
    stage.post("fault", order).await;
    let (status, answer) = stage.bot.rest(Method::POST, &path, &text()).await;
    assert_eq!((status.as_u16(), answer["retry_after"].as_f64()), (429, Some(1.5)));
    let order = json!({"kind": "status", "match": "^GET /users/[0-9]+$", "status": 404});
    stage.post("fault", order).await;
    let user = format!("/users/{}", stage.user("ana").await);
    assert_eq!(stage.bot.rest(Method::GET, "/users/@me", &json!(null)).await.0, StatusCode::OK);
    assert_eq!(stage.bot.rest(Method::GET, &user, &json!(null)).await.1["code"], 10013);
    let order = json!({"kind": "status", "match": "/users", "status": 403, "code": 40001});
    stage.post("fault", order).await;
    assert_eq!(stage.bot.rest(Method::GET, &user, &json!(null)).await.1["code"], 40001);
}

#[tokio::test]
async fn a_delay_holds_one_request_back() {
    let stage = Stage::new().await;
    stage.post("fault", json!({"kind": "delay", "match": "GET /users/@me", "ms": 80})).await;
    let start = Instant::now();
    assert_eq!(stage.bot.rest(Method::GET, "/users/@me", &json!(null)).await.0, StatusCode::OK);
    assert!(start.elapsed().as_millis() >= 80);
}

#[tokio::test]
async fn a_cut_connection_has_done_its_work() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    stage.post("fault", json!({"kind": "disconnect", "match": "POST /channels/"})).await;
    assert!(stage.bot.try_rest(Method::POST, &path, &text()).await.is_err());
    assert_eq!(stage.get("messages?channel=games").await.as_array().unwrap().len(), 1);
    assert!(stage.bot.try_rest(Method::POST, &path, &text()).await.is_ok());
}

#[tokio::test]
async fn permissions_can_be_taken() {
    let mut stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let cases = [
        (json!(["VIEW_CHANNEL", "SEND_MESSAGES"]), text(), None, None),
        (json!(["VIEW_CHANNEL"]), text(), None, Some(50013)),
        (json!("0"), text(), None, Some(50001)),
        (json!(["VIEW_CHANNEL", "SEND_MESSAGES"]), json!({"embeds": [{"title": "x"}]}), None, Some(50013)),
        (json!(["VIEW_CHANNEL", "SEND_MESSAGES"]), text(), Some(("x.png", &b"x"[..])), Some(50013)),
        (json!(1 << 10 | 1 << 11 | 1 << 15), text(), Some(("x.png", &b"x"[..])), None),
    ];
    for (permissions, body, file, code) in cases {
        let order = json!({"kind": "permissions", "channel": "games", "permissions": permissions});
        stage.post("fault", order).await;
        stage.bot.event("CHANNEL_UPDATE").await;
        let files: Vec<_> = file.into_iter().collect();
        let (_, answer) = stage.bot.upload(Method::POST, &path, &body, &files).await;
        assert_eq!(answer["code"].as_u64(), code, "{permissions} {body}");
    }
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["app_permissions"], (1_u64 << 10 | 1 << 11 | 1 << 15).to_string());
    stage.bot.answer(&interaction, &json!({"type": 4, "data": text()})).await;
    asked.await.unwrap();
    stage.post("fault", json!({"kind": "permissions", "channel": "games"})).await;
    stage.bot.event("CHANNEL_UPDATE").await;
    stage.post("fault", json!({"kind": "permissions", "user": "ana", "permissions": "0"})).await;
    let (status, _) = stage.try_post("command", json!({"user": "ana", "name": "ping"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn people_leave_come_back_and_vanish() {
    let stage = Stage::new().await;
    let ana = stage.user("ana").await;
    let member = format!("/guilds/{}/members/{ana}", stage.bot.guild);
    stage.post("fault", json!({"kind": "leave", "user": "ana"})).await;
    assert_eq!(stage.bot.rest(Method::GET, &member, &json!(null)).await.1["code"], 10007);
    assert_eq!(stage.bot.rest(Method::GET, &format!("/users/{ana}"), &json!(null)).await.0, StatusCode::OK);
    let (status, _) = stage.try_post("command", json!({"user": "ana", "name": "ping"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert_eq!(stage.post("users", json!({"name": "ana"})).await["id"], ana);
    assert_eq!(stage.bot.rest(Method::GET, &member, &json!(null)).await.0, StatusCode::OK);
    stage.post("fault", json!({"kind": "delete_user", "user": "ana"})).await;
    assert_eq!(stage.bot.rest(Method::GET, &format!("/users/{ana}"), &json!(null)).await.1["code"], 10013);
}

#[tokio::test]
async fn messages_and_channels_are_deleted() {
    let mut stage = Stage::new().await;
    let message = stage.say(text()).await;
    let messages = format!("/channels/{}/messages", stage.games().await);
    let one = format!("{messages}/{}", message["id"].as_str().unwrap());
    stage.post("fault", json!({"kind": "delete_message", "message": message["id"]})).await;
    assert_eq!(stage.bot.rest(Method::PATCH, &one, &text()).await.1["code"], 10008);
    stage.post("fault", json!({"kind": "delete_channel", "channel": "games"})).await;
    assert_eq!(stage.bot.event("CHANNEL_DELETE").await["name"], "games");
    assert_eq!(stage.bot.rest(Method::POST, &messages, &text()).await.1["code"], 10003);
}

#[tokio::test]
async fn everything_can_be_restored() {
    let stage = Stage::new().await;
    for order in [
        json!({"kind": "permissions", "permissions": "0"}),
        json!({"kind": "leave", "user": "boris"}),
        json!({"kind": "close_dms", "user": "ana"}),
        json!({"kind": "status", "match": "/users", "status": 500, "count": 100}),
        json!({"kind": "restore"}),
    ] {
        stage.post("fault", order).await;
    }
    stage.say(text()).await;
    let member = format!("/guilds/{}/members/{}", stage.bot.guild, stage.user("boris").await);
    assert_eq!(stage.bot.rest(Method::GET, &member, &json!(null)).await.0, StatusCode::OK);
    assert_eq!(stage.bot.rest(Method::GET, "/users/@me", &json!(null)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn the_match_can_name_whom_it_concerns() {
    let mut stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    stage.post("fault", json!({"kind": "permissions", "match": "ATTACH_FILES"})).await;
    let (_, answer) = stage.bot.upload(Method::POST, &path, &text(), &[("x.png", b"x")]).await;
    assert_eq!(answer["code"], 50013);
    stage.post("fault", json!({"kind": "permissions", "missing": ["SEND_MESSAGES"], "match": "games"})).await;
    assert_eq!(stage.bot.rest(Method::POST, &path, &text()).await.1["code"], 50013);
    stage.post("fault", json!({"kind": "restore"})).await;
    let message = stage.say(text()).await;
    stage.post("fault", json!({"kind": "delete_message", "match": message["id"]})).await;
    assert_eq!(stage.get("messages").await, json!([]));
    stage.post("fault", json!({"kind": "leave", "match": "dora"})).await;
    assert_eq!(stage.get("state").await["users"].as_array().unwrap().len(), 3);
    for _ in 0..2 {
        stage.bot.event("CHANNEL_UPDATE").await;
    }
    stage.post("fault", json!({"kind": "disconnect", "match": "gateway"})).await;
    assert_eq!(stage.bot.frame().await, Err(4000));
}
