//! Frames, heartbeats, sessions.

use playground::{Frames, Server};
use serde_json::json;

use crate::bot::Bot;
use crate::stage::{Stage, options};

#[tokio::test]
async fn frames_are_text_or_zlib_messages() {
    for (frames, binary) in [(Frames::Text, false), (Frames::Zlib, true)] {
        let server = Server::start(playground::Options { frames, ..options() }).await.unwrap();
        let mut bot = Bot::connect(&server).await;
        assert!(!bot.binary, "HELLO comes before anybody has asked for compression");
        bot.identify(1).await;
        assert_eq!(bot.binary, binary, "{frames:?}");
        bot.send(json!({"op": 1, "d": bot.sequence})).await;
        assert_eq!(bot.frame().await.unwrap()["op"], 11);
        assert_eq!(bot.binary, binary, "{frames:?}");
        server.stop().await;
    }
}

#[tokio::test]
async fn a_resumed_session_gets_what_it_missed() {
    let mut stage = Stage::new().await;
    stage.post("fault", json!({"kind": "disconnect"})).await;
    assert_eq!(stage.bot.frame().await, Err(4000));
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    // The state shows the bot offline; the command is sent before it comes back.
    let before = stage.get("state").await;
    assert_eq!(before["bot"]["online"], false);
    stage.bot.resume(&stage.server).await;
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["data"]["name"], "ping");
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "pong"}})).await;
    assert_eq!(asked.await.unwrap().1["message"]["content"], "pong");
    assert_eq!(stage.get("state").await["bot"]["online"], true);
}

#[tokio::test]
async fn an_unknown_session_is_invalid() {
    let mut stage = Stage::new().await;
    stage.bot.session = "nonsense".to_owned();
    stage.bot.resume(&stage.server).await;
    let frame = stage.bot.frame().await.unwrap();
    assert_eq!((&frame["op"], &frame["d"]), (&json!(9), &json!(false)));
    stage.bot.identify(1).await;
}

#[tokio::test]
async fn wrong_identities_are_closed() {
    let server = Server::start(options()).await.unwrap();
    let cases = [
        (json!({"op": 2, "d": {"token": "wrong", "intents": 1}}), 4004),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 77, "d": {}}), 4001),
        (json!({"op": 2, "d": {"token": server.token(), "intents": 1_u64 << 40}}), 4013),
        (json!({"op": 2, "d": {"token": server.token(), "intents": 1 << 15}}), 4014),
        (json!({"op": 2, "d": {"token": server.token(), "intents": 1, "shard": [2, 2]}}), 4010),
    ];
    for (payload, code) in cases {
        let mut bot = Bot::connect(&server).await;
        bot.send(payload.clone()).await;
        assert_eq!(bot.frame().await, Err(code), "{payload}");
    }
}

#[tokio::test]
async fn reconnect_and_invalid_session_are_asked_for() {
    let mut stage = Stage::new().await;
    stage.post("fault", json!({"kind": "disconnect", "status": 7})).await;
    assert_eq!(stage.bot.frame().await.unwrap()["op"], 7);
    stage.bot.resume(&stage.server).await;
    stage.bot.event("RESUMED").await;
    stage.post("fault", json!({"kind": "disconnect", "status": 9})).await;
    assert_eq!(stage.bot.frame().await.unwrap()["op"], 9);
    stage.bot.resume(&stage.server).await;
    assert_eq!(stage.bot.frame().await.unwrap()["op"], 9);
}

#[tokio::test]
async fn an_outage_is_told_from_a_removal() {
    let mut stage = Stage::new().await;
    stage.post("fault", json!({"kind": "outage"})).await;
    assert_eq!(stage.bot.event("GUILD_DELETE").await["unavailable"], true);
    stage.post("fault", json!({"kind": "recover"})).await;
    assert_eq!(stage.bot.event("GUILD_CREATE").await["name"], "Playground");
    stage.post("fault", json!({"kind": "leave", "user": "bot"})).await;
    assert_eq!(stage.bot.event("GUILD_DELETE").await.get("unavailable"), None);
}

#[tokio::test]
async fn stopping_says_goodbye() {
    let mut stage = Stage::new().await;
    stage.server.stop().await;
    assert_eq!(stage.bot.frame().await, Err(1001));
}
