//! All SQL of the project, and the local PostgreSQL server.
