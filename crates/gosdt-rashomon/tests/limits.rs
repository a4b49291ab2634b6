//! Samples, large sets, and limits of time and memory.
use crate::bridge::problem_of;
use gosdt_oracle::random::{Generated, generate};
use gosdt_oracle::{Loss, OracleProblem};
use gosdt_rashomon::{RashomonOptions, RashomonSet, Threshold, rashomon_set};
use gosdt_search::{Problem, Silent, StopReason};
use num_bigint::BigUint;
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

fn fraction(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// All rows of `features` bits, whose class is the parity of all of them.
fn parity(features: usize) -> Problem {
    let row = |number: usize| (0..features).map(|bit| number >> bit & 1 == 1).collect();
    let problem = OracleProblem {
        rows: (0..1 << features).map(row).collect(),
        labels: (0..1usize << features).map(|number| (number.count_ones() % 2) as usize).collect(),
        classes: 2,
        weights: vec![1; 1 << features],
        loss: Loss::Accuracy,
        lambda: fraction(1, 1 << (features + 3)),
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    let places = (0..features as u32).map(|column| (column, None)).collect();
    problem_of(&Generated { problem, places })
}

fn set_of(problem: &Problem, within: BigRational, options: &RashomonOptions) -> RashomonSet {
    rashomon_set(problem, &Threshold::Within(within), options, &mut Silent)
}

/// The trees with one leaf for each row, which are all that is optimal for parity: n choices of the first
/// split, then two trees of one feature less.
fn full_trees(features: u32) -> BigUint {
    match features {
        0 => BigUint::from(1u32),
        _ => BigUint::from(features) * full_trees(features - 1).pow(2),
    }
}

#[test]
fn trees_are_counted_beyond_128_bits() {
    let set = set_of(&parity(8), fraction(0, 1), &RashomonOptions::default());
    assert_eq!(set.count(), full_trees(8));
    assert!(set.count().bits() > 128);
    let last = set.count() - 1u32;
    assert!(set.tree(&last).is_some() && set.tree(&set.count()).is_none());
    let trees: BTreeSet<_> = set.sample(50, 7).into_iter().map(|tree| tree.shape).collect();
    assert_eq!(trees.len(), 50);
    assert_eq!(set.distinct_partitions(1000), Some(1), "every row is a leaf");
}

#[test]
fn samples_are_uniform_and_the_same_for_a_seed() {
    let problem = parity(3);
    let set = set_of(&problem, fraction(0, 1), &RashomonOptions::default());
    assert_eq!(set.count(), BigUint::from(12u32));
    let mut found: BTreeMap<_, u32> = BTreeMap::new();
    for seed in 0..3000 {
        for tree in set.sample(2, seed) {
            *found.entry(tree.shape).or_default() += 1;
        }
    }
    assert_eq!(found.len(), 12);
    assert!(found.values().all(|n| (420..580).contains(n)), "{:?}", found.values());
    assert_eq!(set.sample(5, 3), set.sample(5, 3));
    assert_eq!(set.sample(100, 3).len(), 12, "all, where there are no more");
}

/// Whatever stops it, what is found belongs to the set.
#[test]
fn a_set_that_is_stopped_says_so_and_has_trees_of_the_set_only() {
    let problem = parity(8);
    let whole = set_of(&problem, fraction(1, 20), &RashomonOptions::default());
    for (time_limit, memory_limit, reason) in [
        (Some(Duration::from_micros(1)), None, StopReason::TimeLimit),
        (Some(Duration::from_millis(25)), None, StopReason::TimeLimit),
        (None, Some(1 << 20), StopReason::MemoryLimit),
    ] {
        let options = RashomonOptions { time_limit, memory_limit, ..RashomonOptions::default() };
        let set = set_of(&problem, fraction(1, 20), &options);
        if set.stopped().is_none() {
            assert_eq!(set.count(), whole.count(), "it was fast enough");
            continue;
        }
        assert_eq!(set.stopped(), Some(reason));
        assert!(set.count() < whole.count());
        assert!(set.optimum().0 <= whole.optimum().1);
        let costs: Vec<i64> = set.trees().take(20).map(|tree| tree.cost).collect();
        assert!(costs.iter().all(|&cost| cost <= whole.threshold()));
    }
}

#[test]
fn a_threshold_below_the_optimum_leaves_no_tree() {
    for seed in 0..50 {
        let problem = problem_of(&generate(seed));
        let below = Threshold::Below(fraction(-1, 100));
        let set = rashomon_set(&problem, &below, &RashomonOptions::default(), &mut Silent);
        assert_eq!((set.count(), set.trees().count()), (BigUint::ZERO, 0));
        assert!(set.sample(3, 1).is_empty());
        assert_eq!(set.stopped(), None);
    }
}
