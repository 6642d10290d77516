//! `/leaderboard` and its pages.

use play::GameKind;
use play::standing::{self, Scope};

use super::kind::Kind;
use crate::discord::post::Post;
use crate::discord::{Ask, Context, Error, Outcome, view};
use crate::word;

word! {
    /// Whose ratings are compared.
    pub enum List {
        /// People's.
        People = "people",
        /// Those of the computer's levels.
        Computers = "computers",
    }
}

word! {
    /// Who is compared.
    pub enum Range {
        /// Those who have played in this server.
        Server = "server",
        /// Everyone.
        Everywhere = "everywhere",
    }
}

/// Shows the best.
#[poise::command(slash_command, ephemeral, install_context = "Guild", interaction_context = "Guild")]
pub(super) async fn leaderboard(
    context: Context<'_>,
    game: Option<Kind>,
    list: Option<List>,
    scope: Option<Range>,
    #[min = 1]
    #[max = 100_000]
    page: Option<u32>,
) -> Outcome {
    let ask = Ask::of(context).await;
    ask.see().await?;
    let scope = match scope {
        Some(Range::Everywhere) => Scope::Everywhere,
        Some(Range::Server) | None => Scope::Server(ask.server()?),
    };
    let (kind, page) = (Kind::or_usual(game), page.unwrap_or(1));
    let post = match list {
        Some(List::Computers) => {
            let levels = standing::levels(&ask.bot.play, kind, scope).await?;
            view::leaderboard::levels(ask.locale, kind, scope, page, &levels)
        }
        Some(List::People) | None => page_of(&ask, kind, scope, page).await?,
    };
    ask.answer(post.private()).await?;
    Ok(())
}

/// Turns the page.
///
/// # Errors
/// When the database fails or Discord refuses.
pub async fn pressed(ask: &Ask, kind: GameKind, scope: Scope, page: u32) -> Outcome {
    ask.update(page_of(ask, kind, scope, page).await?).await
}

async fn page_of(ask: &Ask, kind: GameKind, scope: Scope, page: u32) -> Result<Post, Error> {
    let board = standing::leaderboard(&ask.bot.play, kind, scope, page.max(1), ask.player).await?;
    Ok(view::leaderboard::post(ask.locale, kind, scope, page, &board))
}
