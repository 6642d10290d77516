-- From a game to the message that led to it, which tells where it is played and how it ended.
create index challenge_game on challenge (game_id) where game_id is not null;
create index lobby_game on lobby (game_id) where game_id is not null;
