//! The Rashomon set against the oracle, which writes every tree down.
mod against_oracle;
#[path = "../../gosdt-search/tests/bridge/mod.rs"]
#[allow(dead_code, reason = "each test uses its part of the bridge")]
mod bridge;
mod limits;
