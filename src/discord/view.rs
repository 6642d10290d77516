//! From the use cases' values to what people read.

pub mod analysis;
pub mod challenge;
pub mod draw;
pub mod duration;
pub mod game;
pub mod help;
pub mod hint;
pub mod leaderboard;
pub mod list;
pub mod lobby;
pub mod profile;
pub mod rating;
pub mod refusal;
pub mod rules;
pub mod settings;
