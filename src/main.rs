//! The `ximabot` binary.

fn main() {}
