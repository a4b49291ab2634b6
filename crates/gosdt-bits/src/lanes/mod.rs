//! Kernels on columns of ranks.
//!
//! A column's points are laid out in the column's order, cut into [`Width::LANES`] stretches of equal
//! length, its *lanes*: place p is step p % steps of lane p / steps, and the lanes of one step lie side
//! by side in memory. Every lane runs its own prefix sum, so that a scan of a column needs no shuffles;
//! the lanes are joined once at its end. Places past the last point have the value 0 and end no group.
//!
//! The signed value of a point is what it costs with one label minus what it costs with another. Cut
//! a set of points in two along the column's order, give the first part the one label and the rest
//! the other: the least cost of all such cuts is the cost of the whole set with the other label plus
//! the least prefix sum. So one scan evaluates all thresholds of a column.
mod scan;
mod vector;

use crate::{InstructionSet, Kernels};
#[cfg(target_arch = "x86_64")]
use vector::{Avx2of16, Avx2of32, Avx512of16, Avx512of32};
use vector::{Plain16, Plain32, Plain64, Vector};

/// The least and the largest of the sums that a scan meets, the empty one (0) among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extremes {
    /// The least.
    pub min: i64,
    /// The largest.
    pub max: i64,
}

/// How a split tells its sides apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Yes where the rank is at most that of the split.
    AtMost,
    /// Yes where the rank is that of the split.
    Equal,
}

/// How the points of a column that is scanned may be cut in two.
#[derive(Clone, Copy, Debug)]
pub enum CutPlaces<'a, S> {
    /// Anywhere along the order.
    Anywhere,
    /// Along the order where a group of equal values ends: −1 there, 0 elsewhere.
    AtEnds(&'a [S]),
    /// One group of equal values from all others; groups end where −1 is.
    Groups(&'a [S]),
}

/// A number that ranks are held in.
pub trait Rank: Copy + Ord + Send + Sync + 'static {
    /// The largest rank, which no split has.
    const MOST: Self;
    /// From a rank that is known to fit.
    fn from_rank(rank: u32) -> Self;
}

/// A number that signed values and their sums are held in.
pub trait Signed: Copy + Ord + Send + Sync + 'static {
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
    /// The smaller.
    fn least(self, other: Self) -> Self;
    /// The larger.
    fn most(self, other: Self) -> Self;
    /// As an `i64`.
    fn wide(self) -> i64;
    /// From an `i64` that is known to fit.
    fn from_wide(value: i64) -> Self;
}

macro_rules! number {
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
            fn least(self, other: Self) -> Self {
                if other < self { other } else { self }
            }
            #[inline(always)]
            fn most(self, other: Self) -> Self {
                if other > self { other } else { self }
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
number!(i16);
number!(i32);
number!(i64);

impl Rank for u16 {
    const MOST: Self = u16::MAX;
    #[inline(always)]
    fn from_rank(rank: u32) -> Self {
        rank as u16
    }
}

impl Rank for u32 {
    const MOST: Self = u32::MAX;
    #[inline(always)]
    fn from_rank(rank: u32) -> Self {
        rank
    }
}

/// The numbers of a layout, and the kernels for them.
pub trait Width: Sized + Send + Sync + 'static {
    /// What ranks are held in.
    type Rank: Rank;
    /// What signed values are held in.
    type Signed: Signed;
    /// Lanes of a step.
    const LANES: usize;

    /// The extremes of the scan of a column on both sides of a split (yes, no). `ranks` has the ranks
    /// of the split's column and `signed` the values, both along the scanned column's order.
    fn scan(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: Self::Rank,
        signed: &[Self::Signed],
        cuts: CutPlaces<'_, Self::Signed>,
    ) -> [Extremes; 2];

    /// The same for one side.
    fn scan_side(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: (Self::Rank, bool),
        signed: &[Self::Signed],
        cuts: CutPlaces<'_, Self::Signed>,
    ) -> Extremes;

    /// The sums of two kinds of values on the yes-side of a split.
    fn sums(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: Self::Rank,
        values: [&[Self::Signed]; 2],
    ) -> [i64; 2];

    /// The values on one side of a split, and 0 on the other.
    fn keep(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: (Self::Rank, bool),
        values: &[Self::Signed],
        out: &mut [Self::Signed],
    );

    /// The bits of `of` at whose places the rank is on one side of a split.
    fn keep_bits(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: (Self::Rank, bool),
        of: &[u64],
        out: &mut [u64],
    );
}

/// Compiles a kernel for each instruction set and calls the one that `kernels` has. `V` stands for the
/// vector type, `P` for the number of vectors in a step.
macro_rules! dispatch {
    (
        $kernels:expr, [$plain:ty, $avx2:ty, $avx512:ty], $lanes:expr,
        ($($arg:ident: $ty:ty),*) -> $out:ty, $body:ident
    ) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
            fn avx2($($arg: $ty),*) -> $out {
                // SAFETY: this function is compiled for the instruction set of the vector type.
                unsafe { $body!($avx2, { $lanes / <$avx2 as Vector>::LANES }, $($arg),*) }
            }
            #[target_feature(
                enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt,lzcnt"
            )]
            fn avx512($($arg: $ty),*) -> $out {
                // SAFETY: as above.
                unsafe { $body!($avx512, { $lanes / <$avx512 as Vector>::LANES }, $($arg),*) }
            }
            match $kernels.set() {
                InstructionSet::Plain => {}
                // SAFETY: `Kernels` with this set is made only where the features were detected.
                InstructionSet::Avx2 => return unsafe { avx2($($arg),*) },
                // SAFETY: as above.
                InstructionSet::Avx512 => return unsafe { avx512($($arg),*) },
            }
        }
        // SAFETY: plain vectors need no instruction set.
        unsafe { $body!($plain, { $lanes / <$plain as Vector>::LANES }, $($arg),*) }
    }};
}

macro_rules! scan_body {
    ($v:ty, $p:expr, $compare:ident, $ranks:ident, $split:ident, $signed:ident, $cuts:ident) => {
        match ($compare, $cuts) {
            (Compare::AtMost, CutPlaces::Anywhere) => {
                scan::scan::<$v, $p, false, false>($ranks, $split, $signed, &[])
            }
            (Compare::AtMost, CutPlaces::AtEnds(ends)) => {
                scan::scan::<$v, $p, false, true>($ranks, $split, $signed, ends)
            }
            (Compare::AtMost, CutPlaces::Groups(ends)) => {
                scan::scan_groups::<$v, $p, false>($ranks, $split, $signed, ends)
            }
            (Compare::Equal, CutPlaces::Anywhere) => {
                scan::scan::<$v, $p, true, false>($ranks, $split, $signed, &[])
            }
            (Compare::Equal, CutPlaces::AtEnds(ends)) => {
                scan::scan::<$v, $p, true, true>($ranks, $split, $signed, ends)
            }
            (Compare::Equal, CutPlaces::Groups(ends)) => {
                scan::scan_groups::<$v, $p, true>($ranks, $split, $signed, ends)
            }
        }
    };
}

macro_rules! scan_side_body {
    ($v:ty, $p:expr, $compare:ident, $ranks:ident, $split:ident, $signed:ident, $cuts:ident) => {
        match ($compare, $split, $cuts) {
            (Compare::AtMost, (at, true), CutPlaces::Anywhere) => {
                scan::scan_side::<$v, $p, false, false, true>($ranks, at, $signed, &[])
            }
            (Compare::AtMost, (at, false), CutPlaces::Anywhere) => {
                scan::scan_side::<$v, $p, false, false, false>($ranks, at, $signed, &[])
            }
            (Compare::AtMost, (at, true), CutPlaces::AtEnds(ends)) => {
                scan::scan_side::<$v, $p, false, true, true>($ranks, at, $signed, ends)
            }
            (Compare::AtMost, (at, false), CutPlaces::AtEnds(ends)) => {
                scan::scan_side::<$v, $p, false, true, false>($ranks, at, $signed, ends)
            }
            (Compare::AtMost, (at, yes), CutPlaces::Groups(ends)) => {
                scan::scan_groups::<$v, $p, false>($ranks, at, $signed, ends)[usize::from(!yes)]
            }
            (Compare::Equal, (at, true), CutPlaces::Anywhere) => {
                scan::scan_side::<$v, $p, true, false, true>($ranks, at, $signed, &[])
            }
            (Compare::Equal, (at, false), CutPlaces::Anywhere) => {
                scan::scan_side::<$v, $p, true, false, false>($ranks, at, $signed, &[])
            }
            (Compare::Equal, (at, true), CutPlaces::AtEnds(ends)) => {
                scan::scan_side::<$v, $p, true, true, true>($ranks, at, $signed, ends)
            }
            (Compare::Equal, (at, false), CutPlaces::AtEnds(ends)) => {
                scan::scan_side::<$v, $p, true, true, false>($ranks, at, $signed, ends)
            }
            (Compare::Equal, (at, yes), CutPlaces::Groups(ends)) => {
                scan::scan_groups::<$v, $p, true>($ranks, at, $signed, ends)[usize::from(!yes)]
            }
        }
    };
}

macro_rules! sums_body {
    ($v:ty, $p:expr, $compare:ident, $ranks:ident, $split:ident, $values:ident) => {
        match $compare {
            Compare::AtMost => scan::sums::<$v, $p, false>($ranks, $split, $values),
            Compare::Equal => scan::sums::<$v, $p, true>($ranks, $split, $values),
        }
    };
}

macro_rules! keep_body {
    ($v:ty, $p:expr, $compare:ident, $ranks:ident, $split:ident, $values:ident, $out:ident) => {
        match $compare {
            Compare::AtMost => scan::keep::<$v, false>($ranks, $split, $values, $out),
            Compare::Equal => scan::keep::<$v, true>($ranks, $split, $values, $out),
        }
    };
}

macro_rules! keep_bits_body {
    ($v:ty, $p:expr, $compare:ident, $ranks:ident, $split:ident, $of:ident, $out:ident) => {
        match $compare {
            Compare::AtMost => scan::keep_bits::<$v, false>($ranks, $split, $of, $out),
            Compare::Equal => scan::keep_bits::<$v, true>($ranks, $split, $of, $out),
        }
    };
}

macro_rules! width {
    (
        $(#[$doc:meta])* $name:ident, $rank:ty, $signed:ty, $lanes:expr,
        [$plain:ty, $avx2:ty, $avx512:ty]
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Width for $name {
            type Rank = $rank;
            type Signed = $signed;
            const LANES: usize = $lanes;

            fn scan(
                kernels: Kernels,
                compare: Compare,
                ranks: &[$rank],
                split: $rank,
                signed: &[$signed],
                cuts: CutPlaces<'_, $signed>,
            ) -> [Extremes; 2] {
                dispatch!(
                    kernels, [$plain, $avx2, $avx512], $lanes,
                    (
                        compare: Compare, ranks: &[$rank], split: $rank, signed: &[$signed],
                        cuts: CutPlaces<'_, $signed>
                    ) -> [Extremes; 2],
                    scan_body
                )
            }

            fn scan_side(
                kernels: Kernels,
                compare: Compare,
                ranks: &[$rank],
                split: ($rank, bool),
                signed: &[$signed],
                cuts: CutPlaces<'_, $signed>,
            ) -> Extremes {
                dispatch!(
                    kernels, [$plain, $avx2, $avx512], $lanes,
                    (
                        compare: Compare, ranks: &[$rank], split: ($rank, bool), signed: &[$signed],
                        cuts: CutPlaces<'_, $signed>
                    ) -> Extremes,
                    scan_side_body
                )
            }

            fn sums(
                kernels: Kernels,
                compare: Compare,
                ranks: &[$rank],
                split: $rank,
                values: [&[$signed]; 2],
            ) -> [i64; 2] {
                dispatch!(
                    kernels, [$plain, $avx2, $avx512], $lanes,
                    (compare: Compare, ranks: &[$rank], split: $rank, values: [&[$signed]; 2]) -> [i64; 2],
                    sums_body
                )
            }

            fn keep(
                kernels: Kernels,
                compare: Compare,
                ranks: &[$rank],
                split: ($rank, bool),
                values: &[$signed],
                out: &mut [$signed],
            ) {
                dispatch!(
                    kernels, [$plain, $avx2, $avx512], $lanes,
                    (
                        compare: Compare, ranks: &[$rank], split: ($rank, bool), values: &[$signed],
                        out: &mut [$signed]
                    ) -> (),
                    keep_body
                )
            }

            fn keep_bits(
                kernels: Kernels,
                compare: Compare,
                ranks: &[$rank],
                split: ($rank, bool),
                of: &[u64],
                out: &mut [u64],
            ) {
                dispatch!(
                    kernels, [$plain, $avx2, $avx512], $lanes,
                    (
                        compare: Compare, ranks: &[$rank], split: ($rank, bool), of: &[u64],
                        out: &mut [u64]
                    ) -> (),
                    keep_bits_body
                )
            }
        }
    };
}

width! {
    /// Up to 65,535 ranks and small values: 32 lanes of 16 bits.
    Narrow, u16, i16, 32, [Plain16, Avx2of16, Avx512of16]
}
width! {
    /// Ranks and values of 32 bits: 16 lanes.
    Wide, u32, i32, 16, [Plain32, Avx2of32, Avx512of32]
}
width! {
    /// Ranks of 32 and values of 64 bits: 8 lanes, which the compiler maps to what there is.
    Widest, u32, i64, 8, [Plain64, Plain64, Plain64]
}
