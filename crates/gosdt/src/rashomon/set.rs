//! All near-optimal trees of a table.
use super::tree::RashomonTree;
use crate::certify::certify_status;
use crate::model::{NodeCounts, certificate, model, model_tree, status_among};
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_data::{RowClasses, Table};
use gosdt_rashomon::{FoundTree, RashomonSet, Restriction};
use gosdt_search::{Costs, Problem, Shape, StopReason};
use gosdt_tree::{Model, Status};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// What all sets of one search share.
pub(super) struct Found {
    pub(super) table: Arc<Table>,
    pub(super) classes: RowClasses,
    pub(super) problem: Problem,
    pub(super) checked: CheckedOptions,
    pub(super) warnings: Vec<String>,
    /// What ended the grouping of rows, if that was not done in time.
    pub(super) ended: Option<StopReason>,
    pub(super) seconds: f64,
}

/// All trees of a table whose objective is at most a threshold, or those of them that keep a filter.
/// They are numbered from 0 by objective.
#[derive(Clone)]
pub struct Rashomon {
    pub(super) found: Arc<Found>,
    pub(super) set: RashomonSet,
    /// The numbers of the trees in `set` that are meant, where a filter looked at each tree.
    pub(super) chosen: Option<Arc<Vec<BigUint>>>,
}

impl Rashomon {
    pub(super) fn new(found: Found, set: RashomonSet) -> Rashomon {
        Rashomon { found: Arc::new(found), set, chosen: None }
    }

    fn costs(&self) -> &Costs {
        self.found.problem.costs()
    }

    pub(super) fn data(&self) -> TrainingData<'_> {
        TrainingData { table: &self.found.table, classes: &self.found.classes }
    }

    /// The table.
    pub fn table(&self) -> &Arc<Table> {
        &self.found.table
    }

    /// [`Status::Optimal`], or [`Status::OptimalAmongThresholds`], if the set has all its trees; else what
    /// stopped the search for more.
    pub fn status(&self) -> Status {
        let reason = self.found.ended.or(self.set.stopped());
        let claimed = reason.map_or(gosdt_search::Status::Optimal, gosdt_search::Status::Stopped);
        let open = i64::from(reason.is_some());
        let status = certify_status(&0, &open, claimed).unwrap_or(Status::Interrupted);
        status_among(status, &self.data())
    }

    /// The least objective of all trees, or a lower bound of it where the search was stopped.
    pub fn optimum(&self) -> f64 {
        self.costs().value(self.set.optimum().0)
    }

    /// The least objective of all trees, exactly, as a fraction.
    pub fn optimum_exact(&self) -> String {
        self.costs().rational(self.set.optimum().0).to_string()
    }

    /// The largest objective that a tree of the set may have: a whole number of the units that all
    /// objectives here are made of, at most the threshold that was asked for.
    pub fn threshold(&self) -> f64 {
        self.costs().value(self.set.threshold())
    }

    /// The number of trees. If some are missing, a lower bound.
    pub fn count(&self) -> BigUint {
        match &self.chosen {
            Some(numbers) => BigUint::from(numbers.len()),
            None => self.set.count(),
        }
    }

    /// The number of trees in which no two sibling leaves say the same class: what TreeFARMS counts unless
    /// told otherwise. `None` where a filter looked at each tree.
    pub fn count_without_trivial(&self) -> Option<BigUint> {
        let restriction = Restriction { no_trivial: true, ..Restriction::default() };
        self.chosen.is_none().then(|| self.set.filter(&restriction).count())
    }

    /// The number of trees of each objective, ascending.
    pub fn histogram(&self) -> Vec<(f64, BigUint)> {
        let all = match &self.chosen {
            None => self.set.histogram(),
            Some(_) => {
                let mut histogram: Vec<(i64, BigUint)> = Vec::new();
                for tree in self.trees() {
                    match histogram.last_mut() {
                        Some((cost, trees)) if *cost == tree.cost => *trees += 1u32,
                        _ => histogram.push((tree.cost, BigUint::from(1u32))),
                    }
                }
                histogram
            }
        };
        all.into_iter().map(|(cost, trees)| (self.costs().value(cost), trees)).collect()
    }

    /// The number of ways to part the rows that the trees have: trees with the same leaves count once.
    /// `None` where a filter chose the trees, or there are more than `most`.
    pub fn distinct_partitions(&self, most: usize) -> Option<usize> {
        if self.chosen.is_some() { None } else { self.set.distinct_partitions(most) }
    }

    /// Number of subproblems that the trees are made of.
    pub fn subproblems(&self) -> usize {
        self.set.size().0
    }

    /// Bytes that the set holds.
    pub fn bytes(&self) -> u64 {
        self.set.bytes()
    }

    /// Seconds that it took to find the set.
    pub fn seconds(&self) -> f64 {
        self.found.seconds
    }

    /// What to be wary of, a sentence each.
    pub fn warnings(&self) -> &[String] {
        &self.found.warnings
    }

    /// The tree of this number; `None` if there are fewer.
    pub fn tree(&self, number: &BigUint) -> Option<RashomonTree> {
        let inner = match &self.chosen {
            Some(numbers) => numbers.get(number.to_usize()?)?,
            None => number,
        };
        Some(self.made(number.clone(), self.set.tree(inner)?))
    }

    fn made(&self, number: BigUint, found: FoundTree) -> RashomonTree {
        let FoundTree { cost, shape } = found;
        let counts = NodeCounts::new(&shape, &self.found.classes);
        let tree = model_tree(&shape, &counts, &self.data());
        let loss = cost - self.costs().per_leaf() * shape.leaves() as i64;
        let [objective, loss] = [cost, loss].map(|cost| self.costs().value(cost));
        RashomonTree { number, objective, loss, tree, cost, shape, counts }
    }

    /// The trees from the best on, found one by one.
    pub fn trees(&self) -> impl Iterator<Item = RashomonTree> + '_ {
        let mut next = BigUint::ZERO;
        std::iter::from_fn(move || {
            let tree = self.tree(&next)?;
            next += 1u32;
            Some(tree)
        })
    }

    /// `size` different trees, or all if there are no more, by number. All samples of that size are
    /// equally likely; the same seed gives the same one.
    pub fn sample(&self, size: usize, seed: u64) -> Vec<RashomonTree> {
        let numbers = gosdt_rashomon::sample_numbers(&self.count(), size, seed);
        numbers.iter().filter_map(|number| self.tree(number)).collect()
    }

    /// A model with a lone leaf: what all models of the set have in common.
    pub fn facts(&self) -> Model {
        let shape = Shape::leaf(0);
        let counts = NodeCounts::new(&shape, &self.found.classes);
        let tree = model_tree(&shape, &counts, &self.data());
        let bounds = [self.set.optimum().0; 3].map(|cost| self.costs().value(cost));
        let checked = &self.found.checked;
        let proof = certificate(self.status(), 0.0, bounds, &self.data(), &checked.thresholds);
        model(&self.data(), checked, proof, tree)
    }

    /// The model of a tree of the set. Its certificate has the least objective of all trees as lower
    /// bound; its status is [`Status::NearOptimal`] unless it has that objective.
    pub fn model(&self, tree: &RashomonTree) -> Model {
        let (lower, upper) = self.set.optimum();
        let proven = lower == upper && self.found.ended.is_none();
        let status = match proven {
            true if tree.is_best(lower) => status_among(Status::Optimal, &self.data()),
            true => Status::NearOptimal,
            false => self.status(),
        };
        let bounds = [lower, tree.cost, tree.cost - lower].map(|cost| self.costs().value(cost));
        let checked = &self.found.checked;
        let proof = certificate(status, tree.loss, bounds, &self.data(), &checked.thresholds);
        model(&self.data(), checked, proof, tree.tree.clone())
    }
}
