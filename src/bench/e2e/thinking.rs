//! Computers that think beside the load: games against the highest level, in which people answer at once.

use std::collections::HashSet;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use play::{Context, Game, GameKind};
use search::Level;
use serde_json::{Value, json};
use store::{ChannelId, GameId, PlayerId};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::World;

/// How often it is looked where people are to move.
const LOOK: Duration = Duration::from_millis(50);

/// Games in which computers think, one a person.
pub(super) struct Thinking {
    games: Vec<Seated>,
    /// Moves of computers in games that are over.
    before: usize,
}

/// A game, and who plays it against the computer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Seated {
    game: GameId,
    person: PlayerId,
    kind: GameKind,
}

impl Thinking {
    /// Begins so many games, of both kinds in turn. The computers have the first move.
    pub(super) async fn begin(world: &World, play: &Context, games: usize) -> anyhow::Result<Thinking> {
        let people = world.people.iter().map(|(person, _)| *person);
        let mut begun = Vec::new();
        for (person, kind) in people.zip(GameKind::ALL.into_iter().cycle()).take(games) {
            begun.push(begin(world, play, person, kind).await?);
        }
        ensure!(begun.len() == games, "there are people for {} such games only", begun.len());
        Ok(Thinking { games: begun, before: 0 })
    }

    /// Moves for the people until `stop`, and begins another game where one is over. Returns how many moves the computers have
    /// made.
    pub(super) async fn go_on(
        mut self,
        world: &World,
        play: &Context,
        stop: &CancellationToken,
    ) -> anyhow::Result<usize> {
        let mut looks = tokio::time::interval(LOOK);
        let mut moving = JoinSet::new();
        let mut busy = HashSet::new();
        while stop.run_until_cancelled(looks.tick()).await.is_some() {
            while let Some(done) = moving.try_join_next() {
                busy.remove(&done??);
            }
            let thinks = awaiting(play).await?;
            for seated in &mut self.games {
                if busy.contains(&seated.game) || thinks.contains(&seated.game) {
                    continue;
                }
                let game = play::game::load(play, seated.game).await?;
                match game.to_move() {
                    None => {
                        self.before += moves(&game);
                        *seated = begin(world, play, seated.person, seated.kind).await?;
                    }
                    Some(player) if player.id == seated.person => {
                        busy.insert(game.id);
                        moving.spawn(answer(world.clone(), game, seated.person));
                    }
                    // What it is to answer is not shown yet.
                    Some(_) => {}
                }
            }
        }
        for done in moving.join_all().await {
            done?;
        }
        let mut made = self.before;
        for seated in &self.games {
            made += moves(&play::game::load(play, seated.game).await?);
        }
        Ok(made)
    }
}

async fn begin(world: &World, play: &Context, person: PlayerId, kind: GameKind) -> anyhow::Result<Seated> {
    let options = json!({ "game": kind.name(), "level": Level::HIGHEST.number(), "colour": kind.pair()[1] });
    let answer = command(world, world.channel, person, "play", &options).await?;
    let channel = world.channel.to_string();
    ensure!(answer["message"]["channel"] == channel, "a game against the computer does not begin: {answer}");
    let games = play::game::of_player(play, person).await?;
    let computers = games.iter().filter(|game| game.seats.iter().any(|player| player.computer().is_some()));
    let game = computers.map(|game| game.id).max().context("a game has begun")?;
    Ok(Seated { game, person, kind })
}

/// The games in which a computer thinks, or is about to.
async fn awaiting(play: &Context) -> anyhow::Result<HashSet<GameId>> {
    let games = play::computer::awaiting(play, u32::MAX).await?;
    Ok(games.into_iter().map(|(game, _)| game).collect())
}

/// Makes some move for a person, another one every time. Returns the game.
async fn answer(world: World, game: Game, person: PlayerId) -> anyhow::Result<GameId> {
    let choices = game.hosted.choices();
    let some = game.id.get().wrapping_mul(31).wrapping_add(u64::from(game.hosted.ply()) * 17);
    let place = usize::try_from(some % choices.len().max(1) as u64)?;
    let safe = choices.iter().cycle().skip(place).take(choices.len()).find(|choice| choice.warning.is_none());
    let mv = &safe.or(choices.first()).context("a person can move")?.long;
    let options = json!({ "move": mv, "match": game.id.to_string() });
    let answer = command(&world, game.channel, person, "move", &options).await?;
    ensure!(answer["message"]["ephemeral"] == false, "a move against the computer was refused: {answer}");
    Ok(game.id)
}

/// The moves of computers in a game.
fn moves(game: &Game) -> usize {
    let computers = game.seats.iter().filter(|player| player.computer().is_some());
    let seats: Vec<_> = computers.map(|player| player.seat).collect();
    game.hosted.record().iter().filter(|ply| ply.is_move() && seats.contains(&ply.seat)).count()
}

async fn command(
    world: &World,
    channel: ChannelId,
    person: PlayerId,
    name: &str,
    options: &Value,
) -> anyhow::Result<Value> {
    let request = json!({ "user": person.to_string(), "channel": channel.to_string(), "name": name, "options": options });
    Ok(world.http.post(format!("{}/_control/command", world.url)).json(&request).send().await?.json().await?)
}
