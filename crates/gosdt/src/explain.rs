//! What a fit would work on, without a search.
use crate::fit::{FitError, grouped};
use crate::memory::{bytes_to_group, check_grouping, plan_of_ranking, size_of};
use crate::options::{CheckedOptions, FitOptions, Goal};
use crate::training_data::{Grouped, TrainingData};
use crate::watch::{Progress, Watch};
use gosdt_data::{Table, Values};
use gosdt_rank::RankPlan;
use gosdt_search::Instant;
use gosdt_search::{Problem, ProblemSize, Storage, planned_storage};

/// How a search would store the splits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// A bit for each split and distinct row.
    Bits,
    /// A rank for each column and distinct row.
    Ranks,
    /// The memory limit leaves no room for a search.
    NotAtAll,
}

/// A column of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnExplained {
    /// Its name.
    pub name: String,
    /// `numeric`, `boolean` or `categorical`.
    pub kind: &'static str,
    /// Its splits, without those that another column asks as well.
    pub splits: usize,
}

/// What a fit would work on, what it would take, and what to expect of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// Rows of the table.
    pub rows: usize,
    /// Rows that differ in some column.
    pub distinct_rows: usize,
    /// The columns.
    pub columns: Vec<ColumnExplained>,
    /// Splits of all columns.
    pub splits: usize,
    /// How a search would store them.
    pub stored: Stored,
    /// About how many bytes grouping the rows takes.
    pub grouping_memory: u64,
    /// About how many bytes a search takes for its problem, what it remembers aside.
    pub search_memory: u64,
    /// The limit that would be kept, if there is one.
    pub memory_limit: Option<u64>,
    /// What to expect, in a sentence or two.
    pub expectation: &'static str,
}

/// Says what a fit would work on. Equal rows are grouped, nothing is searched.
///
/// ```
/// use gosdt::{FitOptions, Silent, Stored, demo, explain};
///
/// let table = demo::find("tic-tac-toe").unwrap().table()?;
/// let about = explain(&table, &FitOptions::default(), &mut Silent)?.unwrap();
/// assert_eq!((about.rows, about.distinct_rows, about.splits), (958, 958, 27));
/// assert_eq!(about.stored, Stored::Bits);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// `None` when the time limit or `watch` ends it before the rows are grouped.
pub fn explain(
    table: &Table,
    options: &FitOptions,
    watch: &mut dyn Watch<Progress>,
) -> Result<Option<Explanation>, FitError> {
    let checked = options.check(&table.labels)?;
    check_grouping(table, checked.search.memory_limit)?;
    let Grouped { classes, ended } = grouped(table, &checked, Instant::now(), watch)?;
    if ended.is_some() {
        return Ok(None);
    }
    let data = TrainingData { table, classes: &classes };
    let size = size_of(&data);
    let (stored, search_memory) = storage(&data, &size, &checked)?;
    Ok(Some(Explanation {
        rows: table.data_rows() as usize,
        distinct_rows: size.points,
        columns: columns(&data),
        splits: size.splits,
        stored,
        grouping_memory: bytes_to_group(table),
        search_memory,
        memory_limit: checked.search.memory_limit,
        expectation: expectation(stored, &size),
    }))
}

fn storage(
    data: &TrainingData<'_>,
    size: &ProblemSize,
    options: &CheckedOptions,
) -> Result<(Stored, u64), FitError> {
    let (threads, limit) = (options.search.threads, options.search.memory_limit);
    let objective = match &options.goal {
        Goal::Additive(objective) => objective,
        Goal::Ranked(objective) => {
            let RankPlan { storage, bytes } = plan_of_ranking(size, objective, &options.search);
            let stored = match storage {
                _ if limit.is_some_and(|limit| bytes >= limit) => Stored::NotAtAll,
                Storage::Ranks => Stored::Ranks,
                _ => Stored::Bits,
            };
            return Ok((stored, bytes));
        }
    };
    let costs = data.costs(objective, &options.lambda)?;
    let problem = Problem::new(data.points(), costs, options.limits)?;
    Ok(match planned_storage(&problem, &options.search) {
        Some(Storage::Ranks) => (Stored::Ranks, size.bytes_as_ranks(threads)),
        Some(_) => (Stored::Bits, size.bytes_as_bits(threads)),
        None => (Stored::NotAtAll, size.bytes_as_ranks(1).min(size.bytes_as_bits(1))),
    })
}

fn columns(data: &TrainingData<'_>) -> Vec<ColumnExplained> {
    let mut splits = vec![0; data.table.columns.len()];
    for column in &data.classes.columns {
        splits[column.column] += column.splits as usize;
    }
    let kind = |values: &Values| match values {
        Values::Numeric(_) => "numeric",
        Values::Boolean { .. } => "boolean",
        Values::Categorical { .. } => "categorical",
    };
    let named = data.table.columns.iter().zip(splits);
    named
        .map(|(column, splits)| ColumnExplained {
            name: column.name.clone(),
            kind: kind(&column.values),
            splits,
        })
        .collect()
}

/// Answers (distinct rows × splits) up to which a search is small, and up to which it is middling.
const SMALL: u128 = 1_000_000;
const MIDDLING: u128 = 1_000_000_000;

fn expectation(stored: Stored, size: &ProblemSize) -> &'static str {
    let answers = size.points as u128 * size.splits as u128;
    match stored {
        Stored::NotAtAll => {
            "The memory limit leaves no room for a search: a fit hands over a greedy tree, or refuses. \
             Allow more memory, or leave out rows or columns."
        }
        _ if answers <= SMALL => {
            "Most searches of this size end with a proof within seconds; a small λ takes longer."
        }
        _ if answers <= MIDDLING => {
            "A proof may take seconds to hours: the larger λ and the smaller the depth allowed, the \
             sooner. Whatever limit stops the search, its tree and its bounds hold."
        }
        _ => {
            "A proof is likely only for a large λ or a small depth. Set a time limit: the best tree \
             found by then and its bounds are handed over."
        }
    }
}
