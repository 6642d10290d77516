//! Connections to PostgreSQL.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Connection as _, PgConnection, PgPool};

use crate::Error;

/// The largest number of connections of one process.
const CONNECTIONS: u32 = 20;
/// The idle time from which on a connection is tried before it is used, as the server may have gone meanwhile. One that was used a
/// moment ago is not: trying it takes as long as most statements do.
const TESTED_AFTER: Duration = Duration::from_secs(1);
/// How long a use case waits for a free connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads an address such as `postgres://user:password@host/database`.
///
/// # Errors
/// [`Error::Address`], without the address: it may hold a password.
pub fn options(url: &str) -> Result<PgConnectOptions, Error> {
    if !(url.starts_with("postgres://") || url.starts_with("postgresql://")) {
        return Err(Error::Address("it must begin with postgres://".to_owned()));
    }
    PgConnectOptions::from_str(url).map_err(|error| Error::Address(reason(&error)))
}

/// Connects, trying the server at once.
///
/// # Errors
/// [`Error::Unreachable`] when the server does not answer or refuses.
pub async fn connect(options: PgConnectOptions) -> Result<PgPool, Error> {
    let place = place(&options);
    let options = options.application_name("ximabot").options([
        // A crashed or stuck process of ours must not keep a game's row locked for the others.
        ("idle_in_transaction_session_timeout", "60s"),
        ("lock_timeout", "10s"),
    ]);
    // Asked apart from the pool, which would hide the cause behind its own time limit.
    let first = tokio::time::timeout(PATIENCE, PgConnection::connect_with(&options)).await;
    let unreachable = |reason: String| Error::Unreachable { place: place.clone(), reason };
    match first {
        Ok(Ok(connection)) => drop(connection.close().await),
        Ok(Err(error)) => return Err(unreachable(reason(&error))),
        Err(_) => return Err(unreachable(format!("no answer within {} seconds", PATIENCE.as_secs()))),
    }
    Ok(pool(options))
}

/// A pool that connects when it must.
pub(crate) fn pool(options: PgConnectOptions) -> PgPool {
    PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for >= TESTED_AFTER {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
        .connect_lazy_with(options)
}

/// Brings the schema up to date. Several processes may do so at once: they take turns.
///
/// # Errors
/// [`Error::Migrate`] when a migration fails, or an applied one was changed since.
pub async fn migrate(pool: &PgPool) -> Result<(), Error> {
    crate::MIGRATIONS.run(pool).await.map_err(Error::Migrate)
}

/// How far a schema has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schema {
    /// Nothing has been applied yet.
    New,
    /// So many migrations are missing.
    Behind(usize),
    /// A migration was applied that this version does not have, or has otherwise.
    Foreign,
    /// All is as this version wants it.
    UpToDate,
}

/// Looks how far the schema has come, and changes nothing.
///
/// # Errors
/// When the database fails.
pub async fn schema(pool: &PgPool) -> Result<Schema, Error> {
    let kept: bool =
        sqlx::query_scalar("select to_regclass('_sqlx_migrations') is not null").fetch_one(pool).await?;
    if !kept {
        return Ok(Schema::New);
    }
    let applied: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("select version, checksum from _sqlx_migrations where success")
            .fetch_all(pool)
            .await?;
    let ours = |(version, checksum): &(i64, Vec<u8>)| {
        crate::MIGRATIONS.iter().any(|ours| ours.version == *version && *ours.checksum == **checksum)
    };
    if !applied.iter().all(ours) {
        return Ok(Schema::Foreign);
    }
    Ok(match crate::MIGRATIONS.iter().count().saturating_sub(applied.len()) {
        0 => Schema::UpToDate,
        _ if applied.is_empty() => Schema::New,
        missing => Schema::Behind(missing),
    })
}

/// The server's version as it names it, and its major number.
///
/// # Errors
/// When the database fails.
pub async fn version(pool: &PgPool) -> Result<(String, i32), Error> {
    let version =
        "select current_setting('server_version'), current_setting('server_version_num')::int / 10000";
    Ok(sqlx::query_as(version).fetch_one(pool).await?)
}

/// A transaction of the pool; dropped without [`commit`], it has not happened.
pub type Transaction = sqlx::Transaction<'static, sqlx::Postgres>;

/// Begins a transaction. A connection that turns out to be broken is replaced: nothing has been done on it yet.
///
/// # Errors
/// When the database fails, or has no connection free for too long.
pub async fn begin(pool: &PgPool) -> Result<Transaction, Error> {
    // As many may be broken as there are, where the server was started anew a moment ago.
    for _ in 0..CONNECTIONS {
        match pool.begin().await {
            Err(error) if !matches!(error, sqlx::Error::PoolTimedOut) => {
                let error = Error::from(error);
                if !error.is_passing() {
                    return Err(error);
                }
                tracing::debug!(%error, "a broken connection is replaced");
            }
            begun => return Ok(begun?),
        }
    }
    Ok(pool.begin().await?)
}

/// Makes a transaction's changes lasting.
///
/// # Errors
/// When the database fails; whether the changes were made is then not known.
pub async fn commit(transaction: Transaction) -> Result<(), Error> {
    Ok(transaction.commit().await?)
}

/// Where a server is looked for, without a password.
fn place(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(folder) => folder.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// An error's innermost cause: the sentence that says most.
fn reason(error: &sqlx::Error) -> String {
    if let Some(error) = error.as_database_error() {
        return error.message().to_owned();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}
