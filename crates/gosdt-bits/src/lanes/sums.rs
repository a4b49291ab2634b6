//! Sums of values.
use super::dispatch::Kernel;
use super::number::{Rank, Signed};
use super::vector::Vector;

/// The sum of values; see [`super::Width::sum`].
pub(super) struct Sum<'a, S> {
    pub values: &'a [S],
}

impl<R: Rank, S: Signed> Kernel<R, S> for Sum<'_, S> {
    type Answer = i64;

    #[inline(always)]
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) -> i64 {
        let whole = self.values.chunks_exact(PARTS * V::LANES);
        let rest: i64 = whole.remainder().iter().map(|value| value.wide()).sum();
        // SAFETY: every chunk is as long as the vectors of a step; for the rest the caller's promise.
        let sum = unsafe {
            let mut sums = [V::splat(V::Signed::ZERO); PARTS];
            for values in whole {
                for (part, sum) in sums.iter_mut().enumerate() {
                    *sum = sum.add(V::load(values.as_ptr().add(part * V::LANES)));
                }
            }
            V::total(&sums)
        };
        sum + rest
    }
}
