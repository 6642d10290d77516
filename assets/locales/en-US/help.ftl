### The rules in short, and what the bot can do.

## Commands

command-rules = The rules in two minutes
command-help = What you can do here

## Rules

rules-title = { $game } in two minutes
rules-intro =
    Bring your **special block**, the one with the star, to the top of the pyramid. Whoever ends a move with it on **G7** wins at once.

    Everyone has nine common blocks and one special, all in reserve at first. On your turn you make one move: enter a block, or move one of yours that lies on top of its column.
rules-moving = Moving
rules-moving-text =
    A move runs straight, also diagonally, for as many squares as you like. Step by step, a block climbs **one** height at most; going level or down is free, however deep. A floor is **two** blocks high, so no block climbs to the next floor unless another block serves as a stair. Anybody’s block will do.
rules-entering = Entering
rules-entering-text =
    A block enters over any edge and runs on along its line, also diagonally. Its first and its last square must be empty; in between it may climb over blocks.
rules-capture = Landing on others
rules-capture-text =
    Blocks under another block are **dominated** and cannot move, whatever their colour. When you land on a column, count its colours, your arriving block included: if no colour has more than yours, every colour with **fewer** is captured: its blocks leave the game, and a special waits for its rescue. No special may step onto a column that holds another player’s special.
rules-rescue = Losing and rescuing the special
rules-rescue-text =
    If your special is captured, bring one of your common blocks to G7: it is given up, and your special returns to your reserve.
rules-end = How else a game ends
rules-end-text =
    If it is your turn, your reserve is empty and all your blocks are dominated, you are *smothered*, and **you win**. A player without any block, on the board or in reserve, is out. If a position comes back too often, the move that would repeat it is barred. When blocks run short, or nothing happens for long, everyone gets three more. There are no draws.
rules-writing = Writing moves
rules-writing-text =
    `/move` offers every legal move while you type; the **Move** button takes one in writing. To write a move:
    `-G2` enters a common block on G2
    `=D2` enters the special on D2, or moves it there
    `J5` moves a common block to J5
    `KG12` moves the one from column K, `4D9` the one from row 4, `E11F10` the one from E11
    `TOP` moves the special to the summit
    Capital letters, spaces and the `x` of a capture do not matter.
rules-alt = An example. Red has blocks on F1 and G2, blue on F12 and G12. Red has chosen the block on { $square }; white marks show every square that it can reach. One line climbs over G2 to the second floor: H3, I4, J5, K6.
rules-picture = The picture shows where the block on { $square } can go. Look at the line over G2: the block there is a stair to the second floor.

## Help

help-title = How to play here
help-intro =
    Challenge someone, or open a lobby for up to four. Every game has its own picture of the board, and three buttons: **Board** shows it from your side, **Move** takes a move, **Resign** gives up.
help-start = Begin a game
help-start-text =
    `/challenge` one person, or leave `opponent` out and see who comes
    `/lobby` for two to four players
    `/rules` in two minutes
help-play = Play it
help-play-text =
    `/move` with a list of every legal move
    `/board` shows the board from your side, as a plan or in 3d
    `/games` lists your games and those of this server
    `/resign` gives up a game, after asking once more
help-people = People
help-people-text =
    `/leaderboard` of this server or of everyone
    `/profile` of anybody
help-server = Look after the server
help-server-text =
    `/settings` for those who may manage the server: threads, channels, time for a move, colours
    `/end` for moderators: ends a game without a result
help-note = Every move has a deadline, shown below the board. You get one reminder at half time; when the time is up, the game is lost.
