//! How people come together: challenges, lobbies, settings, standings, with a real database and a clock moved by hand.

mod challenge;
mod lobby;
mod settings;
mod standing;
mod world;
