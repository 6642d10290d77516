//! The stand-in as a bot and a test see it, over HTTP and a websocket.

#![expect(clippy::unwrap_used, reason = "a test fails where it unwraps")]

mod bot;
mod control;
mod deadlines;
mod faults;
mod gateway;
mod interactions;
mod messages;
mod registration;
mod rules;
mod stage;
mod threads;
