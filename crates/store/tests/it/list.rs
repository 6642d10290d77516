//! Lists of games: however many there are, few are read.

use sqlx::PgConnection;
use store::testing::{self, Database};
use store::{ChannelId, PlayerId, ServerId, game};

const SERVER: ServerId = ServerId::new(1);
/// Where every other game was played; the others have threads.
const CHANNEL: ChannelId = ChannelId::new(10);
/// The thread of one game.
const THREAD: ChannelId = ChannelId::new(1_001);
/// More rows than those that are meant, and than PostgreSQL itself looks at to make its plan.
const FEW: i64 = 50;

/// 4,000 games that are over, ten of them of player 1.
async fn many_games() -> Database {
    let database = testing::database().await;
    store::server::see(&*database, SERVER, None).await.unwrap();
    for statement in [
        "insert into player (id, name, seen_at) select id, 'someone', now() from generate_series(1, 2) as id",
        "insert into game (kind, players, server_id, parent_channel_id, channel_id, rated, state, position,
                           deadline_s, turn_started_at, created_at, ended_at)
         select 'xima', 2, 1, 10, case when number % 2 = 0 then 10 else 1000 + number end, false, 'finished', '',
                1, now(), now(), now() + number * interval '1 second'
         from generate_series(1, 4000) as number",
        "insert into seat (game_id, seat, player_id)
         select id, 0, case when id % 400 = 0 then 1 else 2 end from game",
        "analyze",
    ] {
        sqlx::query(statement).execute(&*database).await.unwrap();
    }
    database
}

/// How many rows of `game` are read for an answer.
async fn read(database: &Database, ask: impl AsyncFn(&mut PgConnection)) -> i64 {
    let mut transaction = database.begin().await.unwrap();
    let rows = "select seq_tup_read + idx_tup_fetch from pg_stat_xact_user_tables where relname = 'game'";
    // What the connection did before may be counted still.
    let before: i64 = sqlx::query_scalar(rows).fetch_one(&mut *transaction).await.unwrap();
    ask(&mut transaction).await;
    let after: i64 = sqlx::query_scalar(rows).fetch_one(&mut *transaction).await.unwrap();
    after - before
}

#[tokio::test]
async fn what_a_command_means_is_found_without_a_search() {
    let database = many_games().await;
    let in_thread = async |channel, is_one: bool| {
        let ask = async |connection: &mut PgConnection| {
            let found = game::newest_in_thread(connection, channel).await.unwrap();
            assert_eq!(found.is_some(), is_one, "{channel}");
        };
        read(&database, ask).await
    };
    assert!(in_thread(THREAD, true).await < FEW);
    assert!(in_thread(CHANNEL, false).await < FEW, "it is asked for at every letter that is typed");
    let near = async |player, channel, own: bool| {
        let ask = async |connection: &mut PgConnection| {
            let found =
                game::finished_near(connection, PlayerId::new(player), SERVER, channel).await.unwrap();
            let found = found.expect("there are many");
            assert_eq!(found.seats[0].player.get() == player, own, "{player} in {channel}");
        };
        read(&database, ask).await
    };
    assert!(near(1, CHANNEL, true).await < FEW, "their own ten, and the newest of the channel");
    assert!(near(3, CHANNEL, false).await < FEW, "the newest of the channel");
}
