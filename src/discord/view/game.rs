//! A game: its opening, its turns, its end, and the board for one person's eyes.

use std::time::Duration;

use game::{Outcome, Seat};
use play::game::TOO_MANY_GAMES;
use play::{Choice, Game, Offer, Phrase, Player, Ply, State, Summary, Viewing};
use poise::serenity_prelude::Permissions;
use render::{Theme, View};
use store::{ChannelId, MessageId, PlayerId, ServerId};

use crate::discord::component::{GamePress, Id, Modal, Pick};
use crate::discord::post::{Button, File, Post, Select, SelectOption, Style, clip, limit};
use crate::discord::{Bot, Error};
use crate::i18n::{Locale, TimeStyle, escape, timestamp};
use crate::tr;

/// What the bot must be allowed to do to show a game in a channel.
pub const BOARD: Permissions = Permissions::from_bits_truncate(
    Permissions::VIEW_CHANNEL.bits() | Permissions::SEND_MESSAGES.bits() | Permissions::ATTACH_FILES.bits(),
);
/// The same in a thread.
pub const BOARD_IN_THREAD: Permissions = Permissions::from_bits_truncate(
    Permissions::VIEW_CHANNEL.bits()
        | Permissions::SEND_MESSAGES_IN_THREADS.bits()
        | Permissions::ATTACH_FILES.bits(),
);

/// The public message that tells of the game as it stands: its opening, its newest turn, or its end.
///
/// # Errors
/// When the picture cannot be drawn.
pub async fn public(bot: &Bot, locale: Locale, theme: Theme, game: &Game) -> Result<Post, Error> {
    let mut post = Post::text(text(locale, game)).buttons(buttons(locale, game));
    post.ping = to_notify(game);
    let pictures = game.hosted.kind().pictures();
    let shown = if is_opening(game) || game.to_move().is_none() { pictures } else { &pictures[..1] };
    for (view, name) in shown {
        let viewing = Viewing { view: *view, theme, ..Viewing::plan(Seat::FIRST) };
        post = post.file(picture(bot, locale, game, &viewing, name).await?);
    }
    Ok(post)
}

/// The board for one person: from their own side, as a plan or in space.
///
/// # Errors
/// When the picture cannot be drawn.
pub async fn private(
    bot: &Bot,
    locale: Locale,
    theme: Theme,
    game: &Game,
    reader: PlayerId,
    view: View,
) -> Result<Post, Error> {
    let from = game.seat_of(reader).unwrap_or(Seat::FIRST);
    // Of a game that has no such view the one for play is shown.
    let pictures = game.hosted.kind().pictures();
    let (view, name) = *pictures.iter().find(|(one, _)| *one == view).unwrap_or(&pictures[0]);
    let viewing = Viewing { view, theme, ..Viewing::plan(from) };
    let mut text = vec![heading(locale, game)];
    text.extend(game.hosted.record().last().map(|ply| told(locale, game, ply)));
    text.push(standing(locale, game));
    let mut buttons = Vec::new();
    if game.to_move().is_some_and(|player| player.id == reader) {
        buttons.push(press(locale, game, GamePress::Move, Style::Primary));
    }
    buttons.extend(to_board(locale, game));
    Ok(Post::text(text.join("\n"))
        .file(picture(bot, locale, game, &viewing, name).await?)
        .buttons(buttons)
        .private())
}

/// A link to the newest board, if one was posted.
pub(super) fn to_board(locale: Locale, game: &Game) -> Option<Button> {
    let board = game.board.as_ref()?;
    let link = message_link(game.server, board.channel, board.message);
    Some(Button::link(link, tr!(locale, "button-to-game")))
}

/// A picture with its description.
pub(super) async fn picture(
    bot: &Bot,
    locale: Locale,
    game: &Game,
    viewing: &Viewing,
    name: &str,
) -> Result<File, Error> {
    let bytes = bot.drawing.board(&game.hosted, viewing).await?;
    Ok(File::png(name, bytes, &description(locale, game)))
}

/// The board in words, in the longest form that fits.
pub fn description(locale: Locale, game: &Game) -> String {
    let long = locale.say(&game.hosted.description());
    if long.chars().count() <= limit::ALT { long } else { locale.say(&game.hosted.short_description()) }
}

/// The text of the public message.
fn text(locale: Locale, game: &Game) -> String {
    let mut lines = vec![heading(locale, game)];
    if is_opening(game) {
        lines.push(players(locale, game));
        let rated = if game.rated { "yes" } else { "no" };
        let time = super::duration::words(locale, Duration::from_secs(game.deadline_s.into()));
        let hints = if game.has_computers() && !game.rated { "yes" } else { "no" };
        let name = game.hosted.kind().name();
        lines.push(tr!(locale, "game-opening", game = name, rated = rated, time = time, hints = hints));
    }
    if let Some(ply) = game.hosted.record().last() {
        lines.push(told(locale, game, ply));
    }
    lines.push(String::new());
    lines.push(standing(locale, game));
    lines.extend(ratings(locale, game));
    let told: Vec<String> = to_notify(game).into_iter().map(|player| locale.player(player)).collect();
    if game.to_move().is_none() && !told.is_empty() {
        lines.push(tr!(locale, "game-over", players = locale.list(&told)));
    }
    clip(&lines.join("\n"), limit::CONTENT)
}

fn is_opening(game: &Game) -> bool {
    game.hosted.ply() == 0 && game.to_move().is_some()
}

/// "XIMA #12 · after 7 moves".
pub(super) fn heading(locale: Locale, game: &Game) -> String {
    tr!(
        locale,
        "game-heading",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        moves = game.hosted.moves(),
        opening = if is_opening(game) { "yes" } else { "no" }
    )
}

/// Who plays, in seat order.
fn players(locale: Locale, game: &Game) -> String {
    let players: Vec<String> = game.seats.iter().map(|player| named(locale, game, player.seat)).collect();
    tr!(locale, "game-players", players = locale.list(&players))
}

/// Who did what, and what followed from it.
fn told(locale: Locale, game: &Game, ply: &Ply) -> String {
    let player = named(locale, game, ply.seat);
    let mut told = if ply.is_move() {
        tr!(locale, "game-moved", player = player, words = &ply.words, notation = &ply.short)
    } else {
        tr!(locale, "game-left", player = player, words = &ply.words)
    };
    for event in &ply.events {
        told.push_str("\n• ");
        told.push_str(&locale.say(event));
    }
    told
}

/// What a player is told in private of a game whose channel is gone: that it needs another, or how it ended.
pub fn homeless(locale: Locale, game: &Game, player: PlayerId) -> String {
    let over = game.to_move().is_none();
    tr!(
        locale,
        "homeless-notice",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        players = others(locale, game, player),
        over = if over { "yes" } else { "no" },
        end = if over { standing(locale, game) } else { String::new() }
    )
}

/// Whose turn it is and until when, or how the game ended.
fn standing(locale: Locale, game: &Game) -> String {
    match &game.state {
        State::Running { turn, .. } if computer_moves(game) => {
            tr!(locale, "game-thinking", player = named(locale, game, *turn))
        }
        State::Running { turn, deadline } => {
            let player = game.to_move().map_or_else(String::new, |player| locale.player(player.id));
            tr!(
                locale,
                "game-turn",
                player = player,
                mark = mark(locale, game, *turn),
                until = timestamp(*deadline, TimeStyle::Full),
                left = timestamp(*deadline, TimeStyle::Relative)
            )
        }
        State::Finished { outcome: Outcome::Win(seat), reason, .. } => {
            let losers = game.seats.iter().map(|player| player.seat).filter(|loser| loser != seat);
            let losers: Vec<String> = losers.map(|loser| named(locale, game, loser)).collect();
            let player = named(locale, game, *seat);
            tr!(locale, "game-won", player = player, losers = locale.list(&losers), reason = reason)
        }
        State::Finished { outcome: Outcome::Draw, reason, .. } => {
            tr!(locale, "game-drawn", reason = reason)
        }
        State::Aborted { reason, ratings, .. } => {
            let rated = if ratings.is_empty() { "no" } else { "yes" };
            tr!(locale, "game-aborted", reason = reason, rated = rated)
        }
    }
}

/// What the message in `channel` that led to a game says of it below its first line: that it does not count though it was to
/// (`rated`), how it ended, and where it is played.
pub fn whereabouts(locale: Locale, game: &Game, rated: bool, channel: ChannelId) -> Vec<String> {
    let unrated = (rated && !game.rated).then(|| not_rated(locale, game, TOO_MANY_GAMES));
    let end = game.to_move().is_none().then(|| standing(locale, game));
    let elsewhere = game.channel != channel && !game.homeless;
    let place = elsewhere.then(|| tr!(locale, "game-place", channel = format!("<#{}>", game.channel)));
    unrated.into_iter().chain(end).chain(place).collect()
}

fn not_rated(locale: Locale, game: &Game, why: &str) -> String {
    tr!(locale, "game-not-rated", why = why, players = game.hosted.players())
}

/// What the game did to the ratings.
fn ratings(locale: Locale, game: &Game) -> Vec<String> {
    let ratings = match &game.state {
        State::Running { .. } => return Vec::new(),
        State::Finished { unrated: Some(why), .. } => return vec![not_rated(locale, game, why)],
        State::Finished { ratings, .. } | State::Aborted { ratings, .. } => ratings,
    };
    let line = |change: &play::game::RatingChange| {
        tr!(
            locale,
            "game-rating",
            player = named(locale, game, change.seat),
            before = super::rating::number(change.before),
            after = super::rating::number(change.after),
            change = super::rating::change(change.before, change.after),
            provisional = if change.provisional { "yes" } else { "no" }
        )
    };
    ratings.iter().map(line).collect()
}

/// A player with their colour, by name: nobody is notified.
pub(super) fn named(locale: Locale, game: &Game, seat: Seat) -> String {
    marked(locale, game, seat, name)
}

/// As [`named`], where markup means nothing.
pub(super) fn named_plainly(locale: Locale, game: &Game, seat: Seat) -> String {
    marked(locale, game, seat, plain)
}

fn marked(locale: Locale, game: &Game, seat: Seat, name: fn(Locale, &Player) -> String) -> String {
    let player = game.seats.iter().find(|player| player.seat == seat);
    let name = player.map_or_else(String::new, |player| name(locale, player));
    tr!(locale, "game-player", mark = mark(locale, game, seat), name = name)
}

/// The colour of a seat.
pub fn mark(locale: Locale, game: &Game, seat: Seat) -> String {
    tr!(locale, "colour-mark", colour = game.hosted.kind().colours()[seat.index()])
}

/// A player's name with markup made harmless; a computer's in the reader's language.
pub(super) fn name(locale: Locale, player: &Player) -> String {
    player.computer().map_or_else(|| escape(&player.name), |computer| locale.say(&computer.name()))
}

/// Whether it is a computer's turn: nobody is asked to move then.
fn computer_moves(game: &Game) -> bool {
    game.to_move().is_some_and(|player| player.computer().is_some())
}

/// Whom the public message notifies: whoever is to move, unless it was their turn already; of the end everyone who did not bring
/// it about by a ply of their own. Computers are told nothing.
fn to_notify(game: &Game) -> Vec<PlayerId> {
    let last = game.hosted.record().last();
    if let Some(player) = game.to_move() {
        let told = player.computer().is_none() && last.is_none_or(|ply| ply.begins_turn);
        return told.then_some(player.id).into_iter().collect();
    }
    let broken_off = matches!(game.state, State::Aborted { .. }) && !game.is_played_out();
    let by = last.filter(|ply| !broken_off && !ply.is_by_time()).map(|ply| ply.seat);
    let people = game.seats.iter().filter(|player| player.computer().is_none());
    people.filter(|player| Some(player.seat) != by).map(|player| player.id).collect()
}

/// The buttons below the public message.
fn buttons(locale: Locale, game: &Game) -> Vec<Button> {
    let press = |what, style| press(locale, game, what, style);
    match &game.state {
        State::Running { .. } if computer_moves(game) => {
            vec![press(GamePress::Board, Style::Secondary), press(GamePress::Resign, Style::Secondary)]
        }
        State::Running { .. } => vec![
            press(GamePress::Board, Style::Secondary),
            press(GamePress::Move, Style::Primary),
            press(GamePress::Resign, Style::Secondary),
        ],
        State::Finished { .. } | State::Aborted { .. } if game.is_played_out() => {
            let moved = game.hosted.moves() > 0;
            let mut buttons =
                vec![press(GamePress::Board, Style::Secondary), press(GamePress::Rematch, Style::Primary)];
            buttons.extend(moved.then(|| press(GamePress::Analyse, Style::Secondary)));
            buttons
        }
        State::Finished { .. } | State::Aborted { .. } => vec![press(GamePress::Board, Style::Secondary)],
    }
}

/// A button of a game as it stands.
pub(super) fn press(locale: Locale, game: &Game, press: GamePress, style: Style) -> Button {
    let label = match press {
        GamePress::Board => tr!(locale, "button-board"),
        GamePress::Move | GamePress::Group => tr!(locale, "button-move"),
        GamePress::Resign | GamePress::ConfirmResign => tr!(locale, "button-resign"),
        GamePress::KeepPlaying => tr!(locale, "button-keep-playing"),
        GamePress::End => tr!(locale, "button-end"),
        GamePress::Rematch => tr!(locale, "button-rematch"),
        GamePress::Analyse => tr!(locale, "button-analyse"),
        GamePress::MoveHere => tr!(locale, "button-move-here", id = game.id.get()),
        GamePress::AcceptDraw => tr!(locale, "button-accept"),
        GamePress::DeclineDraw => tr!(locale, "button-decline"),
        GamePress::WithdrawDraw => tr!(locale, "button-withdraw"),
        GamePress::KeepThinking => tr!(locale, "button-keep-thinking"),
        GamePress::FollowHint => tr!(locale, "button-follow-hint"),
    };
    Button::new(Id::Game(game.id, game.hosted.ply(), press), label, style)
}

/// The form that takes a move.
pub fn form(locale: Locale, game: &Game) -> Modal {
    Modal {
        id: Id::Game(game.id, game.hosted.ply(), GamePress::Move),
        title: tr!(locale, "form-title", game = game.hosted.kind().name(), id = game.id.get()),
        field: "move",
        label: tr!(locale, "form-label"),
        placeholder: tr!(locale, "form-placeholder", game = game.hosted.kind().slug()),
    }
}

/// The menu of what begins with a text.
pub fn menu(locale: Locale, game: &Game, offers: &[Offer]) -> Select {
    let options = offers.iter().take(limit::OPTIONS);
    Select {
        id: Id::Game(game.id, game.hosted.ply(), GamePress::Group),
        placeholder: tr!(locale, "menu-moves"),
        options: options
            .map(|offer| SelectOption::new(&offered(locale, game, offer), offer.value()))
            .collect(),
    }
}

/// An offer as a line: "G12: K12 → G12, onto blue".
pub fn offered(locale: Locale, game: &Game, offer: &Offer) -> String {
    match offer {
        Offer::Move(Choice { short, words, .. }) => {
            tr!(locale, "offer-move", game = game.hosted.kind().slug(), notation = short, words = words)
        }
        Offer::Group { words, .. } => locale.say(words),
    }
}

/// Why a reader is offered no moves, as a line; `None` when it is their turn.
pub fn not_offered(locale: Locale, game: &Game, reader: store::PlayerId) -> Option<String> {
    let next = game.to_move();
    if next.is_some_and(|player| player.id == reader) {
        return None;
    }
    let why = match (next, game.seat_of(reader)) {
        (None, _) => "over",
        (Some(_), None) => "stranger",
        (Some(_), Some(_)) => "turn",
    };
    let name = next.map_or_else(String::new, |player| clip(&plain(locale, player), 40));
    Some(tr!(locale, "offer-none", why = why, name = name))
}

/// The question before the resignation of a seat. It says what becomes of the game where that is more than a loss: until each
/// seat has moved once it ends without a result, and where only computers are left it ends for them as well.
pub fn resign_question(locale: Locale, game: &Game, seat: Seat) -> Post {
    let ending = match (game.has_begun(), game.is_left_to_computers_by(seat)) {
        (false, _) => "broken-off",
        (true, false) => "resigned",
        (true, true) if game.rated => "lost",
        (true, true) => "uncounted",
    };
    let text =
        tr!(locale, "resign-question", id = game.id.get(), players = names(locale, game), ending = ending);
    question(locale, game, text, GamePress::ConfirmResign)
}

/// The question before a moderator's end of a game.
pub fn end_question(locale: Locale, game: &Game) -> Post {
    let text = tr!(locale, "moderate-question", id = game.id.get(), players = names(locale, game));
    question(locale, game, text, GamePress::End)
}

fn names(locale: Locale, game: &Game) -> String {
    locale.list(&game.seats.iter().map(|player| name(locale, player)).collect::<Vec<_>>())
}

fn question(locale: Locale, game: &Game, text: String, confirmed: GamePress) -> Post {
    Post::text(text)
        .buttons([
            press(locale, game, confirmed, Style::Danger),
            press(locale, game, GamePress::KeepPlaying, Style::Secondary),
        ])
        .private()
}

/// The question before a move that loses at once by itself; the move by its place among the legal ones and its long form.
pub fn risk(locale: Locale, game: &Game, (place, long): (u32, &str), warning: &Phrase) -> Post {
    let sure = Id::Risk(game.id, game.hosted.ply(), place);
    Post::text(tr!(locale, "risk-question", notation = long, warning = warning))
        .buttons([
            Button::new(sure, tr!(locale, "button-risk"), Style::Danger),
            press(locale, game, GamePress::KeepThinking, Style::Secondary),
        ])
        .private()
}

/// What somebody has done, for their eyes: the newest turn of a game.
pub fn done(locale: Locale, game: &Game) -> String {
    let last = game.hosted.record().last();
    let (what, notation) = match (&game.state, last) {
        (State::Aborted { .. }, _) if !game.is_played_out() => ("broken-off", ""),
        (_, Some(ply)) if ply.is_move() => ("moved", ply.short.as_str()),
        (State::Finished { outcome: Outcome::Draw, .. }, _) => ("drawn", ""),
        _ => ("resigned", ""),
    };
    tr!(locale, "turn-done", what = what, notation = notation, id = game.id.get())
}

/// Games to choose from.
pub fn pick(locale: Locale, pick: Pick, games: &[Summary], reader: PlayerId) -> Select {
    let option = |summary: &Summary| {
        let label = label(locale, summary, reader);
        SelectOption::new(&label, summary.id.to_string())
    };
    Select {
        id: Id::Pick(pick),
        placeholder: tr!(locale, "menu-games"),
        options: games.iter().take(limit::OPTIONS).map(option).collect(),
    }
}

/// A game as a line without markup, for menus and autocomplete.
pub fn label(locale: Locale, summary: &Summary, reader: PlayerId) -> String {
    tr!(
        locale,
        "game-label",
        game = summary.kind.name(),
        id = summary.id.get(),
        own = if summary.seats.iter().any(|player| player.id == reader) { "yes" } else { "no" },
        players = against(locale, &summary.seats, Some(reader))
    )
}

/// The names of a game's players without the reader's own, for places where markup means nothing.
fn against(locale: Locale, seats: &[Player], reader: Option<store::PlayerId>) -> String {
    let others = seats.iter().filter(|player| Some(player.id) != reader);
    let names: Vec<String> = others.map(|player| clip(&plain(locale, player), 20)).collect();
    locale.list(&names)
}

/// The name of a game's thread: at most 100 characters.
pub fn room(locale: Locale, game: &Game) -> String {
    let players = against(locale, &game.seats, None);
    clip(
        &tr!(locale, "game-room", game = game.hosted.kind().name(), id = game.id.get(), players = players),
        100,
    )
}

/// A game's players without one of them, with markup made harmless.
pub fn others(locale: Locale, game: &Game, reader: PlayerId) -> String {
    let others = game.seats.iter().filter(|player| player.id != reader);
    locale.list(&others.map(|player| name(locale, player)).collect::<Vec<_>>())
}

/// A name where markup means nothing: only what is not seen, or turns or breaks the line, goes.
fn plain(locale: Locale, player: &Player) -> String {
    if let Some(computer) = player.computer() {
        return locale.say(&computer.name());
    }
    player.name.chars().filter(|character| !play::is_invisible(*character)).collect()
}

/// Where something stands: at its message if that is known, else in its channel.
pub fn place(server: ServerId, channel: ChannelId, message: Option<MessageId>) -> String {
    match message {
        Some(message) => message_link(server, channel, message),
        None => format!("<#{channel}>"),
    }
}

/// Where a message is.
pub fn message_link(server: ServerId, channel: ChannelId, message: MessageId) -> String {
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}
