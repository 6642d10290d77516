//! Three seconds, fifteen minutes, and answering twice.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_first_answer_after_three_seconds_is_too_late() {
    let mut stage = Stage::new().await;
    let _asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    stage.post("clock", json!({"advance_s": 3.5})).await;
    let body = json!({"type": 4, "data": {"content": "late", "allowed_mentions": {"parse": []}}});
    let (status, answer) = stage.bot.callback(&interaction, &body).await;
    assert_eq!((status, &answer["code"]), (StatusCode::NOT_FOUND, &json!(10062)));
    assert_eq!(stage.rules().await, ["Unknown interaction (10062)"]);
}

#[tokio::test]
async fn a_second_answer_is_refused() {
    let mut stage = Stage::new().await;
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    let body = json!({"type": 4, "data": {"content": "once", "allowed_mentions": {"parse": []}}});
    stage.bot.answer(&interaction, &body).await;
    let (status, answer) = stage.bot.callback(&interaction, &body).await;
    assert_eq!((status, &answer["code"]), (StatusCode::BAD_REQUEST, &json!(40060)));
    asked.await.unwrap();
    assert_eq!(stage.get("messages?channel=games").await.as_array().unwrap().len(), 1);
    assert_eq!(stage.rules().await, ["Interaction has already been acknowledged. (40060)"]);
}

#[tokio::test]
async fn a_token_lives_fifteen_minutes() {
    let mut stage = Stage::new().await;
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    let path = stage.bot.webhook(&interaction, "/messages/@original");
    let early = stage.bot.rest(Method::PATCH, &path, &json!({"content": "early"})).await;
    assert_eq!(early.1["code"], 10015, "there is no original before the first answer");
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "in time"}})).await;
    let id = asked.await.unwrap().1["message"]["id"].as_str().unwrap().to_owned();
    stage.post("clock", json!({"advance_s": 14 * 60})).await;
    assert_eq!(stage.bot.rest(Method::PATCH, &path, &json!({"content": "still"})).await.0, StatusCode::OK);
    stage.post("clock", json!({"advance_s": 2 * 60})).await;
    let (status, answer) = stage.bot.rest(Method::PATCH, &path, &json!({"content": "late"})).await;
    assert_eq!((status, &answer["code"]), (StatusCode::UNAUTHORIZED, &json!(50027)));
    // By channel and message it can still be edited.
    let path = format!("/channels/{}/messages/{id}", stage.games().await);
    assert_eq!(stage.bot.rest(Method::PATCH, &path, &json!({"content": "by id"})).await.0, StatusCode::OK);
}
