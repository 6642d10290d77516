use super::*;

#[test]
fn the_example_of_xima_shows_what_is_said_of_it() {
    let (game, viewing) = example(GameKind::Xima, Theme::Dark);
    assert_eq!(viewing.selected.as_deref(), Some("F1"));
    let targets: Vec<String> = game
        .choices()
        .into_iter()
        .filter_map(|choice| choice.long.strip_prefix(XIMA.chosen).map(str::to_owned))
        .collect();
    // Over the block on G2 to the second floor, and on along it.
    for square in ["G2", "H3", "I4", "J5", "K6"] {
        assert!(targets.iter().any(|target| target == square), "{square} is not among {targets:?}");
    }
    // Without a stair the second floor is out of reach.
    for square in ["F3", "D3"] {
        assert!(targets.iter().all(|target| target != square), "{square} is among {targets:?}");
    }
    let said = post(Locale::fallback(), GameKind::Xima, Vec::new()).files[0].alt.clone();
    assert!(said.contains("Red has blocks on F1 and G2, blue on F12 and G12"), "{said}");
}

#[test]
fn the_example_of_axiom_shows_what_is_said_of_it() {
    let (game, viewing) = example(GameKind::Axiom, Theme::Dark);
    assert_eq!(viewing.selected.as_deref(), Some("S(-1,0,2)"));
    let targets: Vec<String> = game
        .choices()
        .into_iter()
        .filter_map(|choice| choice.long.strip_prefix(AXIOM.chosen).map(str::to_owned))
        .collect();
    // Beside it, across, and round the edge down to the lower floor.
    for square in ["S(0,0,2)z+", "S(0,1,2)z+", "S(-1,0,2)y-", "S(-1,0,1)y-"] {
        assert!(targets.iter().any(|target| target == square), "{square} is not among {targets:?}");
    }
    let said = post(Locale::fallback(), GameKind::Axiom, Vec::new());
    assert!(said.files[0].alt.contains("the sceptre on the cube (-1,0,2)"), "{}", said.files[0].alt);
}

/// What the cards give as examples of writing is read by the rules.
#[test]
fn the_moves_that_are_written_there_can_be_read() {
    for kind in GameKind::OFFERED {
        let game = kind.start(2).expect("two can play");
        let card = post(Locale::fallback(), kind, Vec::new()).embeds.remove(0);
        let writing = &card.fields.last().expect("how moves are written").value;
        let written = writing.lines().skip(1).filter_map(|line| line.strip_prefix('`')?.split_once('`'));
        let moves: Vec<&str> = written.map(|(mv, _)| mv).collect();
        assert!(moves.len() >= 3, "{kind}: {writing}");
        for mv in moves {
            // Legal or not: the form at least is right.
            let refused = game.read(mv).err().map(|refusal| refusal.id);
            assert!(refused.is_none_or(|id| !id.ends_with("-syntax")), "{mv}");
        }
    }
}
