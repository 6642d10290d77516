-- Each level of the computer has a rating of its own, kept under the id of its first place; people's lists leave it out.
-- Which ids are a computer's is as migrations/0009_computer.sql says.
alter table rating
    add column computer boolean not null generated always as (player_id between 1000000 and 1000099) stored;
drop index rating_standing;
create index rating_standing on rating (kind, rating desc, player_id) where not computer;
