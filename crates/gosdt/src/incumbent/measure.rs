//! What a leaf costs and how pure a split is, in integers.
use gosdt_search::{Costs, Problem};

/// The costs of a problem, laid out for counting.
pub(super) struct Measure {
    /// Cost per unit of weight: label by label, a class after the other.
    matrix: Vec<i64>,
    classes: usize,
    /// The price of a leaf.
    pub(super) per_leaf: i64,
    /// What a unit of weight of each class counts in the impurity, as CART does with unequal costs: the
    /// sum over the labels of what they cost for the class.
    prices: Vec<u64>,
    /// Shifts priced weights to [`BITS`] bits.
    shift: u32,
}

/// Bits that the priced weight of all rows is kept to, so that the purity of a side fits 64 bits.
const BITS: u32 = 20;

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
            |class: usize| matrix.iter().skip(class).step_by(classes).map(|&c| c as u128).sum();
        let prices: Vec<u128> = (0..classes).map(price).collect();
        let all: u128 = prices.iter().zip(totals).map(|(price, &w)| price * u128::from(w)).sum();
        let bits = u128::BITS - all.leading_zeros();
        // First the prices are rounded, so that products fit 64 bits, then the products.
        let too_many = bits.saturating_sub(u64::BITS);
        let prices = prices.into_iter().map(|price| (price >> too_many) as u64).collect();
        let shift = bits.min(u64::BITS).saturating_sub(BITS);
        Measure { matrix, classes, per_leaf: costs.per_leaf(), prices, shift }
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

    /// How pure the two sides of a split are: Σ wₖ²/W over both, with priced weights wₖ and their sum W.
    /// Of splits of one node the larger is the better. It is rounded, which a greedy choice can afford.
    pub(super) fn purity(&self, yes: &[u64], no: &[u64]) -> u64 {
        self.side_purity(yes) + self.side_purity(no)
    }

    fn side_purity(&self, weights: &[u64]) -> u64 {
        let (mut squares, mut sum) = (0, 0);
        for (&weight, price) in weights.iter().zip(&self.prices) {
            let weight = (weight * price) >> self.shift;
            squares += weight * weight;
            sum += weight;
        }
        (squares << BITS) / sum.max(1)
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
            let purity = |yes: [u64; 2], no: [u64; 2]| {
                measure.purity(&yes.map(|w| w * scale), &no.map(|w| w * scale))
            };
            assert!(purity([8, 0], [0, 8]) > purity([8, 4], [0, 4]));
            assert!(purity([8, 4], [0, 4]) > purity([4, 4], [4, 4]));
            assert_eq!(purity([4, 4], [4, 4]), purity([0, 0], [8, 8]));
        }
    }

    #[test]
    fn a_leaf_takes_the_cheapest_label() {
        let measure = measure(&Objective::Balanced, &[30, 10]);
        let (cost, label) = measure.leaf(&[12, 5]);
        assert_eq!(label, 1, "a unit of the rarer class costs three times as much");
        assert_eq!(cost, measure.per_leaf + measure.loss(&[12, 0], 1));
    }
}
