//! Any text as a move (§6).
#![no_main]

#[path = "../../crates/axiom/tests/properties/parser.rs"]
#[expect(dead_code, reason = "each target uses one of the bodies")]
mod parser;

libfuzzer_sys::fuzz_target!(|text: &str| parser::notation(text));
