//! The greedy trees beside the optimal one.
use crate::exit_code::Failure;
use crate::input::TestSet;
use gosdt::{GreedyTree, Model, Table, baseline};
use gosdt_report::Beside;

/// Grows the greedy trees, and measures them on the test rows if there are any.
pub fn beside(table: &Table, model: &Model, test: Option<&TestSet>) -> Result<Beside, Failure> {
    let baseline = baseline(table, model)?;
    let Some(test) = test else { return Ok(Beside { baseline, test: None }) };
    let measure = |tree: &GreedyTree| test.measure(&tree.model(model));
    let [pruned, same] = [measure(&baseline.pruned)?, measure(&baseline.same_leaves)?];
    Ok(Beside { baseline, test: Some([pruned.metrics, same.metrics]) })
}
