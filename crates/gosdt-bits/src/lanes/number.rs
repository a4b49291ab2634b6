//! The numbers that columns are held in.

mod sealed {
    /// Keeps [`super::Number`] to the types of this file: kernels move them by their size alone.
    pub trait Sealed {}
}

/// A number of 16, 32 or 64 bits.
pub trait Number: sealed::Sealed + Copy + Ord + Send + Sync + 'static {}

macro_rules! number {
    ($($number:ty),*) => {
        $(impl sealed::Sealed for $number {}
        impl Number for $number {})*
    };
}
number!(u16, u32, i16, i32, i64);

/// A number that ranks are held in.
pub trait Rank: Number {
    /// The largest rank, which no split has.
    const MOST: Self;
    /// From a rank that is known to fit.
    fn from_rank(rank: u32) -> Self;
    /// As a `u32`.
    fn number(self) -> u32;
}

/// A number that signed values and their sums are held in.
pub trait Signed: Number {
    /// Zero.
    const ZERO: Self;
    /// The mark of the end of a group: all bits set.
    const END: Self;
    /// The largest.
    const MOST: Self;
    /// The least.
    const LEAST: Self;
    /// The largest magnitude that the sum of a lane may have. The sum of all lanes may be larger,
    /// but must fit in an `i64`.
    const LARGEST_SUM: i64;
    /// The sum; the caller has checked that it fits.
    fn plus(self, other: Self) -> Self;
    /// The difference; the caller has checked that it fits.
    fn minus(self, other: Self) -> Self;
    /// The product; the caller has checked that it fits.
    fn times(self, other: Self) -> Self;
    /// As an `i64`.
    fn wide(self) -> i64;
    /// From an `i64` that is known to fit.
    fn from_wide(value: i64) -> Self;
}

macro_rules! signed {
    ($signed:ty) => {
        impl Signed for $signed {
            const ZERO: Self = 0;
            const END: Self = -1;
            const MOST: Self = <$signed>::MAX;
            const LEAST: Self = <$signed>::MIN;
            const LARGEST_SUM: i64 = <$signed>::MAX as i64;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn wide(self) -> i64 {
                i64::from(self)
            }

            #[inline(always)]
            fn from_wide(value: i64) -> Self {
                debug_assert!(<$signed>::try_from(value).is_ok());
                value as $signed
            }
        }
    };
}
signed!(i16);
signed!(i32);
signed!(i64);

impl Rank for u16 {
    const MOST: Self = u16::MAX;

    #[inline(always)]
    fn from_rank(rank: u32) -> Self {
        debug_assert!(u16::try_from(rank).is_ok());
        rank as u16
    }

    #[inline(always)]
    fn number(self) -> u32 {
        u32::from(self)
    }
}

impl Rank for u32 {
    const MOST: Self = u32::MAX;

    #[inline(always)]
    fn from_rank(rank: u32) -> Self {
        rank
    }

    #[inline(always)]
    fn number(self) -> u32 {
        self
    }
}
