//! A lobby: its seats, and what became of it.

use play::Game;
use play::lobby::{Lobby, LobbyState};
use store::{ChannelId, GameId, MessageId, PlayerId};

use super::game::{mark, message_link, place, whereabouts};
use crate::discord::component::{Id, LobbyPress};
use crate::discord::post::{Button, Post, Style, limit};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// A lobby as it stands: open with its buttons, or closed with a word on how; [`started`] tells more of one that has become a game.
pub fn post(locale: Locale, lobby: &Lobby) -> Post {
    match lobby.state {
        LobbyState::Open => open(locale, lobby),
        LobbyState::Started(game) => Post::text(begun(locale, game, false)),
        LobbyState::Closed => Post::text(tr!(locale, "lobby-closed", host = lobby.host)),
        LobbyState::Expired => Post::text(tr!(locale, "lobby-expired")),
    }
}

/// A lobby that has become a game: who plays which colour, where and, once it is over, how it ended.
pub fn started(locale: Locale, lobby: &Lobby, game: &Game) -> Post {
    let mut lines = vec![begun(locale, game.id, game.to_move().is_none())];
    lines.extend((1..).zip(&game.seats).map(|(place, player)| {
        let place: usize = place;
        tr!(locale, "lobby-drawn", place = place, mark = mark(locale, game, player.seat), player = player.id)
    }));
    lines.extend(whereabouts(locale, game, lobby.rated, lobby.channel));
    Post::text(lines.join("\n"))
}

/// What is left of a lobby's message when another shows it.
pub fn moved(locale: Locale, lobby: &Lobby, channel: ChannelId, message: MessageId) -> Post {
    let place = message_link(lobby.server, channel, message);
    Post::text(tr!(locale, "lobby-moved", host = lobby.host, game = lobby.kind.name(), place = place))
}

/// A refusal, and below it the open lobbies that can be closed to make room.
pub fn standing(locale: Locale, refusal: Post, open: &[Lobby]) -> Post {
    let mut lines = vec![refusal.content.clone()];
    let mut buttons = Vec::new();
    for (number, lobby) in (1..).zip(open).take(limit::BUTTONS) {
        let number: usize = number;
        let place = place(lobby.server, lobby.channel, lobby.message);
        lines.push(tr!(
            locale,
            "lobby-standing",
            number = number,
            game = lobby.kind.name(),
            taken = lobby.taken(),
            players = lobby.players,
            place = place
        ));
        let id = Id::Lobby(lobby.id, LobbyPress::Leave);
        buttons.push(Button::new(id, tr!(locale, "button-close-number", number = number), Style::Secondary));
    }
    Post { content: lines.join("\n"), ..refusal }.buttons(buttons)
}

/// The lobby of a rematch when it opens: the others who played are told of it.
pub fn rematch(locale: Locale, lobby: &Lobby, finished: &Game) -> Post {
    let others = finished.seats.iter().map(|player| player.id).filter(|player| *player != lobby.host);
    let others: Vec<PlayerId> = others.collect();
    let called: Vec<String> = others.iter().map(|player| locale.player(*player)).collect();
    let mut post = post(locale, lobby);
    post.content.push('\n');
    post.content.push_str(&tr!(locale, "lobby-rematch-call", players = locale.list(&called)));
    others.into_iter().fold(post, Post::ping)
}

/// Tells the host that the last seat has been taken.
pub fn full(locale: Locale, lobby: &Lobby) -> Post {
    Post::text(tr!(locale, "lobby-call", host = lobby.host)).ping(lobby.host)
}

fn begun(locale: Locale, game: GameId, over: bool) -> String {
    tr!(locale, "lobby-started", game = game.to_string(), over = if over { "yes" } else { "no" })
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

/// A line for each seat, in the order of joining.
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
