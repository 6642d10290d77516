### Axiom: moves, what happens by itself, refusals, and the board in words.
### $colour and $winner are black or white; cells, faces and notation are the same in every language.

axiom-colour = { $colour ->
    [black] black
   *[white] white
}

## A legal move as it is offered: at most 70 characters while no coordinate has more than two digits

axiom-choice-cube = cube { $from } → { $to }, { $count ->
    [one] dome
   *[other] domes
} { $domes }
axiom-choice-sceptre = sceptre { $from } → { $to }{ $face }
axiom-choice-eliminates = { $move }, takes { $cell } out
axiom-choice-loses = { $move }, loses: your own pair
axiom-choice-wins = { $move }, wins

axiom-warning-own-pair = This move puts both your sceptres on one cube: you would lose at once.

## Several legal moves of one piece, as they are offered: all, those to one cell, or to the cells from one to another

axiom-group = { $piece ->
    [cube] cube
   *[sceptre] sceptre
} { $from }{ $to ->
    [none] {""}
   *[other] {" "}→ { $to }
}{ $last ->
    [none] {""}
   *[other] {" "}to { $last }
}: { $count } moves

## A move that was made, after the name of who made it

axiom-ply-cube = moved a cube { $from } → { $to }, { $count ->
    [one] dome
   *[other] domes
} { $domes }
axiom-ply-sceptre = moved a sceptre { $from } → { $to }{ $face }
axiom-ply-resigns = resigned
axiom-ply-time = ran out of time

## What happened by itself: whole sentences

axiom-event-eliminated = The { axiom-colour } cube { $cell }, which the sceptre has left, is out of the game.

## Refusals: whole sentences, then the nearest legal move of the same piece

axiom-nearest = { $nearest ->
    [none] {""}
   *[other] {" "}Legal would be { $nearest }.
}
axiom-nearest-move = `{ $text }` ({ $words })

axiom-refused-game-over = The game is over.{ axiom-nearest }
axiom-refused-syntax = `{ $text }` is not a move. Write from which cell to which: a cube with its domes, a sceptre with the face it is to stand on. Legal now: { $examples }.{ axiom-nearest }
axiom-refused-out-of-bounds = `{ $text }` names a cell that no cube can reach.{ axiom-nearest }
axiom-refused-no-cube = There is no cube in { $cell }.{ axiom-nearest }
axiom-refused-not-yours = The cube in { $cell } is not yours.{ axiom-nearest }
axiom-refused-no-sceptre = None of your sceptres stands so on { $cell }.{ axiom-nearest }
axiom-refused-not-your-sceptre = The sceptre on { $cell } is { axiom-colour }’s, not yours.{ axiom-nearest }
axiom-refused-carries = The cube in { $cell } carries a sceptre and cannot be lifted.{ axiom-nearest }
axiom-refused-covered = The cube in { $cell } has another on top and cannot be lifted.{ axiom-nearest }
axiom-refused-domes = { $count ->
    [one] This cube has one dome: name one face.
   *[other] This cube has two domes: name two faces that are not opposite each other.
}{ axiom-nearest }
axiom-refused-same-cell = The cube must leave { $cell }; turning it there is no move.{ axiom-nearest }
axiom-refused-filled = There is a cube in { $cell } already.{ axiom-nearest }
axiom-refused-near-sceptre = The sceptre on { $sceptre } stands or points into { $cell }.{ axiom-nearest }
axiom-refused-unsupported = There is nothing under { $cell } to put a cube on.{ axiom-nearest }
axiom-refused-dome-on-dome = A dome at { $face } has no room in { $cell }: it would press against another dome or the table.{ axiom-nearest }
axiom-refused-no-interlock = In { $cell } no dome would enter a recess: with the cube below, or on the table with one beside.{ axiom-nearest }
axiom-refused-dome = { $cell }{ $face } is a dome, and a sceptre cannot stand there.{ axiom-nearest }
axiom-refused-same-square = The sceptre stands on { $cell }{ $face } already.{ axiom-nearest }
axiom-refused-taken = The sceptre on { $sceptre } is in the way to { $cell }{ $face }.{ axiom-nearest }
axiom-refused-no-room = At { $cell }{ $face } there is no room for the tip of the sceptre.{ axiom-nearest }
axiom-refused-facing = At { $cell }{ $face } the sceptre would point at the one on { $sceptre }.{ axiom-nearest }
axiom-refused-out-of-reach = No line of this sceptre leads to { $cell }{ $face }.{ axiom-nearest }

## The board in words, from which a position can be set up: at most 1,024 characters

axiom-alt = Axiom, move { $move }, { $state }.{ $last ->
    [none] {""}
   *[other] {" "}Last: { $last }.
} Cells are (x,y,z), z is the level; faces are named by where they look. { $players }
axiom-alt-turn = { axiom-colour } to move
axiom-alt-won = { $winner ->
    [black] black
   *[white] white
} has won, { axiom-colour } would move next
axiom-alt-drawn = drawn, { axiom-colour } would move next
axiom-alt-broken-off = ended without a winner
axiom-alt-last = { axiom-colour } { $words }
axiom-alt-player = { $colour ->
    [black] Black
   *[white] White
} cubes with their domes: { $cubes }; sceptres with the face they stand on: { $sceptres }.
