//! What was owed and not marked as posted: looked for, then posted.

use play::outbox::{Owed, What};
use play::{Game, State};
use serde_json::Value;

use super::room::with_room;
use super::{in_private, into_game, mark, nonce, public_look, reminder, shows, tell_homeless};
use crate::discord::ask::TOKEN_LIFE;
use crate::discord::send::{Code, Deadline, PATIENCE, Posted, Trouble};
use crate::discord::{Bot, Error, view};

/// Messages of a channel that are looked through.
const LOOKED_THROUGH: u8 = 50;

/// Posts what is owed, unless it is there already.
///
/// # Errors
/// When it could not be posted; it is tried again later.
pub async fn owed(bot: &Bot, owed: &Owed) -> Result<(), Error> {
    let game = match play::game::load(&bot.play, owed.game).await {
        Ok(game) => game,
        Err(error) => return Err(error.into()),
    };
    if owed.what == What::Reminder {
        return remind(bot, owed, &game).await;
    }
    if game.hosted.ply() != owed.ply {
        // A newer post tells all that this one would.
        return Ok(play::outbox::dropped(&bot.play, owed.id).await?);
    }
    if let Some(posted) = find(bot, owed, &game).await? {
        tracing::info!(game = %game.id, ply = owed.ply, "a post was there already");
        return Ok(mark(bot, &game, owed.id, posted, None).await?);
    }
    if game.homeless {
        // Whoever brings the game somewhere else shows it there; one that is over nobody will.
        if owed.what == What::Final {
            tell_homeless(bot, &game).await;
        }
        return Ok(play::outbox::dropped(&bot.play, owed.id).await?);
    }
    let game = if owed.what == What::Opening { with_room(bot, game, true).await? } else { game };
    let (locale, theme) = public_look(bot, &game).await?;
    let post = view::game::public(bot, locale, theme, &game).await?;
    if let Some(posted) = into_answer(bot, owed, &post).await? {
        return Ok(mark(bot, &game, owed.id, posted, None).await?);
    }
    match into_game(bot, &game, &post, &nonce(&game, owed.what)).await {
        Ok(posted) => Ok(mark(bot, &game, owed.id, posted, None).await?),
        Err(Error::Send(trouble)) if super::is_lost(&trouble) => {
            Ok(play::outbox::dropped(&bot.play, owed.id).await?)
        }
        Err(error) => Err(error),
    }
}

/// Looks for a post that was sent but not marked: as the interaction's answer, then in the game's channel.
async fn find(bot: &Bot, owed: &Owed, game: &Game) -> Result<Option<Posted>, Error> {
    if let Some(answer) = answer(bot, owed).await?
        && shows(&answer, game)
    {
        return Ok(posted(&answer));
    }
    match bot.rest.latest(game.channel, LOOKED_THROUGH, Deadline::within(PATIENCE)).await {
        Ok(messages) => {
            Ok(messages.iter().find(|message| is_own(bot, message) && shows(message, game)).and_then(posted))
        }
        // What cannot be read cannot be looked through; the nonce still keeps a quick second post away.
        Err(trouble) if !trouble.is_passing() => Ok(None),
        Err(trouble) => Err(trouble.into()),
    }
}

/// Gives the command that still waits for its answer the post as its answer.
async fn into_answer(
    bot: &Bot,
    owed: &Owed,
    post: &crate::discord::post::Post,
) -> Result<Option<Posted>, Error> {
    let (Some((token, true)), Some(application)) = (&owed.interaction, bot.rest.application()) else {
        return Ok(None);
    };
    // Only an answer that is still "thinking" (flag 128) is taken; anything else was said for a reason.
    let waits =
        answer(bot, owed).await?.is_some_and(|answer| answer["flags"].as_u64().unwrap_or(0) & 128 != 0);
    if !waits {
        return Ok(None);
    }
    match bot.rest.fill_answer((application, token), post, Deadline::within(PATIENCE)).await {
        Ok(posted) => Ok(Some(posted)),
        Err(trouble) if trouble.is_passing() => Err(trouble.into()),
        Err(_) => Ok(None),
    }
}

/// The original answer of the interaction that was to post, if it can still be asked for.
async fn answer(bot: &Bot, owed: &Owed) -> Result<Option<Value>, Trouble> {
    if bot.play.clock.now() >= owed.created_at + TOKEN_LIFE {
        return Ok(None);
    }
    let (Some((token, true)), Some(application)) = (&owed.interaction, bot.rest.application()) else {
        return Ok(None);
    };
    match bot.rest.answer_text((application, token), Deadline::within(PATIENCE)).await {
        Ok(answer) => Ok(Some(answer)),
        Err(trouble) if trouble.is_passing() => Err(trouble),
        Err(_) => Ok(None),
    }
}

/// Reminds the player to move in private, or in the game's channel where they take no private messages.
async fn remind(bot: &Bot, owed: &Owed, game: &Game) -> Result<(), Error> {
    let (public, _) = public_look(bot, game).await?;
    let stale = game.hosted.ply() != owed.ply || !matches!(game.state, State::Running { .. });
    let Some((player, private, in_channel)) = reminder(game, public).filter(|_| !stale) else {
        return Ok(play::outbox::dropped(&bot.play, owed.id).await?);
    };
    let nonce = nonce(game, What::Reminder);
    let posted = match in_private(bot, player, &private, &nonce).await {
        Ok(posted) => posted,
        Err(trouble) if trouble.is_passing() => return Err(trouble.into()),
        Err(trouble) if trouble.code == Code::UnknownUser => {
            play::player::deleted(&bot.play, player).await?;
            return Ok(play::outbox::dropped(&bot.play, owed.id).await?);
        }
        Err(_) if game.homeless => return Ok(play::outbox::dropped(&bot.play, owed.id).await?),
        Err(_) => match into_game(bot, game, &in_channel, &nonce).await {
            Ok(posted) => posted,
            Err(Error::Send(trouble)) if !trouble.is_passing() => {
                return Ok(play::outbox::dropped(&bot.play, owed.id).await?);
            }
            Err(error) => return Err(error),
        },
    };
    play::outbox::posted(&bot.play, owed.id, posted.channel, posted.message).await?;
    Ok(())
}

/// Whether the bot wrote a message; its user has the number of its application, or another that the gateway told.
fn is_own(bot: &Bot, message: &Value) -> bool {
    let author = &message["author"];
    author["bot"].as_bool().unwrap_or(false)
        && bot.user().is_none_or(|user| author["id"].as_str() == Some(user.to_string().as_str()))
}

fn posted(message: &Value) -> Option<Posted> {
    let number = |key: &str| message[key].as_str()?.parse::<u64>().ok();
    Some(Posted {
        channel: store::ChannelId::new(number("channel_id")?),
        message: store::MessageId::new(number("id")?),
    })
}
