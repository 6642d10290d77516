-- The games that a command means without naming one, asked for at every letter that is typed.
-- By the threads that are games' own. Of an expression, so that it is known of every channel how many there are: in one where
-- many games begin, a search backwards by number would seem quick, and would find none.
create index game_thread on game (nullif(channel_id, parent_channel_id), id);
create index game_ended_in on game (channel_id, ended_at, id) where state = 'finished' or reason = 'computers';
