//! What is left of a set of places on one side of a split.
use super::cuts::Compare;
use super::dispatch::Kernel;
use super::number::{Rank, Signed};
use super::vector::{Vector, compare};

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
