use super::*;

#[test]
fn a_length_of_time_is_said_in_its_two_largest_units() {
    #[track_caller]
    fn check(seconds: u64, expected: &str) {
        assert_eq!(words(Locale::fallback(), Duration::from_secs(seconds)), expected);
    }
    check(0, "0 minutes");
    check(60, "1 minute");
    check(300, "5 minutes");
    check(3_600, "1 hour");
    check(5_400, "1 hour 30 minutes");
    check(86_400, "1 day");
    check(129_600, "1 day 12 hours");
    check(259_200, "3 days");
    check(2 * 86_400 + 3 * 3_600 + 240, "2 days 3 hours");
    check(86_400 + 300, "1 day 5 minutes");
}

#[test]
fn a_length_of_time_is_read_as_people_write_it() {
    #[track_caller]
    fn check(text: &str, expected: Option<u64>) {
        assert_eq!(read(text), expected.map(Duration::from_secs), "{text:?}");
    }
    check("45m", Some(2_700));
    check("12h", Some(43_200));
    check("12", Some(43_200));
    check("3d", Some(259_200));
    check(" 3 Days ", Some(259_200));
    check("1d12h", Some(129_600));
    check("1 day 12 hours", Some(129_600));
    check("2w", Some(1_209_600));
    check("", None);
    check("d", None);
    check("soon", None);
    check("3 moons", None);
    check("-3d", None);
    check("99999999999999999999d", None);
    check("9999999999999999999d", None);
    check("3d!", None);
}
