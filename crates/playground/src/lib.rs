//! A stand-in for Discord on loopback: REST, gateway and a small chat page.
