### The rules in short, and what the bot can do.

## Commands

command-rules = The rules of a game in two minutes
    .game = Of which game; if you leave it out, of the one that is played here
command-help = What you can do here

## Rules

rules-title = { $game } in two minutes

## Rules: XIMA

rules-xima-intro =
    Bring your **special block**, the one with the star, to the top of the pyramid. Whoever ends a move with it on **G7** wins at once.

    Everyone has nine common blocks and one special, all in reserve at first. On your turn you make one move: enter a block, or move one of yours that lies on top of its column.
rules-xima-moving = Moving
rules-xima-moving-text =
    A move runs straight, also diagonally, for as many squares as you like. Step by step, a block climbs **one** height at most; going level or down is free, however deep. A floor is **two** blocks high, so no block climbs to the next floor unless another block serves as a stair. Anybody’s block will do.
rules-xima-entering = Entering
rules-xima-entering-text =
    A block enters over any edge and runs on along its line, also diagonally. Its first and its last square must be empty; in between it may climb over blocks.
rules-xima-capture = Landing on others
rules-xima-capture-text =
    Blocks under another block are **dominated** and cannot move, whatever their colour. When you land on a column, count its colours, your arriving block included: if no colour has more than yours, every colour with **fewer** is captured: its blocks leave the game, and a special waits for its rescue. No special may step onto a column that holds another player’s special.
rules-xima-rescue = Losing and rescuing the special
rules-xima-rescue-text =
    If your special is captured, bring one of your common blocks to G7: it is given up, and your special returns to your reserve.
rules-xima-end = How else a game ends
rules-xima-end-text =
    If it is your turn, your reserve is empty and all your blocks are dominated, you are *smothered*, and **you win**. A player without any block, on the board or in reserve, is out. If a position comes back too often, the move that would repeat it is barred. When blocks run short, or nothing happens for long, everyone gets three more. There are no draws.
rules-xima-writing = Writing moves
rules-xima-writing-text =
    `/move` offers every legal move while you type; the **Move** button takes one in writing. To write a move:
    `-G2` enters a common block on G2
    `=D2` enters the special on D2, or moves it there
    `J5` moves a common block to J5
    `KG12` moves the one from column K, `4D9` the one from row 4, `E11F10` the one from E11
    `TOP` moves the special to the summit
    Capital letters, spaces and the `x` of a capture do not matter.
rules-xima-alt = An example. Red has blocks on F1 and G2, blue on F12 and G12. Red has chosen the block on { $square }; white marks show every square that it can reach. One line climbs over G2 to the second floor: H3, I4, J5, K6.
rules-xima-picture = The picture shows where the block on { $square } can go. Look at the line over G2: the block there is a stair to the second floor.

## Rules: Axiom

rules-axiom-intro =
    The pieces are the board. Each of the two players has six **cubes**, three with one dome and three with two, and two **sceptres**, which stand on the cubes. Bring a sceptre onto a cube where one of the **other** player stands, and you win at once.

    Black begins. On your turn you make one move: with one of your sceptres, or with one of your cubes.
rules-axiom-sceptres = Moving a sceptre
rules-axiom-sceptres-text =
    A sceptre stands on a hollow face, a *recess*, of any cube, whosever it is. It runs straight over the cubes, as far as you like: across a floor, up a wall, over an edge and down again. It also runs diagonally, but never round an edge. A dome or another sceptre in its way stops it. It needs the two cells before its face: it may end only where its tip has room and no other sceptre points at it.
rules-axiom-out = Taking cubes out
rules-axiom-out-text =
    When your sceptre leaves a cube of the other player’s and ends on one of yours, the cube it left is **out of the game**, unless another cube or a sceptre is still on it.
rules-axiom-cubes = Moving a cube
rules-axiom-cubes-text =
    Lift a cube of yours that carries nothing, neither a cube nor a sceptre, and put it down elsewhere, turned as you like. One dome must enter a recess: with the cube below, or on the table with one beside. Dome never meets dome, nor does a dome lie on the table, and the two cells before a sceptre stay free.
rules-axiom-end = How else a game ends
rules-axiom-end-text =
    Bring **both your own** sceptres onto one cube, and you lose. Who has no move left loses too. If the same position comes about for the third time, the game is **drawn**; so it is if you both agree to a draw (`/draw`).
rules-axiom-writing = Writing moves
rules-axiom-writing-text =
    `/move` offers every legal move while you type: the piece first, then where it goes, then its faces. The **Move** button takes a move in writing. Cells are `(x,y,z)`, as the picture numbers them; `z` is the level, 1 on the table. Faces are named by where they look: `z+` up, `x-` towards smaller x. To write a move:
    `C(0,0,2) C(0,1,3)z-` moves the cube in (0,0,2) to (0,1,3), its dome down
    `C(0,0,1) C(0,2,1)x-y+` moves one with two domes
    `S(-1,0,2) S(0,1,2)z+` moves the sceptre on (-1,0,2) to the top of (0,1,2)
    Capital letters, spaces and the order of the domes do not matter.
rules-axiom-alt = An example, the first position of a game. Black has chosen the sceptre on the cube { $cell }; numbers mark every face that it can reach: tops beside it and across, and faces round the edge, down to the lower floor.
rules-axiom-picture = The picture shows the first position, from two opposite corners, and where the sceptre on { $cell } can go: across the tops, and over the edge down the front.

## Help

help-title = How to play here
help-intro =
    Two games are played here: **XIMA**, on a stepped pyramid, for two to four, and **Axiom**, with cubes and sceptres in space, for two. Challenge someone, open a lobby, or play against the computer. Every game has its own picture of the board, and three buttons: **Board** shows it from your side, **Move** takes a move, **Resign** gives up.
help-start = Begin a game
help-start-text =
    `/challenge` one person, or leave `opponent` out and see who comes; `game` says what is played
    `/lobby` for two to four players
    `/play` against the computer, at any of eight levels; unrated unless you ask for it
    `/rules` of either game in two minutes
help-play = Play it
help-play-text =
    `/move` with a list of every legal move
    `/board` shows the board from your side, of XIMA also in 3d
    `/games` lists your games and those of this server
    `/resign` gives up a game, after asking once more
    `/draw` offers a draw, where the game knows one
    `/hint` shows you, and nobody else, a good move: once a turn, where the game is not rated
    `/analyse` shows where a finished game turned
help-people = People
help-people-text =
    `/leaderboard` of a game, of this server or of everyone; the computer’s levels have a list of their own
    `/profile` of anybody
help-server = Look after the server
help-server-text =
    `/settings` for those who may manage the server: threads, channels, time for a move, colours
    `/end` for moderators: ends a game without a result, after asking once more
help-note = Every move has a deadline, shown below the board. You get one reminder at half time; when the time is up, the game is lost. A rated game does not count if two of its players have played ten rated games against each other within a day.
