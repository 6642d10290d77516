//! Board pictures: a plain scene becomes a PNG.
