//! Addresses, unreachable servers, and bringing the schema up to date.

use store::{Schema, testing};

#[track_caller]
fn check_address(url: &str, expected: &str) {
    assert_eq!(store::options(url).unwrap_err().to_string(), expected);
}

#[test]
fn what_is_no_address_is_refused_without_repeating_it() {
    check_address(
        "mysql://root:secret@host/x",
        "DATABASE_URL is no PostgreSQL address: it must begin with postgres://",
    );
    check_address("", "DATABASE_URL is no PostgreSQL address: it must begin with postgres://");
    check_address(
        "postgres://user:secret@host:70000/x",
        "DATABASE_URL is no PostgreSQL address: invalid port number",
    );
}

#[tokio::test]
async fn an_unreachable_server_is_one_plain_sentence_without_the_password() {
    // Nobody listens at port 1.
    let options = store::options("postgres://user:secret@127.0.0.1:1/x").unwrap();
    let error = store::connect(options).await.unwrap_err().to_string();
    assert_eq!(error, "the database at 127.0.0.1:1 cannot be reached: Connection refused (os error 111)");
}

#[tokio::test]
async fn a_database_that_does_not_exist_is_named_in_the_servers_words() {
    let database = testing::database().await;
    let error = store::connect(database.options().database("nowhere")).await.unwrap_err().to_string();
    assert!(error.ends_with("cannot be reached: database \"nowhere\" does not exist"), "{error}");
}

#[tokio::test]
async fn migrating_again_and_at_once_changes_nothing() {
    let database = testing::database().await;
    let other = database.another_pool();
    let (one, two) = tokio::join!(store::migrate(&database), store::migrate(&other));
    one.unwrap();
    two.unwrap();
    let applied: i64 = sqlx::query_scalar("select count(*) from _sqlx_migrations where success")
        .fetch_one(&*database)
        .await
        .unwrap();
    assert_eq!(usize::try_from(applied).unwrap(), store::MIGRATIONS.iter().count());
}

#[tokio::test]
async fn how_far_a_schema_has_come() {
    let database = testing::database().await;
    let see = async || store::schema(&database).await.unwrap();
    let alter = async |statement: &'static str| {
        sqlx::query(statement).execute(&*database).await.unwrap();
    };
    assert_eq!(see().await, Schema::UpToDate);
    alter("update _sqlx_migrations set checksum = 'x' where version = (select max(version) from _sqlx_migrations)")
        .await;
    assert_eq!(see().await, Schema::Foreign);
    alter("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)").await;
    let left = store::MIGRATIONS.iter().count() - 1;
    assert_eq!(see().await, if left == 0 { Schema::New } else { Schema::Behind(1) });
    alter("drop table _sqlx_migrations").await;
    assert_eq!(see().await, Schema::New);
}

#[tokio::test]
async fn a_transaction_begins_though_every_connection_at_hand_is_broken() {
    let database = testing::database().await;
    let pool = store::connect(database.options()).await.unwrap();
    let (one, two, three) = tokio::join!(pool.acquire(), pool.acquire(), pool.acquire());
    drop([one.unwrap(), two.unwrap(), three.unwrap()]);
    while pool.num_idle() < 3 {
        tokio::task::yield_now().await;
    }
    let ended: i64 = sqlx::query_scalar(
        "select count(pg_terminate_backend(pid, 10000)) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()",
    )
    .fetch_one(&*database)
    .await
    .unwrap();
    assert_eq!(ended, 3);
    store::commit(store::begin(&pool).await.unwrap()).await.unwrap();
}

#[tokio::test]
async fn what_may_pass_is_told_from_what_may_not() {
    let database = testing::database().await;
    let fails = async |statement: &'static str| {
        store::Error::from(sqlx::query(statement).execute(&*database).await.unwrap_err())
    };
    for code in ["08006", "40001", "40P01", "53300", "55P03", "57P01", "57014", "25P03"] {
        let raise = sqlx::AssertSqlSafe(format!("do $$ begin raise sqlstate '{code}'; end $$"));
        let error = store::Error::from(sqlx::query(raise).execute(&*database).await.unwrap_err());
        assert!(error.is_passing(), "{code}: {error:?}");
    }
    for statement in ["select 1 / 0", "select nothing", "insert into player (id, name) values (1, null)"] {
        let error = fails(statement).await;
        assert!(!error.is_passing(), "{statement}: {error:?}");
    }
    assert!(store::Error::from(sqlx::Error::PoolTimedOut).is_passing());
    assert!(!store::Error::UnknownKind("chess".to_owned()).is_passing());
}
