//! A match on the command line, without building the bot: `versus GAME A B GAMES SEED FIRST [nodes N | time MS]`.

use std::ops::ControlFlow;
use std::time::Duration;

use search::{Budget, Contest, Searchable};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [game, a, b, games, seed, first, ref rest @ ..] = words[..] else {
        panic!("GAME A B GAMES SEED FIRST")
    };
    let budget = match rest {
        ["nodes", nodes] => Budget::Nodes(nodes.parse().expect("a number")),
        ["time", time] => Budget::Time(Duration::from_millis(time.parse().expect("a number"))),
        _ => Budget::Own,
    };
    let contest = Contest {
        a: a.parse().expect("a player"),
        b: b.parse().expect("a player"),
        first: first.parse().expect("a number"),
        games: games.parse().expect("a number"),
        seed: seed.parse().expect("a number"),
        budget,
    };
    match game {
        "xima" => run::<xima::Position>(contest),
        _ => run::<axiom::Position>(contest),
    }
}

fn run<P: Searchable>(contest: Contest) {
    let mut plies = 0;
    let standing = contest.run::<P>(|game, standing| {
        plies += game.moves.len();
        if game.number % 20 == 0 {
            eprintln!("{} {}-{}-{}", game.number, standing.wins, standing.draws, standing.losses);
        }
        ControlFlow::Continue(())
    });
    let (score, lower, upper) = standing.score();
    println!(
        "{} - {}: {}-{}-{} score {score:.3} [{lower:.3} {upper:.3}] elo {:.0} plies {}",
        contest.a,
        contest.b,
        standing.wins,
        standing.draws,
        standing.losses,
        standing.elo().0,
        plies / contest.games as usize
    );
    for tally in [standing.a, standing.b] {
        println!(
            "  {:.0} nodes/s, {:.0} playouts/s, depth {:.2}, {:.2?} a move, slowest {:.2?}",
            tally.per_second(tally.nodes),
            tally.per_second(tally.playouts),
            tally.mean_depth(),
            tally.mean().unwrap_or_default(),
            tally.slowest
        );
    }
}
