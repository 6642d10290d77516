//! The chat page in a real browser, with the real bot or with the stand-in alone behind it. These tests need Chromium and
//! chromedriver, so they are a stage of CI of their own: `cargo test --test browser`.

mod bot;
mod chromium;
mod game;
mod page;
