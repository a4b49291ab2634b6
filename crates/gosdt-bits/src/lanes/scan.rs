//! The kernels, written once over [`Vector`]. A step of the layout is `PARTS` vectors wide.
use super::vector::{Vector, spill};
use super::{Extremes, Signed};

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

#[inline(always)]
unsafe fn compare<V: Vector, const EQUAL: bool>(ranks: V::Ranks, split: V::Ranks) -> V::Mask {
    // SAFETY: the caller's promise.
    unsafe { if EQUAL { V::equal(ranks, split) } else { V::at_most(ranks, split) } }
}

/// The extremes of the prefix sums on both sides of a split; with `ENDS`, only of prefixes that end
/// where `ends` is marked.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn scan<V: Vector, const PARTS: usize, const EQUAL: bool, const ENDS: bool>(
    ranks: &[V::Rank],
    split: V::Rank,
    signed: &[V::Signed],
    ends: &[V::Signed],
) -> [Extremes; 2] {
    let steps = signed.len() / (PARTS * V::LANES);
    assert!(ranks.len() >= signed.len() && (!ENDS || ends.len() >= signed.len()));
    // SAFETY: every pointer below lies in its slice for a whole vector: the slices are at least
    // `steps * PARTS * LANES` long. For the rest the caller's promise.
    unsafe {
        let split = V::splat_rank(split);
        let (mut yes, mut no) = (Running::<V, PARTS>::new(), Running::<V, PARTS>::new());
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let values = V::load(signed.as_ptr().add(at));
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
pub(super) unsafe fn scan_side<
    V: Vector,
    const PARTS: usize,
    const EQUAL: bool,
    const ENDS: bool,
    const YES: bool,
>(
    ranks: &[V::Rank],
    split: V::Rank,
    signed: &[V::Signed],
    ends: &[V::Signed],
) -> Extremes {
    let steps = signed.len() / (PARTS * V::LANES);
    assert!(ranks.len() >= signed.len() && (!ENDS || ends.len() >= signed.len()));
    // SAFETY: as in `scan`.
    unsafe {
        let split = V::splat_rank(split);
        let mut side = Running::<V, PARTS>::new();
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let inside = if YES { inside } else { V::flip(inside) };
                let values = V::load(signed.as_ptr().add(at));
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
pub(super) unsafe fn scan_groups<V: Vector, const PARTS: usize, const EQUAL: bool>(
    ranks: &[V::Rank],
    split: V::Rank,
    signed: &[V::Signed],
    ends: &[V::Signed],
) -> [Extremes; 2] {
    let steps = signed.len() / (PARTS * V::LANES);
    assert!(ranks.len() >= signed.len() && ends.len() >= signed.len());
    // SAFETY: as in `scan`.
    unsafe {
        let split = V::splat_rank(split);
        let (mut yes, mut no) = (Groups::<V, PARTS>::new(), Groups::<V, PARTS>::new());
        for step in 0..steps {
            for part in 0..PARTS {
                let at = (step * PARTS + part) * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                let values = V::load(signed.as_ptr().add(at));
                let marks = V::load(ends.as_ptr().add(at));
                yes.step(part, inside, values, marks);
                no.step(part, V::flip(inside), values, marks);
            }
        }
        [yes.join(), no.join()]
    }
}

/// The sums of two kinds of values on the yes-side of a split.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn sums<V: Vector, const PARTS: usize, const EQUAL: bool>(
    ranks: &[V::Rank],
    split: V::Rank,
    values: [&[V::Signed]; 2],
) -> [i64; 2] {
    let steps = values[0].len() / (PARTS * V::LANES);
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

/// The values on one side of a split, and 0 on the other.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn keep<V: Vector, const EQUAL: bool>(
    ranks: &[V::Rank],
    (split, yes): (V::Rank, bool),
    values: &[V::Signed],
    out: &mut [V::Signed],
) {
    assert!(ranks.len() >= values.len() && out.len() >= values.len());
    assert!(values.len().is_multiple_of(V::LANES));
    // SAFETY: as in `scan`.
    unsafe {
        let (split, zero) = (V::splat_rank(split), V::splat(V::Signed::ZERO));
        for at in (0..values.len()).step_by(V::LANES) {
            let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
            let inside = if yes { inside } else { V::flip(inside) };
            V::load(values.as_ptr().add(at)).select(inside, zero).store(out.as_mut_ptr().add(at));
        }
    }
}

/// The bits of `of` at whose places the rank is on one side of a split. Places past the last rank
/// are on no side.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
pub(super) unsafe fn keep_bits<V: Vector, const EQUAL: bool>(
    ranks: &[V::Rank],
    (split, yes): (V::Rank, bool),
    of: &[u64],
    out: &mut [u64],
) {
    let flip = if yes { 0 } else { !0u64 };
    let whole = (ranks.len() / 64).min(of.len()).min(out.len());
    // SAFETY: as in `scan`: a word's 64 ranks lie in the slice.
    unsafe {
        let split = V::splat_rank(split);
        for word in 0..whole {
            let mut answers = 0u64;
            for part in 0..64 / V::LANES {
                let at = word * 64 + part * V::LANES;
                let inside = compare::<V, EQUAL>(V::load_ranks(ranks.as_ptr().add(at)), split);
                answers |= u64::from(V::bits(inside)) << (part * V::LANES);
            }
            out[word] = (answers ^ flip) & of[word];
        }
    }
    for (word, out) in out.iter_mut().enumerate().skip(whole) {
        let rest = ranks.get(word * 64..).unwrap_or(&[]);
        let is_yes = |rank: V::Rank| if EQUAL { rank == split } else { rank <= split };
        let bit = |(bit, &rank): (usize, &V::Rank)| u64::from(is_yes(rank) == yes) << bit;
        let answers = rest.iter().take(64).enumerate().map(bit).fold(0, |all, bit| all | bit);
        *out = answers & of.get(word).copied().unwrap_or(0);
    }
}
