//! The `ximabot` binary.

use std::io::{self, stdin, stdout};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Parser as _;
use play::Clock;
use search::Contest;
use ximabot::app::{App, Database, Identity};
use ximabot::config::{Bench, Cli, Command, Config, USUAL_LOG, given};
use ximabot::{bench, contest, doctor, perft, playground, render, telemetry, ugi};

/// People in a playground that nobody asked for by name.
const PEOPLE: u8 = 4;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match start(cli) {
        Ok(code) => code,
        Err(error) => {
            // One sentence; the causes are part of it.
            eprintln!("ximabot: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start(Cli { command, config }: Cli) -> anyhow::Result<ExitCode> {
    // A bench tells its figures, not every turn on the way; `RUST_LOG=ximabot=info` brings them back.
    let log = match &command {
        Some(Command::Bench { .. }) if config.log == USUAL_LOG => "warn",
        _ => &config.log,
    };
    telemetry::start(log)?;
    let token = given(config.token.as_ref());
    let command = command.unwrap_or(match token {
        Some(_) => Command::Run,
        None => Command::Playground { port: None, people: PEOPLE },
    });
    match command {
        Command::Run => block_on(run(&config))?,
        Command::Playground { port, people } => {
            block_on(playground::run(&config, port, people, stop_signal()))?;
        }
        Command::Migrate => block_on(migrate(&config))?,
        Command::Doctor => {
            let well = block_on(doctor::run(&config, stdout()))?;
            return Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Render { game, picture } => render::run(game, &picture)?,
        Command::Perft { game, depth, position } => {
            perft::run(stdout().lock(), game, depth, position.as_deref())?;
        }
        Command::Match { game, a, b, games, first, seed, nodes, movetime } => {
            let budget = contest::budget(nodes, movetime);
            let contest = Contest { a, b, first, games, seed, budget };
            if !contest.ends() {
                bail!("two mcts players need --movetime: each would think a multiple of the other's time");
            }
            ended_by_reader(contest::run(stdout().lock(), game, &contest))?;
        }
        Command::Ugi { game } => ended_by_reader(ugi::run(stdin().lock(), stdout(), game))?,
        Command::Bench { what: Bench::Perft { game } } => bench::perft(stdout().lock(), game)?,
        Command::Bench { what: Bench::Search { game } } => bench::search::run(stdout().lock(), game)?,
        Command::Bench { what: Bench::Render { game } } => render::bench(stdout().lock(), game)?,
        Command::Bench { what: Bench::E2e { rate, thinking } } => {
            block_on(bench::e2e::run(&config, rate, thinking, stdout()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(work)
}

async fn run(config: &Config) -> anyhow::Result<()> {
    let Some(token) = given(config.token.as_ref()) else {
        bail!("DISCORD_TOKEN is not set; `ximabot playground` needs none");
    };
    let shards = config.shards()?;
    let identity = Identity { token: token.clone(), api: config.api().map(str::to_owned), shards };
    let database = Database::open(config).await?;
    let pool = database.pool.clone();
    let signal = database.hold_until(stop_signal());
    let ran = async { App::start(pool, Clock::system(), identity).await?.run_until(signal).await };
    let ran = ran.await;
    database.close().await;
    ran
}

async fn migrate(config: &Config) -> anyhow::Result<()> {
    let database = Database::open(config).await?;
    println!("The database is up to date: {}.", database.place);
    database.close().await;
    Ok(())
}

/// Resolves on SIGTERM or Ctrl-C.
async fn stop_signal() {
    let terminate = async {
        #[cfg(unix)]
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
        #[cfg(not(unix))]
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = terminate => {}
        _ = tokio::signal::ctrl_c() => {}
    }
}

/// A reader that has gone away is an end like any other.
fn ended_by_reader(ran: io::Result<()>) -> anyhow::Result<()> {
    match ran {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ran => ran.context("the output cannot be written"),
    }
}
