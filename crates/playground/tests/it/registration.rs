//! Registering commands, and the bot's looks at itself, the server and people.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn commands_keep_their_ids_and_get_new_versions() {
    let stage = Stage::new().await;
    let path = format!("/applications/{}/commands", stage.bot.id);
    let (_, before) = stage.bot.rest(Method::GET, &path, &json!(null)).await;
    let (_, after) =
        stage.bot.rest(Method::PUT, &path, &json!([{"name": "ping", "description": "New"}])).await;
    assert_eq!(after.as_array().unwrap().len(), 1);
    assert_eq!(after[0]["id"], before[0]["id"]);
    assert_ne!(after[0]["version"], before[0]["version"]);
    assert_eq!((&after[0]["type"], &after[0]["description"]), (&json!(1), &json!("New")));
    let one = format!("{path}/{}", after[0]["id"].as_str().unwrap());
    let (_, edited) = stage.bot.rest(Method::PATCH, &one, &json!({"description": "Newer"})).await;
    assert_eq!(edited["description"], "Newer");
    assert_eq!(stage.bot.rest(Method::DELETE, &one, &json!(null)).await.0, StatusCode::NO_CONTENT);
    assert_eq!(stage.bot.rest(Method::GET, &one, &json!(null)).await.1["code"], 10063);
    let other = json!({"name": "other", "description": "Other"});
    assert_eq!(stage.bot.rest(Method::POST, &path, &other).await.0, StatusCode::CREATED);
    assert_eq!(stage.bot.rest(Method::POST, &path, &other).await.0, StatusCode::OK);
}

#[tokio::test]
async fn the_servers_own_commands_stand_beside_the_general_ones() {
    let mut stage = Stage::new().await;
    let path = format!("/applications/{}/guilds/{}/commands", stage.bot.id, stage.bot.guild);
    let (status, own) =
        stage.bot.rest(Method::PUT, &path, &json!([{"name": "ping", "description": "Own"}])).await;
    assert_eq!((status, &own[0]["guild_id"]), (StatusCode::OK, &json!(stage.bot.guild)));
    assert_eq!(stage.get("state").await["commands"].as_array().unwrap().len(), 5);
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["data"]["id"], own[0]["id"]);
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "x"}})).await;
    asked.await.unwrap();
    let elsewhere = format!("/applications/{}/guilds/1/commands", stage.bot.id);
    assert_eq!(stage.bot.rest(Method::PUT, &elsewhere, &json!([])).await.1["code"], 10004);
}

#[tokio::test]
async fn the_bot_can_look_around() {
    let stage = Stage::new().await;
    let (bot, guild, ana) = (&stage.bot.id, &stage.bot.guild, stage.user("ana").await);
    let cases = [
        ("/users/@me".to_owned(), "id", json!(bot)),
        ("/oauth2/applications/@me".to_owned(), "id", json!(bot)),
        ("/applications/@me".to_owned(), "id", json!(bot)),
        ("/gateway/bot".to_owned(), "shards", json!(1)),
        (format!("/users/{ana}"), "username", json!("ana")),
        (format!("/guilds/{guild}"), "owner_id", json!(ana)),
        (format!("/guilds/{guild}/members/{ana}"), "deaf", json!(false)),
        ("/users/1".to_owned(), "code", json!(10013)),
        (format!("/guilds/{guild}/members/1"), "code", json!(10013)),
        ("/guilds/1".to_owned(), "code", json!(10004)),
        ("/channels/1".to_owned(), "code", json!(10003)),
        (format!("/channels/{}/messages/1", stage.games().await), "code", json!(10008)),
    ];
    for (path, field, expected) in cases {
        let (_, answer) = stage.bot.rest(Method::GET, &path, &json!(null)).await;
        assert_eq!(answer[field], expected, "{path}: {answer}");
    }
    let (_, guilds) = stage.bot.rest(Method::GET, "/users/@me/guilds", &json!(null)).await;
    assert_eq!(guilds[0]["id"], *guild);
    let (_, roles) = stage.bot.rest(Method::GET, &format!("/guilds/{guild}/roles"), &json!(null)).await;
    assert_eq!(roles[0]["name"], "@everyone");
    assert_eq!(stage.rules().await, [""; 0]);
}

#[tokio::test]
async fn a_wrong_token_and_an_unknown_route_are_refused() {
    let stage = Stage::new().await;
    let url = format!("{}/api/v10/users/@me", stage.server.url());
    let wrong = reqwest::Client::new().get(url).header("authorization", "Bot wrong").send().await.unwrap();
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    let (status, _) = stage.bot.rest(Method::GET, "/nonsense", &json!(null)).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(stage.rules().await, ["no such route in the stand-in"]);
}
