//! Which game a command means.

use store::game::Game as Row;
use store::{ChannelId, PlayerId, ServerId};

use super::{Game, load, read_unlocked, summaries};
use crate::{Context, Error, Refused};

/// What somebody wants of a game that they do not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To act in it, for which they must play in it.
    Play,
    /// To look at it, which everyone may.
    Look,
}

/// Running games of a channel that are looked at, as many as can be chosen from.
const RUNNING_HERE: u32 = 25;

/// The game that a command means: the one named by `named` (digits, with or without `#`), else the running game of this channel that
/// `player` plays in, else, in a game's own thread, the only running one there or the newest that is over. Elsewhere, who looks
/// ([`Aim::Look`]) means the one that runs here; of several any, or their own of this server. Otherwise it is the player's only
/// running game of this server, else their only one anywhere, else the only one that runs here.
///
/// # Errors
/// `NoGameHere`, `NoSuchGame`, or `WhichGame` with the candidates.
pub async fn find(
    context: &Context,
    player: PlayerId,
    server: Option<ServerId>,
    channel: ChannelId,
    named: Option<&str>,
    aim: Aim,
) -> Result<Game, Error> {
    if let Some(named) = named {
        let digits = named.trim().trim_start_matches('#');
        let id = digits.parse().map_err(|_| Refused::NoSuchGame)?;
        return load(context, id).await;
    }
    match &*meant(context, player, server, channel, aim).await? {
        [] => Err(Refused::NoGameHere.into()),
        [game] => read_unlocked(context, game.clone()).await,
        games => Err(Refused::WhichGame(summaries(games)?).into()),
    }
}

/// The games that a command may mean which names none.
async fn meant(
    context: &Context,
    player: PlayerId,
    server: Option<ServerId>,
    channel: ChannelId,
    aim: Aim,
) -> Result<Vec<Row>, Error> {
    let own = store::game::running_of(&context.pool, player).await?;
    let of_own =
        |fits: &dyn Fn(&Row) -> bool| -> Vec<Row> { own.iter().filter(|game| fits(game)).cloned().collect() };
    let at_hand = of_own(&|game| game.channel == channel);
    if !at_hand.is_empty() {
        return Ok(at_hand);
    }
    let here = store::game::running_in_channel(&context.pool, channel, RUNNING_HERE).await?;
    if let Some(newest) = store::game::newest_in_thread(&context.pool, channel).await? {
        // Who speaks in a game's own thread means no other, though it is over.
        let seen = here.len() == 1 || aim == Aim::Look && !here.is_empty();
        return Ok(if seen { here } else { vec![newest] });
    }
    let nearby = of_own(&|game| Some(game.server) == server);
    Ok(match aim {
        Aim::Look if here.len() == 1 => here,
        Aim::Look if !here.is_empty() => [nearby, here].concat(),
        _ if !nearby.is_empty() => nearby,
        _ if !own.is_empty() => own,
        _ if here.len() == 1 => here,
        _ => Vec::new(),
    })
}
