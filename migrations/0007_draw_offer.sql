-- Offers of a draw by agreement.
create table draw_offer (
    game_id bigint not null references game (id),
    -- The number of plies when it was made: the next ply makes it void, whatever its state.
    ply integer not null,
    -- Who offers.
    seat smallint not null,
    state text not null default 'open',
    -- The message that shows it.
    channel_id bigint,
    message_id bigint,
    created_at timestamptz not null,
    -- A player offers once between two plies.
    constraint draw_offer_pkey primary key (game_id, ply, seat),
    constraint draw_offer_seat foreign key (game_id, seat) references seat (game_id, seat),
    constraint draw_offer_state check (state in ('open', 'accepted', 'declined', 'withdrawn')),
    constraint draw_offer_shown check ((channel_id is null) = (message_id is null))
);
comment on table draw_offer is 'Offers of a draw, answered or not; one that has become void keeps the state it had.';
create unique index draw_offer_one_open on draw_offer (game_id, ply) where state = 'open';
