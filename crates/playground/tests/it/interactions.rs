//! Commands, autocomplete, components, modals; immediate, deferred and private answers.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::Stage;

fn buttons() -> Value {
    json!([{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Board", "custom_id": "board"},
        {"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": true},
    ]}, {"type": 1, "components": [
        {"type": 3, "custom_id": "pick", "options": [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]},
    ]}])
}

#[tokio::test]
async fn autocomplete_answers_choices() {
    let mut stage = Stage::new().await;
    let body = json!({"user": "ana", "name": "move", "options": {"move": "K"}, "focused": "move"});
    let asked = stage.spawn("autocomplete", body);
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["type"], 4);
    assert_eq!(
        interaction["data"]["options"],
        json!([{"name": "move", "type": 3, "value": "K", "focused": true}])
    );
    let choices = json!([{"name": "KG12", "value": "K12-G12"}]);
    stage.bot.answer(&interaction, &json!({"type": 8, "data": {"choices": choices}})).await;
    let (_, answer) = asked.await.unwrap();
    assert_eq!((&answer["type"], &answer["choices"]), (&json!("choices"), &choices));
}

#[tokio::test]
async fn private_answers_are_seen_by_their_reader_only() {
    let mut stage = Stage::new().await;
    let answer = stage.ping("ana", json!({"content": "psst", "flags": 64, "components": buttons()})).await;
    let id = answer["message"]["id"].as_str().unwrap();
    assert_eq!(answer["message"]["ephemeral"], true);
    assert_eq!(answer["message"]["to"], stage.user("ana").await);
    assert_eq!(stage.get("messages?channel=games&user=ana").await[0]["id"], id);
    assert_eq!(stage.get("messages?channel=games&user=boris").await, json!([]));
    let press = json!({"user": "boris", "message": id, "custom_id": "board"});
    assert_eq!(stage.try_post("component", press).await.0, StatusCode::FORBIDDEN);
    let path = format!("/channels/{}/messages/{id}", stage.games().await);
    assert_eq!(stage.bot.rest(Method::GET, &path, &json!(null)).await.1["code"], 10008);
}

#[tokio::test]
async fn a_deferred_answer_is_there_when_the_edit_is() {
    let mut stage = Stage::new().await;
    for by_follow_up in [false, true] {
        let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
        let interaction = stage.bot.interaction().await;
        stage.bot.answer(&interaction, &json!({"type": 5})).await;
        let thinking = stage.get("messages?channel=games").await;
        assert_eq!(thinking.as_array().unwrap().last().unwrap()["loading"], true);
        assert!(!asked.is_finished());
        let (method, end) =
            if by_follow_up { (Method::POST, "") } else { (Method::PATCH, "/messages/@original") };
        let path = stage.bot.webhook(&interaction, end);
        let (status, message) = stage.bot.rest(method, &path, &json!({"content": "done"})).await;
        assert_eq!(status, StatusCode::OK, "{message}");
        let (_, answer) = asked.await.unwrap();
        assert_eq!(answer["type"], "message");
        assert_eq!(answer["message"]["content"], "done");
        assert_eq!(answer["message"]["loading"], false);
        assert_eq!(answer["message"]["edited"], json!(null));
        assert_eq!(answer["message"]["id"], thinking.as_array().unwrap().last().unwrap()["id"]);
    }
}

#[tokio::test]
async fn a_component_updates_its_message() {
    let mut stage = Stage::new().await;
    let message =
        stage.ping("ana", json!({"content": "board", "components": buttons()})).await["message"].clone();
    let id = &message["id"];
    let asked = stage.spawn("component", json!({"user": "boris", "message": id, "custom_id": "board"}));
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["type"], 3);
    assert_eq!(interaction["data"]["component_type"], 2);
    assert_eq!(interaction["message"]["id"], *id);
    assert_eq!(interaction["member"]["user"]["username"], "boris");
    stage.bot.answer(&interaction, &json!({"type": 7, "data": {"content": "moved", "components": []}})).await;
    let (_, answer) = asked.await.unwrap();
    assert_eq!(answer["type"], "update");
    assert_eq!((&answer["message"]["id"], &answer["message"]["content"]), (id, &json!("moved")));
    // A client that has not seen the edit may still press.
    let late = stage.spawn("component", json!({"user": "ana", "message": id, "custom_id": "board"}));
    let interaction = stage.bot.interaction().await;
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "late", "flags": 64}})).await;
    assert_eq!(late.await.unwrap().1["message"]["content"], "late");
}

#[tokio::test]
async fn components_are_pressed_as_a_client_can() {
    let mut stage = Stage::new().await;
    let message =
        stage.ping("ana", json!({"content": "board", "components": buttons()})).await["message"].clone();
    let id = &message["id"];
    for (custom_id, values, status) in [
        ("off", json!([]), 400),
        ("none", json!([]), 404),
        ("pick", json!(["c"]), 400),
        ("pick", json!([]), 400),
    ] {
        let press = json!({"user": "ana", "message": id, "custom_id": custom_id, "values": values});
        assert_eq!(stage.try_post("component", press).await.0.as_u16(), status, "{custom_id} {values}");
    }
    let press =
        json!({"user": "ana", "message": "last", "channel": "games", "custom_id": "pick", "values": ["b"]});
    let asked = stage.spawn("component", press);
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["data"]["values"], json!(["b"]));
    // An acknowledgement, then a follow-up, is a message; with an edit it is an update.
    stage.bot.answer(&interaction, &json!({"type": 6})).await;
    let path = stage.bot.webhook(&interaction, "/messages/@original");
    stage.bot.rest(Method::PATCH, &path, &json!({"content": "picked"})).await;
    let (_, answer) = asked.await.unwrap();
    assert_eq!((&answer["type"], &answer["message"]["content"]), (&json!("update"), &json!("picked")));
}

#[tokio::test]
async fn a_modal_opens_and_is_submitted() {
    let mut stage = Stage::new().await;
    let message =
        stage.ping("ana", json!({"content": "board", "components": buttons()})).await["message"].clone();
    let press = json!({"user": "ana", "message": message["id"], "custom_id": "board"});
    let asked = stage.spawn("component", press);
    let interaction = stage.bot.interaction().await;
    let modal = json!({"custom_id": "form", "title": "Your move", "components": [{"type": 1, "components": [
        {"type": 4, "custom_id": "move", "label": "Move", "style": 1, "max_length": 5},
    ]}]});
    stage.bot.answer(&interaction, &json!({"type": 9, "data": modal})).await;
    let (_, answer) = asked.await.unwrap();
    assert_eq!(answer["type"], "modal");
    assert_eq!(answer["modal"]["custom_id"], "form");
    assert_eq!(answer["modal"]["title"], "Your move");
    assert_eq!(answer["modal"]["fields"][0]["custom_id"], "move");
    assert_eq!(answer["modal"]["fields"][0]["label"], "Move");
    for fields in [json!({}), json!({"move": "123456"}), json!({"other": "x"})] {
        let submission =
            json!({"user": "ana", "message": message["id"], "custom_id": "form", "fields": fields});
        assert_eq!(stage.try_post("modal", submission).await.0, StatusCode::BAD_REQUEST, "{fields}");
    }
    let submission =
        json!({"user": "ana", "message": message["id"], "custom_id": "form", "fields": {"move": "KG12"}});
    let asked = stage.spawn("modal", submission);
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["type"], 5);
    assert_eq!(interaction["message"]["id"], message["id"]);
    assert_eq!(interaction["data"]["components"][0]["components"][0]["value"], "KG12");
    stage.bot.answer(&interaction, &json!({"type": 7, "data": {"content": "moved"}})).await;
    assert_eq!(asked.await.unwrap().1["type"], "update");
}

#[tokio::test]
async fn an_answer_must_fit_its_question() {
    let mut stage = Stage::new().await;
    let _asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    for (body, code) in [
        (json!({"type": 7, "data": {"content": "x"}}), 50035),
        (json!({"type": 8, "data": {"choices": []}}), 50035),
        (json!({"type": 3}), 50035),
        (json!({"type": 4, "data": {}}), 50006),
    ] {
        let (status, answer) = stage.bot.callback(&interaction, &body).await;
        assert_eq!((status.as_u16(), &answer["code"]), (400, &json!(code)), "{body}");
    }
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "x"}})).await;
}

#[tokio::test]
async fn the_callback_tells_of_its_message_if_asked() {
    let mut stage = Stage::new().await;
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    let (id, token) = (interaction["id"].as_str().unwrap(), interaction["token"].as_str().unwrap());
    let path = format!("/interactions/{id}/{token}/callback?with_response=true");
    let body = json!({"type": 4, "data": {"content": "x"}});
    let (status, answer) = stage.bot.rest(Method::POST, &path, &body).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(answer["resource"]["message"]["content"], "x");
    assert_eq!(answer["interaction"]["response_message_id"], answer["resource"]["message"]["id"]);
    asked.await.unwrap();
}

#[tokio::test]
async fn follow_ups_and_the_original_are_kept_apart() {
    let mut stage = Stage::new().await;
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let interaction = stage.bot.interaction().await;
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "first"}})).await;
    asked.await.unwrap();
    let later = stage.bot.webhook(&interaction, "");
    let (_, follow_up) =
        stage.bot.rest(Method::POST, &later, &json!({"content": "second", "flags": 64})).await;
    assert_eq!(follow_up["flags"], 64);
    let original = stage.bot.webhook(&interaction, "/messages/@original");
    assert_eq!(stage.bot.rest(Method::GET, &original, &json!(null)).await.1["content"], "first");
    let second = stage.bot.webhook(&interaction, &format!("/messages/{}", follow_up["id"].as_str().unwrap()));
    let (_, edited) = stage.bot.rest(Method::PATCH, &second, &json!({"content": "third"})).await;
    assert_eq!(edited["content"], "third");
    assert_eq!(stage.bot.rest(Method::DELETE, &second, &json!(null)).await.0, StatusCode::NO_CONTENT);
    assert_eq!(stage.bot.rest(Method::GET, &second, &json!(null)).await.1["code"], 10008);
    // Another interaction's token does not reach this one's messages.
    let asked = stage.spawn("command", json!({"user": "ana", "name": "ping"}));
    let other = stage.bot.interaction().await;
    stage.bot.answer(&other, &json!({"type": 4, "data": {"content": "other"}})).await;
    let theirs = asked.await.unwrap().1["message"]["id"].as_str().unwrap().to_owned();
    let path = stage.bot.webhook(&interaction, &format!("/messages/{theirs}"));
    assert_eq!(stage.bot.rest(Method::GET, &path, &json!(null)).await.1["code"], 10008);
}

#[tokio::test]
async fn a_direct_message_is_a_place_for_commands_too() {
    let mut stage = Stage::new().await;
    let asked = stage.spawn("command", json!({"user": "ana", "channel": "dm", "name": "anywhere"}));
    let interaction = stage.bot.interaction().await;
    assert_eq!(interaction["context"], 1);
    assert_eq!(interaction["user"]["username"], "ana");
    assert_eq!(interaction.get("guild_id"), None);
    stage.bot.answer(&interaction, &json!({"type": 4, "data": {"content": "here"}})).await;
    asked.await.unwrap();
    assert_eq!(stage.get("messages?user=boris").await, json!([]));
}
