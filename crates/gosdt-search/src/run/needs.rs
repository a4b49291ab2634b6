//! What a problem takes in memory while it is searched, before anything is allocated for it.
use super::memory;
use super::storage::prefers_ranks;
use crate::problem::{Problem, SearchOptions, Storage};

/// The size of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemSize {
    /// Number of points.
    pub points: usize,
    /// Number of classes.
    pub classes: usize,
    /// Number of columns.
    pub columns: usize,
    /// Number of splits of all columns.
    pub splits: usize,
}

/// The most that the ranks of columns along others hold, twice.
const GATHERED: u64 = 2 << 27;

/// The most sets with bounds that a thread keeps and uses, and the most bytes that they have.
const SETS: u64 = 16 * (64 + 1024);
const SETS_BYTES: u64 = 16 << 20;

impl ProblemSize {
    /// The size of a problem.
    pub fn of(problem: &Problem) -> ProblemSize {
        let points = problem.points();
        ProblemSize {
            points: points.len,
            classes: points.classes,
            columns: points.columns.len(),
            splits: points.splits(),
        }
    }

    /// About how many bytes a search takes that stores a bit per split and point: the answers, their
    /// copy over the points kept, two rows of the matrix for each point; and a projection to the root for
    /// each thread.
    pub fn bytes_as_bits(&self, threads: usize) -> u64 {
        let answers = (self.points as u64).div_ceil(64) * 8 * self.splits as u64;
        answers.saturating_mul(4 + 2 * threads as u64).saturating_add(self.bytes_of_costs())
    }

    /// The same for a rank per column and point: the codes; and for each thread orders, ranks, codes,
    /// lanes and values of the root's columns and as much for its parts, ranks of columns along others, and
    /// sets with bounds.
    pub fn bytes_as_ranks(&self, threads: usize) -> u64 {
        let codes = self.bytes_of_codes();
        let gathered = codes.saturating_mul(2 * self.columns as u64).min(GATHERED);
        let set = (self.points as u64).div_ceil(64) * 8;
        let sets = set.saturating_mul(SETS).min(SETS_BYTES);
        let of_thread =
            codes.saturating_mul(6).saturating_add(gathered + sets) + self.bytes_of_parts();
        let of_threads = of_thread.saturating_mul(threads as u64);
        codes.saturating_add(of_threads).saturating_add(self.bytes_of_costs())
    }

    fn bytes_of_codes(&self) -> u64 {
        4 * self.points as u64 * self.columns as u64
    }

    /// What a thread takes for parts of the root's columns.
    fn bytes_of_parts(&self) -> u64 {
        self.bytes_of_codes().saturating_mul(6)
    }

    fn bytes_of_costs(&self) -> u64 {
        self.points as u64 * (16 * self.classes as u64 + 16)
    }
}

/// How a problem is stored and by how many threads it is searched, so that the memory limit is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MemoryPlan {
    pub ranks: bool,
    pub threads: usize,
    /// Whether no parts of parts are laid out: within two levels counting suffices.
    is_shallow: bool,
}

/// Less than this share of the limit is not worth asking the system how much memory is left.
const SMALL_SHARE: u64 = 64;

impl MemoryPlan {
    /// The plan for a problem; `None` where one thread with the smaller storage takes too much.
    pub fn new(problem: &Problem, options: &SearchOptions) -> Option<MemoryPlan> {
        let size = ProblemSize::of(problem);
        let free = |limit| memory::usable(limit).saturating_sub(memory::resident().unwrap_or(0));
        let least = size.bytes_as_bits(options.threads).min(size.bytes_as_ranks(options.threads));
        let limit = options.memory_limit.filter(|limit| least > limit / SMALL_SHARE);
        let prefers = prefers_ranks(problem);
        let is_shallow = problem.limits().max_depth.is_some_and(|depth| depth <= 2);
        MemoryPlan::within(limit.map_or(u64::MAX, free), (size, is_shallow), options, prefers)
    }

    fn within(
        free: u64,
        (size, is_shallow): (ProblemSize, bool),
        options: &SearchOptions,
        prefers_ranks: bool,
    ) -> Option<MemoryPlan> {
        let storages: &[bool] = match (options.storage, prefers_ranks) {
            (Storage::Bits, _) => &[false],
            (Storage::Ranks, _) | (Storage::Auto, true) => &[true],
            (Storage::Auto, false) => &[false, true],
        };
        // Within two levels the root's layout is most of the work, and each thread would make its own.
        let most = |ranks: bool| if ranks && is_shallow { 1 } else { options.threads.max(1) };
        let plans = storages
            .iter()
            .flat_map(|&ranks| (1..=most(ranks)).rev().map(move |threads| (ranks, threads)))
            .map(|(ranks, threads)| MemoryPlan { ranks, threads, is_shallow });
        plans.into_iter().find(|plan| plan.bytes(size) <= free)
    }

    /// About how many bytes a search of a problem of this size takes.
    pub fn bytes(self, size: ProblemSize) -> u64 {
        match self.ranks {
            true if self.is_shallow => {
                let parts = size.bytes_of_parts() * self.threads as u64;
                size.bytes_as_ranks(self.threads).saturating_sub(parts)
            }
            true => size.bytes_as_ranks(self.threads),
            false => size.bytes_as_bits(self.threads),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred thousand points, thirty columns of a hundred values: 38 MB of bits.
    const SIZE: ProblemSize =
        ProblemSize { points: 100_000, classes: 2, columns: 30, splits: 2_970 };

    fn plan(free: u64, storage: Storage) -> Option<(bool, usize)> {
        let options = SearchOptions { threads: 4, storage, ..SearchOptions::default() };
        MemoryPlan::within(free, (SIZE, false), &options, false)
            .map(|plan| (plan.ranks, plan.threads))
    }

    #[test]
    fn smaller_storage_and_fewer_threads_are_taken_where_memory_is_short() {
        assert_eq!(plan(u64::MAX, Storage::Auto), Some((false, 4)));
        assert_eq!(plan(300 << 20, Storage::Auto), Some((false, 2)));
        assert_eq!(plan(2 << 30, Storage::Ranks), Some((true, 4)));
        assert_eq!(plan(200 << 20, Storage::Auto), None);
        assert_eq!(plan(100, Storage::Ranks), None);
    }

    #[test]
    fn two_levels_of_ranks_are_searched_by_one_thread() {
        let options = SearchOptions { threads: 4, storage: Storage::Ranks, ..Default::default() };
        let threads = |is_shallow| {
            let plan = MemoryPlan::within(u64::MAX, (SIZE, is_shallow), &options, true);
            plan.map(|plan| plan.threads)
        };
        assert_eq!([true, false].map(threads), [Some(1), Some(4)]);
    }

    #[test]
    fn ten_thousand_columns_take_no_more_than_their_ranks() {
        let wide = ProblemSize { points: 1_000, classes: 2, columns: 10_000, splits: 10_000_000 };
        assert!(wide.bytes_as_ranks(1) < 1 << 30);
    }

    #[test]
    fn more_memory_is_never_less_than_needed() {
        let rank = |free: u64| plan(free, Storage::Auto).map_or(0, |(_, threads)| threads);
        let threads: Vec<usize> = (0..40).map(|step| rank(step << 24)).collect();
        assert!(threads.is_sorted(), "{threads:?}");
    }
}
