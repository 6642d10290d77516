//! A Discord bot that hosts three-dimensional board games.

pub mod app;
pub mod bench;
pub mod config;
pub mod contest;
pub mod discord;
pub mod doctor;
pub mod figures;
pub mod i18n;
pub mod job;
pub mod perft;
pub mod playground;
pub mod render;
pub mod telemetry;
pub mod ugi;
