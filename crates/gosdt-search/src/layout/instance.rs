//! A problem, reduced and laid out for counting.
use super::description::Description;
use super::measures::Measures;
use super::replicas::Replicas;
use super::splits::Splits;
use crate::problem::{AdditiveProblem, AdditiveSplits, Limits, Problem};

/// A problem, reduced and laid out for counting.
pub(crate) struct Instance {
    /// Number of points kept.
    pub points: usize,
    /// The set of all of them.
    pub everything: Vec<u64>,
    /// The features.
    pub splits: Splits,
    /// How the cost of a leaf follows from its measures.
    pub measures: Measures,
    /// The points as rows of a matrix.
    pub replicas: Replicas,
    /// The labels that a leaf may predict, as indices of the problem's labels.
    pub labels: Vec<usize>,
    /// Cost of a leaf.
    pub per_leaf: i64,
    /// A number that divides every loss; 0 where nothing costs anything.
    pub loss_unit: i64,
    /// What every tree pays, which was subtracted from all costs.
    pub unavoidable_cost: i64,
    /// Limits on the tree.
    pub limits: Limits,
}

impl Instance {
    /// Lays out a problem. With `reduce`, unavoidable costs are subtracted. `keep_all` keeps the
    /// points and labels that no optimum needs, as listing all optima does need them. `None` once
    /// `stop` returns true, which is asked every few milliseconds.
    pub fn new(
        problem: &Problem,
        reduce_keep_all: (bool, bool),
        stop: &dyn Fn() -> bool,
    ) -> Option<Instance> {
        Instance::build(Description::reduced(problem, reduce_keep_all, stop)?, stop)
    }

    /// Lays out a problem that comes with its measures; `None` once `stop` returns true.
    pub fn given(problem: &AdditiveProblem<'_>, stop: &dyn Fn() -> bool) -> Option<Instance> {
        Instance::build(Description::given(problem, stop)?, stop)
    }

    /// The same without splits: what is left of a problem that there was no time to lay out.
    pub fn without_splits(problem: &AdditiveProblem<'_>) -> Instance {
        let bare = AdditiveProblem { splits: AdditiveSplits::Features(&[]), ..problem.clone() };
        Instance::given(&bare, &|| false).expect("nothing stops it")
    }

    fn build(description: Description, stop: &dyn Fn() -> bool) -> Option<Instance> {
        Some(Instance {
            points: description.points,
            everything: all_points(description.points),
            replicas: Replicas::new(
                description.points,
                &description.features,
                &description.multiples,
                stop,
            )?,
            loss_unit: description.loss_unit(),
            splits: Splits::new(description.features),
            measures: description.measures,
            labels: description.labels,
            per_leaf: description.per_leaf,
            unavoidable_cost: description.unavoidable_cost,
            limits: description.limits,
        })
    }

    /// The cost of a lone leaf on points with these measures.
    pub fn leaf_cost(&self, measures: &[i64]) -> i64 {
        self.measures.leaf(measures).0 + self.per_leaf
    }

    /// Changes the penalty, and with it the unit of costs: all but leaves and rows now cost
    /// `times` / `over` (in lowest terms) times as many units.
    pub fn rescale(&mut self, times: i64, over: i64, per_leaf: i64) {
        let rows = self.measures.least_rows.map(|(measure, _)| measure as u32);
        let change = |cost: i64| cost / over * times;
        self.replicas.matrix.map_multipliers(|measure, mult| match Some(measure) == rows {
            true => mult,
            false => change(mult),
        });
        self.unavoidable_cost = change(self.unavoidable_cost);
        self.loss_unit = change(self.loss_unit);
        self.per_leaf = per_leaf;
    }
}

/// The set of all of `points` points.
pub(crate) fn all_points(points: usize) -> Vec<u64> {
    let mut words = vec![!0; points.div_ceil(64)];
    if !points.is_multiple_of(64) {
        *words.last_mut().expect("there is a word") = (1 << (points % 64)) - 1;
    }
    words
}
