//! A Discord bot that hosts three-dimensional board games.
