use super::*;

#[test]
fn a_change_is_the_difference_of_what_is_shown() {
    #[track_caller]
    fn check((before, after): (f64, f64), shown: [&str; 3]) {
        assert_eq!([number(before), number(after), change(before, after)], shown);
    }
    check((1500.0, 1662.3), ["1500", "1662", "+162"]);
    // Rounded by itself it would be one more.
    check((1662.3, 1576.7), ["1662", "1577", "−85"]);
    check((1500.4, 1499.6), ["1500", "1500", "±0"]);
    check((1500.5, 1501.5), ["1500", "1502", "+2"]);
}
