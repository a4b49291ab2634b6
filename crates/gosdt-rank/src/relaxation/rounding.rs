//! Whole numbers for rationals: as many digits as are safe, rounded down, so that bounds stay bounds.
use crate::problem::DIGITS_OF_COSTS;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

/// A power of two by which `largest` becomes as large as is safe.
pub(crate) fn scale_for(largest: &BigRational) -> BigRational {
    power_of_two(DIGITS_OF_COSTS - largest.ceil().to_integer().bits() as i64)
}

/// 2 to this power.
pub(super) fn power_of_two(exponent: i64) -> BigRational {
    let power = BigRational::from(BigInt::one() << exponent.unsigned_abs());
    if exponent < 0 { power.recip() } else { power }
}

/// `number` / `per` with `digits` binary digits after the point, as a whole number, rounded down.
pub(super) fn floor_of(number: &BigInt, per: &BigInt, digits: i64) -> i64 {
    let by = digits.unsigned_abs();
    let (number, per) = match digits < 0 {
        true => (number.clone(), per << by),
        false => (number << by, per.clone()),
    };
    number.div_floor(&per).to_i64().unwrap_or(i64::MAX / 8)
}

/// Rounded down to an integer.
pub(crate) fn floor(number: &BigRational) -> i64 {
    number.floor().to_integer().to_i64().unwrap_or(i64::MAX / 8)
}
