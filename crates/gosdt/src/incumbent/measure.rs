//! What a leaf costs and how pure a split is, in integers.
use super::part::{Counts, LANES};
use gosdt_search::{Costs, Problem};

/// The costs of a problem, laid out for counting.
pub(super) struct Measure {
    /// Cost per unit of weight: label by label, a class after the other.
    matrix: Vec<i64>,
    classes: usize,
    /// The price of a leaf.
    pub(super) per_leaf: i64,
    /// What a unit of weight of each class counts in the impurity, as CART does with unequal costs: the
    /// sum over the labels of what they cost for the class, as a part of what all rows count.
    prices: Vec<f64>,
}

/// Purities, which are at most 1, are told in parts of this.
const PURE: f64 = (1u64 << 60) as f64;

impl Measure {
    /// The costs of a problem.
    pub(super) fn of(problem: &Problem) -> Measure {
        let points = problem.points();
        let mut totals = vec![0; points.classes];
        for weights in points.weights.chunks(points.classes) {
            totals.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        Measure::new(problem.costs(), &totals)
    }

    /// `totals` is the weight of each class.
    pub(super) fn new(costs: &Costs, totals: &[u64]) -> Measure {
        let classes = costs.classes();
        let labels = 0..costs.labels();
        let row = |label| (0..classes).map(move |class| costs.per_weight(label, class));
        let matrix: Vec<i64> = labels.flat_map(row).collect();
        let price =
            |class: usize| matrix.iter().skip(class).step_by(classes).map(|&c| c as f64).sum();
        let prices: Vec<f64> = (0..classes).map(price).collect();
        let all: f64 = prices.iter().zip(totals).map(|(price, &w)| price * w as f64).sum();
        let part = if all > 0.0 { all.recip() } else { 0.0 };
        let prices = prices.into_iter().map(|price| price * part).collect();
        Measure { matrix, classes, per_leaf: costs.per_leaf(), prices }
    }

    /// Number of true classes.
    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    /// What weights cost with a label, without the price of a leaf.
    pub(super) fn loss(&self, weights: &[u64], label: usize) -> i64 {
        let costs = &self.matrix[label * self.classes..][..self.classes];
        weights.iter().zip(costs).map(|(&weight, cost)| weight as i64 * cost).sum()
    }

    /// The cheapest leaf for these weights, its price included, and its label; of equal ones the first.
    pub(super) fn leaf(&self, weights: &[u64]) -> (i64, usize) {
        let labels = 0..self.matrix.len() / self.classes;
        let (loss, label) =
            labels.map(|label| (self.loss(weights, label), label)).min().unwrap_or((0, 0));
        (loss + self.per_leaf, label)
    }

    /// Whether a leaf that costs this may be worth splitting: two leaves have to pay for themselves.
    pub(super) fn is_worth_splitting(&self, leaf: i64) -> bool {
        leaf > 2 * self.per_leaf
    }

    /// How pure the two sides of each split of a node are: Σ wₖ²/W over both, with priced weights wₖ and
    /// their sum W. The larger is the better. It is rounded, which a greedy choice can afford, and the same
    /// on every machine.
    pub(super) fn purities(&self, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        let mut purities = Vec::with_capacity(counts.stride);
        for block in (0..counts.stride).step_by(LANES) {
            let (mut yes, mut no) = (Priced::default(), Priced::default());
            for (class, &price) in self.prices.iter().enumerate().filter(|(at, _)| totals[*at] > 0)
            {
                let (weights, all) = (counts.block(class, block), totals[class] as i64);
                yes.add(weights.map(|weight| weight as f64 * price));
                no.add(weights.map(|weight| (all - weight) as f64 * price));
            }
            let (yes, no) = (yes.purities(), no.purities());
            purities.extend((0..LANES).map(|lane| ((yes[lane] + no[lane]) * PURE) as i64));
        }
        purities
    }

    /// What two leaves cost on the sides of each split of a node, with the price of both.
    pub(super) fn stumps(&self, counts: &Counts, totals: &[u64]) -> Vec<i64> {
        let all: Vec<i64> = (0..self.matrix.len() / self.classes)
            .map(|label| self.loss(&totals[..self.classes], label))
            .collect();
        let mut stumps = Vec::with_capacity(counts.stride);
        for block in (0..counts.stride).step_by(LANES) {
            let (mut yes, mut no) = ([i64::MAX; LANES], [i64::MAX; LANES]);
            for (costs, all) in self.matrix.chunks(self.classes).zip(&all) {
                let losses = self.losses(counts, totals, costs, block);
                for lane in 0..LANES {
                    yes[lane] = yes[lane].min(losses[lane]);
                    no[lane] = no[lane].min(all - losses[lane]);
                }
            }
            stumps.extend((0..LANES).map(|lane| yes[lane] + no[lane] + 2 * self.per_leaf));
        }
        stumps
    }

    /// What the yes-sides of a block of splits cost with a label.
    fn losses(&self, counts: &Counts, totals: &[u64], costs: &[i64], block: usize) -> [i64; LANES] {
        let mut losses = [0; LANES];
        for (class, cost) in costs.iter().enumerate().filter(|(at, _)| totals[*at] > 0) {
            let weights = counts.block(class, block);
            losses.iter_mut().zip(weights).for_each(|(loss, weight)| *loss += weight * cost);
        }
        losses
    }
}

/// Priced weights on one side of a block of splits: their sums, and the sums of their squares.
#[derive(Default)]
struct Priced {
    sums: [f64; LANES],
    squares: [f64; LANES],
}

impl Priced {
    fn add(&mut self, weights: [f64; LANES]) {
        for (lane, weight) in weights.into_iter().enumerate() {
            self.sums[lane] += weight;
            self.squares[lane] += weight * weight;
        }
    }

    /// Nothing is pure: the least positive number keeps the quotient of zeros from being none.
    fn purities(&self) -> [f64; LANES] {
        std::array::from_fn(|lane| self.squares[lane] / self.sums[lane].max(f64::MIN_POSITIVE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_search::Objective;
    use num_rational::BigRational;

    fn measure(objective: &Objective, totals: &[u64]) -> Measure {
        let lambda = BigRational::new(1.into(), 100.into());
        Measure::new(&Costs::new(objective, &lambda, totals, 9).unwrap(), totals)
    }

    #[test]
    fn the_purer_split_is_the_better() {
        for totals in [[8, 8], [8 << 40, 8 << 40]] {
            let measure = measure(&Objective::Accuracy, &totals);
            let scale = totals[0] / 8;
            let purity = |yes: [u64; 2]| {
                let counts = yes.iter().flat_map(|weight| [(weight * scale) as i64; LANES]);
                measure.purities(&Counts { counts: counts.collect(), stride: LANES }, &totals)[0]
            };
            assert!(purity([8, 0]) > purity([8, 4]));
            assert!(purity([8, 4]) > purity([4, 4]));
            assert_eq!(purity([4, 4]), purity([0, 0]));
        }
    }

    #[test]
    fn a_leaf_takes_the_cheapest_label() {
        let measure = measure(&Objective::Balanced, &[30, 10]);
        let (cost, label) = measure.leaf(&[12, 5]);
        assert_eq!(label, 1, "a unit of the rarer class costs three times as much");
        assert_eq!(cost, measure.per_leaf + measure.loss(&[12, 0], 1));
    }

    #[test]
    fn a_stump_has_the_cheapest_leaves() {
        let (totals, yes) = ([30, 10, 7], [12, 5, 0]);
        let measure = measure(&Objective::Balanced, &totals);
        let no = [0, 1, 2].map(|class| totals[class] - yes[class]);
        let expected = measure.leaf(&yes).0 + measure.leaf(&no).0;
        let counts = yes.iter().flat_map(|&weight| [weight as i64; LANES]).collect();
        let stumps = measure.stumps(&Counts { counts, stride: LANES }, &totals);
        assert_eq!(stumps, [expected; LANES]);
    }
}
