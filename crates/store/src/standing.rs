//! Standings: leaderboards and profiles, read in one statement each however long they are.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{Error, GameId, PlayerId, ServerId};

/// A row of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Who.
    pub player: PlayerId,
    /// The display name last seen.
    pub name: String,
    /// Whether the account is gone.
    pub deleted: bool,
    /// The rating.
    pub rating: f64,
    /// The deviation, as it is now.
    pub deviation: f64,
    /// Rated games.
    pub games: u32,
    /// Of these won.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
    /// The place among those who are not provisional, from 1.
    pub rank: Option<u32>,
}

/// A page of a leaderboard.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Its number, from 1: the one asked for, or the last there is.
    pub page: u32,
    /// The number of pages, at least 1.
    pub pages: u32,
    /// The rows by rank, contiguous.
    pub rows: Vec<Standing>,
    /// The asker's row, wherever it is; `None` when there is none.
    pub own: Option<Standing>,
}

/// What is asked of a leaderboard.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Question<'a> {
    /// The slug of the kind of game.
    pub kind: &'a str,
    /// Only people who have played in this server; `None`: everyone.
    pub server: Option<ServerId>,
    /// The page, from 1.
    pub page: u32,
    /// Rows a page.
    pub size: u32,
    /// Who asks.
    pub asker: PlayerId,
    /// Now.
    pub now: OffsetDateTime,
}

/// A person's results in one kind of game.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// The slug of the kind of game.
    pub kind: String,
    /// The standing among everyone.
    pub standing: Standing,
    /// The highest rating reached.
    pub best: f64,
}

/// A finished game of a person.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// The game.
    pub id: GameId,
    /// The slug of its kind.
    pub kind: String,
    /// The other players, in seat order.
    pub opponents: Vec<PlayerId>,
    /// Whether the person won; `None`: nobody did.
    pub won: Option<bool>,
    /// The rating before it, if it was rated.
    pub before: Option<f64>,
    /// The rating after it, if it was rated.
    pub after: Option<f64>,
    /// When it ended.
    pub at: OffsetDateTime,
}

/// A [`Standing`] of a row as a statement gives it.
macro_rules! standing {
    ($row:expr, $player:expr, $rank:expr) => {
        Standing {
            player: $player,
            name: $row.name,
            deleted: $row.deleted,
            rating: $row.rating,
            deviation: $row.deviation,
            games: $row.games.unsigned_abs(),
            wins: $row.wins.unsigned_abs(),
            draws: $row.draws.unsigned_abs(),
            losses: $row.losses.unsigned_abs(),
            rank: $rank,
        }
    };
}

/// A page of a leaderboard with the asker's own row.
///
/// # Errors
/// When the database fails.
pub async fn page(executor: impl PgExecutor<'_>, question: &Question<'_>) -> Result<Page, Error> {
    let Question { kind, server, page, size, asker, now } = *question;
    let (page, size) = (page.max(1), size.max(1));
    let rows = sqlx::query!(
        r#"with rated as (
               select rating.*,
                      sqrt(deviation * deviation
                           + volatility * volatility * $6 * greatest(0, extract(epoch from $5 - rated_at)::double precision))
                          as deviation_now
               from rating
               where kind = $1 and not computer
                 and ($2::bigint is null or exists (
                         select 1 from seat join game on game.id = seat.game_id
                         where seat.player_id = rating.player_id and game.server_id = $2 and game.kind = $1
                     ))
           ),
           standing as (
               select rated.*,
                      case when deviation_now <= $7
                           then row_number() over (partition by deviation_now <= $7 order by rating desc, player_id)
                      end as rank
               from rated
           ),
           paged as (
               select greatest(1, (count(rank) + $4 - 1) / $4) as pages,
                      least($3, greatest(1, (count(rank) + $4 - 1) / $4)) as page
               from standing
           )
           select player.id as "player: PlayerId", player.name, player.deleted, standing.rating,
                  least(standing.deviation_now, $8) as "deviation!", games, wins, draws, losses, rank,
                  paged.page as "page!", paged.pages as "pages!",
                  (rank is not null and rank > (paged.page - 1) * $4 and rank <= paged.page * $4) as "on_page!"
           from standing
           join player on player.id = standing.player_id
           cross join paged
           where (rank > (paged.page - 1) * $4 and rank <= paged.page * $4) or player.id = $9
           order by rank nulls last"#,
        kind,
        server as Option<ServerId>,
        i64::from(page),
        i64::from(size),
        now,
        rating::GROWTH_A_SECOND,
        rating::PROVISIONAL_ABOVE,
        rating::Rating::DEVIATIONS.1,
        asker as PlayerId
    )
    .fetch_all(executor)
    .await?;

    let mut page = Page { page: 1, pages: 1, rows: Vec::new(), own: None };
    for row in rows {
        page.page = count(row.page);
        page.pages = count(row.pages);
        let standing = standing!(row, row.player, row.rank.map(count));
        if standing.player == asker {
            page.own = Some(standing.clone());
        }
        if row.on_page {
            page.rows.push(standing);
        }
    }
    Ok(page)
}

/// The standings of computers in one kind of game, the best first and equals by their ids; those that have not been rated are
/// left out. None has a rank, and a `server` leaves out those that nobody has played there.
///
/// # Errors
/// When the database fails.
pub async fn computers(
    executor: impl PgExecutor<'_>,
    kind: &str,
    server: Option<ServerId>,
    now: OffsetDateTime,
) -> Result<Vec<Standing>, Error> {
    let rows = sqlx::query!(
        r#"select player.id as "player: PlayerId", player.name, player.deleted, rating,
                  least(sqrt(deviation * deviation
                             + volatility * volatility * $4 * greatest(0, extract(epoch from $3 - rated_at)::double precision)),
                        $5) as "deviation!",
                  games, wins, draws, losses
           from rating
           join player on player.id = rating.player_id
           where kind = $1 and computer
             and ($2::bigint is null or exists (
                     select 1 from seat join game on game.id = seat.game_id
                     where seat.player_id = rating.player_id and game.server_id = $2 and game.kind = $1
                 ))
           order by rating desc, player.id"#,
        kind,
        server as Option<ServerId>,
        now,
        rating::GROWTH_A_SECOND,
        rating::Rating::DEVIATIONS.1
    )
    .fetch_all(executor)
    .await?;
    Ok(rows.into_iter().map(|row| standing!(row, row.player, None)).collect())
}

/// A person's results in each kind of game that they have played rated, by kind.
///
/// # Errors
/// When the database fails.
pub async fn results(
    executor: impl PgExecutor<'_>,
    player: PlayerId,
    now: OffsetDateTime,
) -> Result<Vec<Results>, Error> {
    let rows = sqlx::query!(
        r#"with rated as (
               select rating.*,
                      sqrt(deviation * deviation
                           + volatility * volatility * $3 * greatest(0, extract(epoch from $2 - rated_at)::double precision))
                          as deviation_now
               from rating
               where kind in (select kind from rating where player_id = $1) and not computer
           )
           select own.kind, player.name, player.deleted, own.rating, least(own.deviation_now, $5) as "deviation!",
                  own.games, own.wins, own.draws, own.losses,
                  case when own.deviation_now <= $4 then (
                      select count(*) + 1 from rated as other
                      where other.kind = own.kind and other.deviation_now <= $4
                        and (other.rating > own.rating or (other.rating = own.rating and other.player_id < own.player_id))
                  ) end as rank,
                  greatest(own.rating, (
                      select max(after) from rating_change as change
                      where change.player_id = own.player_id and change.kind = own.kind
                  )) as "best!"
           from rated as own join player on player.id = own.player_id
           where own.player_id = $1
           order by own.kind"#,
        player as PlayerId,
        now,
        rating::GROWTH_A_SECOND,
        rating::PROVISIONAL_ABOVE,
        rating::Rating::DEVIATIONS.1
    )
    .fetch_all(executor)
    .await?;
    let results = rows.into_iter().map(|row| Results {
        kind: row.kind,
        standing: standing!(row, player, row.rank.map(count)),
        best: row.best,
    });
    Ok(results.collect())
}

/// A person's last finished games, of one kind or of all, the newest first. Those are among them that were left to computers:
/// lost.
///
/// # Errors
/// When the database fails.
pub async fn finished(
    executor: impl PgExecutor<'_>,
    player: PlayerId,
    kind: Option<&str>,
    limit: u32,
) -> Result<Vec<Finished>, Error> {
    let rows = sqlx::query_as!(
        Finished,
        r#"select game.id as "id: GameId", game.kind,
                  array(select other.player_id from seat as other
                        where other.game_id = game.id and other.player_id <> $1
                        order by other.seat) as "opponents!: Vec<PlayerId>",
                  case game.state when 'finished' then game.winner = seat.seat else false end as won,
                  change.before as "before?", change.after as "after?", game.ended_at as "at!"
           from seat
           join game on game.id = seat.game_id
           left join rating_change as change on change.game_id = game.id and change.player_id = seat.player_id
           where seat.player_id = $1 and (game.state = 'finished' or game.reason = 'computers')
                 and ($2::text is null or game.kind = $2)
           order by game.ended_at desc, game.id desc
           limit $3"#,
        player as PlayerId,
        kind,
        i64::from(limit)
    )
    .fetch_all(executor)
    .await?;
    Ok(rows)
}

/// A count as PostgreSQL has it.
fn count(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
