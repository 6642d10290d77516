//! Analyses of games that are over: what the search thinks of every position, made once and kept.
//!
//! Searching takes seconds and is not done here: whoever has the processors for it judges the stages of a game
//! ([`crate::HostedGame::stages`]) and hands the thoughts over. What people read of them is a [`Report`].

mod report;

use search::Score;
use store::{ChannelId, GameId, MessageId, PlayerId, ServerId};

use crate::{Context, Error, Game, Refused, State, Summary, Thought};

pub use report::{Conduct, Curve, How, MISTAKE, Report, SLIP, TurningPoint, percent};

/// The game that somebody wants to see analysed: the one named by `named` (digits, with or without `#`), else the newest of this
/// thread, else a finished one that was played here or is their own.
///
/// # Errors
/// Refused: no such game in this server, or none that is finished.
pub async fn find(
    context: &Context,
    player: PlayerId,
    server: ServerId,
    channel: ChannelId,
    named: Option<&str>,
) -> Result<Game, Error> {
    let found = match named {
        Some(named) => {
            let digits = named.trim().trim_start_matches('#');
            let id = digits.parse().map_err(|_| Refused::NoSuchGame)?;
            let found = store::game::find(&context.pool, id).await?;
            // What everyone is shown stays in the server where it was played.
            Some(found.filter(|game| game.server == server).ok_or(Refused::NoSuchGame)?)
        }
        None => match store::game::newest_in_thread(&context.pool, channel).await? {
            Some(newest) => Some(newest),
            None => store::game::finished_near(&context.pool, player, server, channel).await?,
        },
    };
    let found = found.ok_or(Refused::NoAnalysis("none"))?;
    let mut connection = context.pool.acquire().await.map_err(store::Error::from)?;
    crate::game::read(context, &mut connection, found).await
}

/// A person's finished games of a server, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn games_of(
    context: &Context,
    player: PlayerId,
    server: ServerId,
    limit: u32,
) -> Result<Vec<Summary>, Error> {
    crate::game::summaries(&store::game::finished_of(&context.pool, player, server, limit).await?)
}

/// Refuses games that cannot be analysed.
///
/// # Errors
/// Refused: it goes on, or nobody has moved in it.
pub fn check(game: &Game) -> Result<(), Refused> {
    if let State::Running { .. } = game.state {
        return Err(Refused::NoAnalysis("running"));
    }
    if game.hosted.moves() == 0 {
        return Err(Refused::NoAnalysis("unmoved"));
    }
    Ok(())
}

/// The analysis of a game by its stages, those left out at the end in which nobody was to move; `None` while there is none.
///
/// # Errors
/// When the database fails.
pub async fn of(context: &Context, game: GameId) -> Result<Option<Vec<Thought>>, Error> {
    let found = store::analysis::find(&context.pool, game).await?;
    Ok(found.map(|thoughts| thoughts.into_iter().map(Thought::from).collect()))
}

/// Keeps the analysis of a game that is over; returns the one that stands, which somebody else may have made meanwhile.
///
/// # Errors
/// When the database fails.
pub async fn keep(context: &Context, game: GameId, thoughts: Vec<Thought>) -> Result<Vec<Thought>, Error> {
    let own: Vec<store::analysis::Thought> = thoughts.into_iter().map(Into::into).collect();
    store::analysis::insert(&context.pool, game, &own, context.clock.now()).await?;
    let stands = store::analysis::find(&context.pool, game).await?.unwrap_or(own);
    Ok(stands.into_iter().map(Thought::from).collect())
}

/// Where the posts of a game stand that told of these plies, by ply; posts that are gone may be among them.
///
/// # Errors
/// When the database fails.
pub async fn posts(
    context: &Context,
    game: GameId,
    plies: &[u32],
) -> Result<Vec<(u32, ChannelId, MessageId)>, Error> {
    Ok(store::outbox::shown(&context.pool, game, plies).await?)
}

impl From<store::analysis::Thought> for Thought {
    fn from(store::analysis::Thought { mv, score }: store::analysis::Thought) -> Thought {
        Thought { mv, score: Score::new(score) }
    }
}

impl From<Thought> for store::analysis::Thought {
    fn from(Thought { mv, score }: Thought) -> store::analysis::Thought {
        store::analysis::Thought { mv, score: score.value() }
    }
}
