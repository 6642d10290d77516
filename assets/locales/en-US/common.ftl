### Words, lists, refusals and apologies.

## Lists

list-more = { $first }, { $next }
list-last = { $first } and { $last }

## Faults

apology = Something went wrong on my side. Nothing is lost; please try again. If it happens again, tell the people who run me: `{ $reference }`.
missing-permissions = { $count ->
    [one] I lack a permission in { $channel }: { $permissions }. Someone who manages the server can give it to me.
   *[other] I lack permissions in { $channel }: { $permissions }. Someone who manages the server can give them to me.
}
missing-access = I cannot see or use { $channel }. Someone who manages the server can let me in.
permission-view-channel = **View Channel**
permission-send-messages = **Send Messages**
permission-send-messages-in-threads = **Send Messages in Threads**
permission-create-public-threads = **Create Public Threads**
permission-embed-links = **Embed Links**
permission-attach-files = **Attach Files**
permission-read-message-history = **Read Message History**
permission-other = another permission

## Refusals

refused-server-only = This works in servers only.
refused-old-button = This button is from an older version of me and has lost its meaning. `/games` shows what goes on.
refused-old-command = This command has changed since your Discord loaded it. Please restart Discord and try again.
refused-no-such-game = { $command ->
    [analyse] There is no such game in this server. `match` names one by its number; `/profile` shows the latest of everyone.
   *[other] There is no such game. `/games` lists yours and those of this server.
}
refused-no-game-here = There is no game here. `/play` against the computer, `/challenge` someone, or see `/games` for those elsewhere.
refused-which-game = Several games could be meant. Choose one:
refused-not-in-game = You do not play in this game. `/board` shows it to everyone.
refused-not-your-turn = It is not your turn: { $player } is to move.
refused-stale = The game has moved on since. This is the board now:
refused-game-over = This game is over.{ $moved ->
    [yes] {" "}`/analyse` shows where it turned{ $rematch ->
        [yes] , and **Rematch** below it begins another.
       *[no] .
    }
   *[no] {""}
}{ $command ->
    [yes] {" "}If you mean another game, name it with `match`.
   *[no] {""}
}
refused-already-out = You have left this game already.
refused-group = { $count ->
    [one] One move fits `{ $prefix }`:
   *[other] { $count } moves fit `{ $prefix }`. Choose one:
}
refused-yourself = You cannot play against yourself.
refused-bot = { $player } is a bot and does not play. `/play` begins a game against the computer.
refused-already-challenged = You have an open challenge to { $player } already.
refused-challenged-already = { $player } has challenged you already: { $place }. **Accept** begins that game.
refused-too-many-challenges = You have { $limit } open challenges already. Withdraw one first.
refused-too-many-games = { $yours ->
    [yes] You play in { $limit } games already. Finish one first.
   *[no] { $player } plays in { $limit } games already.
}
refused-not-your-challenge = This challenge is for { $player }.
refused-not-your-withdrawal = Only { $player } can withdraw this challenge.
refused-challenge-closed = { $state ->
    [accepted] This challenge has been accepted already.
    [declined] This challenge has been declined.
    [withdrawn] This challenge has been withdrawn.
   *[expired] This challenge has expired.
}
refused-players = { $game } is played by { $most ->
    [2] two
   *[other] { $least } to { $most }
}. Choose as many `players`, or another `game`.
refused-lobby-closed = { $state ->
    [started] This game has started already.
    [closed] The host has closed this lobby.
   *[expired] This lobby has expired.
}
refused-lobby-full = All seats are taken.
refused-already-joined = { $elsewhere ->
    [yes] You have a seat already: { $place }
   *[no] You have a seat already.
}
refused-not-joined = You have no seat here.
refused-not-host = Only { $player }, who opened the lobby, can start it.
refused-lobby-not-full = Seats taken: { $taken } of { $players }. The game can start when all are.
refused-channel = Games may not be started in this channel. Try { $channels }.
refused-no-rematch = { $why ->
    [not-yours] You did not play in that game. `/challenge` someone to one of your own.
   *[not-finished] There is no rematch for this game: it was not played to an end.
}
refused-no-analysis = { $why ->
    [running] This game goes on. It can be analysed once it is over; until then that would be help from outside.
    [unmoved] There is nothing to analyse: nobody has moved in this game.
   *[none] No game of yours has been finished here. `match` names any other game by its number.
}
refused-rematch-begun = The rematch of this game has begun already: game #{ $game }, { $place }
refused-rematch-of = These seats are for those who played game #{ $game }. `/lobby` gathers other players.
refused-no-draws = { $game } knows no draw by agreement.
refused-too-early-to-draw = A draw can be offered once everyone has moved. Until then `/resign` breaks the game off, and it does not count.
refused-computer-declines = { $player } declines the draw. The game goes on.
refused-draw-offered = { $state ->
    [declined] Your offer of a draw was declined. You can offer another after the next move.
    [withdrawn] You have withdrawn your offer of a draw. You can offer another after the next move.
   *[open] You have offered a draw already; it waits for an answer.
}
refused-offer-closed = { $state ->
    [declined] This offer of a draw was declined.
    [withdrawn] This offer of a draw has been withdrawn.
   *[void] This offer of a draw is void: the game has gone on since.
}
refused-not-your-offer = That is for { $player } to decide.
refused-rated-hint = There are no hints in a rated game: it is to show what its players find by themselves.
refused-time-is-up = The time for this move ran out { $when }. What comes of it will be posted in a moment.
