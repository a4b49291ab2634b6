//! Scans of a column: the least and the largest of the sums that its cuts make.
use super::cuts::{Compare, CutPlaces, DIFFERENCES, Extremes, PLAIN, PRODUCTS, Values};
use super::dispatch::Kernel;
use super::groups::scan_groups;
use super::number::{Rank, Signed};
use super::vector::{Vector, compare, factors_of, load_values, whole_steps};

/// A scan on both sides of a split; see [`super::Width::scan`].
pub(super) struct Scan<'a, R, S> {
    pub compare: Compare,
    pub ranks: &'a [R],
    pub split: R,
    pub values: Values<'a, S>,
    pub cuts: CutPlaces<'a, S>,
}

impl<R: Rank, S: Signed> Kernel<R, S> for Scan<'_, R, S> {
    type Answer = [Extremes; 2];

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) -> [Extremes; 2] {
        // SAFETY: the caller's promise.
        unsafe {
            match self.values.terms() {
                PLAIN => self.of_terms::<V, PARTS, PLAIN>(),
                DIFFERENCES => self.of_terms::<V, PARTS, DIFFERENCES>(),
                _ => self.of_terms::<V, PARTS, PRODUCTS>(),
            }
        }
    }
}

/// A scan on one side of a split.
pub(super) struct ScanSide<'a, R, S> {
    pub scan: Scan<'a, R, S>,
    pub yes: bool,
}

impl<R: Rank, S: Signed> Kernel<R, S> for ScanSide<'_, R, S> {
    type Answer = Extremes;

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) -> Extremes {
        // SAFETY: the caller's promise.
        unsafe {
            match self.scan.values.terms() {
                PLAIN => self.of::<V, PARTS, PLAIN>(),
                DIFFERENCES => self.of::<V, PARTS, DIFFERENCES>(),
                _ => self.of::<V, PARTS, PRODUCTS>(),
            }
        }
    }
}

impl<R: Rank, S: Signed> ScanSide<'_, R, S> {
    #[inline(always)]
    unsafe fn of<V, const PARTS: usize, const TERMS: u8>(&self) -> Extremes
    where
        V: Vector<Rank = R, Signed = S>,
    {
        // SAFETY: the caller's promise.
        unsafe {
            match (self.scan.compare, self.yes) {
                (Compare::AtMost, true) => self.scan.of_side::<V, PARTS, false, TERMS, true>(),
                (Compare::AtMost, false) => self.scan.of_side::<V, PARTS, false, TERMS, false>(),
                (Compare::Equal, true) => self.scan.of_side::<V, PARTS, true, TERMS, true>(),
                (Compare::Equal, false) => self.scan.of_side::<V, PARTS, true, TERMS, false>(),
            }
        }
    }
}

impl<R: Rank, S: Signed> Scan<'_, R, S> {
    #[inline(always)]
    unsafe fn of_terms<V, const PARTS: usize, const TERMS: u8>(&self) -> [Extremes; 2]
    where
        V: Vector<Rank = R, Signed = S>,
    {
        // SAFETY: the caller's promise.
        unsafe {
            match self.compare {
                Compare::AtMost => self.of_both_sides::<V, PARTS, false, TERMS>(),
                Compare::Equal => self.of_both_sides::<V, PARTS, true, TERMS>(),
            }
        }
    }

    #[inline(always)]
    unsafe fn of_both_sides<V, const PARTS: usize, const EQUAL: bool, const TERMS: u8>(
        &self,
    ) -> [Extremes; 2]
    where
        V: Vector<Rank = R, Signed = S>,
    {
        let Scan { ranks, split, values, cuts, .. } = *self;
        // SAFETY: the caller's promise.
        unsafe {
            match cuts {
                CutPlaces::Anywhere => {
                    scan::<V, PARTS, EQUAL, TERMS, false>(ranks, split, values, &[])
                }
                CutPlaces::AtEnds(ends) => {
                    scan::<V, PARTS, EQUAL, TERMS, true>(ranks, split, values, ends)
                }
                CutPlaces::Groups(ends) => {
                    scan_groups::<V, PARTS, EQUAL, TERMS>(ranks, split, values, ends)
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn of_side<V, const PARTS: usize, const EQUAL: bool, const TERMS: u8, const YES: bool>(
        &self,
    ) -> Extremes
    where
        V: Vector<Rank = R, Signed = S>,
    {
        let Scan { ranks, split, values, cuts, .. } = *self;
        // SAFETY: the caller's promise.
        unsafe {
            match cuts {
                CutPlaces::Anywhere => {
                    scan_side::<V, PARTS, EQUAL, TERMS, false, YES>(ranks, split, values, &[])
                }
                CutPlaces::AtEnds(ends) => {
                    scan_side::<V, PARTS, EQUAL, TERMS, true, YES>(ranks, split, values, ends)
                }
                CutPlaces::Groups(ends) => {
                    scan_groups::<V, PARTS, EQUAL, TERMS>(ranks, split, values, ends)
                        [usize::from(!YES)]
                }
            }
        }
    }
}

/// The running sums of one side, with the least and the largest so far.
#[derive(Clone, Copy)]
struct Running<V, const PARTS: usize> {
    sum: [V; PARTS],
    min: [V; PARTS],
    max: [V; PARTS],
}

impl<V: Vector, const PARTS: usize> Running<V, PARTS> {
    /// Nothing summed yet. The first places of a lane need not end a group of equal values, so that
    /// no sum counts before a group's end is met.
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller's promise, here and in the functions below.
        unsafe {
            Running {
                sum: [V::splat(V::Signed::ZERO); PARTS],
                min: [V::splat(V::Signed::MOST); PARTS],
                max: [V::splat(V::Signed::LEAST); PARTS],
            }
        }
    }

    #[inline(always)]
    unsafe fn step(&mut self, part: usize, inside: V::Mask, values: V) {
        // SAFETY: as above.
        unsafe {
            let sum = self.sum[part].add_where(inside, values);
            self.sum[part] = sum;
            self.min[part] = self.min[part].min(sum);
            self.max[part] = self.max[part].max(sum);
        }
    }

    #[inline(always)]
    unsafe fn step_to_end(&mut self, part: usize, inside: V::Mask, values: V, ends: V::Mask) {
        // SAFETY: as above.
        unsafe {
            let sum = self.sum[part].add_where(inside, values);
            self.sum[part] = sum;
            self.min[part] = self.min[part].min(sum).select(ends, self.min[part]);
            self.max[part] = self.max[part].max(sum).select(ends, self.max[part]);
        }
    }

    /// Joins the lanes, which follow each other along the column's order.
    #[inline(always)]
    unsafe fn join(&self) -> Extremes {
        // SAFETY: as above.
        unsafe { V::join(&self.sum, &self.min, &self.max) }
    }
}

/// The extremes of the prefix sums on both sides of a split; with `ENDS`, only of prefixes that end
/// where `ends` is marked.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
unsafe fn scan<
    V: Vector,
    const PARTS: usize,
    const EQUAL: bool,
    const TERMS: u8,
    const ENDS: bool,
>(
    ranks: &[V::Rank],
    split: V::Rank,
    values: Values<'_, V::Signed>,
    ends: &[V::Signed],
) -> [Extremes; 2] {
    let len = values.plus.len();
    let steps = whole_steps::<V, PARTS>(len);
    assert!(ranks.len() >= len && (TERMS == PLAIN || values.minus.len() >= len));
    assert!(!ENDS || ends.len() >= len);
    // SAFETY: every pointer below lies in its slice for a whole vector: the slices are at least
    // `steps * PARTS * LANES` long. For the rest the caller's promise.
    unsafe {
        let split = V::splat_rank(split);
        let factors = factors_of::<V>(&values);
        let (mut yes, mut no) = (Running::<V, PARTS>::new(), Running::<V, PARTS>::new());
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let values = load_values::<V, TERMS>(values, factors, at);
                if ENDS {
                    let ends = V::marked(V::load(ends.as_ptr().add(at)));
                    yes.step_to_end(part, inside, values, ends);
                    no.step_to_end(part, V::flip(inside), values, ends);
                } else {
                    yes.step(part, inside, values);
                    no.step(part, V::flip(inside), values);
                }
            }
        }
        [yes.join(), no.join()]
    }
}

/// The same for one side.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
unsafe fn scan_side<
    V: Vector,
    const PARTS: usize,
    const EQUAL: bool,
    const TERMS: u8,
    const ENDS: bool,
    const YES: bool,
>(
    ranks: &[V::Rank],
    split: V::Rank,
    values: Values<'_, V::Signed>,
    ends: &[V::Signed],
) -> Extremes {
    let len = values.plus.len();
    let steps = whole_steps::<V, PARTS>(len);
    assert!(ranks.len() >= len && (TERMS == PLAIN || values.minus.len() >= len));
    assert!(!ENDS || ends.len() >= len);
    // SAFETY: as in `scan`.
    unsafe {
        let split = V::splat_rank(split);
        let factors = factors_of::<V>(&values);
        let mut side = Running::<V, PARTS>::new();
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let inside = if YES { inside } else { V::flip(inside) };
                let values = load_values::<V, TERMS>(values, factors, at);
                if ENDS {
                    let ends = V::marked(V::load(ends.as_ptr().add(at)));
                    side.step_to_end(part, inside, values, ends);
                } else {
                    side.step(part, inside, values);
                }
            }
        }
        side.join()
    }
}
