//! How people come together: challenges, lobbies, settings, standings, with a real database and a clock moved by hand.
#![expect(clippy::unwrap_used, reason = "a test that cannot prepare its world should stop there")]

mod challenge;
mod computer;
mod hint;
mod levels;
mod lobby;
mod settings;
mod standing;
mod world;
