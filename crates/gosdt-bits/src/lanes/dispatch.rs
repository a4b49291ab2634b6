//! Compiles a kernel for each instruction set and calls the one that was found on the machine.
use super::vector::Vector;

/// A kernel with its arguments. It is handed on by reference: copying it costs more than a short scan.
pub trait Kernel<R, S> {
    /// What it finds.
    type Answer;

    /// Runs it on vectors `V`, of which a step has `PARTS`. Implementations are `inline(always)`, so
    /// that they are compiled for the instruction set of the caller.
    ///
    /// # Safety
    /// The instruction set of `V` must be available.
    unsafe fn run<V: Vector<Rank = R, Signed = S>, const PARTS: usize>(&mut self) -> Self::Answer;
}

/// Declares a width: its numbers, the lanes of a step, and the vectors of each instruction set.
macro_rules! width {
    (
        $(#[$doc:meta])* $name:ident, $rank:ty, $signed:ty, $lanes:expr,
        [$plain:ty, $neon:ty, $avx2:ty, $avx512:ty]
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Width for $name {
            type Rank = $rank;
            type Signed = $signed;
            const LANES: usize = $lanes;

            #[inline]
            fn run<K: Kernel<$rank, $signed>>(kernels: Kernels, kernel: &mut K) -> K::Answer {
                #[cfg(target_arch = "x86_64")]
                {
                    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                    fn avx2<K: Kernel<$rank, $signed>>(kernel: &mut K) -> K::Answer {
                        // SAFETY: this function is compiled for the vector's instruction set.
                        unsafe { kernel.run::<$avx2, { $lanes / <$avx2>::LANES }>() }
                    }
                    #[target_feature(
                        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt"
                    )]
                    fn avx512<K: Kernel<$rank, $signed>>(kernel: &mut K) -> K::Answer {
                        // SAFETY: as above.
                        unsafe { kernel.run::<$avx512, { $lanes / <$avx512>::LANES }>() }
                    }
                    match kernels.set() {
                        InstructionSet::Plain | InstructionSet::Neon => {}
                        // SAFETY: `Kernels` with this set is made only where the features were
                        // detected.
                        InstructionSet::Avx2 => return unsafe { avx2(kernel) },
                        // SAFETY: as above.
                        InstructionSet::Avx512 => return unsafe { avx512(kernel) },
                    }
                }
                #[cfg(target_arch = "aarch64")]
                if kernels.set() == InstructionSet::Neon {
                    // SAFETY: `Kernels` with this set is made only where it is part of the target.
                    return unsafe { kernel.run::<$neon, { $lanes / <$neon>::LANES }>() };
                }
                #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
                let _ = kernels;
                // SAFETY: plain vectors need no instruction set.
                unsafe { kernel.run::<$plain, { $lanes / <$plain>::LANES }>() }
            }
        }
    };
}
pub(super) use width;
