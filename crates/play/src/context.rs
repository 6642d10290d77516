//! What every use case needs from outside.

use std::sync::Arc;

use store::Pool;

use crate::Clock;
use crate::replayed::Replayed;

/// The database and the clock.
#[derive(Clone, Debug)]
pub struct Context {
    /// The pool of connections to PostgreSQL.
    pub pool: Pool,
    /// The clock.
    pub clock: Clock,
    /// Games that were replayed a moment ago.
    pub(crate) replayed: Arc<Replayed>,
}

impl Context {
    /// A context that has replayed nothing yet.
    pub fn new(pool: Pool, clock: Clock) -> Context {
        Context { pool, clock, replayed: Arc::default() }
    }
}
