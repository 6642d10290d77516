//! From the use cases' values to what people read.

pub mod refusal;
