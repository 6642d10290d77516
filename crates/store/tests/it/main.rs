//! Queries against a real database.
#![expect(clippy::unwrap_used, reason = "a test that cannot prepare its data should stop there")]

mod connection;
mod constraint;
mod list;
mod people;
mod standing;
