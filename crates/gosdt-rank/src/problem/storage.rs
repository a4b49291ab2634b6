//! How a run stores the splits of its problem, and what it takes in memory.
use super::RankObjective;
use gosdt_search::{ProblemSize, Storage};

/// More splits than this are stored as ranks (FourClass, 343 splits, AUC, λ = .05: 8 s with bits, 20 s and
/// more with ranks; banknotes, 5,016 splits, and wilt, 22,599: the gap is closed further with ranks in the
/// same time, at a third of the memory and less).
const MANY_SPLITS: usize = 3000;

/// How a run stores splits, and about how many bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankPlan {
    /// Bits or ranks.
    pub storage: Storage,
    /// About how many bytes a run takes, before it knows anything.
    pub bytes: u64,
}

impl RankPlan {
    /// The plan for a problem of this size, with so many threads. Where a rule labels leaves, ranks cannot
    /// tell what two leaves cost at least, so that splits are stored as bits whatever is asked for. Where
    /// it is left to the run, bits that break the memory limit give way to ranks.
    pub fn new(
        size: &ProblemSize,
        objective: &RankObjective,
        storage: Storage,
        (threads, memory_limit): (usize, Option<u64>),
    ) -> RankPlan {
        // Relaxations have copies of the answers.
        let bits = RankPlan { storage: Storage::Bits, bytes: size.bytes_as_bits(threads + 1) };
        let ranks = RankPlan { storage: Storage::Ranks, bytes: size.bytes_as_ranks(threads + 1) };
        let is_too_much = |bytes: u64| memory_limit.is_some_and(|limit| bytes > limit);
        let prefers_ranks = size.splits > MANY_SPLITS || is_too_much(bits.bytes);
        match storage {
            _ if objective.labels_by_rule() => bits,
            Storage::Bits => bits,
            Storage::Ranks => ranks,
            Storage::Auto if prefers_ranks => ranks,
            Storage::Auto => bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of numbers with so many splits.
    fn size(splits: usize) -> ProblemSize {
        ProblemSize { points: 20_000, classes: 2, columns: 10, splits }
    }

    fn planned(splits: usize, objective: &RankObjective, limit: Option<u64>) -> RankPlan {
        RankPlan::new(&size(splits), objective, Storage::Auto, (2, limit))
    }

    #[test]
    fn many_splits_are_stored_as_ranks_which_take_little_memory() {
        let found = planned(150_000, &RankObjective::Auc, None);
        assert_eq!(found.storage, Storage::Ranks);
        assert!(found.bytes < 200 << 20, "{found:?}");
        assert_eq!(planned(500, &RankObjective::Auc, None).storage, Storage::Bits);
    }

    #[test]
    fn few_splits_are_stored_as_ranks_where_their_bits_are_too_much() {
        let limit = planned(500, &RankObjective::Auc, None).bytes - 1;
        assert_eq!(planned(500, &RankObjective::Auc, Some(limit)).storage, Storage::Ranks);
    }

    #[test]
    fn labels_by_rule_need_bits() {
        let omega = Some(num_rational::BigRational::from_integer(2.into()));
        let found = planned(150_000, &RankObjective::FScore { omega }, Some(1));
        assert_eq!(found.storage, Storage::Bits);
        assert!(found.bytes > 1 << 30, "{found:?}");
    }
}
