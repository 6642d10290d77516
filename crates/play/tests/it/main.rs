//! The use cases against a real PostgreSQL: whole games, races, deadlines, ratings; and what people read of a game.

mod analysis;
mod axiom;
mod deadlines;
mod description;
mod draws;
mod games;
mod language;
mod offers;
mod outbox;
mod races;
mod ratings;
mod record;
mod scene;
mod words;
mod world;
