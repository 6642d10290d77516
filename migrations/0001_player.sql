-- People, known by their Discord user id.
create table player (
    id bigint primary key,
    -- The display name last seen; shown where no live name is at hand, never trusted as markup.
    name text not null,
    -- The Discord locale last seen, for what is said in private without an interaction.
    locale text not null default 'en-US',
    bot boolean not null default false,
    -- Discord answered 404 for this account: shown as a placeholder, kept in the tables.
    deleted boolean not null default false,
    seen_at timestamptz not null,
    constraint player_name_length check (char_length(name) between 1 and 100)
);
comment on table player is 'People who have used the bot or were challenged.';
