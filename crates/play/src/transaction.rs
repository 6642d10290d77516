//! Transactions of the use cases.

use store::Transaction;

use crate::{Context, Error};

/// Begins a transaction.
pub(crate) async fn begin(context: &Context) -> Result<Transaction, Error> {
    Ok(store::begin(&context.pool).await?)
}

/// Commits what was done, or rolls back at once, so that a refusal does not hold locks until the connection is used again.
pub(crate) async fn end<T>(transaction: Transaction, done: Result<T, Error>) -> Result<T, Error> {
    match done {
        Ok(value) => {
            store::commit(transaction).await?;
            Ok(value)
        }
        Err(error) => {
            transaction.rollback().await.map_err(store::Error::from)?;
            Err(error)
        }
    }
}
