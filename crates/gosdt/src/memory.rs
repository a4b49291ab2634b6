//! What the steps of a fit take in memory, before anything is allocated for them.
use crate::training_data::TrainingData;
use gosdt_data::Table;
use gosdt_rank::{RankObjective, RankPlan};
use gosdt_search::{ProblemSize, SearchOptions, Storage, resident_memory};

/// A step that does not fit into memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{step} takes about {} MB, and the memory limit of {} MB leaves {} MB; {advice}",
    in_megabytes(*needed), in_megabytes(*limit), in_megabytes(*free)
)]
#[non_exhaustive]
pub struct TooLarge {
    /// What is not done.
    pub step: &'static str,
    /// About how many bytes it takes.
    pub needed: u64,
    /// What is left below the limit.
    pub free: u64,
    /// The memory limit.
    pub limit: u64,
    /// What to do.
    pub advice: &'static str,
}

/// Whole megabytes; what needs less than one is said to need one.
fn in_megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

/// Fails where a step takes more than the limit leaves.
pub(crate) fn check_memory(
    step: &'static str,
    needed: u64,
    limit: Option<u64>,
    advice: &'static str,
) -> Result<(), TooLarge> {
    let Some(limit) = limit else { return Ok(()) };
    // The system is not asked where it cannot matter.
    if needed < limit / 16 && limit > LARGE {
        return Ok(());
    }
    let free = limit.saturating_sub(resident_memory().unwrap_or(0));
    match needed <= free {
        true => Ok(()),
        false => Err(TooLarge { step, needed, free, limit, advice }),
    }
}

/// Limits above this are far from what the program takes for itself.
const LARGE: u64 = 1 << 30;

/// About how many bytes grouping the rows of a table takes: ranks of all values, and for each row keys,
/// orders and its class.
pub(crate) fn bytes_to_group(table: &Table) -> u64 {
    table.rows as u64 * (4 * table.columns.len() as u64 + 64)
}

/// Fails where there is no memory to group the rows.
pub(crate) fn check_grouping(table: &Table, limit: Option<u64>) -> Result<(), TooLarge> {
    let advice = "allow more, or leave out rows or columns";
    check_memory("grouping the rows", bytes_to_group(table), limit, advice)
}

/// The size of the problem that classes of equal rows make.
pub(crate) fn size_of(data: &TrainingData<'_>) -> ProblemSize {
    ProblemSize {
        points: data.classes.len,
        classes: data.classes.labels,
        columns: data.classes.columns.len(),
        splits: data.classes.splits(),
    }
}

/// How a search for an objective that ranks stores splits, and about how many bytes it takes.
pub(crate) fn plan_of_ranking(
    size: &ProblemSize,
    objective: &RankObjective,
    search: &SearchOptions,
) -> RankPlan {
    RankPlan::new(size, objective, search.storage, (search.threads, search.memory_limit))
}

/// Fails where there is no memory for a search for an objective that ranks.
pub(crate) fn check_ranking(
    data: &TrainingData<'_>,
    objective: &RankObjective,
    search: &SearchOptions,
) -> Result<(), TooLarge> {
    let RankPlan { storage, bytes } = plan_of_ranking(&size_of(data), objective, search);
    let step = match storage {
        Storage::Ranks => "a rank for every row and column",
        _ => "a bit for every row and threshold, as this objective has it,",
    };
    let advice = match objective.labels_by_rule() {
        true => {
            "allow more, round the numbers to fewer values, leave out columns, or label leaves as \
             is best for the score (fscore without a number), which takes less"
        }
        false => "allow more, or leave out rows or columns",
    };
    check_memory(step, bytes, search.memory_limit, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_numbers() {
        assert_eq!(check_memory("it", u64::MAX, None, "less"), Ok(()));
        assert_eq!(check_memory("it", 1 << 20, Some(1 << 50), "less"), Ok(()));
        let error = check_memory("it", 3_000_000_000_000, Some(2_000_000_000_000), "less");
        let text = error.unwrap_err().to_string();
        assert!(text.starts_with("it takes about 3000000 MB, and the memory limit of 2000000 MB"));
        assert!(text.ends_with("; less"), "{text}");
    }
}
