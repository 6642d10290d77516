-- Games, their seats and moves. The moves are the truth; game.position is a cache of them.
create table game (
    id bigint generated always as identity primary key,
    kind text not null,
    players smallint not null,
    server_id bigint not null references server (id),
    -- Where the game was opened, and where it is played: its thread, or the same channel.
    parent_channel_id bigint not null,
    channel_id bigint not null,
    -- Whether the channel cannot be posted to any more; the game goes on and can be moved elsewhere.
    homeless boolean not null default false,
    rated boolean not null,
    state text not null default 'running',
    -- The number of rows in move.
    ply integer not null default 0,
    -- The seat to move, while running.
    turn smallint,
    -- Position text after the last ply.
    position text not null,
    -- Null with state finished: a draw.
    winner smallint,
    -- Why it ended, in the words of the rules page.
    reason text,
    deadline_s integer not null,
    turn_started_at timestamptz not null,
    deadline_at timestamptz,
    -- When to remind the player to move of the deadline; null once done.
    remind_at timestamptz,
    -- The newest board message.
    board_channel_id bigint,
    board_message_id bigint,
    board_ply integer,
    rematch_of bigint references game (id),
    created_at timestamptz not null,
    ended_at timestamptz,
    constraint game_players_range check (players between 2 and 4),
    constraint game_state check (state in ('running', 'finished', 'aborted')),
    constraint game_running check ((state = 'running') = (turn is not null)),
    constraint game_running_deadline check ((state = 'running') = (deadline_at is not null)),
    constraint game_ended check ((state = 'running') = (ended_at is null)),
    constraint game_one_rematch unique (rematch_of)
);
comment on table game is 'Games of every kind.';
create index game_channel on game (channel_id) where state = 'running';
create index game_server on game (server_id) where state = 'running';
create index game_played_in on game (server_id, id);
create index game_deadline on game (deadline_at) where state = 'running';
create index game_remind on game (remind_at) where state = 'running' and remind_at is not null;

create table seat (
    game_id bigint not null references game (id),
    seat smallint not null,
    player_id bigint not null references player (id),
    -- Why the player is out of the running game, if so: resigned, time, or a reason of the rules.
    out_reason text,
    primary key (game_id, seat),
    constraint seat_player_once unique (game_id, player_id),
    constraint seat_range check (seat between 0 and 3)
);
create index seat_player on seat (player_id);

create table move (
    game_id bigint not null references game (id),
    -- 0-based place in the record.
    ply integer not null,
    seat smallint not null,
    -- Long form, 'resigns' or 'time'.
    text text not null,
    played_at timestamptz not null,
    primary key (game_id, ply)
);
comment on table move is 'The record of a game, one row a ply; never updated.';
