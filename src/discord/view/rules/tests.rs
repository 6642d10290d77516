use super::*;

#[test]
fn the_example_shows_what_is_said_of_it() {
    let (game, viewing) = example(Theme::Dark);
    assert_eq!(viewing.selected.as_deref(), Some("F1"));
    let targets: Vec<String> = game
        .choices()
        .into_iter()
        .filter_map(|choice| choice.long.strip_prefix(CHOSEN).map(str::to_owned))
        .collect();
    // Over the block on G2 to the second floor, and on along it.
    for square in ["G2", "H3", "I4", "J5", "K6"] {
        assert!(targets.iter().any(|target| target == square), "{square} is not among {targets:?}");
    }
    // Without a stair the second floor is out of reach.
    for square in ["F3", "D3"] {
        assert!(targets.iter().all(|target| target != square), "{square} is among {targets:?}");
    }
    let said = post(Locale::fallback(), Vec::new()).files[0].alt.clone();
    assert!(said.contains("Red has blocks on F1 and G2, blue on F12 and G12"), "{said}");
}
