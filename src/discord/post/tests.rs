use serde_json::json;
use store::GameId;

use super::*;
use crate::discord::component::GamePress;

fn id(ply: u32) -> Id {
    Id::Game(GameId::new(1), ply, GamePress::Board)
}

fn button(ply: u32) -> Button {
    Button::new(id(ply), "Board", Style::Secondary)
}

#[track_caller]
fn breaks(post: &Post, what: &str) {
    assert_eq!(post.check().expect_err("a limit is broken").what, what);
}

#[test]
fn a_body_says_everything_outright() {
    let post = Post::text("hello")
        .ping(PlayerId::new(7))
        .ping(PlayerId::new(7))
        .buttons([button(1)])
        .file(File::png("board.png", vec![1, 2, 3], "a board"));
    assert_eq!(
        post.body(),
        json!({
            "content": "hello",
            "embeds": [],
            "components": [{ "type": 1, "components": [
                { "type": 2, "style": 2, "label": "Board", "disabled": false, "custom_id": "1.game.board.1.1" }
            ]}],
            "attachments": [{ "id": 0, "filename": "board.png", "description": "a board" }],
            "allowed_mentions": { "parse": [], "users": ["7"] },
        })
    );
}

#[test]
fn an_empty_edit_takes_everything_away() {
    let body = Post::default().body();
    for key in ["content", "embeds", "components", "attachments"] {
        assert!(!body[key].is_null(), "{key} is said");
    }
    assert_eq!(body["allowed_mentions"], json!({ "parse": [], "users": [] }), "nobody is notified");
}

#[test]
fn only_answers_can_be_private() {
    let post = Post::text("psst").private();
    assert_eq!(post.answer_body()["flags"], 64);
    assert!(post.body()["flags"].is_null(), "an edit does not change who sees it");
}

#[test]
fn limits_are_held() {
    let long = |length: usize| "x".repeat(length);
    assert_eq!(Post::text(long(2000)).check(), Ok(()));
    breaks(&Post::text(long(2001)), "content");
    breaks(&Post::default(), "an empty message");
    breaks(&Post::card(Embed::titled(long(257))), "embed title");
    breaks(&Post::card(Embed::default().description(long(4097))), "embed description");
    breaks(&Post::card(Embed::default().footer(long(2049))), "embed footer");
    breaks(&Post::card(Embed::default().field("a", long(1025), false)), "field value");
    breaks(&Post::card(Embed::default().field("", "b", false)), "field name");
    let fields = (0..26).fold(Embed::default(), |embed, _| embed.field("a", "b", true));
    breaks(&Post::card(fields), "embed fields");
    let large = Embed::default().description(long(3001));
    breaks(&Post::card(large.clone()).embed(large), "embeds in all");
    breaks(
        &Post { rows: (0..6).map(|ply| Row::Buttons(vec![button(ply)])).collect(), ..Post::text("x") },
        "rows",
    );
    breaks(&Post::text("x").buttons((0..6).map(button)), "buttons");
    breaks(&Post::text("x").buttons([button(1), button(1)]), "a custom_id twice");
    let options =
        |count: usize| (0..count).map(|number| SelectOption::new("label", number.to_string())).collect();
    let select = |count| Select { id: id(0), placeholder: String::new(), options: options(count) };
    assert_eq!(Post::text("x").select(select(25)).check(), Ok(()));
    breaks(&Post::text("x").select(select(26)), "options");
    breaks(&Post::text("x").select(select(0)), "options");
    let twice =
        Select { options: vec![SelectOption::new("a", "1"), SelectOption::new("b", "1")], ..select(1) };
    breaks(&Post::text("x").select(twice), "an option twice");
    breaks(
        &Post::text("x").select(Select { options: vec![SelectOption::new("a", long(101))], ..select(1) }),
        "option value",
    );
}

#[test]
fn texts_are_cut_by_characters() {
    assert_eq!(clip("äöü", 3), "äöü");
    assert_eq!(clip("äöüß", 3), "äö…");
    assert_eq!(File::png("a.png", Vec::new(), &"ä".repeat(2000)).alt.chars().count(), limit::ALT);
}
