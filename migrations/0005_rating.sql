-- Glicko-2 ratings and their history, one a kind of game.
create table rating (
    player_id bigint not null references player (id),
    kind text not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    -- Rated games finished, and their results.
    games integer not null default 0,
    wins integer not null default 0,
    draws integer not null default 0,
    losses integer not null default 0,
    rated_at timestamptz not null,
    primary key (player_id, kind)
);
create index rating_standing on rating (kind, rating desc, player_id);

create table rating_change (
    game_id bigint not null references game (id),
    player_id bigint not null references player (id),
    kind text not null,
    before double precision not null,
    after double precision not null,
    deviation_before double precision not null,
    deviation_after double precision not null,
    at timestamptz not null,
    primary key (game_id, player_id)
);
create index rating_change_player on rating_change (player_id, kind, at);
comment on table rating_change is 'One row a rated game and player: a game can be rated once only.';
