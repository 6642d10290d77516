//! Licence expressions, as packages write them (SPDX).

use std::collections::BTreeSet;

/// Whether the terms of a licence expression can be met.
pub fn permits(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let expression = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = expression.split_whitespace().collect();
    let mut at = 0;
    let met = either(&tokens, &mut at, allowed);
    assert_eq!(at, tokens.len(), "{expression} cannot be read");
    met
}

fn either(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut met = both(tokens, at, allowed);
    while tokens.get(*at) == Some(&"OR") {
        *at += 1;
        met |= both(tokens, at, allowed);
    }
    met
}

fn both(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let mut met = one(tokens, at, allowed);
    while tokens.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(tokens, at, allowed);
    }
    met
}

fn one(tokens: &[&str], at: &mut usize, allowed: &BTreeSet<&str>) -> bool {
    let Some(first) = tokens.get(*at) else { return false };
    *at += 1;
    if *first == "(" {
        let met = either(tokens, at, allowed);
        assert_eq!(tokens.get(*at), Some(&")"), "a bracket is left open");
        *at += 1;
        return met;
    }
    if tokens.get(*at) == Some(&"WITH") {
        *at += 2;
        return allowed.contains(tokens[*at - 3..*at].join(" ").as_str());
    }
    allowed.contains(first)
}

#[test]
fn a_licence_expression_is_read_as_it_is_meant() {
    #[track_caller]
    fn check(expression: &str, allowed: &BTreeSet<&str>, expected: bool) {
        assert_eq!(permits(expression, allowed), expected, "{expression}");
    }
    let allowed = BTreeSet::from(["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "Unicode-3.0"]);
    check("MIT", &allowed, true);
    check("MIT/Apache-2.0", &allowed, true);
    check("GPL-3.0 OR MIT", &allowed, true);
    check("GPL-3.0 AND MIT", &allowed, false);
    check("(MIT OR GPL-3.0) AND Unicode-3.0", &allowed, true);
    check("(MIT OR Apache-2.0) AND GPL-3.0", &allowed, false);
    check("Apache-2.0 WITH LLVM-exception OR GPL-3.0", &allowed, true);
    check("GPL-2.0 WITH Classpath-exception-2.0", &allowed, false);
    check("MIT AND GPL-3.0 OR Apache-2.0", &allowed, true);
    check("none", &allowed, false);
}
