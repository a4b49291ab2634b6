//! What optimality bought: the greedy trees beside the optimal one.
use crate::measure::Measure;
use crate::measured::Measured;
use crate::numbers::{count, counted, number, share};
use gosdt::{Baseline, GreedyTree};
use gosdt_tree::{Metrics, Model, Status};

/// The greedy trees beside the optimal one, and how good all are on test rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    /// The greedy trees.
    pub baseline: Baseline,
    /// How good the pruned tree and the one with as many leaves are on test rows, if there are any.
    pub test: Option<[Measured; 2]>,
}

/// A tree's figures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Figures {
    /// Which tree.
    pub name: &'static str,
    /// As [`Beside::headings`] names them.
    pub cells: Vec<String>,
}

impl Beside {
    /// The names of [`Figures::cells`]: objective, loss and leaves; then what the objective is about
    /// (accuracy, AUC, …) on training rows, and on test rows if there are any. A mean of costs has no
    /// such name: there it is the loss on test rows, and the accuracy.
    pub fn headings(&self, model: &Model) -> Vec<String> {
        let measure = Measure::of(model);
        let mut headings = ["objective", "loss", "leaves"].map(String::from).to_vec();
        let tested = self.test.as_ref().map(|_| "test");
        match measure {
            Measure::Named(_) => {
                let rows = ["training"].into_iter().chain(tested);
                headings.extend(rows.map(|rows| measure.heading(rows)));
            }
            Measure::Loss => {
                headings.extend(tested.map(|rows| measure.heading(rows)));
                let rows = ["training"].into_iter().chain(tested);
                headings.extend(rows.map(|rows| format!("accuracy, {rows}")));
            }
        }
        headings
    }

    /// What the comparison comes to, in a few words.
    pub fn heading(&self, model: &Model) -> &'static str {
        let Baseline { pruned, same_leaves, .. } = &self.baseline;
        let greedy = pruned.objective.min(same_leaves.objective);
        let optimum = model.certificate.objective;
        match (model.certificate.status.is_ended(), greedy > optimum) {
            _ if greedy < optimum => "A greedy tree is better than the best tree found",
            (true, true) => "What optimality bought",
            (true, false) => "Optimality bought nothing here: a greedy tree is as good",
            (false, true) => "What the search bought",
            (false, false) => "The search bought nothing yet: a greedy tree is as good",
        }
    }

    /// The figures of the model's tree, measured as `train` and `test`, and of both greedy ones.
    pub fn figures(&self, model: &Model, train: &Metrics, test: Option<&Measured>) -> [Figures; 3] {
        let proof = &model.certificate;
        let name = match proof.status {
            Status::Optimal => "optimal",
            Status::OptimalAmongThresholds => "optimal among thresholds",
            Status::OptimalUpToRounding => "optimal up to rounding",
            _ => "best found",
        };
        let measure = Measure::of(model);
        let own = Compared {
            objective: proof.objective,
            loss: proof.loss,
            leaves: model.tree.leaves(),
            train,
            test,
        };
        let greedy = |tree: &GreedyTree, at: usize| {
            let test = self.test.as_ref().map(|both| &both[at]);
            Compared::greedy(tree, test).cells(&measure)
        };
        let [pruned, same] = [&self.baseline.pruned, &self.baseline.same_leaves];
        [
            Figures { name, cells: own.cells(&measure) },
            Figures { name: "greedy, pruned", cells: greedy(pruned, 0) },
            Figures { name: "greedy, as many leaves", cells: greedy(same, 1) },
        ]
    }

    /// How much optimality bought, a sentence for each greedy tree.
    pub fn bought(&self, model: &Model) -> [String; 2] {
        [pruned(&self.baseline.pruned, model), same_leaves(&self.baseline.same_leaves, model)]
    }
}

/// A tree of the comparison.
struct Compared<'a> {
    objective: f64,
    loss: f64,
    leaves: usize,
    train: &'a Metrics,
    test: Option<&'a Measured>,
}

impl<'a> Compared<'a> {
    fn greedy(tree: &'a GreedyTree, test: Option<&'a Measured>) -> Compared<'a> {
        let GreedyTree { objective, loss, train, .. } = tree;
        let leaves = tree.tree.leaves();
        Compared { objective: *objective, loss: *loss, leaves, train, test }
    }

    fn cells(&self, measure: &Measure) -> Vec<String> {
        let accuracy = |metrics: &Metrics| share(Some(metrics.accuracy));
        let tested = self.test.map(|test| measure.figure(test.loss));
        let mut cells = vec![number(self.objective), number(self.loss), count(self.leaves as u64)];
        if let Measure::Named(_) = measure {
            cells.push(measure.figure(Some(self.loss)));
            cells.extend(tested);
        } else {
            cells.extend(tested);
            cells.push(accuracy(self.train));
            cells.extend(self.test.map(|test| accuracy(&test.metrics)));
        }
        cells
    }
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
