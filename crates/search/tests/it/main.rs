//! The search as a whole.

mod behaviour;
mod shown;
mod solver;
mod tactics;
