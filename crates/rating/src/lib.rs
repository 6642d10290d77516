//! Glicko-2 ratings of games for two to four seats.
