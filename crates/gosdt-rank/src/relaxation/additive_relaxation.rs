//! An additive problem laid out for the additive search.
//!
//! The measures are the weight of each class, the cost that no tree avoids, and rows. Equal rows are
//! in the same leaf of every tree, so a point costs at least its own cheapest label, and the sum of
//! these (the paper's equivalent points bound, sound for additive costs) is subtracted from every
//! cost. It is rounded down to eight binary digits per point, which keeps counting cheap.
use super::prices::{Price, Prices};
use crate::problem::{ClassCounts, RankInstance};
use gosdt_search::{AdditiveProblem, AdditiveSearch, AdditiveSolver, SearchControl, Workers};

const POS: usize = 0;
const NEG: usize = 1;

/// The additive search for given prices.
pub(crate) struct AdditiveRelaxation<'a> {
    /// The cost of all points that no tree avoids; the solver's costs are without it.
    pub unavoidable: i64,
    search: AdditiveSearch<'a>,
}

impl<'a> AdditiveRelaxation<'a> {
    /// Lays out the points for these prices.
    pub fn new(
        instance: &RankInstance,
        prices: &Prices,
        control: &'a SearchControl,
    ) -> AdditiveRelaxation<'a> {
        let (problem, unavoidable) = problem(instance, prices);
        AdditiveRelaxation { unavoidable, search: AdditiveSearch::new(&problem, control) }
    }

    /// The same search, whose bounds are checked.
    #[cfg(feature = "checked-bounds")]
    pub fn checked_by(
        self,
        check: impl FnOnce(&AdditiveProblem<'_>) -> gosdt_search::Checked,
        (instance, prices): (&RankInstance, &Prices),
    ) -> AdditiveRelaxation<'a> {
        let checked = check(&problem(instance, prices).0);
        AdditiveRelaxation { search: self.search.checked_by(checked), ..self }
    }

    /// The same search, with these threads for its proofs.
    pub fn with(self, workers: Workers) -> AdditiveRelaxation<'a> {
        AdditiveRelaxation { search: self.search.with(workers), ..self }
    }

    /// A solver of this problem.
    pub fn solver(&self) -> AdditiveSolver<'_> {
        self.search.solver()
    }
}

/// The additive problem of these prices, without the cost that no tree avoids; and that cost.
fn problem<'a>(instance: &'a RankInstance, prices: &Prices) -> (AdditiveProblem<'a>, i64) {
    // Ranks are scanned with whole numbers, bits are counted digit by digit.
    let rounded = if instance.splits.are_ranks() { |least| least } else { leading_digits };
    let floors: Vec<i64> =
        instance.weights.iter().map(|&counts| rounded(prices.least(counts))).collect();
    let unavoidable = floors.iter().sum();
    let mut measures: Vec<Vec<i64>> = vec![
        instance.weights.iter().map(|counts| counts.pos).collect(),
        instance.weights.iter().map(|counts| counts.neg).collect(),
    ];
    let floor = (unavoidable > 0).then(|| push(&mut measures, floors));
    let least_rows = (instance.min_leaf > 1).then(|| {
        let rows = instance.rows.iter().map(|&rows| i64::from(rows)).collect();
        (push(&mut measures, rows), i64::from(instance.min_leaf))
    });
    let row = |price: Price| cost_row(measures.len(), floor, price);
    let problem = AdditiveProblem {
        splits: instance.splits.of_additive(),
        points: instance.points,
        label_costs: prices.labels.iter().flat_map(|&price| row(price)).collect(),
        max_unit_costs: row(spread(prices)),
        least_rows,
        rule: prices.rule,
        per_leaf: prices.per_leaf,
        max_depth: instance.max_depth,
        measures,
    };
    (problem, unavoidable)
}

/// The class weights among measures.
pub(crate) fn counts(measures: &[i64]) -> ClassCounts {
    ClassCounts { neg: measures[NEG], pos: measures[POS] }
}

fn cost_row(measures: usize, floor: Option<usize>, price: Price) -> Vec<i64> {
    let mut row = vec![0; measures];
    (row[POS], row[NEG]) = (price.pos, price.neg);
    if let Some(floor) = floor {
        row[floor] = -1;
    }
    row
}

/// The most that a unit of weight can cost. With a rule for the labels no point is without weight:
/// it may turn its leaf's label.
fn spread(prices: &Prices) -> Price {
    let least = i64::from(prices.rule.is_some());
    let most =
        |part: fn(&Price) -> i64| prices.labels.iter().map(part).max().unwrap_or(0).max(least);
    Price { pos: most(|price| price.pos), neg: most(|price| price.neg) }
}

/// `n` with all but its eight leading binary digits cleared.
fn leading_digits(n: i64) -> i64 {
    let drop = (64 - n.leading_zeros()).saturating_sub(8);
    n >> drop << drop
}

fn push(columns: &mut Vec<Vec<i64>>, column: Vec<i64>) -> usize {
    columns.push(column);
    columns.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{random_instances, random_prices};
    use gosdt_oracle::random::Stream;
    use gosdt_search::{NearSplits, Shape};
    use std::collections::HashMap;
    use std::sync::Mutex;

    /// The definition: a leaf, or the best split.
    fn least(instance: &RankInstance, prices: &Prices, set: &[u64], depth: u32) -> i64 {
        least_of(instance, prices, set, depth, &mut HashMap::new())
    }

    fn least_of(
        instance: &RankInstance,
        prices: &Prices,
        set: &[u64],
        depth: u32,
        known: &mut HashMap<(Vec<u64>, u32), i64>,
    ) -> i64 {
        if let Some(&least) = known.get(&(set.to_vec(), depth)) {
            return least;
        }
        let rows = |set: &[u64]| RankInstance::members(set).map(|p| instance.rows[p]).sum::<u32>();
        let mut best = prices.loss(instance.counts(set)) + prices.per_leaf;
        let splits = instance.splits.of_additive().len();
        for feature in 0..if depth == 0 { 0 } else { splits } {
            let sides = [true, false].map(|yes| instance.side(set, feature, yes));
            if sides.iter().all(|side| rows(side) >= instance.min_leaf) {
                let costs =
                    sides.iter().map(|side| least_of(instance, prices, side, depth - 1, known));
                best = best.min(costs.sum());
            }
        }
        known.insert((set.to_vec(), depth), best);
        best
    }

    fn cost(instance: &RankInstance, prices: &Prices, tree: &Shape) -> i64 {
        let leaf = |&counts: &ClassCounts| prices.loss(counts) + prices.per_leaf;
        instance.leaves(tree).iter().map(leaf).sum()
    }

    #[test]
    fn the_additive_search_agrees_with_the_definition_for_any_budget() {
        for seed in 0..4000 {
            let mut stream = Stream::new(seed);
            let (instances, prices) = (random_instances(&mut stream), random_prices(&mut stream));
            for instance in &instances {
                let what = format!("seed {seed}, ranks {}", instance.splits.are_ranks());
                check_budgets(instance, &prices, &what);
            }
        }
    }

    fn check_budgets(instance: &RankInstance, prices: &Prices, what: &str) {
        let best = least(instance, prices, &instance.everything, instance.max_depth.unwrap_or(14));
        let control = SearchControl::default();
        let relaxation = AdditiveRelaxation::new(instance, prices, &control);
        let (mut solver, apart) = (relaxation.solver(), relaxation.unavoidable);
        let grown = solver.greedy();
        assert!(!grown.steps.is_empty(), "{what}: steps");
        let tree = grown.tree.expect("nothing stops it");
        assert!(cost(instance, prices, &tree) >= best, "{what}: greedy");
        for budget in [best - 7, best - 1, best, best + 5] {
            let (lower, upper) = solver.solve(budget - apart);
            assert!(lower + apart <= best, "{what}: lower bound");
            assert!(upper + apart >= best, "{what}: upper bound");
            assert!(lower == upper || lower + apart > budget, "{what}: settled");
        }
        let tree = solver.tree();
        assert_eq!(cost(instance, prices, &tree), best, "{what}: its tree");
    }

    /// By definition: the cost of a side, and whether it has enough rows.
    fn side(instance: &RankInstance, prices: &Prices, set: &[u64], depth: u32) -> (i64, bool) {
        let rows = RankInstance::members(set).map(|p| instance.rows[p]).sum::<u32>();
        (least(instance, prices, set, depth), rows >= instance.min_leaf && rows > 0)
    }

    /// Of all points.
    fn near_splits(
        solver: &mut AdditiveSolver<'_>,
        instance: &RankInstance,
        budget: i64,
    ) -> NearSplits {
        let found = Mutex::new(None);
        solver.run_on_workers(|survey| {
            let mut places = 0..;
            let next = &mut |splits: usize| places.next().filter(|&t| t < splits);
            let near = survey.near_splits(&instance.everything, instance.max_depth, budget, next);
            *found.lock().unwrap() = Some(near);
        });
        found.into_inner().unwrap().expect("one thread")
    }

    #[test]
    fn near_splits_are_those_with_a_tree_within_the_budget() {
        let mut found = [0; 2];
        for seed in 0..2000 {
            let mut stream = Stream::new(seed);
            let (instances, prices) = (random_instances(&mut stream), random_prices(&mut stream));
            let more = stream.below(9) as i64;
            for (instance, found) in instances.iter().zip(&mut found) {
                *found += check_near_splits(instance, &prices, more, seed);
            }
        }
        assert!(found.iter().all(|&found| found > 1000), "{found:?}");
    }

    /// Compares the splits near the optimum with the definition; how many there are.
    fn check_near_splits(instance: &RankInstance, prices: &Prices, more: i64, seed: u64) -> usize {
        let control = SearchControl::default();
        let relaxation = AdditiveRelaxation::new(instance, prices, &control);
        let mut solver = relaxation.solver();
        let depth = instance.max_depth.unwrap_or(14);
        let budget = least(instance, prices, &instance.everything, depth) + more;
        let near = near_splits(&mut solver, instance, budget - relaxation.unavoidable);
        assert_eq!(counts(&near.measures), instance.totals);
        let sides_of = |feature: usize| {
            [true, false].map(|yes| instance.side(&instance.everything, feature, yes))
        };
        // Where ranks are stored, one of the splits that part the points alike is listed.
        let listed: Vec<[Vec<u64>; 2]> =
            near.splits.iter().map(|split| sides_of(split.feature as usize)).collect();
        for split in &near.splits {
            let costs = sides_of(split.feature as usize)
                .map(|set| side(instance, prices, &set, depth.saturating_sub(1)).0);
            let lower = split.lower[0] + split.lower[1] + relaxation.unavoidable;
            assert_eq!(lower, costs[0] + costs[1], "seed {seed}: {split:?}");
        }
        let mut found = 0;
        let splits = instance.splits.of_additive().len();
        for feature in 0..if depth == 0 { 0 } else { splits } {
            let sides = sides_of(feature);
            let of = sides.clone().map(|set| side(instance, prices, &set, depth - 1));
            let within = of[0].0 + of[1].0 <= budget && of[0].1 && of[1].1;
            let is_listed = listed.contains(&sides);
            let ranks = instance.splits.are_ranks();
            assert_eq!(within, is_listed, "seed {seed}, ranks {ranks}: feature {feature}");
            found += usize::from(is_listed);
        }
        found
    }
}
