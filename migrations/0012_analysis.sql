-- What the search thinks of games that are over, one row a game: whoever comes second finds it.
create table analysis (
    game_id bigint primary key references game (id),
    -- By the number of plies before the position, as long as somebody was to move: what it is worth to that player, as the search
    -- counts (1/200 of a logit; a certain win is 30,000 less the plies up to it, a certain loss the negative of that).
    scores integer[] not null,
    -- The long form of the best move there.
    best text[] not null,
    made_at timestamptz not null,
    constraint analysis_whole check (cardinality(scores) = cardinality(best))
);
comment on table analysis is 'Analyses of games that are over; never updated.';
