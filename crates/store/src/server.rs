//! Settings of Discord servers.

use sqlx::{PgConnection, PgExecutor};

use crate::{ChannelId, Error, ServerId};

/// The settings of a server; [`Settings::default`] until someone changes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Whether a game gets a thread of its own where the bot may create one.
    pub threads: bool,
    /// Channels that games may be started in, sorted; empty: every channel.
    pub channels: Vec<ChannelId>,
    /// Seconds a move may take, from [`Settings::SHORTEST_DEADLINE_S`] to [`Settings::LONGEST_DEADLINE_S`].
    pub deadline_s: u32,
    /// `dark` or `light`.
    pub theme: String,
    /// The language of public texts.
    pub locale: String,
}

impl Settings {
    /// Five minutes.
    pub const SHORTEST_DEADLINE_S: u32 = 300;
    /// Thirty days.
    pub const LONGEST_DEADLINE_S: u32 = 30 * 24 * 3600;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: true,
            channels: Vec::new(),
            deadline_s: 3 * 24 * 3600,
            theme: "dark".to_owned(),
            locale: "en-US".to_owned(),
        }
    }
}

/// Records a server that is met for the first time, with the language that Discord says it prefers.
///
/// # Errors
/// When the database fails.
pub async fn see(executor: impl PgExecutor<'_>, id: ServerId, locale: Option<&str>) -> Result<(), Error> {
    sqlx::query!(
        "insert into server (id, locale) values ($1, coalesce($2, 'en-US')) on conflict (id) do nothing",
        id as ServerId,
        locale
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// Records the language that Discord says a server prefers.
///
/// # Errors
/// When the database fails.
pub async fn set_locale(executor: impl PgExecutor<'_>, id: ServerId, locale: &str) -> Result<(), Error> {
    sqlx::query!(
        "insert into server (id, locale) values ($1, $2)
         on conflict (id) do update set locale = excluded.locale where server.locale <> excluded.locale",
        id as ServerId,
        locale
    )
    .execute(executor)
    .await?;
    Ok(())
}

/// The settings of a server.
///
/// # Errors
/// When the database fails.
pub async fn settings(executor: impl PgExecutor<'_>, id: ServerId) -> Result<Settings, Error> {
    let row = sqlx::query!(
        r#"select threads, deadline_s, theme, locale,
                  array(select channel_id from server_channel where server_id = server.id order by 1) as "channels!: Vec<ChannelId>"
           from server where id = $1"#,
        id as ServerId
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map_or_else(Settings::default, |row| Settings {
        threads: row.threads,
        channels: row.channels,
        deadline_s: row.deadline_s.unsigned_abs(),
        theme: row.theme,
        locale: row.locale,
    }))
}

/// Locks a server's settings until the transaction ends, recording the server first if it is new.
///
/// # Errors
/// When the database fails.
pub async fn lock(connection: &mut PgConnection, id: ServerId) -> Result<Settings, Error> {
    see(&mut *connection, id, None).await?;
    sqlx::query!("select id from server where id = $1 for no key update", id as ServerId)
        .fetch_one(&mut *connection)
        .await?;
    settings(connection, id).await
}

/// Replaces the settings of a server.
///
/// # Errors
/// When the database fails; it holds the bounds of the deadline and the names of the themes.
pub async fn set(connection: &mut PgConnection, id: ServerId, settings: &Settings) -> Result<(), Error> {
    sqlx::query!(
        "insert into server (id, threads, deadline_s, theme, locale) values ($1, $2, $3, $4, $5)
         on conflict (id) do update
         set threads = excluded.threads, deadline_s = excluded.deadline_s, theme = excluded.theme, locale = excluded.locale",
        id as ServerId,
        settings.threads,
        i32::try_from(settings.deadline_s).unwrap_or(i32::MAX),
        settings.theme,
        settings.locale
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from server_channel where server_id = $1 and channel_id <> all($2)",
        id as ServerId,
        &settings.channels as &[ChannelId]
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into server_channel (server_id, channel_id) select $1, unnest($2::bigint[]) on conflict do nothing",
        id as ServerId,
        &settings.channels as &[ChannelId]
    )
    .execute(connection)
    .await?;
    Ok(())
}
