//! What the kernels need of a vector register, for each instruction set.
//!
//! All functions are `inline(always)` and compile to the instructions named in them only inside a
//! function that enables the instruction set; see `dispatch.rs`.
use super::cuts::{DIFFERENCES, Extremes, PLAIN, Values};
use super::number::{Rank, Signed};

/// The most lanes that a step has.
const MOST_LANES: usize = 32;

/// A vector of signed values, one of ranks, and what comparing ranks gives.
///
/// # Safety
/// Every function may be called only where the instruction set of the implementation is available,
/// and pointers must be valid for a whole vector (no alignment is needed).
pub trait Vector: Copy {
    /// What ranks are held in.
    type Rank: Rank;
    /// What values are held in.
    type Signed: Signed;
    /// A vector of ranks.
    type Ranks: Copy;
    /// Which lanes are chosen.
    type Mask: Copy;
    /// Lanes of a vector, at most 32.
    const LANES: usize;

    /// The value in every lane.
    unsafe fn splat(value: Self::Signed) -> Self;
    /// A vector from memory.
    unsafe fn load(from: *const Self::Signed) -> Self;
    /// Writes the lanes to memory.
    unsafe fn store(self, to: *mut Self::Signed);
    /// The rank in every lane.
    unsafe fn splat_rank(rank: Self::Rank) -> Self::Ranks;
    /// A vector of ranks from memory.
    unsafe fn load_ranks(from: *const Self::Rank) -> Self::Ranks;
    /// Where the ranks are at most those of `split`.
    unsafe fn at_most(ranks: Self::Ranks, split: Self::Ranks) -> Self::Mask;
    /// Where the ranks are those of `split`.
    unsafe fn equal(ranks: Self::Ranks, split: Self::Ranks) -> Self::Mask;
    /// Where a vector of marks, each 0 or −1, is −1.
    unsafe fn marked(marks: Self) -> Self::Mask;
    /// Where both are chosen.
    unsafe fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// Where it is not chosen.
    unsafe fn flip(mask: Self::Mask) -> Self::Mask;
    /// Bit i is lane i.
    unsafe fn bits(mask: Self::Mask) -> u32;
    /// `self` where chosen, else `other`.
    unsafe fn select(self, mask: Self::Mask, other: Self) -> Self;
    /// The sums lane by lane.
    unsafe fn add(self, other: Self) -> Self;
    /// The differences lane by lane.
    unsafe fn sub(self, other: Self) -> Self;
    /// The products lane by lane.
    unsafe fn mul(self, other: Self) -> Self;
    /// The lesser lane by lane.
    unsafe fn min(self, other: Self) -> Self;
    /// The larger lane by lane.
    unsafe fn max(self, other: Self) -> Self;

    /// Joins the prefix sums of lanes that follow each other: their sums, and the least and the
    /// largest of each. A lane in which no prefix ends has a least that is more than its largest;
    /// it counts with its sum alone.
    #[inline(always)]
    unsafe fn join<const PARTS: usize>(
        sum: &[Self; PARTS],
        min: &[Self; PARTS],
        max: &[Self; PARTS],
    ) -> Extremes {
        // SAFETY: the caller's promise.
        let [sum, min, max] = unsafe { [spill(sum), spill(min), spill(max)] };
        let (mut before, mut low, mut high) = (0i64, 0i64, 0i64);
        for lane in 0..PARTS * Self::LANES {
            if min[lane] <= max[lane] {
                low = low.min(before + min[lane].wide());
                high = high.max(before + max[lane].wide());
            }
            before += sum[lane].wide();
        }
        Extremes { min: low, max: high }
    }

    /// The sum of all lanes.
    #[inline(always)]
    unsafe fn total<const PARTS: usize>(sums: &[Self; PARTS]) -> i64 {
        // SAFETY: the caller's promise.
        let lanes = unsafe { spill(sums) };
        lanes.iter().map(|sum| sum.wide()).sum()
    }

    /// Adds `other` where chosen.
    #[inline(always)]
    unsafe fn add_where(self, mask: Self::Mask, other: Self) -> Self {
        // SAFETY: the caller's promise.
        unsafe { self.add(other.select(mask, Self::splat(Self::Signed::ZERO))) }
    }
}

/// The lanes of a step as numbers.
#[inline(always)]
pub(super) unsafe fn spill<V: Vector, const PARTS: usize>(
    vectors: &[V; PARTS],
) -> [V::Signed; MOST_LANES] {
    let mut lanes = [V::Signed::ZERO; MOST_LANES];
    for (vector, lanes) in vectors.iter().zip(lanes.chunks_exact_mut(V::LANES)) {
        // SAFETY: the chunk is as long as the vector; for the rest the caller's promise.
        unsafe { vector.store(lanes.as_mut_ptr()) }
    }
    lanes
}

/// The yes-side of a split.
#[inline(always)]
pub(super) unsafe fn compare<V: Vector, const EQUAL: bool>(
    ranks: V::Ranks,
    split: V::Ranks,
) -> V::Mask {
    // SAFETY: the caller's promise.
    unsafe { if EQUAL { V::equal(ranks, split) } else { V::at_most(ranks, split) } }
}

/// The number of steps of so many places, which must be whole ones: no place may go uncounted.
#[inline(always)]
pub(super) fn whole_steps<V: Vector, const PARTS: usize>(places: usize) -> usize {
    let lanes = PARTS * V::LANES;
    assert!(places.is_multiple_of(lanes));
    places / lanes
}

/// The factors in every lane; with values that are not products, of no use.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn factors_of<V: Vector>(values: &Values<'_, V::Signed>) -> [V; 2] {
    let factors = values.factors.unwrap_or([V::Signed::ZERO; 2]);
    // SAFETY: the caller's promise.
    factors.map(|factor| unsafe { V::splat(factor) })
}

/// The values of one vector, which `TERMS` says the kind of.
///
/// # Safety
/// The instruction set of `V` must be available, and the slices that are read must have a whole vector
/// from `at` on.
#[inline(always)]
pub(super) unsafe fn load_values<V: Vector, const TERMS: u8>(
    values: Values<'_, V::Signed>,
    factors: [V; 2],
    at: usize,
) -> V {
    // SAFETY: the caller's promise.
    unsafe {
        let plus = V::load(values.plus.as_ptr().add(at));
        match TERMS {
            PLAIN => plus,
            DIFFERENCES => plus.sub(V::load(values.minus.as_ptr().add(at))),
            _ => {
                let minus = V::load(values.minus.as_ptr().add(at));
                plus.mul(factors[0]).sub(minus.mul(factors[1]))
            }
        }
    }
}
