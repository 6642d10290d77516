-- Discord servers (guilds) and their settings.
create table server (
    id bigint primary key,
    -- A game lives in a thread of its own where the bot may create one.
    threads boolean not null default true,
    -- Seconds a move may take.
    deadline_s integer not null default 259200,
    theme text not null default 'dark',
    -- The language of public texts.
    locale text not null default 'en-US',
    constraint server_deadline_range check (deadline_s between 300 and 2592000),
    constraint server_theme check (theme in ('dark', 'light'))
);
comment on table server is 'Settings of Discord servers; a removed bot keeps them.';

create table server_channel (
    server_id bigint not null references server (id) on delete cascade,
    channel_id bigint not null,
    primary key (server_id, channel_id)
);
comment on table server_channel is 'Channels games may be started in; no row for a server means every channel.';
