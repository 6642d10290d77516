//! Threads: starting, members, archive and lock.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::Stage;

fn text() -> Value {
    json!({"content": "x", "allowed_mentions": {"parse": []}})
}

#[tokio::test]
async fn a_thread_starts_from_a_message() {
    let mut stage = Stage::new().await;
    let message = stage.say(text()).await;
    let games = stage.games().await;
    let id = message["id"].as_str().unwrap();
    let path = format!("/channels/{games}/messages/{id}/threads");
    let body = json!({"name": "Game 1", "auto_archive_duration": 1440});
    let (status, thread) = stage.bot.rest(Method::POST, &path, &body).await;
    assert_eq!(status, StatusCode::CREATED, "{thread}");
    assert_eq!((thread["id"].as_str(), thread["parent_id"].as_str()), (Some(id), Some(&*games)));
    assert_eq!(stage.bot.event("THREAD_CREATE").await["name"], "Game 1");
    assert_eq!(stage.bot.rest(Method::POST, &path, &body).await.1["code"], 160_004);
    assert_eq!(stage.get("messages?channel=games").await[0]["thread"], id);
    // Whoever is mentioned in a thread is in it.
    let boris = stage.user("boris").await;
    let hello = json!({"content": format!("<@{boris}>"), "allowed_mentions": {"users": [boris]}});
    stage.bot.rest(Method::POST, &format!("/channels/{id}/messages"), &hello).await;
    let members = stage.channel("Game 1").await["members"].clone();
    assert_eq!(members, json!([stage.bot.id, boris]));
    let path = format!("/channels/{id}/thread-members/{boris}");
    assert_eq!(stage.bot.rest(Method::GET, &path, &json!(null)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_private_thread_is_for_its_members() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/threads", stage.games().await);
    let body = json!({"name": "secret", "type": 12});
    let (_, thread) = stage.bot.rest(Method::POST, &path, &body).await;
    let id = thread["id"].as_str().unwrap();
    let say = json!({"user": "boris", "channel": "secret", "content": "hi"});
    assert_eq!(stage.try_post("message", say.clone()).await.0, StatusCode::FORBIDDEN);
    let path = format!("/channels/{id}/thread-members/{}", stage.user("boris").await);
    assert_eq!(stage.bot.rest(Method::PUT, &path, &json!(null)).await.0, StatusCode::NO_CONTENT);
    assert_eq!(stage.try_post("message", say).await.0, StatusCode::OK);
}

#[tokio::test]
async fn archived_and_locked_threads_refuse() {
    let mut stage = Stage::new().await;
    let path = format!("/channels/{}/threads", stage.games().await);
    let (_, thread) = stage.bot.rest(Method::POST, &path, &json!({"name": "game", "type": 11})).await;
    stage.bot.event("THREAD_CREATE").await;
    let channel = format!("/channels/{}", thread["id"].as_str().unwrap());
    let messages = format!("{channel}/messages");
    let (_, message) = stage.bot.rest(Method::POST, &messages, &text()).await;
    let message = format!("{messages}/{}", message["id"].as_str().unwrap());

    stage.post("fault", json!({"kind": "archive", "channel": "game"})).await;
    assert_eq!(stage.bot.event("THREAD_UPDATE").await["thread_metadata"]["archived"], true);
    assert_eq!(stage.bot.rest(Method::PATCH, &message, &text()).await.1["code"], 50083);
    let (status, woken) = stage.bot.rest(Method::PATCH, &channel, &json!({"archived": false})).await;
    assert_eq!((status, &woken["thread_metadata"]["archived"]), (StatusCode::OK, &json!(false)));
    assert_eq!(stage.bot.rest(Method::PATCH, &message, &text()).await.0, StatusCode::OK);

    // Writing wakes an archived thread by itself.
    stage.post("fault", json!({"kind": "archive", "channel": "game"})).await;
    assert_eq!(stage.bot.rest(Method::POST, &messages, &text()).await.0, StatusCode::OK);
    assert_eq!(stage.channel("game").await["archived"], false);

    stage.post("fault", json!({"kind": "lock", "channel": "game"})).await;
    assert_eq!(stage.bot.rest(Method::POST, &messages, &text()).await.1["code"], 160_005);
    stage.post("fault", json!({"kind": "archive", "channel": "game"})).await;
    assert_eq!(stage.bot.rest(Method::POST, &messages, &text()).await.1["code"], 50083);
    let (status, answer) = stage.bot.rest(Method::PATCH, &channel, &json!({"archived": false})).await;
    assert_eq!((status, &answer["code"]), (StatusCode::FORBIDDEN, &json!(50013)));
    stage.post("fault", json!({"kind": "unlock", "channel": "game"})).await;
    assert_eq!(stage.bot.rest(Method::POST, &messages, &text()).await.0, StatusCode::OK);
}

#[tokio::test]
async fn threads_are_listed() {
    let stage = Stage::new().await;
    let path = format!("/channels/{}/threads", stage.games().await);
    for name in ["one", "two"] {
        stage.bot.rest(Method::POST, &path, &json!({"name": name, "type": 11})).await;
    }
    stage.post("fault", json!({"kind": "archive", "channel": "one"})).await;
    let active = format!("/guilds/{}/threads/active", stage.bot.guild);
    let (_, active) = stage.bot.rest(Method::GET, &active, &json!(null)).await;
    assert_eq!(active["threads"].as_array().unwrap().len(), 1);
    assert_eq!(active["threads"][0]["name"], "two");
    let (_, archived) = stage.bot.rest(Method::GET, &format!("{path}/archived/public"), &json!(null)).await;
    assert_eq!(archived["threads"][0]["name"], "one");
}
