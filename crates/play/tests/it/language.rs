//! Phrases in English, by the bot's own Fluent files.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use play::{Argument, Phrase};

/// The games' own texts in en-US, and what every game shares.
pub struct English(FluentBundle<FluentResource>);

impl English {
    /// Reads the files.
    pub fn new() -> English {
        let texts = [
            include_str!("../../../../assets/locales/en-US/xima.ftl"),
            include_str!("../../../../assets/locales/en-US/axiom.ftl"),
            include_str!("../../../../assets/locales/en-US/game.ftl"),
        ];
        let mut bundle = FluentBundle::new(vec!["en-US".parse().expect("a language")]);
        bundle.set_use_isolating(false);
        for text in texts {
            let resource = FluentResource::try_new(text.to_owned()).expect("the file is Fluent");
            bundle.add_resource(resource).expect("no message twice");
        }
        English(bundle)
    }

    /// Says a phrase; nothing may be missing.
    #[track_caller]
    pub fn say(&self, phrase: &Phrase) -> String {
        let mut arguments = FluentArgs::new();
        for (name, argument) in &phrase.arguments {
            let value = match argument {
                Argument::Text(text) => FluentValue::from(text.clone()),
                Argument::Number(number) => FluentValue::from(*number),
                Argument::Player(player) => FluentValue::from(format!("<@{player}>")),
                Argument::Phrase(inner) => FluentValue::from(self.say(inner)),
                Argument::List(phrases) => FluentValue::from(list(&self.all(phrases))),
                Argument::Sequence(phrases) => FluentValue::from(self.all(phrases).join(" ")),
            };
            arguments.set(*name, value);
        }
        let message = self.0.get_message(phrase.id).unwrap_or_else(|| panic!("no message {}", phrase.id));
        let pattern = message.value().unwrap_or_else(|| panic!("{} has no text", phrase.id));
        let mut errors = Vec::new();
        let said = self.0.format_pattern(pattern, Some(&arguments), &mut errors).into_owned();
        assert!(errors.is_empty(), "{}: {errors:?}", phrase.id);
        said
    }

    fn all(&self, phrases: &[Phrase]) -> Vec<String> {
        phrases.iter().map(|phrase| self.say(phrase)).collect()
    }
}

fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
