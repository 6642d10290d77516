//! Logs: messages with fields, on standard error. Never a token, never what people write.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

/// Parts whose finer logs hold tokens or whole messages: they are kept at warnings whatever is asked for.
const QUIET: [&str; 6] =
    ["serenity=warn", "poise=warn", "reqwest=warn", "hyper=warn", "hyper_util=warn", "sqlx=warn"];

/// Starts logging as `directives` say: a level, or levels by part.
///
/// # Errors
/// When the directives cannot be read.
///
/// # Panics
/// Never: the constants are directives.
pub fn start(directives: &str) -> anyhow::Result<()> {
    let mut filter = EnvFilter::try_new(directives)
        .map_err(|error| anyhow::anyhow!("RUST_LOG cannot be read: {error}"))?;
    for part in QUIET {
        filter = filter.add_directive(part.parse().expect("a constant that is a directive"));
    }
    // A second start, as tests make, changes nothing.
    let colours = std::io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(colours)
        .with_writer(std::io::stderr)
        .try_init()
        .ok();
    Ok(())
}
