use super::*;

#[test]
fn last_moves_are_read_as_they_are_written() {
    for text in ["C(0,0,1)C(0,2,1)x-y+", "S(-1,1,2)S(0,1,3)x-", "C(-12,0,1)C(100000000,2,4)z+"] {
        assert_eq!(last_move(text).unwrap().to_string(), text);
    }
    let written = last_move("c(0,0,1) c(0,2,1) y+ x\u{2212}").unwrap();
    assert_eq!(written.to_string(), "C(0,0,1)C(0,2,1)x-y+", "blanks, case and the order of domes are free");
}

#[test]
fn what_is_no_move_is_refused() {
    for text in [
        "",
        "C",
        "\u{e9}",
        "C(0,0,1)",
        "C(0,0,1)S(0,2,1)x-",
        "C(0,0,1)C(0,2,1)",
        "C(0,0)C(0,2,1)x-",
        "C(0,0,1,2)C(0,2,1)x-",
        "C(0,0,1)C(0,2,0)x-",
        "S(0,0,1)S(0,2,1)x-y-",
        "S(0,0,1)S(0,2,1)w-",
        "S(0,0,1)S(0,2,1)x",
        "D(0,0,1)D(0,2,1)x-",
    ] {
        assert!(last_move(text).is_err(), "{text}");
    }
}
