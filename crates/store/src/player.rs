//! People.

use sqlx::PgExecutor;
use time::OffsetDateTime;

use crate::{Error, PlayerId};

/// A person as last seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Their Discord user id.
    pub id: PlayerId,
    /// The display name last seen; never trusted as markup.
    pub name: String,
    /// The Discord locale last seen.
    pub locale: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether Discord answered that the account is gone.
    pub deleted: bool,
}

/// What an interaction tells of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sighting<'a> {
    /// Their Discord user id.
    pub id: PlayerId,
    /// The display name; the first 100 characters are kept.
    pub name: &'a str,
    /// The locale, known only of the person who acts.
    pub locale: Option<&'a str>,
    /// Whether it is a bot.
    pub bot: bool,
}

/// Records people, or what changed about them, in one statement.
///
/// # Errors
/// When the database fails.
pub async fn see(
    executor: impl PgExecutor<'_>,
    people: &[Sighting<'_>],
    at: OffsetDateTime,
) -> Result<(), Error> {
    let ids: Vec<PlayerId> = people.iter().map(|person| person.id).collect();
    // PostgreSQL keeps every character but this one.
    let kept = |text: &str| text.replace('\0', "");
    let names: Vec<String> = people.iter().map(|person| kept(person.name)).collect();
    let locales: Vec<Option<String>> = people.iter().map(|person| person.locale.map(kept)).collect();
    let bots: Vec<bool> = people.iter().map(|person| person.bot).collect();
    // In the order of the ids, so that two statements never wait for each other; a row is written only when it says
    // something new, or was last written an hour ago.
    sqlx::query!(
        "with person as (
             select distinct on (id) id, coalesce(nullif(left(name, 100), ''), '?') as name, locale, bot
             from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[]) as person (id, name, locale, bot)
             order by id, locale nulls last
         )
         insert into player (id, name, locale, bot, seen_at)
         select id, name, coalesce(locale, (select locale from player where player.id = person.id), 'en-US'), bot, $5
         from person
         order by id
         on conflict (id) do update
         set name = excluded.name, locale = excluded.locale, bot = excluded.bot, deleted = false,
             seen_at = greatest(player.seen_at, excluded.seen_at)
         where (player.name, player.locale, player.bot, player.deleted)
               is distinct from (excluded.name, excluded.locale, excluded.bot, false)
            or player.seen_at < excluded.seen_at - interval '1 hour'",
        &ids as &[PlayerId],
        &names,
        &locales as &[Option<String>],
        &bots,
        at
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// A person, if they were ever seen.
///
/// # Errors
/// When the database fails.
pub async fn find(executor: impl PgExecutor<'_>, id: PlayerId) -> Result<Option<Player>, Error> {
    let player = sqlx::query_as!(
        Player,
        r#"select id as "id: PlayerId", name, locale, bot, deleted from player where id = $1"#,
        id as PlayerId
    )
    .fetch_optional(executor)
    .await?;
    Ok(player)
}

/// Records that Discord knows the account no more, or knows it again.
///
/// # Errors
/// When the database fails.
pub async fn set_deleted(executor: impl PgExecutor<'_>, id: PlayerId, deleted: bool) -> Result<(), Error> {
    sqlx::query!("update player set deleted = $2 where id = $1", id as PlayerId, deleted)
        .execute(executor)
        .await?;
    Ok(())
}

/// Locks people against each other's starting of games and challenges, until the transaction ends.
///
/// Whoever counts a person's running games or open challenges before adding one holds that person's lock. The locks are
/// taken in the order of the ids, so that two transactions never wait for each other.
///
/// # Errors
/// When the database fails.
pub async fn lock(executor: impl PgExecutor<'_>, ids: &[PlayerId]) -> Result<(), Error> {
    sqlx::query!(
        "select id from player where id = any($1) order by id for no key update",
        ids as &[PlayerId]
    )
    .fetch_all(executor)
    .await?;
    Ok(())
}
