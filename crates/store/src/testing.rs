//! Databases for tests (feature `testing`).
//!
//! All test processes of one target directory share one PostgreSQL server: the first starts it, it ends with the last, however
//! they end, and its data is kept in `/tmp` for the next run. Each test gets a database of its own, copied from a
//! template that has all migrations; it is dropped with its [`Database`].

mod shared;

use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, PgConnection};

use crate::Pool;
use crate::pool::pool;

/// A test's own database, with all migrations, and a pool of connections to it.
#[derive(Debug)]
pub struct Database {
    name: String,
    options: PgConnectOptions,
    pool: Pool,
}

/// A fresh database.
///
/// # Panics
/// When there is no PostgreSQL to be had; the message says why.
pub async fn database() -> Database {
    match create().await {
        Ok(database) => database,
        Err(error) => panic!("no database for this test: {error}"),
    }
}

impl Database {
    /// How to connect to it, for a process or a pool of its own.
    pub fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// Another pool, such as another process would have.
    pub fn another_pool(&self) -> Pool {
        pool(self.options())
    }

    /// How many rows there are in `from` (`game`, `game where state = 'running'`), for tests of crates that have no SQL.
    ///
    /// # Panics
    /// When PostgreSQL does not understand it.
    pub async fn count(&self, from: &'static str) -> u64 {
        let query = AssertSqlSafe(format!("select count(*) from {from}"));
        let count: i64 = sqlx::query_scalar(query).fetch_one(&self.pool).await.expect("the query is right");
        count.unsigned_abs()
    }

    /// The pool, to be cloned.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }
}

impl Deref for Database {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        &self.pool
    }
}

impl Drop for Database {
    /// Drops the database under whatever is still connected to it. A test that panics comes by here as well; one that is
    /// killed leaves its database to the next start of the server.
    fn drop(&mut self) {
        let (server, name) = (self.options.clone().database("postgres"), self.name.clone());
        let dropped = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(sqlx::Error::Io)?;
            runtime.block_on(async {
                let mut connection = PgConnection::connect_with(&server).await?;
                drop_database(&mut connection, &name).await?;
                connection.close().await
            })
        });
        if let Ok(Err(error)) = dropped.join() {
            eprintln!("the test database {} is left behind: {error}", self.name);
        }
    }
}

/// Whether row locks are left out, so that it can be seen that a test of a race fails without them:
/// `XIMABOT_TEST_WITHOUT_ROW_LOCK=1 cargo test -p play`.
pub(crate) fn without_row_locks() -> bool {
    std::env::var_os("XIMABOT_TEST_WITHOUT_ROW_LOCK").is_some()
}

async fn create() -> Result<Database, shared::Error> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let shared = shared::join().await?;
    let name = format!("test_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect_with(&shared.options).await?;
    // Of a killed process with our number, if at all.
    drop_database(&mut connection, &name).await?;
    let copy = format!("create database {name} template {}", shared.template);
    sqlx::query(AssertSqlSafe(copy)).execute(&mut connection).await?;
    connection.close().await?;
    let options = shared.options.clone().database(&name);
    let pool = pool(options.clone());
    Ok(Database { name, options, pool })
}

async fn drop_database(connection: &mut PgConnection, name: &str) -> Result<(), sqlx::Error> {
    let query = format!("drop database if exists {name} with (force)");
    sqlx::query(AssertSqlSafe(query)).execute(connection).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
