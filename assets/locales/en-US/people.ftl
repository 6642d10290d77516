### Challenges, lobbies, standings, settings.

## Commands

command-challenge = Challenge someone to a game, or anyone who comes along
    .opponent = Whom; leave it out and anyone may accept, name me and you play the computer
    .game = Which game; if you leave it out, the one that has your colour, or else XIMA
    .colour = Your colour: red and black move first; by lot if you leave it out
    .rated = Whether the game counts for the ratings; if you leave it out, it does, but not against me
command-play = Play against the computer; the game begins at once
    .game = Which game; if you leave it out, the one that has your colour, or else XIMA
    .level = How well it plays, from 1 for beginners to 8; 4 if you leave it out
    .colour = Your colour: red and black move first; by lot if you leave it out
    .players = How many play, you and as many computers as that takes; two if you leave it out
    .rated = Whether the game counts for your rating, without hints; it does not if you leave it out
command-lobby = Open a lobby and gather players for a game
    .players = How many play
    .game = Which game; XIMA if you leave it out
    .rated = Whether the game counts for the ratings; it does if you leave it out
command-leaderboard = See who plays best, and your own place
    .game = Of which game; XIMA if you leave it out
    .list = People, or the levels of the computer; people if you leave it out
    .scope = Those who have played in this server, or everyone
    .page = Which page; the first if you leave it out
command-profile = See someone’s rating and latest games
    .user = Whose; your own if you leave it out
    .game = In which game; in all of them if you leave it out
command-settings = Look after this server’s games
command-settings-show = See how games are set up in this server
command-settings-threads = Give every game a thread of its own, or not
    .on = On or off
command-settings-channels = Choose the channels where games may begin
    .action = Allow a channel, forbid it again, or allow all of them
    .channel = Which channel
command-settings-deadline = Choose how long a move may take, in games that begin from now on
    .time = Such as 90m, 12h or 3d; a number alone means hours
command-settings-theme = Choose the colours of the board
    .theme = Dark or light
command-end = End a game of this server without a result
    .match = Which game

word-random = by lot
word-people = people
word-computers = levels of the computer
word-server = this server
word-everywhere = everywhere
word-allow = allow
word-forbid = forbid
word-all = all channels
word-dark = dark
word-light = light

## Challenges

challenge-to = { $opponent }, { $challenger } challenges you to a game of { $game }.
challenge-to-anyone = { $challenger } would like to play { $game }. Who takes the other side?
challenge-rematch = { $opponent }, { $challenger } would like a rematch: { $game } once more.
colour-name = { $colour ->
    [red] red
    [blue] blue
    [black] black
   *[white] white
}
colour-choice = { colour-name } ({ $games })

challenge-colour = { $order ->
    [first] { $challenger } plays { colour-name } and moves first.
    [second] { $challenger } plays { colour-name } and moves second.
   *[random] The colours are drawn by lot.
}
challenge-other-colours = { $game } is played in { $first } and { $second }. Choose one of these, or leave the colour to the lot.
challenge-rated = { $rated ->
    [yes] The game is rated.
   *[no] The game is unrated.
}
challenge-deadline = Each move may take up to { $time }.
challenge-until = It expires { $until }.

challenge-accepted = { $by } has accepted { $challenger }’s challenge: game #{ $game }{ $over ->
    [yes] , which is over.
   *[no] {" "}begins. Good luck to you both!
}
challenge-taken = Someone has accepted { $challenger }’s challenge: game #{ $game } begins.
challenge-declined = { $opponent } has declined { $challenger }’s challenge. Another time, perhaps.
challenge-withdrawn = { $challenger } has withdrawn the challenge.
challenge-expired = Nobody took up { $challenger }’s challenge within a day, so it has expired. `/challenge` makes a new one.

challenge-standing = { $number }. to { $opponent } · { $place }
challenge-standing-anyone = { $number }. to anyone · { $place }

button-accept = Accept
button-decline = Decline
button-withdraw = Withdraw
button-withdraw-number = Withdraw { $number }

## The computer

computer-name = { $place ->
    [1] Computer (level { $level })
   *[other] Computer { $place } (level { $level })
}
computer-game = { $player } plays { $kind } against { $opponents }: game #{ $game } { $over ->
    [yes] is over.
   *[no] begins{ $rated ->
        [yes] {" "}and is rated
       *[no] {""}
    }. `/play` offers { $levels } levels. Enjoy your game!
}

## Lobbies

lobby-open = { $host } has opened a lobby: { $game } for { $players ->
    [2] two
    [3] three
   *[4] four
}.
lobby-rematch = { $host } would like a rematch: { $game } for { $players ->
    [2] two
    [3] three
   *[4] four
}.
lobby-rematch-call = { $players }, will you join?
lobby-host = { $place }. { $player } (host)
lobby-taken = { $place }. { $player }
lobby-free = { $place }. *free*
lobby-seats-free = { $free ->
    [one] One seat is free.
   *[other] { $free } seats are free.
}
lobby-ready = Everyone is here. { $host }, press **Start** when you are ready.
lobby-lots = Seats are drawn by lot.
lobby-until = The lobby closes { $until }.
lobby-call = { $host }, the last seat of your lobby has been taken: **Start** above is for you to press.

lobby-too-many = You have several lobbies open already. Start or close one first.
lobby-standing = { $number }. { $game }, { $taken } of { $players } seats taken · { $place }
lobby-moved = { $host } would like a rematch: { $game }. Join below: { $place }

lobby-started = { $over ->
    [yes] The lobby became game #{ $game }, which is over.
   *[no] The lobby is full and game #{ $game } begins. Good luck to all of you!
}
lobby-drawn = { $place }. { $mark } { $player }
lobby-closed = { $host } has left, so the lobby is closed.
lobby-expired = The lobby did not start within two hours, so it is closed. `/lobby` opens a new one.

button-join = Join
button-leave = Leave
button-start = Start
button-close-number = Close { $number }

## Lengths of time

duration-days = { $count ->
    [one] 1 day
   *[other] { $count } days
}
duration-hours = { $count ->
    [one] 1 hour
   *[other] { $count } hours
}
duration-minutes = { $count ->
    [one] 1 minute
   *[other] { $count } minutes
}
duration-both = { $long } { $short }

## Names

name-deleted = *deleted account*

## Leaderboard

leaderboard-title = { $game }: { $scope ->
    [server] the best of this server
   *[everywhere] the best everywhere
}
leaderboard-results = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $wins } won{ $draws ->
    [0] {""}
   *[other] , { $draws } drawn
}
leaderboard-row = **{ $rank }.** { $name } · **{ $rating }** · { leaderboard-results }
leaderboard-own = You: **{ $rank }.** · **{ $rating }** · { leaderboard-results }
leaderboard-own-provisional = You: **{ $rating }** ± { $deviation }, not ranked yet: a place takes ± { $most } or less. Every rated game makes the rating surer.
leaderboard-own-none = You have not played a rated game of { $game } yet. `/challenge` someone and find your place.
leaderboard-empty = Nobody is ranked here yet. A place takes a rating that is sure to ± { $most } or less; every rated game makes it surer. Will you be the first?
leaderboard-levels-title = { $game }: the computer’s levels{ $scope ->
    [server] {" "}played in this server
   *[everywhere] {" "}everywhere
}
leaderboard-levels = How well each level plays, measured in the games that people finish against it without a hint, rated for them or not.
leaderboard-level-results = { $games ->
    [one] 1 game
   *[other] { $games } games
}: { profile-record }
leaderboard-level = **{ $rank }.** Level { $level } · **{ $rating }** · { leaderboard-level-results }
leaderboard-level-provisional = Level { $level } · **{ $rating }** ± { $deviation } · { leaderboard-level-results }
leaderboard-levels-unsure = Where ± stands, the rating is not sure enough for a place yet.
leaderboard-levels-empty = No game against the computer has counted { $scope ->
    [server] in this server
   *[everywhere] anywhere
} yet. `/play` begins one.
leaderboard-beyond = { $pages ->
    [one] There is only this page.
   *[other] There are only { $pages } pages; this is the last.
}
leaderboard-page = Page { $page } of { $pages }

button-previous = Previous
button-next = Next

## Profile

profile-rating = **{ $rating }** ± { $deviation }
profile-rating-provisional = **{ $rating }** ± { $deviation }, provisional
profile-rank = Place { $rank } everywhere
profile-unranked = Not ranked yet: a place takes ± { $most } or less
profile-record = { $wins } won, { $draws ->
    [0] { $losses } lost
   *[other] { $draws } drawn, { $losses } lost
}
profile-best = Best rating { $rating }
profile-running = { $count ->
    [0] No game is running.
    [one] 1 game is running.
   *[other] { $count } games are running.
}
profile-recent = Latest games
profile-result = { $result ->
    [won] Won
    [drawn] Drew
   *[lost] Lost
} { $game } #{ $id } against { $opponents }
profile-game = { profile-result }, { $when }
profile-game-rated = { profile-result } ({ $change }), { $when }
profile-empty = No finished game{ $game ->
    [any] {""}
   *[one] {" "}of { $game }
} yet.
profile-empty-self = You have not finished a game{ $game ->
    [any] {""}
   *[one] {" "}of { $game }
} yet. `/play` against the computer, `/challenge` someone, or open a `/lobby`.

## Settings

settings-title = Settings of this server
settings-threads = A thread for every game
settings-threads-value = { $on ->
    [yes] On: each game lives in a thread of its own.
   *[no] Off: games are played in the channel where they began.
}
settings-channels = Channels for games
settings-channels-all = Every channel.
settings-channels-more = { $channels } and { $more ->
    [one] 1 more
   *[other] { $more } more
}
settings-deadline = Time for a move
settings-deadline-value = { $time }. It holds for games that begin from now on.
settings-theme = Colours of the board
settings-theme-value = { $theme ->
    [light] Light
   *[dark] Dark
}
settings-hint = Change one with `/settings threads`, `channels`, `deadline` or `theme`.
settings-changed = Done. This is how the server is set up now.
settings-deadline-unreadable = I cannot read “{ $text }” as a length of time. Write it like `90m`, `12h` or `3d`; a number alone means hours.
settings-deadline-range = A move may take from 5 minutes to 30 days; “{ $text }” lies outside of that.
settings-needs-manage = Only people who may manage this server can see and change its settings.
settings-channel-last = No channel would be left for games. Allow another one first: as soon as one is on the list, games begin only there.
settings-channel-missing = Please name the channel.

## Moderators

moderate-question = Do you want to end game #{ $id } ({ $players }) without a result? This cannot be taken back.
moderate-needs-manage = Only moderators (people who may manage messages here) can end other people’s games.
moderate-elsewhere = Game #{ $game } is played in another server, so it cannot be ended from here.
