//! What is left of places on one side of a split.
use super::cuts::Compare;
use super::dispatch::Kernel;
use super::number::{Rank, Signed};
use super::vector::{Vector, compare, whole_steps};

/// The set of places on one side; see [`super::Width::keep_bits`].
pub(super) struct KeepBits<'a, R> {
    pub compare: Compare,
    pub ranks: &'a [R],
    pub split: R,
    pub yes: bool,
    pub of: &'a [u64],
    pub out: &'a mut [u64],
}

impl<R: Rank, S: Signed> Kernel<R, S> for KeepBits<'_, R> {
    type Answer = ();

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) {
        let KeepBits { compare, ranks, split, yes, of, ref mut out } = *self;
        // SAFETY: the caller's promise.
        unsafe {
            match compare {
                Compare::AtMost => keep_bits::<V, false>(ranks, (split, yes), of, out),
                Compare::Equal => keep_bits::<V, true>(ranks, (split, yes), of, out),
            }
        }
    }
}

/// The bits of `of` at whose places the rank is on one side of a split. Places past the last rank
/// are on no side.
///
/// # Safety
/// The instruction set of `V` must be available.
#[inline(always)]
unsafe fn keep_bits<V: Vector, const EQUAL: bool>(
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

/// The values on one side; see [`super::Width::keep_values`].
pub(super) struct KeepValues<'a, R, S> {
    pub compare: Compare,
    pub ranks: &'a [R],
    pub split: R,
    pub yes: bool,
    pub of: &'a [S],
    pub out: &'a mut Vec<S>,
}

impl<R: Rank, S: Signed> Kernel<R, S> for KeepValues<'_, R, S> {
    type Answer = ();

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) {
        // SAFETY: the caller's promise.
        unsafe {
            match (self.compare, self.yes) {
                (Compare::AtMost, true) => self.keep::<V, PARTS, false, true>(),
                (Compare::AtMost, false) => self.keep::<V, PARTS, false, false>(),
                (Compare::Equal, true) => self.keep::<V, PARTS, true, true>(),
                (Compare::Equal, false) => self.keep::<V, PARTS, true, false>(),
            }
        }
    }
}

impl<R: Rank, S: Signed> KeepValues<'_, R, S> {
    /// # Safety
    /// The instruction set of `V` must be available.
    #[inline(always)]
    unsafe fn keep<V, const PARTS: usize, const EQUAL: bool, const YES: bool>(&mut self)
    where
        V: Vector<Rank = R, Signed = S>,
    {
        let steps = whole_steps::<V, PARTS>(self.of.len());
        assert!(self.ranks.len() >= self.of.len());
        let before = self.out.len();
        self.out.reserve(self.of.len());
        // SAFETY: every pointer below lies in its slice, or in the room reserved, for a whole vector:
        // these are at least `steps * PARTS * LANES` long, and all of that is written. For the rest
        // the caller's promise.
        unsafe {
            let (split, none) = (V::splat_rank(self.split), V::splat(S::ZERO));
            for at in (0..steps * PARTS).map(|vector| vector * V::LANES) {
                let ranks = V::load_ranks(self.ranks.as_ptr().add(at));
                let inside = compare::<V, EQUAL>(ranks, split);
                let values = V::load(self.of.as_ptr().add(at));
                let kept = match YES {
                    true => values.select(inside, none),
                    false => none.select(inside, values),
                };
                kept.store(self.out.as_mut_ptr().add(before + at));
            }
            self.out.set_len(before + steps * PARTS * V::LANES);
        }
    }
}
