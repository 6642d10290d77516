//! How the weights of the evaluation were found: plays games of the search against itself, takes the features of quiet
//! positions from them, and fits the weights so that they foretell the results: `tune GAME GAMES NODES SEED`.

use game::{Outcome, Seat};
use search::{Level, Limits, Random, Searchable, Table, search};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, games, nodes, seed] = &words[..] else { panic!("GAME GAMES NODES SEED") };
    let number = |text: &str| text.parse().expect("a number");
    match game.as_str() {
        "xima" => run::<xima::Position>(number(games), number(nodes), number(seed)),
        _ => run::<axiom::Position>(number(games), number(nodes), number(seed)),
    }
}

struct Sample {
    features: Vec<(usize, f64)>,
    result: f64,
}

fn run<P: Searchable>(games: u64, nodes: u64, seed: u64) {
    let mut samples: Vec<Sample> = Vec::new();
    let mut random = Random::new(seed);
    let table = Table::new(32);
    for number in 0..games {
        let mut position = P::start(2).expect("two can play");
        let mut met = Vec::new();
        let opening = 4 + random.below(8);
        let mut ply = 0;
        while position.outcome().is_none() && ply < 300 {
            let moves = position.legal_moves();
            let mv = if ply < opening || random.below(15) == 0 {
                moves[random.below(moves.len())]
            } else {
                let report = search(
                    &position,
                    &Limits::nodes(nodes),
                    &table,
                    Level::HIGHEST,
                    random.next(),
                    &mut |_| {},
                )
                .expect("a move");
                let view = position.view();
                if report.score.win_in().is_none()
                    && report.score.loss_in().is_none()
                    && Seat::first(2).all(|seat| !P::wins(&view, seat))
                {
                    let mut features = vec![0.0; P::WEIGHTS.len() + 1];
                    for (seat, sign) in [(Seat::ALL[0], 1), (Seat::ALL[1], -1)] {
                        position.features(&view, seat, |feature, amount| {
                            features[feature] += f64::from(sign * amount);
                        });
                    }
                    features[P::WEIGHTS.len()] = if position.turn() == Seat::FIRST { 1.0 } else { -1.0 };
                    met.push(features.into_iter().enumerate().filter(|(_, amount)| *amount != 0.0).collect());
                }
                report.best
            };
            position = position.play(mv).expect("legal").position;
            ply += 1;
        }
        let result = match position.outcome() {
            Some((Outcome::Win(seat), _)) => f64::from(u8::from(seat == Seat::FIRST)),
            Some((Outcome::Draw, _)) => 0.5,
            None => continue,
        };
        samples.extend(met.into_iter().map(|features| Sample { features, result }));
        if number % 100 == 99 {
            eprintln!("{} games, {} positions", number + 1, samples.len());
        }
    }
    fit::<P>(&samples, &mut random);
}

#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "weights are small numbers")]
/// Logistic regression by stochastic descent, one unit of the evaluation being 1/200 of a logit, from the present weights.
fn fit<P: Searchable>(samples: &[Sample], random: &mut Random) {
    const SCALE: f64 = 200.0;
    let mut weights: Vec<f64> =
        P::WEIGHTS.iter().chain([&P::TEMPO]).map(|weight| f64::from(*weight) / SCALE).collect();
    let loss = |weights: &[f64]| {
        samples
            .iter()
            .map(|sample| -(1.0 - (sample.result - chance(weights, sample)).abs()).max(1e-9).ln())
            .sum::<f64>()
            / samples.len() as f64
    };
    eprintln!("{} positions, loss {:.4}", samples.len(), loss(&weights));
    let mut counts = vec![0usize; weights.len()];
    for sample in samples {
        sample.features.iter().for_each(|(feature, _)| counts[*feature] += 1);
    }
    let mut gradient_squares = vec![1e-3; weights.len()];
    for epoch in 0..30 {
        for _ in 0..samples.len() {
            let sample = &samples[random.below(samples.len())];
            let error = sample.result - chance(&weights, sample);
            for (feature, amount) in &sample.features {
                let gradient = error * amount - 1e-5 * weights[*feature];
                gradient_squares[*feature] += gradient * gradient;
                weights[*feature] += 0.05 * gradient / f64::sqrt(gradient_squares[*feature]);
            }
        }
        if epoch % 10 == 9 {
            eprintln!("epoch {epoch}: loss {:.4}", loss(&weights));
        }
    }
    let tuned: Vec<i32> = weights.iter().map(|weight| (weight * SCALE).round() as i32).collect();
    println!("{tuned:?}\ncounts {counts:?}");
}

fn chance(weights: &[f64], sample: &Sample) -> f64 {
    let sum: f64 = sample.features.iter().map(|(feature, amount)| weights[*feature] * amount).sum();
    1.0 / (1.0 + (-sum).exp())
}
