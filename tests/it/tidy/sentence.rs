//! Sentences for people among a file's string literals.

/// String literals that look like sentences and are meant for people who play: those of logs, panics and the like are not.
pub fn sentences(source: &str) -> Vec<String> {
    const APART: &[&str] = &[
        "expect",
        "panic!",
        "unreachable!",
        "assert!",
        "assert_eq!",
        "assert_ne!",
        "debug_assert!",
        "info!",
        "warn!",
        "error!",
        "debug!",
        "trace!",
        "info_span!",
        "context",
        "with_context",
        "bail!",
        "anyhow!",
        "error",
        "expect_attribute",
        "instrument",
        "poise::command",
        "concat!",
    ];
    let mut found = Vec::new();
    // What stands before each bracket that is open, and the word being read.
    let mut open: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut characters = source.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '/' if characters.peek() == Some(&'/') => {
                while characters.next_if(|next| *next != '\n').is_some() {}
                word.clear();
            }
            '"' => {
                let mut literal = String::new();
                while let Some(next) = characters.next() {
                    match next {
                        '"' => break,
                        '\\' => {
                            characters.next();
                            literal.push(' ');
                        }
                        _ => literal.push(next),
                    }
                }
                let apart = open.iter().any(|before| {
                    APART.iter().any(|apart| before == apart || before.ends_with(&format!("::{apart}")))
                });
                if !apart && word != "reason" && is_sentence(&literal) {
                    found.push(literal);
                }
                word.clear();
            }
            '\'' => {
                // A character, or the name of a lifetime.
                let mut ahead = characters.clone();
                let first = ahead.next();
                if first == Some('\\') {
                    characters.next();
                    characters.next();
                    while characters.next_if(|next| *next != '\'').is_some() {}
                    characters.next();
                } else if ahead.next() == Some('\'') {
                    characters.next();
                    characters.next();
                }
            }
            '(' | '[' | '{' => open.push(std::mem::take(&mut word)),
            ')' | ']' | '}' => {
                open.pop();
                word.clear();
            }
            '=' => {}
            _ if character.is_alphanumeric() || matches!(character, '_' | '!' | ':') => {
                if character == ':' && characters.peek() != Some(&':') && !word.ends_with(':') {
                    word.clear();
                } else {
                    word.push(character);
                }
            }
            _ if character.is_whitespace() && (word == "reason" || word.is_empty()) => {}
            _ => word.clear(),
        }
    }
    found
}

/// Two words of letters or more, with a capital letter at the beginning or a stop at the end. (What errors say to those who read
/// logs begins small and ends open.)
fn is_sentence(literal: &str) -> bool {
    let is_word = |word: &&str| {
        word.chars().filter(|character| character.is_alphabetic()).count() >= 2
            && !word.contains('{')
            && !word.contains('-')
    };
    let words = literal.split_whitespace().filter(is_word).count();
    let begins = literal.chars().find(|character| character.is_alphabetic()).is_some_and(char::is_uppercase);
    words >= 2 && (begins || literal.trim_end().ends_with(['.', '!', '?']))
}

#[test]
fn the_check_for_sentences_sees_them() {
    assert_eq!(sentences(r#"reply.content("You cannot do that.")"#), ["You cannot do that."]);
    assert_eq!(sentences(r#"let a = format!("It is {name} to move", name = 1);"#), ["It is {name} to move"]);
    assert_eq!(
        sentences(r#"x.expect("seats are never empty"); tracing::info!(game = 1, "a turn was posted");"#),
        [""; 0]
    );
    assert_eq!(
        sentences(
            "// \"Not in a comment\"\n/// nor \"in a document\"\nlet a = 'a'; let b: &'static str = \"one\";"
        ),
        [""; 0]
    );
}
