//! Sums on one side of a split.
use super::cuts::Compare;
use super::dispatch::Kernel;
use super::number::{Rank, Signed};
use super::vector::{Vector, compare, spill, whole_steps};

/// The sums of two kinds of values; see [`super::Width::sums`].
pub(super) struct Sums<'a, R, S> {
    pub compare: Compare,
    pub ranks: &'a [R],
    pub split: R,
    pub values: [&'a [S]; 2],
}

impl<R: Rank, S: Signed> Kernel<R, S> for Sums<'_, R, S> {
    type Answer = [i64; 2];

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) -> [i64; 2] {
        let Sums { compare, ranks, split, values } = *self;
        // SAFETY: the caller's promise.
        unsafe {
            match compare {
                Compare::AtMost => sums::<V, PARTS, false>(ranks, split, values),
                Compare::Equal => sums::<V, PARTS, true>(ranks, split, values),
            }
        }
    }
}

/// The sums of two kinds of values on the yes-side of a split.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
unsafe fn sums<V: Vector, const PARTS: usize, const EQUAL: bool>(
    ranks: &[V::Rank],
    split: V::Rank,
    values: [&[V::Signed]; 2],
) -> [i64; 2] {
    let steps = whole_steps::<V, PARTS>(values[0].len());
    assert!(ranks.len() >= values[0].len() && values[1].len() >= values[0].len());
    // SAFETY: as in `scan`.
    unsafe {
        let split = V::splat_rank(split);
        let mut sums = [[V::splat(V::Signed::ZERO); PARTS]; 2];
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                for (sums, values) in sums.iter_mut().zip(values) {
                    let values = V::load(values.as_ptr().add(at));
                    sums[part] = sums[part].add_where(inside, values);
                }
            }
        }
        sums.map(|sums| spill(&sums).iter().map(|sum| sum.wide()).sum())
    }
}
