//! What every use case needs from outside.

use store::Pool;

use crate::Clock;

/// The database and the clock.
#[derive(Clone, Debug)]
pub struct Context {
    /// The pool of connections to PostgreSQL.
    pub pool: Pool,
    /// The clock.
    pub clock: Clock,
}
