//! How a turn reaches Discord: as the answer to the interaction that made it, or by the bot's own hand into the game's channel.
//!
//! What is posted is owed in the outbox, written with the change it tells of. Whoever posts marks the row; what nobody
//! marked within some seconds is taken up by a worker ([`owed`]), who first looks whether the post is there.

use std::sync::Arc;
use std::time::Duration;

use play::outbox::What;
use play::turn::Turn;
use play::{Board, Game, State};
use poise::serenity_prelude::Permissions;
use render::Theme;
use store::{ChannelId, OutboxId, PlayerId};

use super::component::{GamePress, Id};
use super::post::{Button, Post};
use super::send::{Code, Deadline, PATIENCE, Posted, Trouble};
use super::{Ask, Bot, Error, Outcome, view};
use crate::i18n::{Locale, TimeStyle, timestamp};
use crate::tr;

mod draw;
mod notice;
mod repair;
mod room;

/// How long a turn's own interaction tries to post it. It ends before a worker takes the post up, so that nobody posts beside it.
const OWN_ATTEMPT: Duration = Duration::from_secs(8);

pub use draw::{accept_draw, close_offer, offer_draw};
pub use repair::owed;
use room::with_room;

/// Refuses before anything is played if the bot could not show the game where it is asked to.
///
/// # Errors
/// [`Error::Missing`].
pub fn require(ask: &Ask) -> Outcome {
    let needed = if ask.parent.is_some() { view::game::BOARD_IN_THREAD } else { view::game::BOARD };
    ask.require(needed)
}

/// Plays a move for the asking person and shows the turn. `ply` is what a button carries.
///
/// # Errors
/// Refused as [`play::turn::play`] says, or missing permissions.
pub async fn play(ask: &Ask, game: &Game, ply: Option<u32>, text: &str) -> Outcome {
    let here = settle(ask, game).await?;
    let origin = here.then(|| ask.origin());
    let turn = play::turn::play(&ask.bot.play, game.id, ask.player, ply, text, origin);
    // How it is shown does not depend on the turn: it is asked for meanwhile.
    let (turn, look) = tokio::join!(turn, public_look(&ask.bot, game));
    show_in(ask, turn?, here, look?).await
}

/// Resigns for the asking person and shows what came of it.
///
/// # Errors
/// Refused as [`play::turn::resign`] says, or missing permissions.
pub async fn resign(ask: &Ask, game: &Game) -> Outcome {
    let here = settle(ask, game).await?;
    let origin = here.then(|| ask.origin());
    let turn = play::turn::resign(&ask.bot.play, game.id, ask.player, origin).await?;
    show(ask, turn, here).await
}

/// Shows a turn that has been committed. `here` says whether this interaction's channel is the game's.
///
/// # Errors
/// None that undoes the turn: what cannot be posted now is posted by the outbox.
pub async fn show(ask: &Ask, turn: Turn, here: bool) -> Outcome {
    let look = public_look(&ask.bot, &turn.game).await?;
    show_in(ask, turn, here, look).await
}

async fn show_in(ask: &Ask, turn: Turn, here: bool, look: (Locale, Theme)) -> Outcome {
    let Turn { game, outbox, closed } = turn;
    let shown = tell(ask, &game, outbox, here, look).await;
    if let Some(closed) = closed {
        close_offer(&ask.bot, look.0, &game, &closed).await;
    }
    shown
}

async fn tell(ask: &Ask, game: &Game, outbox: OutboxId, here: bool, look: (Locale, Theme)) -> Outcome {
    let mine = Deadline::within(OWN_ATTEMPT);
    tracing::info!(game = %game.id, ply = game.hosted.ply(), player = %ask.player, "a turn was taken");
    let bot = &ask.bot;
    if here {
        // The buttons go first: they are what a second press would hit.
        let left = ask.leave_message(view::game::done(ask.locale, game)).await;
        let post = view::game::public(bot, look.0, look.1, game).await?;
        let post = told_by(Some(ask.player), game, post);
        match ask.follow_up_before(post, mine).await {
            Ok(Some(posted)) => {
                let taken_off = left.unwrap_or(None);
                return Ok(mark(bot, game, outbox, posted, taken_off).await?);
            }
            Ok(None) => return Ok(()),
            // The interaction is over: the turn goes into the channel by the bot's own hand.
            Err(Error::Send(trouble)) if is_over(&trouble) => return post_turn(ask, game, outbox).await,
            // It may stand all the same: whoever posts it now looks first.
            Err(Error::Send(trouble)) if trouble.is_passing() => match owe_no_more(bot, game).await {
                Ok(()) => return Ok(()),
                Err(error) => {
                    tracing::warn!(game = %game.id, %trouble, %error, "a turn could not be posted; the outbox has it");
                }
            },
            Err(error) => {
                tracing::warn!(game = %game.id, %error, "a turn could not be answered with; the outbox has it");
            }
        }
        ask.finish(Post::text(tr!(ask.locale, "moved-soon")).private()).await
    } else {
        post_turn(ask, game, outbox).await
    }
}

/// Posts what a game owes, without the interaction that was to do it, unless it is there.
async fn owe_no_more(bot: &Bot, game: &Game) -> Outcome {
    match play::outbox::of(&bot.play, game.id, game.hosted.ply(), what(game)).await? {
        Some(row) => owed(bot, &row).await,
        None => Ok(()),
    }
}

/// The post of a game that is over notifies everyone but whoever has ended it.
fn told_by(by: Option<PlayerId>, game: &Game, mut post: Post) -> Post {
    post.ping.retain(|player| game.to_move().is_some() || Some(*player) != by);
    post
}

/// Posts a turn into its game's channel and says so to the asking person.
async fn post_turn(ask: &Ask, game: &Game, outbox: OutboxId) -> Outcome {
    let bot = &ask.bot;
    let done = match by_hand(bot, game, outbox, Some(ask.player)).await {
        Ok(posted) => tr!(ask.locale, "moved-there", channel = format!("<#{}>", posted.channel)),
        // Whom it concerns has been told in private.
        Err(Error::Send(trouble)) if is_lost(&trouble) => {
            let over = if game.to_move().is_none() { "yes" } else { "no" };
            tr!(ask.locale, "moved-homeless", over = over)
        }
        Err(error) => {
            tracing::warn!(game = %game.id, %error, "a turn could not be posted; the outbox has it");
            tr!(ask.locale, "moved-soon")
        }
    };
    ask.finish(Post::text(done).private()).await
}

/// Posts a turn that no interaction made, a computer's, into its game's channel.
pub async fn post_by_hand(bot: &Bot, turn: &Turn) {
    if let Err(error) = by_hand(bot, &turn.game, turn.outbox, None).await {
        tracing::warn!(game = %turn.game.id, %error, "a turn could not be posted; the outbox has it");
    }
}

/// Posts a game's newest turn, which a person may have taken, into its channel by the bot's own hand.
async fn by_hand(bot: &Bot, game: &Game, outbox: OutboxId, by: Option<PlayerId>) -> Result<Posted, Error> {
    let (locale, theme) = public_look(bot, game).await?;
    let post = told_by(by, game, view::game::public(bot, locale, theme, game).await?);
    let posted = into_game(bot, game, &post, &nonce(game, what(game))).await?;
    mark(bot, game, outbox, posted, None).await?;
    Ok(posted)
}

/// Whether an interaction can be answered no more.
fn is_over(trouble: &Trouble) -> bool {
    matches!(
        trouble.code,
        Code::TokenExpired | Code::UnknownInteraction | Code::UnknownMessage | Code::UnknownChannel
    )
}

/// Opens a game that has just begun: in a thread of its own where that is wanted and possible, else in this channel.
///
/// # Errors
/// When nothing could be posted; the outbox has the opening then.
pub async fn open(ask: &Ask, game: &Game) -> Outcome {
    let bot = &ask.bot;
    let Some(owed) = play::outbox::of(&bot.play, game.id, 0, What::Opening).await? else {
        return Ok(());
    };
    let may = ask.require(Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS).is_ok();
    // Within a thread there are no others: what begins there stays there.
    let here = game.channel == ask.channel;
    let mut game = if here && ask.parent.is_some() || !may {
        game.clone()
    } else {
        with_room(bot, game.clone(), false).await?
    };
    if game.channel == game.parent_channel && ask.parent == Some(game.parent_channel) {
        // A rematch that gets no thread of its own stays in the one where both agreed.
        play::game::set_channel(&bot.play, game.id, ask.channel).await?;
        game.channel = ask.channel;
    }
    let (locale, theme) = public_look(bot, &game).await?;
    let post = view::game::public(bot, locale, theme, &game).await?;
    match into_game(bot, &game, &post, &nonce(&game, What::Opening)).await {
        Ok(posted) => Ok(mark(bot, &game, owed.id, posted, None).await?),
        Err(Error::Send(trouble)) if trouble.is_passing() => {
            tracing::warn!(game = %game.id, %trouble, "an opening could not be posted; the outbox has it");
            Ok(())
        }
        Err(Error::Send(trouble)) if trouble.is_homeless() && game.channel != ask.channel => {
            tracing::info!(game = %game.id, channel = %game.channel, %trouble, "an opening has nowhere to go");
            // What exactly is missing there nobody says; what there is here is known, but not meant.
            Err(Error::Missing { permissions: Permissions::empty(), channel: game.channel })
        }
        Err(error) => Err(error),
    }
}

/// Brings a game whose channel is gone into the asking person's.
///
/// # Errors
/// Refused: somebody else's game.
pub async fn move_here(ask: &Ask, game: &Game) -> Outcome {
    if game.seat_of(ask.player).is_none() {
        return Err(Error::Told(play::Phrase::new("moved-here-not-yours")));
    }
    if ask.server()? != game.server {
        return Err(Error::Told(play::Phrase::new("moved-here-elsewhere")));
    }
    if !game.homeless {
        // An old list: the game has found a home since.
        let channel = format!("<#{}>", game.channel);
        return Err(Error::Told(play::Phrase::new("moved-here-at-home").with("channel", channel)));
    }
    require(ask)?;
    let bot = &ask.bot;
    play::settings::check_channel(&bot.play, ask.server()?, &ask.public_tag, ask.channel, ask.parent).await?;
    ask.update(Post::text(tr!(ask.locale, "moved-here")).private()).await?;
    move_home(ask, game).await?;
    let (locale, theme) = public_look(bot, game).await?;
    let mut post = view::game::public(bot, locale, theme, game).await?;
    post.ping.clear();
    if let Some(posted) = ask.follow_up(post).await? {
        let replaced = play::game::set_board(&bot.play, game.id, board(game, posted)).await?;
        replace(bot, game, posted, replaced, None).await?;
    }
    Ok(())
}

/// The language and the theme of what everyone sees of a game.
///
/// # Errors
/// When the database fails.
pub async fn public_look(bot: &Bot, game: &Game) -> Result<(Locale, Theme), Error> {
    let settings = play::settings::load(&bot.play, game.server).await?;
    Ok((Locale::negotiate(&settings.locale), settings.theme))
}

/// Whether the turn is to be shown where it is asked for. A game without a home finds one here.
async fn settle(ask: &Ask, game: &Game) -> Result<bool, Error> {
    let same_server = ask.server().is_ok_and(|server| server == game.server);
    if game.homeless && same_server && game.seat_of(ask.player).is_some() {
        require(ask)?;
        play::settings::check_channel(&ask.bot.play, game.server, &ask.public_tag, ask.channel, ask.parent)
            .await?;
        move_home(ask, game).await?;
        return Ok(true);
    }
    let here = game.channel == ask.channel;
    if here {
        require(ask)?;
    }
    Ok(here)
}

/// Gives a game its home in the asking person's channel. The message that led to it is brought up to date meanwhile.
async fn move_home(ask: &Ask, game: &Game) -> Outcome {
    play::game::set_home(&ask.bot.play, game.id, ask.channel).await?;
    let (bot, game, channel) = (Arc::clone(&ask.bot), game.clone(), ask.channel);
    ask.bot.tasks.spawn(async move { notice::renew(&bot, &game, channel).await });
    Ok(())
}

/// Notes that a post stands: in the outbox, and as the game's newest board. A computer whose turn it tells of begins to think; it
/// does not wait for what follows: the buttons of the board before go, and where the game came from its beginning and its end
/// are told.
async fn mark(
    bot: &Bot,
    game: &Game,
    outbox: OutboxId,
    posted: Posted,
    taken_off: Option<Posted>,
) -> Result<(), play::Error> {
    let replaced = play::game::posted(&bot.play, game.id, outbox, board(game, posted)).await?;
    if game.to_move().is_some_and(|player| player.computer().is_some()) {
        bot.thinking.wake();
    }
    replace(bot, game, posted, replaced, taken_off).await?;
    match what(game) {
        What::Opening => {
            notice::renew(bot, game, posted.channel).await;
            room::gather(bot, game, posted.channel).await;
        }
        What::Final => notice::renew(bot, game, posted.channel).await,
        What::Turn | What::Reminder => {}
    }
    Ok(())
}

/// The board that a message shows.
fn board(game: &Game, posted: Posted) -> Board {
    Board { channel: posted.channel, message: posted.message, ply: game.hosted.ply() }
}

/// Takes the buttons off the board that is the game's newest no more: the one that was replaced, or, when the next turn was
/// quicker to be noted, this one.
async fn replace(
    bot: &Bot,
    game: &Game,
    posted: Posted,
    replaced: Option<Board>,
    taken_off: Option<Posted>,
) -> Result<(), play::Error> {
    let old = if let Some(before) = replaced {
        Posted { channel: before.channel, message: before.message }
    } else {
        let newest = play::game::load(&bot.play, game.id).await?.board;
        if newest.is_none_or(|newest| newest.ply <= game.hosted.ply()) {
            return Ok(());
        }
        posted
    };
    if taken_off == Some(old) {
        return Ok(());
    }
    if let Err(trouble) = bot.rest.take_buttons_off(old, Deadline::within(PATIENCE)).await {
        // Best effort: an old button is refused politely.
        tracing::debug!(game = %game.id, %trouble, "an old board keeps its buttons");
    }
    Ok(())
}

/// Posts into a game's channel: an archived thread is brought back, a lost one is replaced by its parent.
async fn into_game(bot: &Bot, game: &Game, post: &Post, nonce: &str) -> Result<Posted, Error> {
    let trouble = match into_channel(bot, game.channel, post, nonce).await {
        Ok(posted) => return Ok(posted),
        Err(trouble) => trouble,
    };
    if !is_lost(&trouble) {
        return Err(trouble.into());
    }
    if game.channel != game.parent_channel {
        match into_channel(bot, game.parent_channel, post, nonce).await {
            Ok(posted) => {
                play::game::set_channel(&bot.play, game.id, game.parent_channel).await?;
                notice::renew(bot, game, game.parent_channel).await;
                return Ok(posted);
            }
            Err(trouble) if !is_lost(&trouble) => return Err(trouble.into()),
            Err(_) => {}
        }
    }
    tracing::info!(game = %game.id, channel = %game.channel, %trouble, "a game has lost its channel");
    play::game::set_homeless(&bot.play, game.id).await?;
    tell_homeless(bot, game).await;
    Err(trouble.into())
}

async fn into_channel(bot: &Bot, channel: ChannelId, post: &Post, nonce: &str) -> Result<Posted, Trouble> {
    match bot.rest.post(channel, post, Some(nonce), Deadline::within(PATIENCE)).await {
        Err(trouble) if trouble.code == Code::ThreadArchived => {
            if bot.rest.unarchive(channel, Deadline::within(PATIENCE)).await.is_err() {
                // It stays shut, as a locked one does.
                return Err(trouble);
            }
            bot.rest.post(channel, post, Some(nonce), Deadline::within(PATIENCE)).await
        }
        done => done,
    }
}

/// Whether a channel cannot be posted to any more.
fn is_lost(trouble: &Trouble) -> bool {
    trouble.is_homeless() || matches!(trouble.code, Code::ThreadArchived | Code::ThreadLocked)
}

/// Tells in private what a channel that is gone cannot tell: whoever is to move that the game needs another, or everyone how it
/// ended. While a computer is to move, everyone is told of the game too. Best effort: `/games` and `/profile` list it too.
async fn tell_homeless(bot: &Bot, game: &Game) {
    let next = game.to_move().filter(|player| player.computer().is_none());
    let people = game.seats.iter().filter(|player| player.computer().is_none());
    for player in people.filter(|player| next.is_none_or(|next| next.id == player.id)) {
        let text = view::game::homeless(Locale::negotiate(&player.locale), game, player.id);
        let nonce = format!("{}:h", nonce(game, what(game)));
        if let Err(trouble) = in_private(bot, player.id, &Post::text(text), &nonce).await {
            tracing::info!(game = %game.id, player = %player.id, %trouble, "a player could not be told that the channel is gone");
        }
    }
}

async fn in_private(bot: &Bot, player: store::PlayerId, post: &Post, nonce: &str) -> Result<Posted, Trouble> {
    let deadline = Deadline::within(PATIENCE);
    let channel = bot.rest.private_channel(player, deadline).await?;
    bot.rest.post(channel, post, Some(nonce), deadline).await
}

/// What the game's newest post tells.
fn what(game: &Game) -> What {
    match game.state {
        State::Running { .. } if game.hosted.ply() == 0 => What::Opening,
        State::Running { .. } => What::Turn,
        State::Finished { .. } | State::Aborted { .. } => What::Final,
    }
}

/// The mark by which Discord knows a second attempt at the same post: at most 25 characters.
fn nonce(game: &Game, what: What) -> String {
    let what = match what {
        What::Opening => 'o',
        What::Turn => 't',
        What::Final => 'f',
        What::Reminder => 'r',
    };
    format!("{}:{}:{what}", game.id, game.hosted.ply())
}

/// Whether a message as Discord writes it is the newest post of this game. An end without a result has the ply of the turn
/// before it; what tells them apart is that nobody can resign any more.
fn shows(message: &serde_json::Value, game: &Game) -> bool {
    let rows = message["components"].as_array().map(Vec::as_slice).unwrap_or_default();
    let ids = rows.iter().flat_map(|row| row["components"].as_array().map(Vec::as_slice).unwrap_or_default());
    let presses: Vec<GamePress> = ids
        .filter_map(|component| component["custom_id"].as_str()?.parse::<Id>().ok())
        .filter_map(|id| match id {
            Id::Game(of, ply, press) if of == game.id && ply == game.hosted.ply() => Some(press),
            _ => None,
        })
        .collect();
    presses.contains(&GamePress::Board) && presses.contains(&GamePress::Resign) == game.to_move().is_some()
}

/// The reminder for the person to move, and the same for the game's channel.
fn reminder(game: &Game, public: Locale) -> Option<(store::PlayerId, Post, Post)> {
    let player = game.to_move().filter(|player| player.computer().is_none())?;
    let State::Running { deadline, .. } = &game.state else { return None };
    let left = timestamp(*deadline, TimeStyle::Relative);
    let locale = Locale::negotiate(&player.locale);
    let text = tr!(
        locale,
        "reminder",
        game = game.hosted.kind().name(),
        id = game.id.get(),
        players = view::game::others(locale, game, player.id),
        left = &left
    );
    let link = game.board.as_ref().map(|board| {
        let link = view::game::message_link(game.server, board.channel, board.message);
        Button::link(link, tr!(locale, "button-to-game"))
    });
    let private = Post::text(text).buttons(link);
    let public = Post::text(tr!(public, "reminder-public", player = player.id, left = left)).ping(player.id);
    Some((player.id, private, public))
}
