use play::Refused;

use super::*;

#[test]
fn what_a_person_wrote_is_not_logged() {
    let wrote = Phrase::new("xima-refused-syntax").with("text", "a secret");
    assert_eq!(kind(&Refused::Move(wrote)), "Move");
    assert_eq!(kind(&Refused::NoSuchGame), "NoSuchGame");
}
