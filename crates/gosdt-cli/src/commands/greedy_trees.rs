//! The greedy trees beside the optimal one.
use crate::exit_code::Failure;
use crate::input::TestSet;
use gosdt::{GreedyTree, Model, Table, baseline_until};
use gosdt_report::Beside;

/// Grows the greedy trees, and measures them on the test rows if there are any. Fails once `stop`
/// returns true.
pub fn beside(
    table: &Table,
    model: &Model,
    test: Option<&TestSet>,
    stop: &dyn Fn() -> bool,
) -> Result<Beside, Failure> {
    let baseline = baseline_until(table, model, stop)?;
    let Some(test) = test else { return Ok(Beside { baseline, test: None }) };
    let measure = |tree: &GreedyTree| test.measure(&tree.model(model));
    let test = Some([measure(&baseline.pruned)?, measure(&baseline.same_leaves)?]);
    Ok(Beside { baseline, test })
}
