//! All near-optimal trees of a table: found, counted, listed, filtered and compared.
//!
//! `set` has the trees and what they are made of, `filter` chooses among them, and `importance`,
//! `multiplicity` and `criterion` compare them. What is said of the trees of a set is computed from
//! the set itself where that is possible (counts, the objective), else from each tree, or from a
//! sample where there are too many ([`Examined`]).
mod boxes;
mod criterion;
mod examined;
mod filter;
mod importance;
mod monotone;
mod multiplicity;
mod options;
mod set;
mod tree;

pub use criterion::Criterion;
pub use examined::Examined;
pub use filter::RashomonFilter;
pub use importance::ImportanceRange;
pub use monotone::Direction;
pub use multiplicity::Multiplicity;
pub use options::{RashomonOptions, RashomonThreshold};
pub use set::Rashomon;
pub use tree::RashomonTree;

use crate::fit::{FitError, grouped, warnings};
use crate::memory::check_grouping;
use crate::options::{Goal, OptionsError};
use crate::training_data::{Grouped, TrainingData};
use crate::watch::Watch;
use gosdt_data::Table;
use gosdt_search::Instant;
use gosdt_search::{CostError, Problem};
use set::Found;
use std::sync::Arc;

/// Finds all trees whose objective is at most a threshold near the optimum, exactly. Two trees are the
/// same if they ask the same splits in the same places. Whatever ends it, all trees that it has belong
/// to the set; where some are missing, [`Rashomon::status`] says why.
///
/// ```
/// use gosdt::{RashomonOptions, Silent, demo, rashomon};
/// use std::sync::Arc;
///
/// let table = Arc::new(demo::find("monk-1").unwrap().table()?);
/// let set = rashomon(&table, &RashomonOptions::default(), &mut Silent)?;
/// assert!(set.status().is_proven());
/// let best = set.trees().next().expect("the optimum is in the set");
/// assert_eq!(best.objective, set.optimum());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rashomon(
    table: &Arc<Table>,
    options: &RashomonOptions,
    watch: &mut dyn Watch,
) -> Result<Rashomon, FitError> {
    let started = Instant::now();
    let mut checked = options.check(table)?;
    let Goal::Additive(objective) = checked.goal.clone() else {
        let name = options.fit.objective.to_string();
        return Err(OptionsError::RashomonNeedsAdditive(name).into());
    };
    check_grouping(table, checked.search.memory_limit)?;
    let Grouped { classes, ended } = grouped(table, &checked, started, watch)?;
    checked.count_time_since(started);
    let data = TrainingData { table, classes: &classes };
    let costs = data.costs(&objective, &checked.lambda)?;
    // Which trees are below a threshold is decided exactly or not at all.
    if !costs.is_exact() {
        return Err(CostError::TooWide.into());
    }
    let warnings = warnings(table, &costs);
    let problem = Problem::new(data.points(), costs, checked.limits)?;
    let search = gosdt_rashomon::RashomonOptions {
        time_limit: checked.search.time_limit,
        memory_limit: checked.search.memory_limit,
        ..Default::default()
    };
    let threshold = options.threshold.exact();
    let set = gosdt_rashomon::rashomon_set(&problem, &threshold, &search, watch);
    let seconds = started.elapsed().as_secs_f64();
    let found = Found { table: table.clone(), classes, problem, checked, warnings, ended, seconds };
    Ok(Rashomon::new(found, set))
}
