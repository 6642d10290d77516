### Games: what is posted, buttons, forms and menus, lists, reminders.

## Commands

command-move = Make a move
    .move = Type a move or choose one from the list
    .match = Which game, if you play several here
command-board = See the board from your side
    .view = As a plan or in 3d; of Axiom there is one picture that shows both sides
    .match = Which game
command-games = See your games, and those of this server
command-resign = Give a game up
    .match = Which game
command-analyse = See where a finished game turned
    .match = Which game: one of yours, or any by its number
command-draw = Offer a draw, or accept the one you are offered
    .match = Which game
command-hint = See a good move, for your eyes only, once a turn in an unrated game
    .match = Which game

word-plan = plan
word-3d = 3d

## The public message

colour-mark = { $colour ->
    [red] 🔴
    [blue] 🔵
    [yellow] 🟡
    [black] ⚫
    [white] ⚪
   *[green] 🟢
}
game-player = { $mark } { $name }
game-heading = **{ $game } #{ $id }** · { $moves ->
    [0] { $opening ->
        [yes] the game begins
       *[no] before the first move
    }
    [one] after 1 move
   *[other] after { $moves } moves
}
game-players = { $players } take their seats.
game-opening = { $rated ->
    [yes] The game is rated.
   *[no] The game is unrated.
} Each move may take up to { $time }. New to { $game }? `/rules game:{ $game }` takes two minutes.{ $hints ->
    [yes] {" "}Stuck? `/hint` shows you a good move.
   *[no] {""}
}
game-moved = { $player } { $words } (`{ $notation }`).
game-left = { $player } { $words }.
game-agreed = agreed to a draw
game-turn = Next: { $mark } { $player }, until { $until } ({ $left }).
game-thinking = { $player } is thinking…
game-won = 🏆 { $player } wins{ $reason ->
    [summit] : the special is on the summit!
    [smothered] : smothered, with every block dominated and none left to enter.
    [no-resources] : nobody else has a block left.
    [contact] : the sceptres meet on one cube!
    [own-pair] : { $losers } has put both own sceptres on one cube.
    [no-moves] : { $losers } has no legal move.
    [resigned] : everyone else has resigned.
    [time] : everyone else has run out of time.
   *[other] .
}
game-drawn = 🤝 The game is drawn{ $reason ->
    [agreement] {" "}by agreement.
    [repetition] : the same position has come about for the third time.
   *[other] .
}
game-aborted = { $reason ->
    [moderator] A moderator has ended the game. It does not count.
    [computers] Only computers are left, so the game ends here. { $rated ->
        [yes] It counts as lost.
       *[no] It does not count.
    }
   *[resigned] The game is broken off before everyone has moved. It does not count.
}
game-rating = { $player }: { $before } → **{ $after }** ({ $change }){ $provisional ->
    [yes] , provisional
   *[no] {""}
}
game-not-rated = { $why ->
    [too-many-games] Not rated: { $players ->
        [2] the two players
       *[other] two of the players
    } have played ten rated games against each other within a day.
   *[other] Not rated.
}
game-over = { $players }, the game is over.
game-place = → { $channel }
game-room = { $game } #{ $id }: { $players }

## Buttons

button-board = Board
button-move = Move
button-resign = Resign
button-end = End the game
button-rematch = Rematch
button-analyse = Analyse
button-keep-playing = Keep playing
button-risk = Play it all the same
button-keep-thinking = Keep thinking
button-follow-hint = Play it
button-move-here = Move #{ $id } here
button-to-game = To the game

## Moving

form-title = { $game } #{ $id }: your move
form-label = Your move
form-placeholder = { $game ->
    [axiom] C(0,0,2) C(0,1,3)z- a cube, S(-1,0,2) S(0,1,2)z+ a sceptre
   *[xima] -G2 enters, G12 or K12G12 moves, =G2 your special
}
form-too-late = That took me too long to open a form. Please press again, or use `/move`.
menu-moves = Choose a move
menu-games = Choose a game
# A move of Axiom is written with the same cells as its words, so they are enough.
offer-move = { $game ->
    [axiom] { $words }
   *[xima] { $notation }: { $words }
}
offer-none = { $why ->
    [over] This game is over
    [stranger] You do not play in this game; it is { $name }’s turn
   *[turn] It is { $name }’s turn
}
game-label = { $game } #{ $id } { $own ->
    [yes] against { $players }
   *[no] between { $players }
}
moved-there = Done: see { $channel }.
moved-soon = That stands. I could not post it here and now; it will be posted shortly.
moved-homeless = That stands, but I can no longer post in the game’s channel{ $over ->
    [yes] : I tell the players how it ended in private.
   *[no] . `/games` lets you move it to another channel.
}
turn-done = { $what ->
    [moved] You have played `{ $notation }`.
    [resigned] You have resigned game #{ $id }.
    [drawn] Game #{ $id } is drawn.
   *[broken-off] Game #{ $id } is broken off.
}

## A move that loses at once

risk-question = `{ $notation }`: { $warning }
risk-kept = Good, take your time.

## A hint

hint-advice = I would play `{ $notation }`: { $words }.
hint-outlook = { $outlook ->
    [win] { $moves ->
        [one] You win with it.
       *[other] You win in { $moves } moves at the latest.
    }
    [loss] { $players ->
        [2] Against the best play
       *[other] If the others all play against you,
    } you lose { $moves ->
        [one] with the next move
       *[other] in { $moves } moves
    }; nothing holds out longer.
    [far-ahead] You are far ahead.
    [ahead] You are ahead.
    [slightly-ahead] You are a little ahead.
    [slightly-behind] You are a little behind.
    [behind] You are behind.
    [far-behind] You are far behind.
   *[even] You are neither ahead nor behind.
}

## A draw by agreement

draw-offer = **{ $game } #{ $id }**: { $player } offers a draw. { $opponent }, do you accept? The offer stands until the next move.
draw-offered = You have offered a draw.
draw-unseen = I could not show your offer, for I can no longer post in the game’s channel, so it is not made. `/games` lets you move the game to another channel.
draw-closed = **{ $game } #{ $id }**: { $how ->
    [accepted] { $opponent } has accepted the draw that { $player } offered.
    [declined] { $opponent } declines the draw that { $player } offered. The game goes on.
    [withdrawn] { $player } has withdrawn the offer of a draw. The game goes on.
   *[void] the offer of a draw by { $player } has lapsed unanswered.
}

## Resigning

resign-question = { $ending ->
    [resigned] Do you want to resign game #{ $id } ({ $players })? This cannot be taken back.
    [lost] Do you want to resign game #{ $id } ({ $players })? Only computers are left then, so the game ends and counts as lost. This cannot be taken back.
    [uncounted] Do you want to resign game #{ $id } ({ $players })? Only computers are left then, so the game ends and does not count. This cannot be taken back.
   *[broken-off] Do you want to break off game #{ $id } ({ $players })? Not everyone has moved yet, so it ends for all and does not count. This cannot be taken back.
}
resign-kept = Good, the game goes on.

## Analysis: the course of a game that is over

analysis-heading = **{ $game } #{ $id }** · the analysis of { $moves ->
    [one] its only move
   *[other] its { $moves } moves
}
analysis-conduct = { $player }: { $mistakes ->
    [0] no mistake
    [one] 1 mistake
   *[other] { $mistakes } mistakes
}{ $players ->
    [2] {" "}and { $slips ->
        [0] no slip
        [one] 1 slip
       *[other] { $slips } slips
    }
   *[other] {""}
} in { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
analysis-even = Nobody made a mistake: { $players ->
    [2] no move cost { $mistake } points of a winning chance or more.{ $slips ->
        [0] {""}
        [one] {" "}The slip that cost most:
       *[other] {" "}The { $slips } slips that cost most:
    }
   *[other] no win in one move was missed, no certain win was let go, and no win in one move was allowed that could be prevented.
}
analysis-costliest = The { $told } mistakes that cost most:
analysis-better = `{ $notation }` ({ $words })
analysis-turning-point = { $link ->
    [none] **Move { $number }**
   *[other] [**Move { $number }**]({ $link })
}: { $player } { $words }{ $notation ->
    [none] {""}
   *[other] {" "}(`{ $notation }`)
}: chance to win { $before }% → **{ $after }%**. { $how ->
    [certain] The win was certain with { $better }.
    [allowed] Now { $other } could win at once. Better: { $better }.
   *[weakened] Better: { $better }.
}
analysis-explanation = { $players ->
    [2] -# In the picture the lower part is { $first }’s chance to win, the upper one { $second }’s, after every move. A mistake costs { $mistake } points of it or more, a slip { $slip } or more.
   *[other] -# In the picture everyone has a line: their chance to win at their own turns, if all the others play together. A mistake is to miss a win in one move, to let a certain win go, or to let the next player win in one move.
} All of it is what the computer thinks, and it is not always right.
analysis-alt = { $game } #{ $id } as a graph: { $players ->
    [2] { $first }’s chance to win after every move; the rest is { $second }’s.
   *[other] everyone’s chance to win at their own turns.
} { $lines }
analysis-alt-line = { $player }: { $chances }.
analysis-alt-chance = { $chance }% { $moves ->
    [0] at first
   *[other] after move { $moves }
}
analysis-busy = So many games wait to be analysed that this one did not get its turn. Please ask again in a while.
analysis-stopped = I am being restarted. Please ask again in a minute.

## Rematch and a new home

moved-here = The game goes on here.
moved-here-not-yours = Only its players can move a game.
moved-here-elsewhere = This game belongs to another server and can only find a new channel there.
moved-here-at-home = This game has a channel: { $channel }.

## Lists

games-title = Games
games-none = You play in no game at the moment. `/play` against the computer, `/challenge` someone, or open a `/lobby`.
games-here = In this server
games-more = … and others
games-homeless = I can no longer post in its channel
games-line = **{ $game } #{ $id }** { $own ->
    [yes] against { $players }
   *[no] between { $players }
} · { $yours ->
    [yes] **your turn**, due { $left }
    [computer] { $turn } to move
   *[no] { $turn } to move, due { $left }
} · { $place }

## Reminders

reminder = { $game } #{ $id } against { $players }: it is your turn, and half of your time is gone. The move is due { $left }.
reminder-public = { $player }, half of your time is gone. The move is due { $left }.
homeless-notice = I can no longer post in the channel of { $game } #{ $id } against { $players }. { $over ->
    [yes] The game is over: { $end }
   *[no] The game goes on: `/games` in the server lets you move it to another channel.
}
