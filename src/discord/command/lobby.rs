//! `/lobby`, and the buttons below a lobby.

use play::lobby::{self, Lobby, LobbyState, NewLobby};
use play::{Phrase, Refused};
use store::LobbyId;

use super::kind::Kind;
use super::{begin, challenge};
use crate::discord::component::LobbyPress;
use crate::discord::error::report;
use crate::discord::post::Post;
use crate::discord::{Ask, Context, Error, Outcome, game, view};
use crate::tr;

/// How many can play.
const SEATS: std::ops::RangeInclusive<u8> = 2..=4;
/// How often a message is brought up to date before the next press does it.
const ROUNDS: usize = 5;

/// Opens a lobby for two to four.
#[poise::command(slash_command, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn lobby(
    context: Context<'_>,
    #[min = 2]
    #[max = 4]
    players: u8,
    game: Option<Kind>,
    rated: Option<bool>,
) -> Outcome {
    let ask = Ask::of(context).await;
    let server = ask.server()?;
    if !SEATS.contains(&players) {
        // Discord holds to what it was told when the command was registered; a server that stands in for it may not.
        return Err(Error::Told(Phrase::new("refused-old-command")));
    }
    begin::allowed(&ask, None).await?;
    let new = NewLobby {
        kind: Kind::or_usual(game),
        server,
        channel: ask.channel,
        host: ask.player,
        players,
        rated: rated.unwrap_or(true),
    };
    let play = &ask.bot.play;
    let made = match lobby::create(play, new).await {
        Err(play::Error::Refused(refused)) if matches!(*refused, Refused::TooManyChallenges { .. }) => {
            // The limit on challenges is one on lobbies as well; here it is said of them. Their messages may be far up or gone.
            let open = lobby::open_of(play, ask.player).await?;
            let sentence = Post::text(tr!(ask.locale, "lobby-too-many")).private();
            return ask.answer(view::lobby::standing(ask.locale, sentence, &open)).await.map(drop);
        }
        made => made?,
    };
    match ask.answer(view::lobby::post(ask.public, &made)).await {
        Ok(Some(posted)) => {
            Ok(lobby::set_message(play, made.id, posted.channel, posted.message).await.map(drop)?)
        }
        Ok(None) => Ok(()),
        Err(error) => {
            // Nobody has seen it: it closes with its host.
            lobby::leave(play, made.id, ask.player).await?;
            Err(error)
        }
    }
}

/// Takes a seat, gives it up, or starts the game.
///
/// # Errors
/// Refused when the lobby is full or closed, or it is not the presser's to start.
pub async fn pressed(ask: &Ask, id: LobbyId, press: LobbyPress) -> Outcome {
    let answered = answer(ask, id, press).await;
    if let Err(Error::Play(play::Error::Refused(refused))) = &answered
        && let Refused::LobbyClosed(_) = **refused
        && let Some(message) = ask.message
    {
        // Whoever pressed need not wait for the message to be mended.
        report(ask, Refused::clone(refused).into()).await;
        let lobby = lobby::load(&ask.bot.play, id).await?;
        let post = match lobby.state {
            LobbyState::Started(game) => {
                let game = play::game::load(&ask.bot.play, game).await?;
                view::lobby::started(ask.public, &lobby, &game)
            }
            _ => view::lobby::post(ask.public, &lobby),
        };
        challenge::edit(ask, ask.channel, message, &post).await;
        return Ok(());
    }
    answered
}

async fn answer(ask: &Ask, id: LobbyId, press: LobbyPress) -> Outcome {
    let play = &ask.bot.play;
    match press {
        LobbyPress::Join => {
            let lobby = lobby::join(play, id, ask.player).await?;
            let full = lobby.seated.len() == usize::from(lobby.players);
            show(ask, lobby.clone()).await?;
            if full {
                ask.follow_up(view::lobby::full(ask.public, &lobby)).await?;
            }
            Ok(())
        }
        LobbyPress::Leave => {
            let lobby = lobby::leave(play, id, ask.player).await?;
            let own = lobby.message.filter(|message| Some(*message) != ask.message);
            show(ask, lobby.clone()).await?;
            // Closed from the list that a refusal shows: its own message is another one.
            if let Some(message) = own {
                challenge::edit(ask, lobby.channel, message, &view::lobby::post(ask.public, &lobby)).await;
            }
            Ok(())
        }
        LobbyPress::Start => {
            game::require(ask)?;
            let (lobby, game) = lobby::start(play, id, ask.player).await?;
            if let Some(pressed) = ask.message.filter(|_| lobby.message.is_none()) {
                // Pressed before it was noted where it stands.
                lobby::set_message(play, id, ask.channel, pressed).await?;
            }
            begin::open(ask, view::lobby::started(ask.public, &lobby, &game), &game).await
        }
    }
}

/// Shows a lobby on its message. Of two presses at once the earlier may be shown last: whoever has shown one looks again.
async fn show(ask: &Ask, mut lobby: Lobby) -> Outcome {
    for _ in 0..ROUNDS {
        ask.update(view::lobby::post(ask.public, &lobby)).await?;
        let now = lobby::load(&ask.bot.play, lobby.id).await?;
        if now.seated == lobby.seated && now.state == lobby.state {
            break;
        }
        if matches!(now.state, LobbyState::Started(_)) {
            // Its start shows itself.
            break;
        }
        lobby = now;
    }
    Ok(())
}
