//! One dispatch point: each kernel is compiled for several instruction sets, and [`Kernels`] calls
//! the one that was found on the machine.
mod plain;

use crate::{Cut, Cuts, Matrix};
use std::sync::atomic::{AtomicU8, Ordering};

/// The instruction sets that the kernels are compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionSet {
    /// What the compiler makes of plain code with what the compilation target guarantees.
    Plain,
    /// aarch64 with NEON, which scans of ranks are written for; to other kernels it is what `Plain` is.
    Neon,
    /// x86-64 with AVX2, BMI2 and POPCNT.
    Avx2,
    /// x86-64 with AVX-512 F, BW, DQ, VL, VPOPCNTDQ, VBMI2 and BMI2.
    Avx512,
}

/// The best set that [`Kernels::detect`] may find, as its number.
static MOST: AtomicU8 = AtomicU8::new(InstructionSet::Avx512 as u8);

/// The kernels for one instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Kernels {
    set: InstructionSet,
}

/// Compiles a plain kernel for each instruction set and dispatches on `self.set`.
macro_rules! dispatch {
    ($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*)) => {
        $(#[$doc])*
        #[allow(clippy::too_many_arguments, reason = "a kernel's arguments are its registers")]
        pub fn $name(self, $($arg: $ty),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[allow(clippy::too_many_arguments, reason = "as above")]
                fn avx2($($arg: $ty),*) {
                    // SAFETY: this function runs only where its features were detected, and BMI2
                    // is one of them.
                    let extract = unsafe { plain::Bmi2::new() };
                    plain::$name($($arg),*, extract)
                }
                #[target_feature(
                    enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512vbmi2,avx2,bmi1,bmi2,popcnt,lzcnt"
                )]
                #[allow(clippy::too_many_arguments, reason = "as above")]
                fn avx512($($arg: $ty),*) {
                    // SAFETY: this function runs only where its features were detected, and BMI2
                    // is one of them.
                    let extract = unsafe { plain::Bmi2::new() };
                    plain::$name($($arg),*, extract)
                }
                match self.set {
                    InstructionSet::Plain | InstructionSet::Neon => {}
                    // SAFETY: `Kernels` with this set is made only where the features were detected.
                    InstructionSet::Avx2 => return unsafe { avx2($($arg),*) },
                    // SAFETY: as above.
                    InstructionSet::Avx512 => return unsafe { avx512($($arg),*) },
                }
            }
            plain::$name($($arg),*, plain::NoBmi2)
        }
    };
}

impl Kernels {
    /// The best kernels that this machine has, up to [`Kernels::limit`].
    pub fn detect() -> Kernels {
        let sets = [InstructionSet::Avx512, InstructionSet::Avx2, InstructionSet::Neon];
        let allowed = |set: &InstructionSet| *set as u8 <= MOST.load(Ordering::Relaxed);
        let found = sets.into_iter().filter(allowed).find_map(Kernels::with);
        found.unwrap_or(Kernels::plain())
    }

    /// From now on nothing better than `set` is detected in this process, for measurements.
    pub fn limit(set: InstructionSet) {
        MOST.store(set as u8, Ordering::Relaxed);
    }

    /// The plain kernels.
    pub fn plain() -> Kernels {
        Kernels { set: InstructionSet::Plain }
    }

    /// The kernels for `set`, if this machine has it.
    pub fn with(set: InstructionSet) -> Option<Kernels> {
        available(set).then_some(Kernels { set })
    }

    /// The instruction set in use.
    pub fn set(self) -> InstructionSet {
        self.set
    }

    dispatch! {
        /// Counts every feature's yes-side within the rows that `rows` selects:
        /// `out[measure * stride + feature]`.
        count_within(matrix: &Matrix, rows: &[u64], out: &mut [i64])
    }

    dispatch! {
        /// How many bits `with` has in common with each of many sets of as many words, which lie one after
        /// the other in `sets`.
        count_common(sets: &[u64], with: &[u64], out: &mut Vec<i64>)
    }

    dispatch! {
        /// Parts the rows that `rows` selects: `sides[0]` becomes those that answer yes to a feature,
        /// `sides[1]` those that answer no. Adds what the rows of each side count for each measure to
        /// `totals`, and the words that each side would take in a matrix of its own to `words`.
        part(
            matrix: &Matrix,
            rows: &[u64],
            feature: usize,
            sides: &mut [Vec<u64>; 2],
            totals: &mut [Vec<u64>; 2],
            words: &mut [usize; 2]
        )
    }

    dispatch! {
        /// How pure the two sides of every feature are: Σ wₖ²/W over both, in parts of 2⁶⁰, with wₖ =
        /// `prices[k]` · measure k and W the sum of these. The prices are such that W is at most 1 for all
        /// rows. `ones` is the result of [`Kernels::count_within`], `totals` the counts of the same rows;
        /// measures after those that have prices do not matter. `out` is a stride long. The result is
        /// rounded, in the same way by all instruction sets.
        purities(ones: &[i64], totals: &[u64], prices: &[f64], out: &mut [i64])
    }

    dispatch! {
        /// The sum of all measures of every feature's yes-side. `ones` is the result of
        /// [`Kernels::count_within`], `out` is a stride long.
        sums(ones: &[i64], out: &mut [i64])
    }

    dispatch! {
        /// What further splits make of both sides of every feature, where there are two measures
        /// and a leaf costs the smaller of them: `cuts[0].two[i]` is the least over features j of
        /// leaf(i ∧ j) + leaf(i ∧ ¬j), `cuts[0].one[i]` the least of all leaf(i ∧ j) and
        /// leaf(i ∧ ¬j) whose larger measure is more than `least`; `cuts[1]` is the same for ¬i.
        /// `ones` is the result of [`Kernels::count_within`] all rows, `totals` the counts of all
        /// rows. Lowers `cuts` in place.
        pairs_of_two(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            least: i64,
            cuts: &mut [Cuts; 2]
        )
    }

    dispatch! {
        /// The cost of a leaf on both sides of every feature: the least over labels l of
        /// Σ_m `costs[l * measures + m]` · measure m. `yes` and `no` are a stride long.
        leaves_of_many(
            ones: &[i64],
            totals: &[i64],
            costs: &[i64],
            yes: &mut [i64],
            no: &mut [i64]
        )
    }

    dispatch! {
        /// The same where a leaf costs the sum of all measures but the largest.
        leaves_of_all_but_largest(ones: &[i64], totals: &[i64], yes: &mut [i64], no: &mut [i64])
    }

    dispatch! {
        /// Least loss of a further split, for both sides of every feature and any number of
        /// measures: `yes[i]` is the least over features j of leaf(i ∧ j) + leaf(i ∧ ¬j), and
        /// `no[i]` the same for ¬i. A leaf costs the least over labels l of
        /// Σ_m `costs[l * measures + m]` · measure m. With `least_rows` = (m, n) a leaf
        /// is allowed only where measure m is at least n.
        pairs_of_many(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            costs: &[i64],
            least_rows: Option<(usize, i64)>,
            yes: &mut [i64],
            no: &mut [i64]
        )
    }

    dispatch! {
        /// As [`Kernels::pairs_of_many`], but a leaf costs the sum of all measures but the largest.
        pairs_of_all_but_largest(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            yes: &mut [i64],
            no: &mut [i64]
        )
    }

    dispatch! {
        /// One row of [`Kernels::pairs_of_all_but_largest`]; `within` as in
        /// [`Kernels::row_of_many`].
        row_of_all_but_largest(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            max_unit_costs: &[i64],
            i: usize,
            within: &mut [i64],
            best: &mut [i64; 2]
        )
    }

    dispatch! {
        /// One row of [`Kernels::pairs_of_two`]: lowers `cut` to what further splits make of the
        /// yes-side and of the no-side of feature `i`, and fills `within` with the sum of both
        /// measures of each feature's yes-side within that of `i`.
        row_of_two(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            least: i64,
            i: usize,
            within: &mut [i64],
            cut: &mut [Cut; 2]
        )
    }

    dispatch! {
        /// One row of [`Kernels::pairs_of_many`]; `within` is filled with Σ_m `max_unit_costs[m]` ·
        /// measure m.
        row_of_many(
            matrix: &Matrix,
            ones: &[i64],
            totals: &[i64],
            costs: &[i64],
            max_unit_costs: &[i64],
            least_rows: Option<(usize, i64)>,
            i: usize,
            within: &mut [i64],
            best: &mut [i64; 2]
        )
    }

    dispatch! {
        /// Fills `out` with the rows of `from` that `rows` selects and the columns `features`.
        project(from: &Matrix, rows: &[u64], features: &[u32], out: &mut Matrix)
    }
}

#[cfg(target_arch = "x86_64")]
fn available(set: InstructionSet) -> bool {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    match set {
        InstructionSet::Plain => true,
        InstructionSet::Neon => false,
        InstructionSet::Avx2 => avx2,
        InstructionSet::Avx512 => {
            avx2 && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && is_x86_feature_detected!("avx512vbmi2")
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn available(set: InstructionSet) -> bool {
    match set {
        InstructionSet::Plain => true,
        InstructionSet::Neon => cfg!(target_feature = "neon"),
        InstructionSet::Avx2 | InstructionSet::Avx512 => false,
    }
}
