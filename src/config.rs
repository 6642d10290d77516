//! What the program reads from the command line and its surroundings; `.env.sample` lists it all.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use play::GameKind;
use search::Player;
use secrecy::SecretString;

use crate::render;

/// How much is logged where nobody says.
pub const USUAL_LOG: &str = "info";

/// A Discord bot that hosts two three-dimensional board games, XIMA and Axiom.
#[derive(Parser, Debug)]
#[command(name = "ximabot", version, max_term_width = 100)]
pub struct Cli {
    /// What is to be done; by itself: run with a token, the playground without.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The settings.
    #[command(flatten)]
    pub config: Config,
}

/// The settings.
#[derive(Args, Clone, Debug)]
pub struct Config {
    /// The bot's token.
    #[arg(long, global = true, env = "DISCORD_TOKEN", hide_env_values = true, value_parser = secret)]
    pub token: Option<SecretString>,

    /// A PostgreSQL 15 or newer; without it the program keeps one of its own.
    #[arg(long, global = true, env = "DATABASE_URL", hide_env_values = true, value_parser = secret)]
    pub database_url: Option<SecretString>,

    /// Where the local PostgreSQL keeps its files.
    #[arg(long, global = true, env = "XIMABOT_DATA_DIR", value_parser = path)]
    pub data_dir: Option<PathBuf>,

    /// The folder of PostgreSQL's binaries, if they are not found.
    #[arg(long, global = true, env = "XIMABOT_PG_BIN", value_parser = path)]
    pub pg_bin: Option<PathBuf>,

    /// Another server that speaks Discord's protocol: scheme, host and port.
    #[arg(long, global = true, env = "XIMABOT_DISCORD_API")]
    pub discord_api: Option<String>,

    /// Which shards this process serves, such as 0-1/4; otherwise all that Discord recommends.
    #[arg(long, global = true, env = "XIMABOT_SHARDS")]
    pub shards: Option<String>,

    /// Discord's description of its API (`OpenAPI`): the playground checks every request against it.
    #[arg(long, global = true, env = "XIMABOT_OPENAPI", value_parser = path)]
    pub openapi: Option<PathBuf>,

    /// How much is logged, as a level or by part: info,ximabot=debug.
    #[arg(long, global = true, env = "RUST_LOG", default_value = USUAL_LOG)]
    pub log: String,
}

/// What the program does.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The bot on Discord.
    Run,
    /// The bot without Discord: a small chat page on this machine, to try it.
    Playground {
        /// The port; otherwise 8080 or the next free one.
        #[arg(long)]
        port: Option<u16>,
        /// How many people there are to play as.
        #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=16))]
        people: u8,
    },
    /// Brings the database up to date and ends.
    Migrate,
    /// Looks whether everything is well: configuration, database, games, Discord.
    Doctor,
    /// Draws a position into a PNG file.
    Render {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
        /// What is drawn, and how.
        #[command(flatten)]
        picture: render::Args,
    },
    /// Counts move sequences.
    Perft {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
        /// How many moves deep.
        #[arg(long)]
        depth: u32,
        /// The position text; otherwise the start for two players.
        #[arg(long)]
        position: Option<String>,
    },
    /// Lets two computer players play each other.
    Match {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
        /// A player: level:1 to level:8, random, greedy, or mcts:FACTOR.
        #[arg(long)]
        a: Player,
        /// The other player.
        #[arg(long)]
        b: Player,
        /// How many games; each opening is played twice with the sides changed.
        #[arg(long, default_value_t = 200)]
        games: u32,
        /// The number of the first game: a match can be played in parts, by several processes.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        first: u32,
        /// What the openings and the choices between equal moves depend on.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions for each move of a level, instead of its own number.
        #[arg(long, conflicts_with = "movetime")]
        nodes: Option<u64>,
        /// Milliseconds for each move of a level, instead of its own number of positions.
        #[arg(long)]
        movetime: Option<u64>,
    },
    /// The rules and the search for other programs, over standard input and output.
    Ugi {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
    },
    /// Measures what the project is held to.
    Bench {
        /// What is measured.
        #[command(subcommand)]
        what: Bench,
    },
}

/// What can be measured.
#[derive(Subcommand, Debug)]
pub enum Bench {
    /// Move sequences a second.
    Perft {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
    },
    /// How fast and how deep the computer players search.
    Search {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
    },
    /// What pictures cost.
    Render {
        /// The kind of game.
        #[arg(long, default_value_t = GameKind::Xima)]
        game: GameKind,
    },
    /// The whole bot under load, from the press to the picture.
    E2e {
        /// Moves a second.
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
        rate: u32,
        /// Games in which computers of the highest level think all the while.
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=60))]
        thinking: u8,
    },
}

/// Which shards of how many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shards {
    /// The shards of this process.
    pub own: RangeInclusive<u32>,
    /// All there are.
    pub total: u32,
}

/// The shards are not written as `2/4` or `0-1/4`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("XIMABOT_SHARDS is written like 0-1/4 or 2/4, with numbers below the total; it is {0:?}")]
pub struct BadShards(String);

impl Config {
    /// The address of the server that stands in for Discord, as it is used: without the version of the API and without a slash at the end.
    pub fn api(&self) -> Option<&str> {
        let api = self.discord_api.as_deref()?.trim().trim_end_matches('/');
        let api = api.strip_suffix("/api/v10").unwrap_or(api).trim_end_matches('/');
        (!api.is_empty()).then_some(api)
    }

    /// The shards of this process, if they are set.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn shards(&self) -> Result<Option<Shards>, BadShards> {
        self.shards.as_deref().filter(|text| !text.trim().is_empty()).map(str::parse).transpose()
    }
}

impl FromStr for Shards {
    type Err = BadShards;

    fn from_str(text: &str) -> Result<Shards, BadShards> {
        let read = || {
            let (own, total) = text.trim().split_once('/')?;
            let (first, last) = own.split_once('-').unwrap_or((own, own));
            let (first, last, total): (u32, u32, u32) =
                (first.parse().ok()?, last.parse().ok()?, total.parse().ok()?);
            (first <= last && last < total).then_some(Shards { own: first..=last, total })
        };
        read().ok_or_else(|| BadShards(text.to_owned()))
    }
}

/// Reads a secret. An empty variable, as in `.env.sample`, is as good as none: see [`given`].
#[expect(clippy::unnecessary_wraps, reason = "the shape that clap wants")]
fn secret(text: &str) -> Result<SecretString, std::convert::Infallible> {
    Ok(SecretString::from(text.trim()))
}

#[expect(clippy::unnecessary_wraps, reason = "the shape that clap wants")]
fn path(text: &str) -> Result<PathBuf, std::convert::Infallible> {
    Ok(PathBuf::from(text))
}

/// A secret, unless it is empty.
pub fn given(secret: Option<&SecretString>) -> Option<&SecretString> {
    use secrecy::ExposeSecret as _;
    secret.filter(|secret| !secret.expose_secret().is_empty())
}

#[cfg(test)]
mod tests;
