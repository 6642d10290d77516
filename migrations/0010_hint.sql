-- Hints: what the computer advises a player whose turn it is, once a turn.
create table hint (
    game_id bigint not null references game (id),
    -- The number of plies when it was given: with the next ply it has had its day.
    ply integer not null,
    -- Whose turn it was, and who alone is shown it.
    seat smallint not null,
    -- The move in its long form.
    move text not null,
    -- What the position was found to be worth to that player, about 100 for a block or a cube.
    score integer not null,
    -- The plies up to the certain win that it leads to, or, negative, up to a certain loss.
    certain integer,
    created_at timestamptz not null,
    constraint hint_pkey primary key (game_id, ply),
    constraint hint_seat foreign key (game_id, seat) references seat (game_id, seat),
    constraint hint_certain check (certain <> 0)
);
comment on table hint is 'What was shown as a hint; whoever asks again in the same turn is shown the same.';
