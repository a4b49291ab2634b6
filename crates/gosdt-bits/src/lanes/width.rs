//! How wide the numbers of a layout are, and the kernels for each width.
#[cfg(target_arch = "x86_64")]
use super::avx2::{Avx2of16, Avx2of32};
#[cfg(target_arch = "x86_64")]
use super::avx512::{Avx512of16, Avx512of32};
use super::cuts::{Compare, CutPlaces, Extremes, Values};
use super::dispatch::{Kernel, width};
use super::keep::{KeepBits, KeepValues};
#[cfg(target_arch = "aarch64")]
use super::neon::{Neon16, Neon32};
use super::number::{Rank, Signed};
use super::plain::{Plain16, Plain32, Plain64};
use super::scan::{Scan, ScanSide};
use super::sums::Sum;
use super::vector::Vector;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::InstructionSet;
use crate::Kernels;

/// The numbers of a layout, and the kernels for them.
///
/// # Panics
/// Where a slice is shorter than the values, or the values are no whole steps.
pub trait Width: Sized + Send + Sync + 'static {
    /// What ranks are held in.
    type Rank: Rank;
    /// What signed values are held in.
    type Signed: Signed;
    /// Lanes of a step.
    const LANES: usize;

    /// Runs a kernel, compiled for the instruction set of `kernels`.
    #[doc(hidden)]
    fn run<K: Kernel<Self::Rank, Self::Signed>>(kernels: Kernels, kernel: &mut K) -> K::Answer;

    /// The extremes of the scan of a column on both sides of a split (yes, no). `ranks` has the ranks
    /// of the split's column, along the scanned column's order as the values are.
    #[inline]
    fn scan(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        split: Self::Rank,
        values: Values<'_, Self::Signed>,
        cuts: CutPlaces<'_, Self::Signed>,
    ) -> [Extremes; 2] {
        Self::run(kernels, &mut Scan { compare, ranks, split, values, cuts })
    }

    /// The same for one side.
    #[inline]
    fn scan_side(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        (split, yes): (Self::Rank, bool),
        values: Values<'_, Self::Signed>,
        cuts: CutPlaces<'_, Self::Signed>,
    ) -> Extremes {
        let scan = Scan { compare, ranks, split, values, cuts };
        Self::run(kernels, &mut ScanSide { scan, yes })
    }

    /// The sum of values. There must be no more of them than places in a layout whose lanes fit.
    #[inline]
    fn sum(kernels: Kernels, values: &[Self::Signed]) -> i64 {
        Self::run(kernels, &mut Sum { values })
    }

    /// The bits of `of` at whose places the rank is on one side of a split. Ranks and bits are in
    /// natural order, without lanes; places past the last rank are on no side.
    #[inline]
    fn keep_bits(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        (split, yes): (Self::Rank, bool),
        of: &[u64],
        out: &mut [u64],
    ) {
        Self::run(kernels, &mut KeepBits { compare, ranks, split, yes, of, out });
    }

    /// Appends to `out` the values of `of` where the rank is on one side of a split, and 0 elsewhere. All
    /// are in lanes.
    #[inline]
    fn keep_values(
        kernels: Kernels,
        compare: Compare,
        ranks: &[Self::Rank],
        (split, yes): (Self::Rank, bool),
        of: &[Self::Signed],
        out: &mut Vec<Self::Signed>,
    ) {
        Self::run(kernels, &mut KeepValues { compare, ranks, split, yes, of, out });
    }
}

width! {
    /// Up to 65,535 ranks and small values: 32 lanes of 16 bits.
    Narrow, u16, i16, 32, [Plain16, Neon16, Avx2of16, Avx512of16]
}
width! {
    /// Ranks and values of 32 bits: 16 lanes.
    Wide, u32, i32, 16, [Plain32, Neon32, Avx2of32, Avx512of32]
}
width! {
    /// Ranks of 32 and values of 64 bits: 8 lanes, which the compiler maps to what there is.
    Widest, u32, i64, 8, [Plain64, Plain64, Plain64, Plain64]
}
