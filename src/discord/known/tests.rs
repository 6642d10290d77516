use super::*;

fn seen(name: &str) -> Seen {
    Seen { id: PlayerId::new(1), name: name.to_owned(), locale: None, bot: false }
}

#[test]
fn a_sighting_holds_for_an_hour_and_for_the_same_name() {
    let (known, now) = (Known::default(), OffsetDateTime::UNIX_EPOCH);
    assert!(!known.holds(&seen("ana"), now));
    known.note(&seen("ana"), now);
    assert!(known.holds(&seen("ana"), now + Duration::minutes(59)));
    assert!(!known.holds(&seen("ana"), now + Duration::minutes(61)));
    assert!(!known.holds(&seen("anna"), now));
}
