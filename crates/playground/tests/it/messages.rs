//! Channel messages: nonces, files, edits, mentions, lists, direct messages.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::Stage;

/// The first bytes of a PNG of 3 by 2 pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x02\x08\x06\0\0\0";

#[tokio::test]
async fn an_enforced_nonce_posts_once() {
    let stage = Stage::new().await;
    let body =
        json!({"content": "once", "nonce": "7:3", "enforce_nonce": true, "allowed_mentions": {"parse": []}});
    let first = stage.say(body.clone()).await;
    assert_eq!(stage.say(body.clone()).await["id"], first["id"]);
    assert_eq!(first["nonce"], "7:3");
    let mut other = body.clone();
    other["enforce_nonce"] = json!(false);
    assert_ne!(stage.say(other).await["id"], first["id"]);
    stage.post("clock", json!({"advance_s": 600})).await;
    assert_ne!(stage.say(body).await["id"], first["id"], "Discord remembers a nonce for minutes only");
}

#[tokio::test]
async fn files_are_served_and_stay_until_told_otherwise() {
    let stage = Stage::new().await;
    let games = stage.games().await;
    let payload = json!({
        "attachments": [{"id": 0, "description": "a board"}], "embeds": [{"image": {"url": "attachment://board.png"}}],
    });
    let path = format!("/channels/{games}/messages");
    let (status, message) = stage.bot.upload(Method::POST, &path, &payload, &[("board.png", PNG)]).await;
    assert_eq!(status, StatusCode::OK, "{message}");
    let file = &message["attachments"][0];
    assert_eq!((&file["width"], &file["height"]), (&json!(3), &json!(2)));
    assert_eq!(file["description"], "a board");
    assert_eq!(message["embeds"][0]["image"]["url"], file["url"]);
    let url = file["url"].as_str().unwrap();
    let served = reqwest::get(url).await.unwrap();
    assert_eq!(served.headers()["access-control-allow-origin"], "*");
    assert_eq!(served.headers()["content-type"], "image/png");
    assert_eq!(&served.bytes().await.unwrap()[..], PNG);

    let path = format!("{path}/{}", message["id"].as_str().unwrap());
    let edit = |payload: Value, files: &'static [(&str, &[u8])]| {
        let (bot, path) = (&stage.bot, path.clone());
        async move {
            let (status, message) = bot.upload(Method::PATCH, &path, &payload, files).await;
            assert_eq!(status, StatusCode::OK, "{message}");
            let files = message["attachments"].as_array().unwrap().clone();
            files.iter().map(|file| file["filename"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        }
    };
    assert_eq!(edit(json!({"content": "text only"}), &[]).await, ["board.png"]);
    assert_eq!(edit(json!({}), &[("two.png", PNG)]).await, ["board.png", "two.png"]);
    assert_eq!(edit(json!({"attachments": [{"id": 0}]}), &[("three.png", PNG)]).await, ["three.png"]);
    assert_eq!(reqwest::get(url).await.unwrap().status(), StatusCode::NOT_FOUND);
    assert_eq!(edit(json!({"content": "x", "attachments": []}), &[]).await, [""; 0]);
}

#[tokio::test]
async fn addresses_of_files_run_out() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let (_, message) = stage.bot.upload(Method::POST, &path, &json!({}), &[("board.png", PNG)]).await;
    let url = message["attachments"][0]["url"].as_str().unwrap();
    stage.post("clock", json!({"advance_s": 48 * 3600})).await;
    assert_eq!(reqwest::get(url).await.unwrap().status(), StatusCode::NOT_FOUND);
    let again = stage.get("messages?channel=games").await;
    let fresh = again[0]["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(reqwest::get(fresh).await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn mentions_obey_allowed_mentions() {
    let stage = Stage::new().await;
    let (ana, boris) = (stage.user("ana").await, stage.user("boris").await);
    let content = format!("<@{ana}> <@!{boris}> @everyone <@1> `x`");
    let cases = [
        (json!(null), json!([ana, boris])),
        (json!({"parse": []}), json!([])),
        (json!({"parse": ["users"]}), json!([ana, boris])),
        (json!({"parse": [], "users": [boris]}), json!([boris])),
    ];
    for (allowed, expected) in cases {
        let body = json!({"content": content, "allowed_mentions": allowed});
        let message = stage.say(body).await;
        let shown = stage.get("messages?channel=games").await;
        let shown = shown.as_array().unwrap().last().unwrap();
        assert_eq!(shown["mentions"], expected, "{allowed}");
        assert_eq!(shown["pinged"], expected, "{allowed}");
        assert_eq!(shown["mention_everyone"], false, "the bot may not");
        assert_eq!(message["mentions"].as_array().unwrap().len(), expected.as_array().unwrap().len());
        stage.post("clock", json!({"advance_s": 5})).await;
    }
}

#[tokio::test]
async fn an_edit_and_a_filled_deferral_ping_nobody() {
    let mut stage = Stage::new().await;
    let ana = stage.user("ana").await;
    let text = json!({"content": format!("<@{ana}>"), "allowed_mentions": {"users": [ana]}});
    let message = stage.say(json!({"content": "quiet", "allowed_mentions": {"parse": []}})).await;
    let path = format!("/channels/{}/messages/{}", stage.games().await, message["id"].as_str().unwrap());
    stage.bot.rest(Method::PATCH, &path, &text).await;
    let asked = stage.spawn("command", json!({"user": "boris", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    stage.bot.answer(&interaction, &json!({"type": 5})).await;
    let path = stage.bot.webhook(&interaction, "/messages/@original");
    stage.bot.rest(Method::PATCH, &path, &text).await;
    asked.await.unwrap();
    for shown in stage.get("messages?channel=games").await.as_array().unwrap() {
        assert_eq!((&shown["mentions"], &shown["pinged"]), (&json!([ana]), &json!([])), "{shown}");
    }
}

#[tokio::test]
async fn lists_go_from_new_to_old() {
    let stage = Stage::new().await;
    let mut ids = Vec::new();
    for number in 1..=4 {
        let body = json!({"content": number.to_string(), "allowed_mentions": {"parse": []}});
        ids.push(stage.say(body).await["id"].as_str().unwrap().to_owned());
    }
    let path = format!("/channels/{}/messages", stage.games().await);
    let cases = [
        (String::new(), "4321"),
        ("?limit=2".to_owned(), "43"),
        (format!("?before={}", ids[2]), "21"),
        (format!("?after={}&limit=1", ids[1]), "3"),
        (format!("?around={}&limit=3", ids[1]), "321"),
    ];
    for (query, expected) in cases {
        let (_, found) = stage.bot.rest(Method::GET, &format!("{path}{query}"), &json!(null)).await;
        let found: String =
            found.as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap()).collect();
        assert_eq!(found, expected, "{query}");
    }
    let (_, refused) = stage.bot.rest(Method::GET, &format!("{path}?limit=101"), &json!(null)).await;
    assert_eq!(refused["errors"]["limit"]["_errors"][0]["code"], "NUMBER_TYPE_MAX");
}

#[tokio::test]
async fn others_messages_are_theirs() {
    let stage = Stage::new().await;
    let said = stage.post("message", json!({"user": "ana", "channel": "games", "content": "mine"})).await;
    let path =
        format!("/channels/{}/messages/{}", stage.games().await, said["message"]["id"].as_str().unwrap());
    assert_eq!(stage.bot.rest(Method::PATCH, &path, &json!({"content": "x"})).await.1["code"], 50005);
    assert_eq!(stage.bot.rest(Method::DELETE, &path, &json!(null)).await.1["code"], 50013);
}

#[tokio::test]
async fn direct_messages_may_be_closed() {
    let stage = Stage::new().await;
    let ana = stage.user("ana").await;
    let open = json!({"recipient_id": ana});
    let (status, channel) = stage.bot.rest(Method::POST, "/users/@me/channels", &open).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(channel["recipients"][0]["id"], ana);
    let path = format!("/channels/{}/messages", channel["id"].as_str().unwrap());
    let body = json!({"content": "psst", "allowed_mentions": {"parse": []}});
    assert_eq!(stage.bot.rest(Method::POST, &path, &body).await.0, StatusCode::OK);
    stage.post("fault", json!({"kind": "close_dms", "user": "ana"})).await;
    let (status, answer) = stage.bot.rest(Method::POST, &path, &body).await;
    assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!(50007)));
}

#[tokio::test]
async fn rate_limits_are_told_and_answered_where_wanted() {
    let options = playground::Options { enforce_rate_limits: true, ..crate::stage::options() };
    let stage = Stage::with(options).await;
    let path = format!("/channels/{}/messages", stage.games().await);
    let body = json!({"content": "x", "allowed_mentions": {"parse": []}});
    for _ in 0..5 {
        assert_eq!(stage.bot.rest(Method::POST, &path, &body).await.0, StatusCode::OK);
    }
    let (status, answer) = stage.bot.rest(Method::POST, &path, &body).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert!(answer["retry_after"].as_f64().unwrap() > 0.0);
    assert_eq!(stage.rules().await, ["more than 5 messages in 5 s in a channel"]);
    stage.post("clock", json!({"advance_s": 5})).await;
    assert_eq!(stage.bot.rest(Method::POST, &path, &body).await.0, StatusCode::OK);
}
