//! What optimality bought: the greedy trees beside the optimal one.
use crate::numbers::{count, counted, number, share};
use gosdt::{Baseline, GreedyTree};
use gosdt_tree::{Metrics, Model, Status};

/// The greedy trees beside the optimal one, and how good all are on test rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The greedy trees.
    pub baseline: Baseline,
    /// Metrics of the pruned tree and of the one with as many leaves on test rows, if there are
    /// any.
    pub test: Option<[Metrics; 2]>,
}

/// A tree's figures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figures {
    /// Which tree.
    pub name: &'static str,
    /// Objective, loss, leaves, accuracy on training rows, and on test rows if there are any.
    pub cells: Vec<String>,
}

impl Beside {
    /// The names of [`Figures::cells`].
    pub fn headings(&self) -> Vec<&'static str> {
        let tested = self.test.as_ref().map(|_| "accuracy, test");
        ["objective", "loss", "leaves", "accuracy, training"].into_iter().chain(tested).collect()
    }

    /// The figures of the model's tree, measured as `train` and `test`, and of both greedy ones.
    pub fn figures(&self, model: &Model, train: &Metrics, test: Option<&Metrics>) -> [Figures; 3] {
        let proof = &model.certificate;
        let of_model = [proof.objective, proof.loss];
        let name = match proof.status {
            Status::Optimal => "optimal",
            Status::OptimalAmongThresholds => "optimal among thresholds",
            Status::OptimalUpToRounding => "optimal up to rounding",
            _ => "best found",
        };
        let [pruned, same] = [&self.baseline.pruned, &self.baseline.same_leaves];
        let greedy = |name, tree: &GreedyTree, at: usize| {
            let test = self.test.as_ref().map(|both| &both[at]);
            figures(name, [tree.objective, tree.loss], tree.tree.leaves(), &tree.train, test)
        };
        [
            figures(name, of_model, model.tree.leaves(), train, test),
            greedy("greedy, pruned", pruned, 0),
            greedy("greedy, as many leaves", same, 1),
        ]
    }

    /// How much optimality bought, a sentence for each greedy tree.
    pub fn bought(&self, model: &Model) -> [String; 2] {
        [pruned(&self.baseline.pruned, model), same_leaves(&self.baseline.same_leaves, model)]
    }
}

fn figures(
    name: &'static str,
    [objective, loss]: [f64; 2],
    leaves: usize,
    train: &Metrics,
    test: Option<&Metrics>,
) -> Figures {
    let quality = |metrics: &Metrics| share(Some(metrics.accuracy));
    let sizes = [number(objective), number(loss), count(leaves as u64), quality(train)];
    Figures { name, cells: sizes.into_iter().chain(test.map(quality)).collect() }
}

fn pruned(greedy: &GreedyTree, model: &Model) -> String {
    let (proof, lambda) = (&model.certificate, &model.objective.lambda);
    let start = format!("A greedy tree pruned for the same λ of {lambda} has");
    if greedy.objective == proof.objective {
        return format!("{start} the same objective.");
    }
    let leaves = greedy.tree.leaves() as i64 - model.tree.leaves() as i64;
    let leaves = match leaves {
        0 => "as many leaves".to_string(),
        more => {
            let which = if more > 0 { "more" } else { "fewer" };
            format!("{} {which}", counted(more.unsigned_abs(), "leaf", "leaves"))
        }
    };
    let above = above(greedy.objective - proof.objective);
    format!("{start} an objective {above}: {} and {leaves}.", loss(greedy, model))
}

fn same_leaves(greedy: &GreedyTree, model: &Model) -> String {
    let leaves = count(greedy.tree.leaves() as u64);
    let size = match greedy.tree.leaves() == model.tree.leaves() {
        true => format!("A greedy tree with as many leaves ({leaves})"),
        false => format!("A greedy tree as large as it can grow here ({leaves})"),
    };
    format!("{size} has {}.", loss(greedy, model))
}

/// `a loss 2.09 percentage points higher`.
fn loss(greedy: &GreedyTree, model: &Model) -> String {
    let points = 100.0 * (greedy.loss - model.certificate.loss);
    match points {
        0.0 => "the same loss".to_string(),
        points if points > 0.0 => format!("a loss {points:.2} percentage points higher"),
        points => format!("a loss {:.2} percentage points lower", -points),
    }
}

fn above(difference: f64) -> String {
    let which = if difference > 0.0 { "higher" } else { "lower" };
    format!("{} {which}", number(difference.abs()))
}
