//! The search's integer costs against the oracle's losses on raw rows.
use crate::bridge::objective;

use gosdt_oracle::{Loss, OracleProblem, OracleTree};
use gosdt_search::{CostError, Costs, Objective};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use proptest::collection::vec;
use proptest::prelude::*;

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// Denominators and weights as they are met: a few rows or decimals.
fn small() -> BoxedStrategy<u64> {
    prop_oneof![1..=20u64, Just(100), Just(1000)].boxed()
}

/// Weights of many rows, or of rows that stand for many.
fn large() -> BoxedStrategy<u64> {
    ((1u64 << 16)..(1 << 40)).boxed()
}

/// Denominators that share no factor and leave no room in 64 bits.
fn huge() -> BoxedStrategy<u64> {
    prop_oneof![Just(2_305_843_009_213_693_951), (1u64 << 40)..(1 << 61)].boxed()
}

/// A loss over that many classes, with denominators from `denominators`.
fn loss(classes: usize, denominators: BoxedStrategy<u64>) -> BoxedStrategy<Loss> {
    let amount = (0..=30u64, denominators.clone()).prop_map(|(n, d)| fraction(n, d));
    let omega = (1..=30u64, denominators).prop_map(|(n, d)| fraction(n, d));
    let matrix = vec(vec(amount, classes), 1..=classes + 2).prop_map(Loss::Costs);
    let plain = prop_oneof![Just(Loss::Accuracy), Just(Loss::Balanced)];
    let weighted =
        (0..2usize, omega).prop_map(|(positive, omega)| Loss::Weighted { positive, omega });
    if classes == 2 {
        prop_oneof![plain, matrix, weighted].boxed()
    } else {
        prop_oneof![plain, matrix].boxed()
    }
}

/// One row per class, which weighs what the class weighs, and a feature that tells it from the
/// others; and a label to predict for each class.
#[derive(Clone, Debug)]
struct Case {
    problem: OracleProblem,
    predicted: Vec<usize>,
}

fn case(totals: BoxedStrategy<u64>, denominators: BoxedStrategy<u64>) -> BoxedStrategy<Case> {
    let totals = vec(prop_oneof![4 => totals, 1 => Just(0)], 2..=4)
        .prop_filter("some weight", |totals| totals.iter().any(|&total| total > 0));
    let cases = totals.prop_flat_map(move |totals| {
        let lambda = (0..=3u64, denominators.clone()).prop_map(|(n, d)| fraction(n, d));
        let predicted = vec(any::<prop::sample::Index>(), totals.len());
        let loss = loss(totals.len(), denominators.clone());
        (Just(totals), loss, lambda, predicted).prop_map(case_of)
    });
    cases.boxed()
}

fn case_of(
    (weights, loss, lambda, predicted): (Vec<u64>, Loss, BigRational, Vec<prop::sample::Index>),
) -> Case {
    let classes = weights.len();
    let problem = OracleProblem {
        rows: (0..classes).map(|row| (0..classes).map(|f| f == row).collect()).collect(),
        labels: (0..classes).collect(),
        classes,
        weights,
        loss,
        lambda,
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    let labels = problem.predictions();
    let predicted = predicted.iter().map(|index| index.index(labels)).collect();
    Case { problem, predicted }
}

impl Case {
    /// Asks for one class after the other and predicts the label chosen for it.
    fn tree(&self) -> OracleTree {
        let (last, others) = self.predicted.split_last().expect("at least two classes");
        let under = |below, (class, &label): (usize, &usize)| {
            OracleTree::split(class, OracleTree::Leaf(label), below)
        };
        others.iter().enumerate().rev().fold(OracleTree::Leaf(*last), under)
    }

    /// `None` where the costs span too many digits.
    fn costs(&self) -> Option<Costs> {
        let OracleProblem { loss, lambda, weights, .. } = &self.problem;
        let objective = objective::objective_of(loss);
        match Costs::new(&objective, lambda, weights, weights.len()) {
            Err(CostError::TooWide) => None,
            costs => Some(costs.expect("costs")),
        }
    }

    /// What the tree costs in integers.
    fn cost(&self, costs: &Costs) -> i64 {
        let weight = |class: usize| i64::try_from(self.problem.weights[class]).expect("an i64");
        let of_class = |(class, &label): (usize, &usize)| {
            costs.per_weight(label, class).checked_mul(weight(class)).expect("room in an i64")
        };
        let leaves = i64::try_from(self.predicted.len()).expect("few leaves");
        let predicted = self.predicted.iter().enumerate().map(of_class);
        predicted.chain([leaves * costs.per_leaf()]).sum()
    }

    /// How far rounded costs may be off: a unit for each unit of weight and each leaf.
    fn tolerance(&self, costs: &Costs) -> BigRational {
        let weight: u128 = self.problem.weights.iter().map(|&weight| u128::from(weight)).sum();
        let roundings = BigInt::from(weight + self.predicted.len() as u128);
        costs.rational(1) * BigRational::from(roundings)
    }

    /// Compares the integer costs with the objective on raw rows.
    fn check(&self) -> Result<Option<Costs>, TestCaseError> {
        let Some(costs) = self.costs() else { return Ok(None) };
        let expected = gosdt_oracle::objective(&self.problem, &self.tree());
        let found = costs.rational(self.cost(&costs));
        if costs.is_exact() {
            prop_assert_eq!(found, expected);
        } else {
            prop_assert!(found <= expected, "rounded down, no tree costs more than it does");
            prop_assert!(expected - found <= self.tolerance(&costs));
        }
        Ok(Some(costs))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn small_weights_and_denominators_are_exact(case in case(small(), Just(100).boxed())) {
        prop_assert!(case.check()?.is_some_and(|costs| costs.is_exact()));
    }

    #[test]
    fn large_weights_agree(case in case(large(), small())) {
        case.check()?;
    }

    #[test]
    fn huge_denominators_agree_up_to_rounding(case in case(small(), huge())) {
        case.check()?;
    }

    #[test]
    fn values_are_the_rationals_in_floating_point(case in case(small(), small())) {
        let costs = case.costs().expect("few digits");
        let cost = case.cost(&costs);
        let (numerator, denominator) = costs.rational(cost).into_raw();
        let expected = numerator.to_string().parse::<f64>().expect("a number")
            / denominator.to_string().parse::<f64>().expect("a number");
        prop_assert!((costs.value(cost) - expected).abs() <= 1e-12 * expected.abs());
    }
}

#[test]
fn a_denominator_beyond_64_bits_is_rounded_and_says_so() {
    let lambda = fraction(10_000_019, 2_305_843_009_213_693_951);
    let costs = Costs::new(&Objective::Accuracy, &lambda, &[499, 500], 10).expect("costs");
    assert!(!costs.is_exact());
    let off = costs.rational(costs.per_weight(0, 1)) - fraction(1, 999);
    assert!(off <= BigRational::zero() && off.abs() < costs.rational(1), "{off}");
    assert_eq!(costs.asked_per_weight(0, 1), fraction(1, 999));
    assert_eq!(costs.asked_per_leaf(), lambda);
    assert!(costs.rational(1) < fraction(1, 1 << 58));
}

/// A penalty that rounds to nothing, or to a few units, would be another problem.
#[test]
fn a_penalty_that_rounding_would_lose_is_refused() {
    let made = |lambda: BigRational| Costs::new(&Objective::Accuracy, &lambda, &[499, 500], 10);
    for tiny in [fraction(1, 10_000_000_000_000_000_000), fraction(3, 10_000_000_000_000_000_000)] {
        assert_eq!(made(tiny), Err(CostError::TooWide));
    }
    assert!(made(BigRational::zero()).is_ok_and(|costs| costs.is_exact()));
    assert!(made(fraction(1, 1_000_000_000_000)).is_ok_and(|costs| costs.is_exact()));
}

#[test]
fn costs_larger_than_64_bits_are_rounded_too() {
    let enormous = BigRational::from(BigInt::from(2).pow(80)) + fraction(1, 3);
    let matrix =
        vec![vec![BigRational::zero(), enormous.clone()], vec![enormous.clone(), fraction(0, 1)]];
    let lambda = BigRational::from(BigInt::from(2).pow(70));
    let costs = Costs::new(&Objective::Costs(matrix), &lambda, &[3, 4], 2).expect("costs");
    let off = costs.rational(costs.per_weight(0, 1)) * fraction(7, 1) / enormous - fraction(1, 1);
    assert!(!costs.is_exact());
    assert!(off.abs() < fraction(1, 1_000_000_000_000_000), "{off}");
}

#[test]
fn what_is_no_objective_is_refused() {
    let zero = BigRational::zero;
    let made = |objective: Objective, lambda: BigRational, totals: &[u64]| {
        Costs::new(&objective, &lambda, totals, 3).map(|_| ())
    };
    let weighted = |omega| Objective::Weighted { positive: 0, omega };
    let costs = |rows: &[&[i64]]| {
        let row = |row: &&[i64]| row.iter().map(|&n| BigRational::from(BigInt::from(n))).collect();
        Objective::Costs(rows.iter().map(row).collect())
    };
    let ragged = |row, found| Err(CostError::Ragged { row, expected: 2, found });
    let negative = CostError::NegativeCost { label: 1, class: 0 };
    let three_classes = Err(CostError::NotTwoClasses(3));
    assert_eq!(made(Objective::Accuracy, -fraction(1, 9), &[1, 1]), Err(CostError::NegativeLambda));
    assert_eq!(made(Objective::Accuracy, zero(), &[0, 0]), Err(CostError::NoWeight));
    assert_eq!(made(weighted(zero()), zero(), &[1, 1]), Err(CostError::BadOmega));
    assert_eq!(made(weighted(fraction(2, 1)), zero(), &[1, 1, 1]), three_classes);
    assert_eq!(made(costs(&[&[0, 1], &[-1, 0]]), zero(), &[1, 1]), Err(negative));
    assert_eq!(made(costs(&[&[0, 1], &[1]]), zero(), &[1, 1]), ragged(1, 1));
    assert_eq!(made(costs(&[]), zero(), &[1, 1]), ragged(0, 0));
}
