//! The search against the oracle on random problems: same optimum, to the last digit, and a tree
//! that has it.
use crate::bridge::{oracle_tree, problem_of, shape_of};
use gosdt_oracle::random::{Generated, Ranges, generate, generate_within};
use gosdt_oracle::{Loss, OracleProblem, OracleTree, all_optima, check_limits, objective, optimum};
use gosdt_search::{Outcome, Problem, SearchOptions, Silent, Status, Storage, search};
use num_rational::BigRational;
use std::collections::BTreeSet;
use std::ops::Range;

/// Names the seed and shows the problem when a check fails or the search panics.
struct ShowOnFailure<'a> {
    seed: u64,
    generated: &'a Generated,
}

impl Drop for ShowOnFailure<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Generated { problem, places } = self.generated;
            eprintln!("seed {}: {problem}places {places:?}", self.seed);
        }
    }
}

const STORAGES: [Storage; 2] = [Storage::Bits, Storage::Ranks];

fn run(problem: &Problem, storage: Storage, threads: usize, all_optima: usize) -> Outcome {
    // Several threads start at once, however small the problem is.
    let solo_expansions = if threads > 1 { 0 } else { SearchOptions::default().solo_expansions };
    let options =
        SearchOptions { threads, all_optima, storage, solo_expansions, ..SearchOptions::default() };
    search(problem, &options, &mut Silent)
}

/// The outcome is optimal, its bounds meet at the oracle's optimum, and its tree has that objective
/// and keeps the limits.
fn check_outcome(generated: &Generated, problem: &Problem, outcome: &Outcome) {
    let tree = oracle_tree(&outcome.tree);
    assert_eq!(shape_of(&tree), outcome.tree, "nodes in preorder");
    assert_eq!(outcome.status, Status::Optimal);
    assert_eq!(outcome.lower, outcome.upper);
    assert!(problem.costs().is_exact(), "random problems have small denominators");
    let found = problem.costs().rational(outcome.upper);
    assert_eq!(found, optimum(&generated.problem), "optimum");
    assert_eq!(found, objective(&generated.problem, &tree), "objective of the tree");
    assert_eq!(check_limits(&generated.problem, &tree), Ok(()));
}

/// Whether splits are stored as bits or as ranks must change nothing; nor must four threads, with
/// which every eighth problem is searched, too.
fn check_seed(seed: u64, generated: &Generated) {
    let _shown = ShowOnFailure { seed, generated };
    let problem = problem_of(generated);
    let outcomes = STORAGES.map(|storage| {
        let outcome = run(&problem, storage, 1, 1);
        check_outcome(generated, &problem, &outcome);
        if seed.is_multiple_of(8) {
            let threaded = run(&problem, storage, 4, 1);
            check_outcome(generated, &problem, &threaded);
            assert_eq!(
                threaded.tree, outcome.tree,
                "the same tree at any number of threads, {storage:?}"
            );
        }
        outcome
    });
    assert_eq!(outcomes[0].tree, outcomes[1].tree, "the same tree from bits and from ranks");
}

fn check_seeds(seeds: Range<u64>) {
    for seed in seeds {
        check_seed(seed, &generate(seed));
    }
}

#[test]
fn seeds_0_to_4999_agree() {
    check_seeds(0..5_000);
}

#[test]
fn seeds_5000_to_9999_agree() {
    check_seeds(5_000..10_000);
}

#[test]
fn seeds_10000_to_14999_agree() {
    check_seeds(10_000..15_000);
}

#[test]
fn seeds_15000_to_19999_agree() {
    check_seeds(15_000..20_000);
}

/// More features and rows than the other problems: larger trees, and more of them.
fn wide() -> Ranges {
    Ranges { rows: 20, long_rows: 60, features: 8, ..Ranges::default() }
}

#[test]
fn wider_problems_agree() {
    for seed in 0..4000 {
        check_seed(seed, &generate_within(seed, &wide()));
    }
}

/// Eight rows that weigh 2⁵⁸ together, and leaves that cost an eighth of all of them: the largest total
/// of whole costs that is not rounded.
fn heavy(seed: u64) -> Generated {
    let answers = |row: usize| (0..3).map(|feature| row >> feature & 1 == 1).collect();
    let odd = |row: u64| (1 << 55) + if row.is_multiple_of(2) { 2 * seed + row + 1 } else { 0 };
    let mut weights: Vec<u64> = (0..8).map(odd).collect();
    let others: u64 = weights[..7].iter().sum();
    weights[7] = (1 << 58) - others;
    let problem = OracleProblem {
        rows: (0..8).map(answers).collect(),
        labels: (0..8).map(|row| (seed >> row & 1) as usize).collect(),
        classes: 2,
        weights,
        loss: Loss::Accuracy,
        lambda: BigRational::new((1 + 7 * (seed as i64 % 2)).into(), 64.into()),
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    Generated { problem, places: (0..3).map(|column| (column, None)).collect() }
}

#[test]
fn totals_near_the_largest_agree() {
    for seed in 0..256 {
        check_seed(seed, &heavy(seed));
    }
}

/// Limits on leaves around the leaves of the optimum: half as many, one fewer, as many, one more, and
/// twice as many.
fn check_leaf_limits(seed: u64, generated: &Generated) {
    let mut limited = generated.clone();
    limited.problem.max_leaves = None;
    let leaves = run(&problem_of(&limited), Storage::Bits, 1, 1).tree.leaves();
    for most in [leaves.div_ceil(2), leaves - 1, leaves, leaves + 1, 2 * leaves] {
        limited.problem.max_leaves = Some(most.max(1) as u32);
        check_seed(seed, &limited);
    }
}

#[test]
fn limits_on_leaves_around_the_optimum_agree() {
    for seed in 0..1000 {
        check_leaf_limits(seed, &generate(20_000 + seed));
        check_leaf_limits(seed, &generate_within(20_000 + seed, &wide()));
    }
}

/// The long comparison: as many seeds as `GOSDT_ORACLE_SEEDS` says (10,000 if it says nothing),
/// shared among all cores, every fourth of them a wider problem. A million:
///
/// ```text
/// GOSDT_ORACLE_SEEDS=1000000 cargo test --release -p gosdt-search \
///     --test suite -- --ignored as_many_seeds_as_asked_for_agree
/// ```
#[test]
#[ignore = "takes as long as it is asked to"]
fn as_many_seeds_as_asked_for_agree() {
    let seeds = match std::env::var("GOSDT_ORACLE_SEEDS") {
        Ok(text) => text.parse().expect("GOSDT_ORACLE_SEEDS is a whole number"),
        Err(_) => 10_000,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for first in 0..cores as u64 {
            scope.spawn(move || (first..seeds).step_by(cores).for_each(check_short_or_wide));
        }
    });
}

fn check_short_or_wide(seed: u64) {
    let ranges = if seed % 4 == 3 { wide() } else { Ranges::default() };
    check_seed(seed, &generate_within(seed, &ranges));
}

/// Most optimal trees to ask for.
const MOST: usize = 1000;

/// Whether no two features split the rows in the same two parts: the search may know such features
/// by one of their names.
fn features_differ(generated: &Generated) -> bool {
    let rows = &generated.problem.rows;
    let same = |a: usize, b: usize| rows.iter().all(|row| row[a] == row[b]);
    let opposite = |a: usize, b: usize| rows.iter().all(|row| row[a] != row[b]);
    let differ = |a: usize| (0..a).all(|b| !same(a, b) && !opposite(a, b));
    (0..generated.places.len()).all(differ)
}

/// Checks that the search lists the same optimal trees as the oracle, or as many as it was asked
/// for if there are more; returns how many it listed.
fn check_optima(seed: u64, generated: &Generated, storage: Storage) -> usize {
    let _shown = ShowOnFailure { seed, generated };
    let problem = problem_of(generated);
    let outcome = run(&problem, storage, 1, MOST);
    check_outcome(generated, &problem, &outcome);
    assert_eq!(outcome.optima.first(), Some(&outcome.tree));
    let listed: BTreeSet<OracleTree> = outcome.optima.iter().map(oracle_tree).collect();
    assert_eq!(listed.len(), outcome.optima.len(), "each tree once");
    let expected = all_optima(&generated.problem, MOST + 1);
    if expected.len() <= MOST {
        assert_eq!(listed, BTreeSet::from_iter(expected));
    } else {
        assert_eq!(listed.len(), MOST);
        check_all_optimal(generated, &listed);
    }
    listed.len()
}

fn check_all_optimal(generated: &Generated, trees: &BTreeSet<OracleTree>) {
    let best = optimum(&generated.problem);
    for tree in trees {
        assert_eq!(objective(&generated.problem, tree), best, "{tree:?}");
        assert_eq!(check_limits(&generated.problem, tree), Ok(()), "{tree:?}");
    }
}

#[test]
fn all_optima_are_those_of_the_oracle() {
    let ranges = Ranges { twin_features: false, ..Ranges::default() };
    let mut several = 0;
    let mut compared = 0;
    for seed in 0..1000 {
        let generated = generate_within(seed, &ranges);
        if features_differ(&generated) {
            compared += 1;
            let listed = STORAGES.map(|storage| check_optima(seed, &generated, storage));
            several += usize::from(listed[0] > 1);
        }
    }
    assert!(compared > 400, "{compared} problems compared");
    assert!(several > 100, "{several} problems with more than one optimum");
}
