//! Additive problems that bound an objective from below.
//!
//! `tangent` bounds areas, `decision` linear-fractional losses; `prices` is what both come down to,
//! a price per label and class, and `additive_relaxation` hands it to the additive search.
//! `rounding` makes whole numbers of rationals without losing a bound.
mod additive_relaxation;
mod decision;
mod prices;
mod rounding;
mod tangent;

pub(crate) use additive_relaxation::{AdditiveRelaxation, counts};
pub(crate) use decision::Decision;
#[cfg(test)]
pub(crate) use prices::Price;
pub(crate) use prices::Prices;
pub(crate) use rounding::floor;
pub(crate) use tangent::{Reference, Tangent};
