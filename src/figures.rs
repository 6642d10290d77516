//! What every measurement ends with: one JSON line, with the load under which it was made.

use std::io::{self, Write};

use serde::Serialize;

/// The load average over the last minute, where the system tells it.
pub fn load1() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

/// Writes a value as one JSON line.
///
/// # Errors
/// When the output cannot be written.
pub fn write_json(mut output: impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut output, value)?;
    writeln!(output)?;
    output.flush()
}
