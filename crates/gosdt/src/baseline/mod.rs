//! Greedy trees beside the optimal one, to show what optimality is worth.
//!
//! One tree is grown and then pruned for the same λ; another is stopped at as many leaves as the optimal
//! tree has.
use crate::certify::rank_loss::{self, Leaf};
use crate::certify::{cost, ranked_leaves};
use crate::fit::FitError;
use crate::greedy::{Grower, Grown, pruned_tree};
use crate::model::{NodeCounts, model_tree, training_metrics};
use crate::options::{CheckedOptions, FitOptions, Goal, OptionsError};
use crate::training_data::TrainingData;
use gosdt_data::{Stopped, Table, group_rows_at};
use gosdt_rank::RankObjective;
use gosdt_search::{Costs, Objective, Shape, ShapeNode};
use gosdt_tree::{Metrics, Model, Tree};
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// The greedy trees beside an optimal one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Baseline {
    /// Grown as far as it goes, then pruned: among the trees that come from it by making splits
    /// leaves, none has a smaller objective. (For AUC and the other objectives that rank, which are not sums over leaves, a
    /// smaller accuracy loss + λ·leaves.)
    pub pruned: GreedyTree,
    /// Grown, the most impure part first, to as many leaves as the optimal tree has, or to as many
    /// as it can have.
    pub same_leaves: GreedyTree,
}

/// A greedy tree, measured as the optimal one is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GreedyTree {
    /// The tree.
    pub tree: Tree,
    /// loss + λ·leaves.
    pub objective: f64,
    /// The loss alone.
    pub loss: f64,
    /// Metrics on the training rows.
    pub train: Metrics,
}

impl GreedyTree {
    /// A model that predicts with this tree; all else is that of the optimal model beside it, the
    /// certificate included, which does not speak of this tree.
    pub fn model(&self, beside: &Model) -> Model {
        Model { tree: self.tree.clone(), ..beside.clone() }
    }
}

/// Why there is no baseline.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineError {
    /// The model's objective, or the table.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The table is not the one that the model was fitted to.
    #[error(
        "{source_name} is not what the model was fitted to: its {what} is {found}, the model's \
         {expected}; give the table that the model was fitted to"
    )]
    OtherTable {
        /// The table.
        source_name: String,
        /// What differs.
        what: &'static str,
        /// As in the model.
        expected: String,
        /// As in the table.
        found: String,
    },
    /// It was stopped.
    #[error("there was no time to grow greedy trees")]
    Stopped(#[from] Stopped),
}

impl From<OptionsError> for BaselineError {
    fn from(error: OptionsError) -> BaselineError {
        BaselineError::Fit(error.into())
    }
}

/// Grows the greedy trees beside `model`, on the table that it was fitted to. They keep the model's
/// limits, so that they are never better than an optimal tree.
///
/// ```
/// use gosdt::{FitOptions, Silent, baseline, demo, fit};
///
/// let table = demo::find("tic-tac-toe").unwrap().table()?;
/// let options = FitOptions { lambda: "0.02".parse()?, ..FitOptions::default() };
/// let optimal = fit(&table, &options, &mut Silent)?.model;
/// let greedy = baseline(&table, &optimal)?;
/// assert_eq!(optimal.tree.leaves(), 6);
/// assert_eq!(greedy.same_leaves.tree.leaves(), 6);
/// assert!(greedy.same_leaves.loss > optimal.certificate.loss + 0.06); // six percentage points
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn baseline(table: &Table, model: &Model) -> Result<Baseline, BaselineError> {
    baseline_until(table, model, &|| false)
}

/// [`baseline`] that ends with [`BaselineError::Stopped`] when `stop` returns true.
pub fn baseline_until(
    table: &Table,
    model: &Model,
    stop: &dyn Fn() -> bool,
) -> Result<Baseline, BaselineError> {
    check_table(table, model)?;
    let options = FitOptions::of_model(model)?.check(&table.labels)?;
    options.thresholds.check(table).map_err(OptionsError::from)?;
    let classes = group_rows_at(table, &options.thresholds, stop)?;
    let data = TrainingData { table, classes: &classes };
    let costs = growing_costs(&data, &options)?;
    let grower = Grower::new(&classes, &costs, options.limits);
    let measure = Measure { data, costs: &costs, options: &options, model };
    let pruned = pruned_tree(&classes, &costs, options.limits, stop);
    let same_leaves = grower.grow(model.tree.leaves(), |_| true, stop);
    if stop() {
        // What was grown by then is no tree that is worth a comparison.
        return Err(Stopped.into());
    }
    Ok(Baseline { pruned: measure.measured(&pruned), same_leaves: measure.measured(&same_leaves) })
}

/// The costs to grow and prune by: the objective's own if it is a sum over leaves, else accuracy's.
fn growing_costs(
    data: &TrainingData<'_>,
    options: &CheckedOptions,
) -> Result<Costs, BaselineError> {
    let objective = match &options.goal {
        Goal::Additive(objective) => objective,
        Goal::Ranked(_) => &Objective::Accuracy,
    };
    Ok(data.costs(objective, &options.lambda).map_err(FitError::from)?)
}

fn check_table(table: &Table, model: &Model) -> Result<(), BaselineError> {
    let names = |names: Vec<&String>| format!("{names:?}");
    let columns = names(table.columns.iter().map(|column| &column.name).collect());
    let expected = names(model.columns.iter().map(|column| &column.name).collect());
    let pairs = [
        ("list of columns", columns, expected),
        ("number of rows", table.data_rows().to_string(), model.certificate.rows.to_string()),
        (
            "list of classes",
            names(table.labels.classes.iter().collect()),
            names(model.classes.iter().collect()),
        ),
    ];
    match pairs.into_iter().find(|(_, found, expected)| found != expected) {
        None => Ok(()),
        Some((what, found, expected)) => {
            let source_name = table.source.clone();
            Err(BaselineError::OtherTable { source_name, what, expected, found })
        }
    }
}

/// What a greedy tree is measured by.
struct Measure<'a> {
    data: TrainingData<'a>,
    costs: &'a Costs,
    options: &'a CheckedOptions,
    model: &'a Model,
}

impl Measure<'_> {
    fn measured(&self, grown: &Grown) -> GreedyTree {
        let mut shape = grown.shape(self.costs);
        let counts = NodeCounts::new(&shape, self.data.classes);
        let loss = match &self.options.goal {
            Goal::Additive(_) => self.additive_loss(&shape, &counts),
            Goal::Ranked(objective) => self.ranked_loss(&mut shape, &counts, objective),
        };
        // The labels may have changed, and predictions with them.
        let counts = NodeCounts { leaf_of_class: relabelled(&counts, &shape), ..counts };
        let tree = model_tree(&shape, &counts, &self.data);
        let model = Model { tree, ..self.model.clone() };
        let penalty = &self.options.lambda * BigRational::from_integer(shape.leaves().into());
        let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
        GreedyTree {
            objective: float(&(&loss + penalty)),
            loss: float(&loss),
            train: training_metrics(&self.data, &counts, &model),
            tree: model.tree,
        }
    }

    fn additive_loss(&self, shape: &Shape, counts: &NodeCounts) -> BigRational {
        let penalty = i128::from(self.costs.per_leaf()) * shape.leaves() as i128;
        let loss = cost(shape, counts, self.costs) - penalty;
        // The largest cost that can occur fits 64 bits: `Costs` has checked it.
        self.costs.rational(i64::try_from(loss).unwrap_or(i64::MAX))
    }

    /// The loss with the labels that the objective wants, which the shape is given.
    fn ranked_loss(
        &self,
        shape: &mut Shape,
        counts: &NodeCounts,
        objective: &RankObjective,
    ) -> BigRational {
        let positive = self.options.positive.unwrap_or(1);
        let mut leaves = ranked_leaves(shape, counts, positive);
        rank_loss::label(objective, &mut leaves);
        relabel(shape, &leaves, positive);
        rank_loss::loss(objective, &leaves)
    }
}

/// Gives the leaves of a shape the labels of `leaves`, which are in the same order.
fn relabel(shape: &mut Shape, leaves: &[Leaf], positive: usize) {
    let mut labels = leaves.iter().map(|leaf| if leaf.positive { positive } else { 1 - positive });
    for node in &mut shape.nodes {
        if let ShapeNode::Leaf { label } = node {
            *label = labels.next().unwrap_or(*label);
        }
    }
}

fn relabelled(counts: &NodeCounts, shape: &Shape) -> Vec<(usize, usize)> {
    let label = |&(leaf, before): &(usize, usize)| match shape.nodes[leaf] {
        ShapeNode::Leaf { label } => (leaf, label),
        ShapeNode::Split { .. } => (leaf, before),
    };
    counts.leaf_of_class.iter().map(label).collect()
}
