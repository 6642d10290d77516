//! `/end`, for moderators.

use play::{Phrase, turn};
use poise::serenity_prelude as serenity;
use serenity::Permissions;

use crate::discord::{Ask, Context, Error, Outcome, game};

/// Ends a game of this server without a result.
#[poise::command(
    slash_command,
    install_context = "Guild",
    interaction_context = "Guild",
    default_member_permissions = "MANAGE_MESSAGES"
)]
pub(super) async fn end(
    context: Context<'_>,
    #[rename = "match"]
    #[max_length = 100]
    named: String,
) -> Outcome {
    let ask = Ask::of(context).await;
    ask.see().await?;
    moderates(&ask)?;
    let server = ask.server()?;
    let found = play::game::find(&ask.bot.play, ask.player, Some(server), ask.channel, Some(&named)).await?;
    if found.server != server {
        let number = found.id.to_string();
        return Err(Error::Told(Phrase::new("moderate-elsewhere").with("game", number)));
    }
    let here = found.channel == ask.channel;
    let origin = here.then(|| ask.origin());
    let turn = turn::end_by_moderator(&ask.bot.play, found.id, origin).await?;
    tracing::info!(game = %found.id, player = %ask.player, "a game was ended by a moderator");
    game::show(&ask, turn, here).await
}

/// Discord shows the command to those who may use it; a server that stands in for Discord may not.
fn moderates(ask: &Ask) -> Result<(), Error> {
    let moderator = Permissions::MANAGE_MESSAGES | Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR;
    if ask.member.intersects(moderator) {
        Ok(())
    } else {
        Err(Error::Told(Phrase::new("moderate-needs-manage")))
    }
}
