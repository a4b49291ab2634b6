//! The whole way for a range of λ: every tree that is optimal for some of it.
//!
//! `additive` and `ranked` search at one λ after the other until nothing is left between; `assemble`
//! makes a model of each tree that they found.
mod additive;
mod assemble;
mod options;
mod proofs;
mod ranked;
mod searched;
mod trees;
mod ungrouped;
mod watch;

pub use options::PathOptions;
pub use proofs::{PathProof, path_proofs};
pub use trees::{Path, PathTree, Unproven};
pub use watch::PathProgress;

use crate::fit::{FitError, grouped};
use crate::memory::check_grouping;
use crate::options::Goal;
use crate::training_data::{Grouped, TrainingData};
use crate::watch::Watch;
use assemble::Assembly;
use gosdt_data::Table;
use gosdt_search::Instant;
use watch::PathObserver;

/// Finds every tree that is optimal for some λ between two, exactly: the lower convex hull of
/// (leaves, loss). Searches share what they prove, so that all take little longer than the hardest
/// by itself. Whatever ends the path, the trees found are handed over, each with how far it may be
/// from the optimum. `watch` is also told of the end of each search.
///
/// ```
/// use gosdt::{PathOptions, Silent, demo, path};
///
/// let table = demo::find("monk-1").unwrap().table()?;
/// let found = path(&table, &PathOptions::default(), &mut Silent)?;
/// assert!(found.status.is_optimal());
/// let leaves: Vec<usize> = found.trees.iter().map(|tree| tree.model.tree.leaves()).collect();
/// assert_eq!(leaves, [2, 7]);
/// // A quarter of the rows wrong against five more leaves: they tie at λ = 1/20.
/// assert_eq!(found.trees[0].low.to_string(), "1/20");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn path(
    table: &Table,
    options: &PathOptions,
    watch: &mut dyn Watch<PathProgress>,
) -> Result<Path, FitError> {
    let started = Instant::now();
    let mut checked = options.check(table)?;
    check_grouping(table, checked.search.memory_limit)?;
    let Grouped { classes, ended } = grouped(table, &checked, started, watch)?;
    checked.count_time_since(started);
    let data = TrainingData { table, classes: &classes };
    let (ends, observer) = (options.ends(), PathObserver::new(watch, started));
    let searched = match (&checked.goal, ended) {
        (_, Some(reason)) => ungrouped::best_lone_leaf(&data, &checked, ends, reason)?,
        (Goal::Additive(goal), None) => {
            additive::search_additive(&data, &checked, goal, ends, observer)?
        }
        (Goal::Ranked(goal), None) => ranked::search_ranked(&data, &checked, goal, ends, observer)?,
    };
    Ok(Assembly { data, checked: &checked, options, searched }.path(started)?)
}
