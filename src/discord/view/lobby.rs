//! A lobby: its seats, and what became of it.

use play::Game;
use play::lobby::{Lobby, LobbyState};

use crate::discord::component::{Id, LobbyPress};
use crate::discord::post::{Button, Post, Style};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// A lobby as it stands: open with its buttons, or closed with a word on how.
pub fn post(locale: Locale, lobby: &Lobby) -> Post {
    match lobby.state {
        LobbyState::Open => open(locale, lobby),
        LobbyState::Started(game) => begun(locale, lobby, &game.to_string()),
        LobbyState::Closed => Post::text(tr!(locale, "lobby-closed", host = lobby.host)),
        LobbyState::Expired => Post::text(tr!(locale, "lobby-expired")),
    }
}

/// A lobby whose game has begun.
pub fn started(locale: Locale, lobby: &Lobby, game: &Game) -> Post {
    begun(locale, lobby, &game.id.to_string())
}

/// Tells the host that the last seat has been taken.
pub fn full(locale: Locale, lobby: &Lobby) -> Post {
    Post::text(tr!(locale, "lobby-call", host = lobby.host)).ping(lobby.host)
}

fn begun(locale: Locale, lobby: &Lobby, number: &str) -> Post {
    Post::text(format!("{}\n{}", tr!(locale, "lobby-started", game = number), seats(locale, lobby)))
}

fn open(locale: Locale, lobby: &Lobby) -> Post {
    let (host, game, players) = (lobby.host, lobby.kind.name(), lobby.players);
    let first = if lobby.rematch_of.is_some() {
        tr!(locale, "lobby-rematch", host = host, game = game, players = players)
    } else {
        tr!(locale, "lobby-open", host = host, game = game, players = players)
    };
    let free = usize::from(lobby.players).saturating_sub(lobby.seated.len());
    let terms = [
        tr!(locale, "challenge-rated", rated = if lobby.rated { "yes" } else { "no" }),
        tr!(locale, "lobby-lots"),
        tr!(locale, "lobby-until", until = timestamp(lobby.expires_at, TimeStyle::Relative)),
    ];
    let last = if free == 0 {
        tr!(locale, "lobby-ready", host = lobby.host)
    } else {
        tr!(locale, "lobby-seats-free", free = free)
    };
    let press = |press| Id::Lobby(lobby.id, press);
    Post::text(format!("{first}\n{}\n{}\n{last}", terms.join(" "), seats(locale, lobby))).buttons([
        Button::new(press(LobbyPress::Join), tr!(locale, "button-join"), Style::Primary),
        Button::new(press(LobbyPress::Leave), tr!(locale, "button-leave"), Style::Secondary),
        Button::new(press(LobbyPress::Start), tr!(locale, "button-start"), Style::Success),
    ])
}

/// A line for each seat.
fn seats(locale: Locale, lobby: &Lobby) -> String {
    let lines: Vec<String> = (0..usize::from(lobby.players))
        .map(|place| {
            let number = place + 1;
            match lobby.seated.get(place) {
                Some(player) if *player == lobby.host => {
                    tr!(locale, "lobby-host", place = number, player = *player)
                }
                Some(player) => tr!(locale, "lobby-taken", place = number, player = *player),
                None => tr!(locale, "lobby-free", place = number),
            }
        })
        .collect();
    lines.join("\n")
}
