//! Numbers of trees: 128 bits where they suffice, else any number of digits.
use num_bigint::BigUint;

/// A number of trees.
pub(crate) trait Count: Clone + Ord + Send + Sync {
    /// The number, if there is room for it.
    fn of(number: u64) -> Self;
    /// The sum, if there is room for it.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The product, if there is room for it.
    fn times(&self, other: &Self) -> Option<Self>;
    /// The difference of a number and a smaller one.
    fn less(&self, smaller: &Self) -> Self;
    /// Quotient and remainder.
    fn divided(&self, by: &Self) -> (Self, Self);
    /// With any number of digits.
    fn big(&self) -> BigUint;
    /// From any number of digits, if there is room for it.
    fn from_big(number: &BigUint) -> Option<Self>;
    /// As a small number, which it must be.
    fn small(&self) -> usize;
}

impl Count for u128 {
    fn of(number: u64) -> u128 {
        number.into()
    }

    fn plus(&self, other: &u128) -> Option<u128> {
        self.checked_add(*other)
    }

    fn times(&self, other: &u128) -> Option<u128> {
        // Two numbers of 64 bits are the common case, and quick to multiply.
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(a), Ok(b)) => Some(u128::from(a) * u128::from(b)),
            _ => self.checked_mul(*other),
        }
    }

    fn less(&self, smaller: &u128) -> u128 {
        self - smaller
    }

    fn divided(&self, by: &u128) -> (u128, u128) {
        (self / by, self % by)
    }

    fn big(&self) -> BigUint {
        BigUint::from(*self)
    }

    fn from_big(number: &BigUint) -> Option<u128> {
        u128::try_from(number).ok()
    }

    fn small(&self) -> usize {
        *self as usize
    }
}

impl Count for BigUint {
    fn of(number: u64) -> BigUint {
        BigUint::from(number)
    }

    fn plus(&self, other: &BigUint) -> Option<BigUint> {
        Some(self + other)
    }

    fn times(&self, other: &BigUint) -> Option<BigUint> {
        Some(self * other)
    }

    fn less(&self, smaller: &BigUint) -> BigUint {
        self - smaller
    }

    fn divided(&self, by: &BigUint) -> (BigUint, BigUint) {
        (self / by, self % by)
    }

    fn big(&self) -> BigUint {
        self.clone()
    }

    fn from_big(number: &BigUint) -> Option<BigUint> {
        Some(number.clone())
    }

    fn small(&self) -> usize {
        usize::try_from(self).unwrap_or(usize::MAX)
    }
}
