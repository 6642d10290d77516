-- Computer opponents are players like any other. No Discord id is as small as theirs: a million and ten times the level,
-- from 1 to 8, and the place, from 1 to 3, that tells those of one level in one game apart.
insert into player (id, name, bot, seen_at)
select 1000000 + 10 * level + place, 'computer ' || level, true, now()
from generate_series(1, 8) as level, generate_series(1, 3) as place;
