//! Counts, histograms, lists and filters against the oracle's list of all trees.
use crate::bridge::{oracle_tree, problem_of};
use gosdt_oracle::random::{Generated, Ranges, Stream, generate, generate_within};
use gosdt_oracle::{OracleProblem, OracleTree, optimum, trees_within};
use gosdt_rashomon::{RashomonOptions, RashomonSet, Restriction, Threshold, rashomon_set};
use gosdt_search::{Problem, Silent, Storage};
use num_bigint::BigUint;
use num_rational::BigRational;
use std::collections::{BTreeMap, BTreeSet};

/// More trees than this are not written down.
const MOST_TREES: usize = 600;

fn fraction(numerator: u64, denominator: u64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

/// A threshold of any kind, and the objective that it stands for.
fn threshold_of(stream: &mut Stream, problem: &OracleProblem) -> (Threshold, BigRational) {
    let best = optimum(problem);
    let amount = fraction(stream.below(40) as u64, 100);
    let threshold = match stream.below(3) {
        0 => Threshold::Within(amount),
        1 => Threshold::Slack(amount / BigRational::from_integer(2.into())),
        _ => Threshold::Below(&best + amount / BigRational::from_integer(3.into())),
    };
    let objective = threshold.objective(&best);
    (threshold, objective)
}

fn found(problem: &Problem, threshold: &Threshold, storage: Storage) -> RashomonSet {
    let options = RashomonOptions { storage, ..RashomonOptions::default() };
    let set = rashomon_set(problem, threshold, &options, &mut Silent);
    assert_eq!(set.stopped(), None);
    set
}

/// The set has exactly the oracle's trees, in order, with their objectives.
fn check_trees(set: &RashomonSet, problem: &Problem, expected: &[(BigRational, OracleTree)]) {
    assert_eq!(set.count(), BigUint::from(expected.len()));
    let listed: Vec<_> = set.trees().collect();
    assert!(listed.windows(2).all(|pair| pair[0].cost <= pair[1].cost), "by cost");
    let objective = |cost: i64| problem.costs().rational(cost);
    let mut listed: Vec<_> =
        listed.iter().map(|tree| (objective(tree.cost), oracle_tree(&tree.shape))).collect();
    listed.sort();
    assert_eq!(listed, expected);
    let mut histogram: BTreeMap<BigRational, u32> = BTreeMap::new();
    expected
        .iter()
        .for_each(|(objective, _)| *histogram.entry(objective.clone()).or_default() += 1);
    let of_set = set.histogram().into_iter();
    let of_set: Vec<_> = of_set.map(|(cost, trees)| (objective(cost), trees)).collect();
    let expected: Vec<_> = histogram.into_iter().map(|(o, n)| (o, BigUint::from(n))).collect();
    assert_eq!(of_set, expected);
}

/// The rows of each leaf, sorted.
fn leaves_of(problem: &OracleProblem, tree: &OracleTree) -> Vec<Vec<usize>> {
    fn walk(
        problem: &OracleProblem,
        tree: &OracleTree,
        rows: Vec<usize>,
        out: &mut Vec<Vec<usize>>,
    ) {
        let OracleTree::Split(feature, yes, no) = tree else { return out.push(rows) };
        let (a, b) = rows.into_iter().partition(|&row| problem.rows[row][*feature]);
        walk(problem, yes, a, out);
        walk(problem, no, b, out);
    }
    let mut leaves = Vec::new();
    walk(problem, tree, (0..problem.rows.len()).collect(), &mut leaves);
    leaves.sort();
    leaves
}

fn depth_of(tree: &OracleTree) -> u32 {
    match tree {
        OracleTree::Leaf(_) => 0,
        OracleTree::Split(_, yes, no) => 1 + depth_of(yes).max(depth_of(no)),
    }
}

fn features_of(tree: &OracleTree) -> Vec<usize> {
    match tree {
        OracleTree::Leaf(_) => Vec::new(),
        OracleTree::Split(feature, yes, no) => {
            [vec![*feature], features_of(yes), features_of(no)].concat()
        }
    }
}

fn leaf_count(tree: &OracleTree) -> u32 {
    features_of(tree).len() as u32 + 1
}

/// Whether two sibling leaves have the same label.
fn has_equal_siblings(tree: &OracleTree) -> bool {
    match tree {
        OracleTree::Leaf(_) => false,
        OracleTree::Split(_, yes, no) => {
            let leaves =
                matches!((&**yes, &**no), (OracleTree::Leaf(a), OracleTree::Leaf(b)) if a == b);
            leaves || has_equal_siblings(yes) || has_equal_siblings(no)
        }
    }
}

/// A random restriction.
fn restriction_of(stream: &mut Stream, columns: usize) -> Restriction {
    let mut restriction = Restriction::default();
    let mut some = |one_in: usize| stream.below(one_in) == 0;
    let (leaves, fewest, depth, avoid, use_, top) =
        (some(3), some(4), some(3), some(3), some(3), some(4));
    restriction.no_trivial = stream.below(3) == 0;
    restriction.max_leaves = leaves.then(|| 1 + stream.below(6) as u32);
    restriction.min_leaves = fewest.then(|| 1 + stream.below(4) as u32);
    restriction.max_depth = depth.then(|| stream.below(4) as u32);
    if columns > 0 {
        restriction.avoided = if avoid { vec![stream.below(columns)] } else { Vec::new() };
        restriction.used = if use_ { vec![vec![stream.below(columns)]] } else { Vec::new() };
        restriction.top = if top { vec![stream.below(columns)] } else { Vec::new() };
    }
    restriction
}

/// Whether a tree keeps a restriction, by its definition.
fn keeps(restriction: &Restriction, set: &RashomonSet, tree: &OracleTree) -> bool {
    let columns: Vec<usize> = features_of(tree).iter().map(|&split| set.column(split)).collect();
    let Restriction { min_leaves, max_leaves, max_depth, avoided, used, top, .. } = restriction;
    min_leaves.is_none_or(|least| leaf_count(tree) >= least)
        && max_leaves.is_none_or(|most| leaf_count(tree) <= most)
        && max_depth.is_none_or(|most| depth_of(tree) <= most)
        && !(restriction.no_trivial && has_equal_siblings(tree))
        && !avoided.iter().any(|column| columns.contains(column))
        && used.iter().all(|group| group.iter().any(|column| columns.contains(column)))
        && (top.is_empty() || columns.first().is_some_and(|first| top.contains(first)))
}

/// Checks a problem; returns how many trees its set has, or `None` if these are too many.
fn check(seed: u64, generated: &Generated) -> Option<usize> {
    let raw = &generated.problem;
    let mut stream = Stream::new(seed ^ 0x5eed);
    let (threshold, objective) = threshold_of(&mut stream, raw);
    let expected = trees_within(raw, &objective, MOST_TREES)?;
    let problem = problem_of(generated);
    for storage in [Storage::Bits, Storage::Ranks] {
        let set = found(&problem, &threshold, storage);
        check_trees(&set, &problem, &expected);
        let restriction = restriction_of(&mut stream, problem.points().columns.len());
        let kept = expected.iter().filter(|(_, tree)| keeps(&restriction, &set, tree));
        let kept: Vec<_> = kept.cloned().collect();
        check_trees(&set.filter(&restriction), &problem, &kept);
        let partitions: BTreeSet<_> =
            expected.iter().map(|(_, tree)| leaves_of(raw, tree)).collect();
        assert_eq!(set.distinct_partitions(usize::MAX), Some(partitions.len()));
    }
    Some(expected.len())
}

fn check_all(seeds: std::ops::Range<u64>, make: impl Fn(u64) -> Generated) -> (usize, usize) {
    let (mut checked, mut trees) = (0, 0);
    for seed in seeds {
        let generated = make(seed);
        let checks = std::panic::AssertUnwindSafe(|| check(seed, &generated));
        match std::panic::catch_unwind(checks) {
            Ok(Some(found)) => {
                checked += 1;
                trees += found;
            }
            Ok(None) => {}
            Err(panic) => {
                eprintln!("seed {seed}: {}places {:?}", generated.problem, generated.places);
                std::panic::resume_unwind(panic);
            }
        }
    }
    (checked, trees)
}

#[test]
fn sets_of_random_problems_are_those_that_the_oracle_lists() {
    let (checked, trees) = check_all(0..5600, generate);
    assert!(checked > 5000, "{checked} problems, {trees} trees");
    assert!(trees > 50_000, "{checked} problems, {trees} trees");
}

#[test]
fn sets_without_limits_are_those_that_the_oracle_lists() {
    let ranges = Ranges { limits: false, ..Ranges::default() };
    let (checked, _) = check_all(0..300, |seed| generate_within(seed, &ranges));
    assert!(checked > 200, "{checked}");
}
