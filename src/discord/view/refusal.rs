//! Why nothing was done, in one private sentence.

use play::{Game, Offer, Refused};
use poise::serenity_prelude::Permissions;
use render::View;
use store::ChannelId;

use crate::discord::component::{ChallengePress, Id, Pick};
use crate::discord::post::{Button, Post, Style};
use crate::discord::{Ask, Error};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

/// All that the bot needs in a channel; what the invite link asks for.
pub const NEEDED: Permissions = Permissions::from_bits_truncate(
    Permissions::VIEW_CHANNEL.bits()
        | Permissions::SEND_MESSAGES.bits()
        | Permissions::SEND_MESSAGES_IN_THREADS.bits()
        | Permissions::CREATE_PUBLIC_THREADS.bits()
        | Permissions::EMBED_LINKS.bits()
        | Permissions::ATTACH_FILES.bits()
        | Permissions::READ_MESSAGE_HISTORY.bits(),
);

/// The refusal of a use case: a sentence, and what helps to go on.
pub async fn refused(ask: &Ask, refused: &Refused) -> Post {
    let text = sentence(ask, refused);
    let post = Post::text(&text).private();
    match refused {
        Refused::Stale(game) => newest_board(ask, text, game).await.unwrap_or(post),
        Refused::WhichGame(games) => {
            let pick = match ask.command.as_str() {
                "board" => Pick::Board,
                "resign" => Pick::Resign,
                "draw" => Pick::Draw,
                "hint" => Pick::Hint,
                _ => Pick::Move,
            };
            post.select(super::game::pick(ask.locale, pick, games, ask.player))
        }
        Refused::ChallengedAlready(challenge) => {
            let id = Id::Challenge(challenge.id, ChallengePress::Accept);
            post.buttons([Button::new(id, tr!(ask.locale, "button-accept"), Style::Success)])
        }
        Refused::Group { game, offers, .. } => post.select(super::game::menu(ask.locale, game, offers)),
        _ => post,
    }
}

/// The board as it stands, below the sentence that says so.
async fn newest_board(ask: &Ask, text: String, game: &Game) -> Result<Post, Error> {
    let (_, theme) = crate::discord::game::public_look(&ask.bot, game).await?;
    let mut post = super::game::private(&ask.bot, ask.locale, theme, game, ask.player, View::Plan).await?;
    post.content = format!("{text}\n\n{}", post.content);
    Ok(post)
}

fn sentence(ask: &Ask, refused: &Refused) -> String {
    let locale = ask.locale;
    match refused {
        Refused::NoSuchGame => tr!(locale, "refused-no-such-game", command = &ask.command),
        Refused::NoGameHere => tr!(locale, "refused-no-game-here"),
        Refused::WhichGame(_) => tr!(locale, "refused-which-game"),
        Refused::NotInGame(_) => tr!(locale, "refused-not-in-game"),
        Refused::NotYourTurn(game) => match game.to_move() {
            Some(player) => tr!(locale, "refused-not-your-turn", player = player.id),
            None => over(ask, game),
        },
        Refused::Stale(_) => tr!(locale, "refused-stale"),
        Refused::GameOver(game) => over(ask, game),
        Refused::AlreadyOut => tr!(locale, "refused-already-out"),
        Refused::Move(phrase) => locale.say(phrase),
        Refused::Group { prefix, offers, .. } => {
            let moves = offers.iter().map(|offer| match offer {
                Offer::Move(_) => 1,
                Offer::Group { moves, .. } => *moves,
            });
            tr!(locale, "refused-group", prefix = prefix, count = moves.sum::<usize>())
        }
        Refused::Yourself => tr!(locale, "refused-yourself"),
        Refused::Bot(player) => tr!(locale, "refused-bot", player = *player),
        Refused::AlreadyChallenged(player) => tr!(locale, "refused-already-challenged", player = *player),
        Refused::ChallengedAlready(challenge) => {
            let place = super::game::place(challenge.server, challenge.channel, challenge.message);
            tr!(locale, "refused-challenged-already", player = challenge.challenger, place = place)
        }
        Refused::TooManyChallenges { limit } => tr!(locale, "refused-too-many-challenges", limit = *limit),
        Refused::TooManyGames { player, limit } => {
            let yours = if *player == ask.player { "yes" } else { "no" };
            tr!(locale, "refused-too-many-games", player = *player, limit = *limit, yours = yours)
        }
        Refused::NotYourChallenge(player) => tr!(locale, "refused-not-your-challenge", player = *player),
        Refused::NotYourWithdrawal(player) => tr!(locale, "refused-not-your-withdrawal", player = *player),
        Refused::ChallengeClosed(state) => tr!(locale, "refused-challenge-closed", state = *state),
        Refused::WrongPlayers(kind) => {
            let (game, players) = (kind.name(), kind.players());
            tr!(locale, "refused-players", game = game, least = *players.start(), most = *players.end())
        }
        Refused::LobbyClosed(state) => tr!(locale, "refused-lobby-closed", state = *state),
        Refused::LobbyFull => tr!(locale, "refused-lobby-full"),
        Refused::AlreadyJoined(lobby) => {
            // Whoever asks for a rematch presses below the game before; the lobby may be far from there.
            let elsewhere = lobby.message.is_some_and(|message| Some(message) != ask.message);
            let elsewhere = if elsewhere { "yes" } else { "no" };
            let place = super::game::place(lobby.server, lobby.channel, lobby.message);
            tr!(locale, "refused-already-joined", elsewhere = elsewhere, place = place)
        }
        Refused::NotJoined => tr!(locale, "refused-not-joined"),
        Refused::NotHost(player) => tr!(locale, "refused-not-host", player = *player),
        Refused::LobbyNotFull { taken, players } => {
            tr!(locale, "refused-lobby-not-full", taken = *taken, players = *players)
        }
        Refused::ChannelNotAllowed(channels) => {
            let channels: Vec<String> =
                channels.iter().take(20).map(|channel| format!("<#{channel}>")).collect();
            tr!(locale, "refused-channel", channels = locale.list(&channels))
        }
        Refused::NoRematch(why) => tr!(locale, "refused-no-rematch", why = *why),
        Refused::NoAnalysis(why) => tr!(locale, "refused-no-analysis", why = *why),
        Refused::RematchBegun(game) => {
            let place = match &game.board {
                Some(board) => super::game::message_link(game.server, board.channel, board.message),
                None => format!("<#{}>", game.channel),
            };
            tr!(locale, "refused-rematch-begun", game = game.id.to_string(), place = place)
        }
        Refused::RematchOf(game) => tr!(locale, "refused-rematch-of", game = game.to_string()),
        Refused::NoDraws(kind) => tr!(locale, "refused-no-draws", game = kind.name()),
        Refused::TooEarlyToDraw => tr!(locale, "refused-too-early-to-draw"),
        Refused::ComputerDeclines(player) => tr!(locale, "refused-computer-declines", player = *player),
        Refused::DrawOffered(state) => tr!(locale, "refused-draw-offered", state = *state),
        Refused::OfferClosed(state) => tr!(locale, "refused-offer-closed", state = *state),
        Refused::NotYourOffer(player) => tr!(locale, "refused-not-your-offer", player = *player),
        Refused::RatedHint => tr!(locale, "refused-rated-hint"),
        Refused::TimeIsUp(at) => {
            tr!(locale, "refused-time-is-up", when = timestamp(*at, TimeStyle::Relative))
        }
    }
}

/// The game is over: what can be done with it, and, after a command, how to mean another.
fn over(ask: &Ask, game: &Game) -> String {
    let yes_no = |so| if so { "yes" } else { "no" };
    tr!(
        ask.locale,
        "refused-game-over",
        moved = yes_no(game.hosted.moves() > 0),
        rematch = yes_no(game.is_played_out()),
        command = yes_no(!ask.command.is_empty())
    )
}

/// The bot lacks permissions, named as Discord names them in the reader's language, in a channel.
pub fn missing(locale: Locale, permissions: Permissions, channel: ChannelId) -> Post {
    let names: Vec<String> =
        permissions.iter().map(|permission| permission_name(locale, permission)).collect();
    let text = if names.is_empty() {
        tr!(locale, "missing-access", channel = format!("<#{channel}>"))
    } else {
        let count = names.len();
        tr!(
            locale,
            "missing-permissions",
            permissions = locale.list(&names),
            count = count,
            channel = format!("<#{channel}>")
        )
    };
    Post::text(text).private()
}

/// A permission's name.
pub fn permission_name(locale: Locale, permission: Permissions) -> String {
    let id = match permission {
        Permissions::VIEW_CHANNEL => "permission-view-channel",
        Permissions::SEND_MESSAGES => "permission-send-messages",
        Permissions::SEND_MESSAGES_IN_THREADS => "permission-send-messages-in-threads",
        Permissions::CREATE_PUBLIC_THREADS => "permission-create-public-threads",
        Permissions::EMBED_LINKS => "permission-embed-links",
        Permissions::ATTACH_FILES => "permission-attach-files",
        Permissions::READ_MESSAGE_HISTORY => "permission-read-message-history",
        _ => "permission-other",
    };
    locale.lookup(id, None).unwrap_or_else(|| permission.to_string())
}
