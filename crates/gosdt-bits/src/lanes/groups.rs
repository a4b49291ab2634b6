//! Scans that cut one group of equal values from all others.
use super::cuts::{Extremes, PLAIN, Values};
use super::number::Signed;
use super::vector::{Vector, compare, factors_of, load_values, spill, whole_steps};

/// The sums of groups of equal values on one side, with the least and the largest so far.
#[derive(Clone, Copy)]
struct Groups<V, const PARTS: usize> {
    sum: [V; PARTS],
    /// The sum up to the first end of a group in the lane.
    head: [V; PARTS],
    /// −1 in lanes in which a group has ended.
    ended: [V; PARTS],
    min: [V; PARTS],
    max: [V; PARTS],
}

impl<V: Vector, const PARTS: usize> Groups<V, PARTS> {
    #[inline(always)]
    unsafe fn new() -> Self {
        // SAFETY: the caller's promise, here and in the functions below.
        unsafe {
            let zero = [V::splat(V::Signed::ZERO); PARTS];
            Groups {
                sum: zero,
                head: zero,
                ended: zero,
                min: [V::splat(V::Signed::MOST); PARTS],
                max: [V::splat(V::Signed::LEAST); PARTS],
            }
        }
    }

    #[inline(always)]
    unsafe fn step(&mut self, part: usize, inside: V::Mask, values: V, marks: V) {
        // SAFETY: as above.
        unsafe {
            let ends = V::marked(marks);
            let sum = self.sum[part].add_where(inside, values);
            let began_here = V::marked(self.ended[part]);
            let whole = V::both(ends, began_here);
            self.min[part] = self.min[part].min(sum).select(whole, self.min[part]);
            self.max[part] = self.max[part].max(sum).select(whole, self.max[part]);
            let first = V::both(ends, V::flip(began_here));
            self.head[part] = sum.select(first, self.head[part]);
            self.ended[part] = marks.select(ends, self.ended[part]);
            self.sum[part] = V::splat(V::Signed::ZERO).select(ends, sum);
        }
    }

    /// Joins the lanes: a group may begin in one and end in another.
    #[inline(always)]
    unsafe fn join(&self) -> Extremes {
        // SAFETY: as above.
        let [sum, head, ended, min, max] = unsafe {
            [
                spill(&self.sum),
                spill(&self.head),
                spill(&self.ended),
                spill(&self.min),
                spill(&self.max),
            ]
        };
        let (mut open, mut low, mut high) = (0i64, 0i64, 0i64);
        for lane in 0..PARTS * V::LANES {
            if ended[lane] == V::Signed::ZERO {
                open += sum[lane].wide();
                continue;
            }
            let group = open + head[lane].wide();
            low = low.min(group).min(min[lane].wide());
            high = high.max(group).max(max[lane].wide());
            open = sum[lane].wide();
        }
        Extremes { min: low, max: high }
    }
}

/// The extremes of the sums of single groups of equal values, on both sides of a split.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn scan_groups<
    V: Vector,
    const PARTS: usize,
    const EQUAL: bool,
    const TERMS: u8,
>(
    ranks: &[V::Rank],
    split: V::Rank,
    values: Values<'_, V::Signed>,
    ends: &[V::Signed],
) -> [Extremes; 2] {
    let len = values.plus.len();
    let steps = whole_steps::<V, PARTS>(len);
    assert!(
        ranks.len() >= len && ends.len() >= len && (TERMS == PLAIN || values.minus.len() >= len)
    );
    // SAFETY: as in `scan`.
    unsafe {
        let split = V::splat_rank(split);
        let factors = factors_of::<V>(&values);
        let (mut yes, mut no) = (Groups::<V, PARTS>::new(), Groups::<V, PARTS>::new());
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let values = load_values::<V, TERMS>(values, factors, at);
                let marks = V::load(ends.as_ptr().add(at));
                yes.step(part, inside, values, marks);
                no.step(part, V::flip(inside), values, marks);
            }
        }
        [yes.join(), no.join()]
    }
}
