//! The whole bot against a stand-in for Discord: its real libraries, its real database, its real races.

mod harness;

mod analyse;
mod axiom;
mod challenge;
mod computer;
mod crash;
mod doctor;
mod draw;
mod flow;
mod hint;
mod hostile;
mod limits;
mod lobby;
mod names;
mod registration;
mod settings;
mod standing;
mod start;
mod symptom;
mod tidy;
