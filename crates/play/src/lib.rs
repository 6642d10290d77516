//! What people do with the games: challenges, turns, deadlines, standings.
