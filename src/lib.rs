//! A Discord bot that hosts three-dimensional board games.

pub mod bench;
pub mod discord;
pub mod i18n;
pub mod perft;
pub mod ugi;
