//! `/challenge`, and the buttons below a challenge.

use std::sync::PoisonError;

use play::challenge::{self, ChallengeState, NewChallenge};
use play::computer::{NewComputerGame, USUAL};
use play::{Refused, settings};
use poise::serenity_prelude as serenity;
use store::{ChallengeId, ChannelId, MessageId, PlayerId};

use super::kind::{Colour, Kind, with_colour};
use super::{begin, computer};
use crate::discord::component::ChallengePress;
use crate::discord::error::report;
use crate::discord::post::Post;
use crate::discord::send::{Deadline, PATIENCE, Posted};
use crate::discord::{Ask, Context, Error, Outcome, game, view};

/// Challenges one person, or anyone. Whoever challenges the bot plays the computer at once.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn challenge(
    context: Context<'_>,
    opponent: Option<serenity::User>,
    game: Option<Kind>,
    colour: Option<Colour>,
    rated: Option<bool>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let server = ask.server()?;
    begin::allowed(&ask, opponent.as_ref()).await?;
    let (kind, colour) = with_colour(game, colour)?;
    if opponent.as_ref().is_some_and(|user| Some(user.id.get()) == ask.bot.user()) {
        let (channel, player, rated) = (ask.channel, ask.player, rated.unwrap_or(false));
        let new = NewComputerGame { kind, server, channel, player, level: USUAL, colour, players: 2, rated };
        return computer::start(&ask, new).await;
    }
    let new = NewChallenge {
        kind,
        server,
        channel: ask.channel,
        challenger: ask.player,
        opponent: opponent.as_ref().map(|user| PlayerId::new(user.id.get())),
        opponent_is_bot: opponent.as_ref().is_some_and(|user| user.bot),
        colour,
        rated: rated.unwrap_or(true),
    };
    let play = &ask.bot.play;
    let deadline = settings::load(play, server).await?.deadline;
    let made = match challenge::create(play, new).await {
        Err(play::Error::Refused(refused)) => return show_open(&ask, *refused).await,
        made => made?,
    };
    match ask.answer(view::challenge::open(ask.public, &made, deadline)).await {
        Ok(Some(posted)) => Ok(challenge::set_message(play, made.id, posted.message).await?),
        Ok(None) => Ok(()),
        Err(error) => {
            // Nobody has seen it: it must not stand in the way of the next attempt.
            challenge::withdraw(play, made.id, ask.player).await?;
            Err(error)
        }
    }
}

/// Where an open challenge stands in the way, its message may be far up or gone: shows what can be withdrawn.
pub(super) async fn show_open(ask: &Ask, refused: Refused) -> Outcome {
    let mut open = match refused {
        Refused::AlreadyChallenged(_) | Refused::TooManyChallenges { .. } => {
            challenge::open_of(&ask.bot.play, ask.player).await?
        }
        _ => Vec::new(),
    };
    if let Refused::AlreadyChallenged(player) = refused {
        open.retain(|challenge| challenge.opponent == Some(player));
    }
    let sentence = view::refusal::refused(ask, &refused).await;
    ask.answer(view::challenge::standing(ask.locale, sentence, &open)).await?;
    Ok(())
}

/// Answers a challenge.
///
/// # Errors
/// Refused when it has been answered already, or is not the presser's to answer.
pub async fn pressed(ask: &Ask, id: ChallengeId, press: ChallengePress) -> Outcome {
    let answered = answer(ask, id, press).await;
    if let Err(Error::Play(play::Error::Refused(refused))) = &answered
        && let Refused::ChallengeClosed(_) = **refused
    {
        // Whoever pressed need not wait for the message to be mended.
        report(ask, Refused::clone(refused).into()).await;
        return mend(ask, id).await;
    }
    answered
}

async fn answer(ask: &Ask, id: ChallengeId, press: ChallengePress) -> Outcome {
    let play = &ask.bot.play;
    match press {
        ChallengePress::Accept => {
            game::require(ask)?;
            let (challenge, game) = challenge::accept(play, id, ask.player).await?;
            if let Some(pressed) = ask.message.filter(|_| challenge.message.is_none()) {
                // Pressed before it was noted where it stands.
                challenge::set_message(play, id, pressed).await?;
            }
            let accepted = view::challenge::accepted(ask.public, &challenge, &game);
            // Accepted below a refusal: the challenge's own message is another one.
            if let Some(message) = challenge.message.filter(|message| Some(*message) != ask.message) {
                edit(ask, challenge.channel, message, &accepted).await;
            }
            begin::open(ask, accepted, &game).await
        }
        ChallengePress::Decline => {
            let challenge = challenge::decline(play, id, ask.player).await?;
            ask.update(view::challenge::closed(ask.public, &challenge)).await
        }
        ChallengePress::Withdraw => {
            let challenge = challenge::withdraw(play, id, ask.player).await?;
            ask.update(view::challenge::closed(ask.public, &challenge)).await?;
            // Withdrawn from the list that a refusal shows: its own message is another one.
            if let Some(message) = challenge.message.filter(|message| Some(*message) != ask.message) {
                edit(ask, challenge.channel, message, &view::challenge::closed(ask.public, &challenge)).await;
            }
            Ok(())
        }
    }
}

/// Takes the buttons off a message that missed the end of its challenge.
async fn mend(ask: &Ask, id: ChallengeId) -> Outcome {
    let challenge = challenge::load(&ask.bot.play, id).await?;
    let post = match challenge.state {
        ChallengeState::Accepted(game) => {
            let game = play::game::load(&ask.bot.play, game).await?;
            view::challenge::accepted(ask.public, &challenge, &game)
        }
        _ => view::challenge::closed(ask.public, &challenge),
    };
    if let Some(message) = ask.message {
        edit(ask, ask.channel, message, &post).await;
    }
    Ok(())
}

/// Edits a message that is not the answer to the interaction, as a best effort. While it is being edited, further presses on it
/// leave it alone: Discord lets a message be edited a few times in five seconds only.
pub(super) async fn edit(ask: &Ask, channel: ChannelId, message: MessageId, post: &Post) {
    let at = Posted { channel, message };
    let mending = || ask.bot.mending.lock().unwrap_or_else(PoisonError::into_inner);
    if !mending().insert(message) {
        return;
    }
    if let Err(trouble) = ask.bot.rest.edit(at, post, Deadline::within(PATIENCE)).await {
        tracing::debug!(%channel, %message, %trouble, "an outdated message could not be mended");
    }
    mending().remove(&message);
}
