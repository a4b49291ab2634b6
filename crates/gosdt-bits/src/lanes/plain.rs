//! Vectors as arrays, which the compiler maps to what the target has.
use super::number::Signed;
use super::vector::Vector;

macro_rules! plain_vector {
    ($name:ident, $rank:ty, $signed:ty, $lanes:expr) => {
        /// An array for a vector.
        #[derive(Clone, Copy)]
        pub(super) struct $name([$signed; $lanes]);

        impl $name {
            #[inline(always)]
            fn map2(self, other: Self, f: impl Fn($signed, $signed) -> $signed) -> Self {
                $name(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
            }
        }

        impl Vector for $name {
            type Rank = $rank;
            type Signed = $signed;
            type Ranks = [$rank; $lanes];
            type Mask = Self;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn splat(value: $signed) -> Self {
                $name([value; $lanes])
            }
            #[inline(always)]
            unsafe fn load(from: *const $signed) -> Self {
                // SAFETY: the caller's promise.
                $name(unsafe { from.cast::<[$signed; $lanes]>().read_unaligned() })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $signed) {
                // SAFETY: the caller's promise.
                unsafe { to.cast::<[$signed; $lanes]>().write_unaligned(self.0) }
            }
            #[inline(always)]
            unsafe fn splat_rank(rank: $rank) -> Self::Ranks {
                [rank; $lanes]
            }
            #[inline(always)]
            unsafe fn load_ranks(from: *const $rank) -> Self::Ranks {
                // SAFETY: the caller's promise.
                unsafe { from.cast::<[$rank; $lanes]>().read_unaligned() }
            }
            #[inline(always)]
            unsafe fn at_most(ranks: Self::Ranks, split: Self::Ranks) -> Self {
                $name(std::array::from_fn(|lane| -<$signed>::from(ranks[lane] <= split[lane])))
            }
            #[inline(always)]
            unsafe fn equal(ranks: Self::Ranks, split: Self::Ranks) -> Self {
                $name(std::array::from_fn(|lane| -<$signed>::from(ranks[lane] == split[lane])))
            }
            #[inline(always)]
            unsafe fn marked(marks: Self) -> Self {
                marks
            }
            #[inline(always)]
            unsafe fn both(a: Self, b: Self) -> Self {
                a.map2(b, |a, b| a & b)
            }
            #[inline(always)]
            unsafe fn flip(mask: Self) -> Self {
                mask.map2(mask, |a, _| !a)
            }
            #[inline(always)]
            unsafe fn bits(mask: Self) -> u32 {
                let bit = |lane: usize| u32::from(mask.0[lane] != 0) << lane;
                (0..$lanes).map(bit).fold(0, |all, bit| all | bit)
            }
            #[inline(always)]
            unsafe fn select(self, mask: Self, other: Self) -> Self {
                let pick =
                    |lane: usize| (self.0[lane] & mask.0[lane]) | (other.0[lane] & !mask.0[lane]);
                $name(std::array::from_fn(pick))
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                self.map2(other, |a, b| a.plus(b))
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                self.map2(other, |a, b| a.minus(b))
            }
            #[inline(always)]
            unsafe fn mul(self, other: Self) -> Self {
                self.map2(other, |a, b| a.times(b))
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                self.map2(other, |a, b| a.min(b))
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                self.map2(other, |a, b| a.max(b))
            }
        }
    };
}
plain_vector!(Plain16, u16, i16, 8);
plain_vector!(Plain32, u32, i32, 4);
plain_vector!(Plain64, u32, i64, 4);
