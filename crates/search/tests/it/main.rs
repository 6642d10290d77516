//! The search as a whole.

mod behaviour;
mod solver;
mod tactics;
