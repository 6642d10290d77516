-- What is still to be posted to Discord. A row is written with the change it tells of, in the same transaction.
create table outbox (
    id bigint generated always as identity primary key,
    game_id bigint not null references game (id),
    ply integer not null,
    -- opening, turn, final, reminder.
    what text not null,
    -- The interaction that answers with this post: its application and token, to find the answer again.
    interaction_token text,
    -- Whether the post is the original answer or a follow-up of that interaction.
    original boolean not null default false,
    created_at timestamptz not null,
    -- When a worker may take the row up: some seconds after the interaction had its chance.
    due_at timestamptz not null,
    attempts integer not null default 0,
    channel_id bigint,
    message_id bigint,
    -- Posted, or dropped because the ply has passed.
    done_at timestamptz,
    constraint outbox_once unique (game_id, ply, what),
    constraint outbox_what check (what in ('opening', 'turn', 'final', 'reminder'))
);
create index outbox_due on outbox (due_at) where done_at is null;
