### XIMA: moves, what happens by itself, refusals, and the board in words.
### $colour is red, blue, yellow or green; $piece is common or special; squares and notation are the same in every language.

xima-colour = { $colour ->
    [red] red
    [blue] blue
    [yellow] yellow
   *[green] green
}
xima-blocks = { $count ->
    [one] one { xima-colour } block
   *[other] { $count } { xima-colour } blocks
}
xima-special = the { xima-colour } special
xima-code = `{ $text }`

## A legal move as it is offered: at most 80 characters

xima-choice-enter = { $piece ->
    [special] the special enters at { $to }
   *[common] enters at { $to }
}
xima-choice-step = { $piece ->
    [special] special { $from } → { $to }
   *[common] { $from } → { $to }
}
xima-choice-onto = { $move }, onto { $colours }
xima-choice-captures = { $move }, captures { $blocks }
xima-choice-rescues = { $move }, rescues the special
xima-choice-wins = { $move }, wins

## Several legal moves that begin alike, as they are offered

xima-group-enter = { $prefix }: { $piece ->
    [special] the special enters
   *[common] enters
}{ $column ->
    [none] {""}
   *[other] {" "}in column { $column }
}, { $count } moves
xima-group-column = { $prefix }: from column { $column }, { $count } moves
xima-group-step = { $prefix }: { $piece ->
    [special] special{" "}
   *[common] {""}
}{ $column ->
    [none] from { $from }
   *[other] { $from } → column { $column }
}, { $count } moves

## A move that was made, after the name of who made it

xima-ply-enter = { $piece ->
    [special] entered the special at { $to }
   *[common] entered a block at { $to }
}
xima-ply-step = { $piece ->
    [special] moved the special { $from } → { $to }
   *[common] moved { $from } → { $to }
}
xima-ply-onto = { $move }, onto { $colours }
xima-ply-summit = { $move }, the summit
xima-ply-resigns = resigned
xima-ply-time = ran out of time

## What happened by itself: whole sentences

xima-event-captured = Captured on { $square }: { $blocks }.{ $special ->
    [yes] {" "}A captured special returns to its player’s reserve when a common block of theirs ends a move on G7.
   *[no] {""}
}
xima-event-rescued = The { xima-colour } special is rescued and back in reserve; the block that rescued it leaves the game.
xima-event-added = { $why ->
    [insufficient] Too few blocks are left to climb with,
    [no-progress] Nothing was entered or captured for a long time,
   *[stalled] There was no legal move,
} so everyone receives { $common } blocks.
xima-event-out = The { xima-colour } player has no blocks left and is out.
xima-event-passed = The { xima-colour } player cannot move and is passed over.

## Refusals: whole sentences, then the nearest legal move

xima-nearest = { $nearest ->
    [none] {""}
   *[other] {" "}Legal would be { $nearest }.
}
xima-nearest-move = `{ $text }` ({ $words })

xima-refused-game-over = The game is over.{ xima-nearest }
xima-refused-syntax = `{ $text }` is not a move. Write where a block goes, or from where to where; `-` enters a block, and `=` is your special. Legal now: { $examples }.{ xima-nearest }
xima-refused-needs-equals = { $square ->
    [none] Only your special could go there. Its moves are written with `=`.
   *[other] Your special stands on { $square }. Its moves are written with `=`.
}{ xima-nearest }
xima-refused-nothing-there = { $square ->
    [none] None of your blocks on the board can go there.
   *[other] You have no such block on top of { $square }.
}{ xima-nearest }
xima-refused-dominated = Your { $piece ->
    [special] special
   *[common] block
} on { $square } is under another block and cannot move.{ xima-nearest }
xima-refused-none-in-reserve = { $piece ->
    [special] Your special is not in reserve.
   *[common] You have no common block in reserve.
}{ xima-nearest }
xima-refused-not-in-line = { $from } and { $to } are not on one straight line.{ xima-nearest }
xima-refused-occupied-entry = A block enters along a line that begins and ends on empty squares, so it cannot enter at { $square }.{ xima-nearest }
xima-refused-special-barred = A special may not step onto { $square }, where another special stands.{ xima-nearest }
xima-refused-blocked = { $square } is too high to step onto, by { $lacking ->
    [one] one block
   *[other] { $lacking } blocks
}.{ xima-nearest }
xima-refused-summit = Only a special may end on the summit, G7.{ xima-nearest }
xima-refused-wrong-steps = The move must have exactly { $steps ->
    [one] one step
   *[other] { $steps } steps
}.{ xima-nearest }
xima-refused-repetition = The same position would occur for the third time.{ xima-nearest }
xima-refused-ambiguous = Several of your blocks can be meant: { $candidates }.{ xima-nearest }
xima-refused-no-capture = That move captures nothing: write it without the `x`.{ xima-nearest }

## The board in words, from which a position can be set up: at most 1,024 characters

xima-alt = XIMA, move { $move }, { $state }.{ $last ->
    [none] {""}
   *[other] {" "}Last: { $last }.
} Columns, bottom to top: { $columns } Reserve: { $reserves } Turns without progress: { $quiet }.
xima-alt-short = XIMA, move { $move }, { $state }. Columns, bottom to top, by first letters (capitals are specials): { $letters }. Reserve: { $reserves } Turns without progress: { $quiet }.
xima-alt-turn = { xima-colour } to move
xima-alt-broken-off = ended without a winner
xima-alt-won = { xima-colour } has won
xima-alt-last = { xima-colour } { $words }
xima-alt-last-captures = { xima-colour } { $words }, capturing { $blocks }
xima-alt-no-columns = none.
xima-alt-column = { $square } { $blocks }{ $end ->
    [more] ;
   *[last] .
}
xima-alt-special = { xima-colour }-special
xima-alt-reserve = { xima-colour } { $common }{ $special ->
    [reserve] {" "}and special
    [captured] , special captured
   *[other] {""}
}{ $out ->
    [yes] , out
   *[no] {""}
}{ $end ->
    [more] ;
   *[last] .
}
