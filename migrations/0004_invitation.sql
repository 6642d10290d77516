-- Ways into a game: challenges to one person or to anyone, and lobbies.
create table challenge (
    id bigint generated always as identity primary key,
    kind text not null,
    server_id bigint not null references server (id),
    channel_id bigint not null,
    message_id bigint,
    challenger_id bigint not null references player (id),
    -- Null: open to anyone.
    opponent_id bigint references player (id),
    -- The challenger's colour.
    colour text not null,
    rated boolean not null,
    state text not null default 'open',
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- The finished game whose rematch this asks for.
    rematch_of bigint references game (id),
    -- The game it became.
    game_id bigint references game (id),
    constraint challenge_not_self check (challenger_id <> opponent_id),
    constraint challenge_colour check (colour in ('red', 'blue', 'random')),
    constraint challenge_state check (state in ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    constraint challenge_accepted check ((state = 'accepted') = (game_id is not null))
);
create unique index challenge_one_open on challenge (challenger_id, opponent_id, kind) where state = 'open' and opponent_id is not null;
create unique index challenge_one_rematch on challenge (rematch_of) where state = 'open';
create index challenge_challenger on challenge (challenger_id) where state = 'open';
create index challenge_expires on challenge (expires_at) where state = 'open';

create table lobby (
    id bigint generated always as identity primary key,
    kind text not null,
    server_id bigint not null references server (id),
    channel_id bigint not null,
    message_id bigint,
    host_id bigint not null references player (id),
    players smallint not null,
    rated boolean not null,
    state text not null default 'open',
    created_at timestamptz not null,
    expires_at timestamptz not null,
    -- The finished game whose rematch this is.
    rematch_of bigint references game (id),
    -- The game it became.
    game_id bigint references game (id),
    constraint lobby_players_range check (players between 2 and 4),
    constraint lobby_state check (state in ('open', 'started', 'closed', 'expired')),
    constraint lobby_started check ((state = 'started') = (game_id is not null))
);
create unique index lobby_one_rematch on lobby (rematch_of) where state = 'open';
create index lobby_host on lobby (host_id) where state = 'open';
create index lobby_expires on lobby (expires_at) where state = 'open';

create table lobby_seat (
    lobby_id bigint not null references lobby (id) on delete cascade,
    player_id bigint not null references player (id),
    joined_at timestamptz not null,
    -- Order of joining, for the list and the seats.
    place smallint not null,
    primary key (lobby_id, player_id),
    constraint lobby_seat_place_once unique (lobby_id, place)
);
