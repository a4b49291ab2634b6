//! An additive problem laid out for the search.
//!
//! The measures are the weight of each class, the cost that no tree avoids, and rows. Equal rows are
//! in the same leaf of every tree, so a point costs at least its own cheapest label, and the sum of
//! these (the paper's equivalent points bound, sound for additive costs) is subtracted from every
//! cost. It is rounded down to eight binary digits per point, which keeps counting cheap.
use crate::ground::{Counts, Ground};
use crate::prices::{Price, Prices};
use gosdt_search::{AdditiveProblem, AdditiveSearch, AdditiveSolver, SearchControl, Workers};

const POS: usize = 0;
const NEG: usize = 1;

/// A search for given prices.
pub(crate) struct Priced<'a> {
    /// The cost of all points that no tree avoids: costs in questions are without it.
    pub unavoidable: i64,
    search: AdditiveSearch<'a>,
}

impl<'a> Priced<'a> {
    /// Lays out the points for these prices.
    pub fn new(ground: &Ground, prices: &Prices, reins: &'a SearchControl) -> Priced<'a> {
        let floors: Vec<i64> =
            ground.weights.iter().map(|&counts| leading_digits(prices.least(counts))).collect();
        let unavoidable = floors.iter().sum();
        let mut measures: Vec<Vec<i64>> = vec![
            ground.weights.iter().map(|counts| counts.pos).collect(),
            ground.weights.iter().map(|counts| counts.neg).collect(),
        ];
        let floor = (unavoidable > 0).then(|| push(&mut measures, floors));
        let least_rows = (ground.min_leaf > 1).then(|| {
            let rows = ground.rows.iter().map(|&rows| i64::from(rows)).collect();
            (push(&mut measures, rows), i64::from(ground.min_leaf))
        });
        let row = |price: Price| cost_row(measures.len(), floor, price);
        let problem = AdditiveProblem {
            features: &ground.features,
            points: ground.points,
            label_costs: prices.labels.iter().flat_map(|&price| row(price)).collect(),
            max_unit_costs: row(spread(prices)),
            least_rows,
            rule: prices.rule,
            per_leaf: prices.per_leaf,
            max_depth: (ground.max_depth < u32::MAX).then_some(ground.max_depth),
            measures,
        };
        Priced { unavoidable, search: AdditiveSearch::new(&problem, reins) }
    }

    /// The same search, with these threads for its proofs.
    pub fn with(self, crew: Workers) -> Priced<'a> {
        Priced { search: self.search.with(crew), ..self }
    }

    /// Ready for questions.
    pub fn questions(&self) -> AdditiveSolver<'_> {
        self.search.solver()
    }
}

/// The class weights among measures.
pub(crate) fn counts(measures: &[i64]) -> Counts {
    Counts { neg: measures[NEG], pos: measures[POS] }
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
    use crate::cases::{random_ground, random_prices};
    use gosdt_oracle::random::Stream;
    use gosdt_search::{NearSplits, Shape};
    use std::collections::HashMap;
    use std::sync::Mutex;

    /// The definition: a leaf, or the best split.
    fn least(ground: &Ground, prices: &Prices, set: &[u64], depth: u32) -> i64 {
        least_of(ground, prices, set, depth, &mut HashMap::new())
    }

    fn least_of(
        ground: &Ground,
        prices: &Prices,
        set: &[u64],
        depth: u32,
        known: &mut HashMap<(Vec<u64>, u32), i64>,
    ) -> i64 {
        if let Some(&least) = known.get(&(set.to_vec(), depth)) {
            return least;
        }
        let rows = |set: &[u64]| Ground::members(set).map(|p| ground.rows[p]).sum::<u32>();
        let mut best = prices.loss(ground.counts(set)) + prices.per_leaf;
        for feature in 0..if depth == 0 { 0 } else { ground.features.len() } {
            let sides = [true, false].map(|yes| ground.side(set, feature, yes));
            if sides.iter().all(|side| rows(side) >= ground.min_leaf) {
                let costs =
                    sides.iter().map(|side| least_of(ground, prices, side, depth - 1, known));
                best = best.min(costs.sum());
            }
        }
        known.insert((set.to_vec(), depth), best);
        best
    }

    fn cost(ground: &Ground, prices: &Prices, tree: &Shape) -> i64 {
        let leaf = |&counts: &Counts| prices.loss(counts) + prices.per_leaf;
        ground.leaves(tree).iter().map(leaf).sum()
    }

    #[test]
    fn the_additive_search_agrees_with_the_definition_for_any_budget() {
        for seed in 0..4000 {
            let mut stream = Stream::new(seed);
            let (ground, prices) = (random_ground(&mut stream), random_prices(&mut stream));
            let best = least(&ground, &prices, &ground.everything, ground.max_depth.min(14));
            let reins = SearchControl::default();
            let priced = Priced::new(&ground, &prices, &reins);
            let (mut questions, apart) = (priced.questions(), priced.unavoidable);
            let tree = questions.greedy();
            assert!(cost(&ground, &prices, &tree) >= best, "seed {seed}: greedy");
            for budget in [best - 7, best - 1, best, best + 5] {
                let (lower, upper) = questions.solve(budget - apart);
                assert!(lower + apart <= best, "seed {seed}: lower bound");
                assert!(upper + apart >= best, "seed {seed}: upper bound");
                assert!(lower == upper || lower + apart > budget, "seed {seed}: settled");
            }
            let tree = questions.tree();
            assert_eq!(cost(&ground, &prices, &tree), best, "seed {seed}: its tree");
        }
    }

    /// By definition: the cost of a side, and whether it has enough rows.
    fn side(ground: &Ground, prices: &Prices, set: &[u64], depth: u32) -> (i64, bool) {
        let rows = Ground::members(set).map(|p| ground.rows[p]).sum::<u32>();
        (least(ground, prices, set, depth), rows >= ground.min_leaf && rows > 0)
    }

    /// Of all points.
    fn near_splits(questions: &mut AdditiveSolver<'_>, ground: &Ground, budget: i64) -> NearSplits {
        let found = Mutex::new(None);
        questions.run_on_workers(|survey| {
            let mut places = 0..;
            let next = |splits: usize| places.next().filter(|&t| t < splits);
            let near = survey.near_splits(&ground.everything, ground.max_depth, budget, next);
            *found.lock().unwrap() = Some(near);
        });
        found.into_inner().unwrap().expect("one thread")
    }

    #[test]
    fn near_splits_are_those_with_a_tree_within_the_budget() {
        let mut found = 0;
        for seed in 0..2000 {
            let mut stream = Stream::new(seed);
            let (ground, prices) = (random_ground(&mut stream), random_prices(&mut stream));
            let reins = SearchControl::default();
            let priced = Priced::new(&ground, &prices, &reins);
            let mut questions = priced.questions();
            let depth = ground.max_depth.min(14);
            let best = least(&ground, &prices, &ground.everything, depth);
            let budget = best + stream.below(9) as i64;
            let near = near_splits(&mut questions, &ground, budget - priced.unavoidable);
            assert_eq!(counts(&near.measures), ground.totals);
            for feature in 0..if depth == 0 { 0 } else { ground.features.len() } {
                let sides = [true, false].map(|yes| ground.side(&ground.everything, feature, yes));
                let of = sides.map(|set| side(&ground, &prices, &set, depth - 1));
                let within = of[0].0 + of[1].0 <= budget && of[0].1 && of[1].1;
                let listed = near.splits.iter().any(|split| split.feature == feature as u32);
                assert_eq!(within, listed, "seed {seed}: feature {feature}");
                found += usize::from(listed);
            }
        }
        assert!(found > 1000, "{found}");
    }
}
