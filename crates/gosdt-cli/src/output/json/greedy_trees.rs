//! The greedy trees beside the optimal one, for programs.
use gosdt::{GreedyTree, Metrics};
use gosdt_report::Beside;
use serde::Serialize;

/// A greedy tree for programs.
#[derive(Serialize)]
struct TreeJson<'a> {
    objective: f64,
    loss: f64,
    leaves: usize,
    depth: usize,
    train: &'a Metrics,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<&'a Metrics>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test_loss: Option<f64>,
}

/// Both greedy trees for programs.
#[derive(Serialize)]
pub struct BaselineJson<'a> {
    pruned: TreeJson<'a>,
    same_leaves: TreeJson<'a>,
}

impl<'a> BaselineJson<'a> {
    /// What is known of them.
    pub fn new(beside: &'a Beside) -> BaselineJson<'a> {
        let test = |at: usize| beside.test.as_ref().map(|both| &both[at]);
        let json = |tree: &'a GreedyTree, at: usize| TreeJson {
            objective: tree.objective,
            loss: tree.loss,
            leaves: tree.tree.leaves(),
            depth: tree.tree.depth(),
            train: &tree.train,
            test: test(at).map(|test| &test.metrics),
            test_loss: test(at).and_then(|test| test.loss),
        };
        let baseline = &beside.baseline;
        BaselineJson {
            pruned: json(&baseline.pruned, 0),
            same_leaves: json(&baseline.same_leaves, 1),
        }
    }
}
