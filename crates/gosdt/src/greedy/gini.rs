//! Gini impurity in integers.
//!
//! The weight of each class is multiplied by its price, as CART does with unequal costs (altered
//! priors): the sum over the predictions of what they cost for the class. A side with class weights
//! wₖ and total W has impurity W − Σ wₖ²/W, so that a split is the better the larger Σ wₖ²/W,
//! summed over its two sides, is.
use gosdt_search::Costs;
use num_rational::BigRational;
use std::cmp::Ordering;

/// What a unit of weight of each class counts.
#[derive(Clone, Debug)]
pub(crate) struct Prices(Vec<u128>);

impl Prices {
    /// The classes' prices; 1 each where all are the same.
    pub(crate) fn new(costs: &Costs) -> Prices {
        let price = |class: usize| {
            (0..costs.labels()).map(|label| costs.per_weight(label, class) as u128).sum()
        };
        let prices: Vec<u128> = (0..costs.classes()).map(price).collect();
        let common = prices.iter().copied().fold(0, greatest_common_divisor).max(1);
        Prices(prices.into_iter().map(|price| price / common).collect())
    }

    fn of(&self, weights: &[u64]) -> impl Iterator<Item = u128> {
        self.0.iter().zip(weights).map(|(price, &weight)| price * u128::from(weight))
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// Bits that a side's weight is kept to, so that products of five of them fit 128 bits.
const BITS: u32 = 25;

/// How good a split of a node is beside others of the same node. Weights of more than 25 bits are
/// rounded; a greedy choice can afford it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purity {
    numerator: u128,
    denominator: u128,
}

impl Purity {
    /// Of the split of a node into two sides with these class weights.
    pub(crate) fn new(prices: &Prices, yes: &[u64], no: &[u64]) -> Purity {
        let total: u128 = prices.of(yes).sum::<u128>() + prices.of(no).sum::<u128>();
        let shift = (u128::BITS - total.leading_zeros()).saturating_sub(BITS);
        let side = |weights: &[u64]| {
            prices.of(weights).fold((0, 0), |(squares, sum), weight| {
                let weight = weight >> shift;
                (squares + weight * weight, sum + weight)
            })
        };
        let ((yes, yes_sum), (no, no_sum)) = (side(yes), side(no));
        // A side without weight has no squares either: any denominator will do.
        let (yes_sum, no_sum) = (yes_sum.max(1), no_sum.max(1));
        Purity { numerator: yes * no_sum + no * yes_sum, denominator: yes_sum * no_sum }
    }

    /// Compares with another split of the same node.
    pub(crate) fn compare(&self, other: &Purity) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

/// By how much a split lowers the impurity of the whole tree, exactly: this compares splits of
/// different nodes.
pub(crate) fn gain(prices: &Prices, yes: &[u64], no: &[u64]) -> BigRational {
    let purity = |weights: &[u64]| {
        let sum: u128 = prices.of(weights).sum();
        let whole = |number: u128| BigRational::from_integer(number.into());
        let squares: BigRational = prices.of(weights).map(|w| whole(w) * whole(w)).sum();
        if sum == 0 { squares } else { squares / whole(sum) }
    };
    let both: Vec<u64> = yes.iter().zip(no).map(|(yes, no)| yes + no).collect();
    purity(yes) + purity(no) - purity(&both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt_search::Objective;

    fn prices(objective: &Objective, totals: &[u64]) -> Prices {
        let lambda = BigRational::new(1.into(), 100.into());
        Prices::new(&Costs::new(objective, &lambda, totals, 9).unwrap())
    }

    #[test]
    fn prices_are_what_the_objective_says() {
        assert_eq!(prices(&Objective::Accuracy, &[30, 10, 5]).0, [1, 1, 1]);
        assert_eq!(prices(&Objective::Balanced, &[30, 10]).0, [1, 3]);
        let omega = BigRational::new(5.into(), 2.into());
        assert_eq!(prices(&Objective::Weighted { positive: 1, omega }, &[30, 10]).0, [2, 5]);
        let whole = |number: i64| BigRational::from_integer(number.into());
        let matrix = vec![vec![whole(0), whole(10)], vec![whole(1), whole(0)]];
        assert_eq!(prices(&Objective::Costs(matrix), &[30, 10]).0, [1, 10]);
    }

    #[test]
    fn the_purer_split_is_the_better() {
        let prices = Prices(vec![1, 1]);
        let split = |yes: [u64; 2], no: [u64; 2]| Purity::new(&prices, &yes, &no);
        let (clean, half, none) =
            (split([8, 0], [0, 8]), split([8, 4], [0, 4]), split([4, 4], [4, 4]));
        assert_eq!(clean.compare(&half), Ordering::Greater);
        assert_eq!(half.compare(&none), Ordering::Greater);
        assert_eq!(none.compare(&split([0, 0], [8, 8])), Ordering::Equal);
    }

    #[test]
    fn large_weights_keep_their_order() {
        let prices = Prices(vec![1 << 30, (1 << 30) + 1]);
        let split = |yes: [u64; 2], no: [u64; 2]| Purity::new(&prices, &yes.map(big), &no.map(big));
        fn big(weight: u64) -> u64 {
            weight << 30
        }
        let (clean, half) = (split([8, 0], [0, 8]), split([8, 4], [0, 4]));
        assert_eq!(clean.compare(&half), Ordering::Greater);
    }

    #[test]
    fn the_gain_is_the_impurity_that_goes() {
        // 16 − (64 + 64)/16 = 8 of impurity, all of which goes.
        let clean = gain(&Prices(vec![1, 1]), &[8, 0], &[0, 8]);
        assert_eq!(clean, BigRational::from_integer(8.into()));
        let none = gain(&Prices(vec![1, 1]), &[4, 4], &[4, 4]);
        assert_eq!(none, BigRational::from_integer(0.into()));
    }
}
