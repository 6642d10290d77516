//! What is logged.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use tracing::subscriber::DefaultGuard;
use tracing_subscriber::filter::LevelFilter;

/// The errors that are logged on this thread while it lives: of a test that runs on one thread, all of them.
pub struct Log {
    written: Written,
    _listening: DefaultGuard,
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Listens from now on.
    pub fn listen() -> Log {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::ERROR)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        Log { written, _listening: tracing::subscriber::set_default(subscriber) }
    }

    /// What was logged, a line each.
    pub fn errors(&self) -> Vec<String> {
        let written = self.written.0.lock().expect("nobody panics while holding it");
        String::from_utf8_lossy(&written).lines().map(str::to_owned).collect()
    }
}

impl Write for Written {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while holding it").write(line)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
