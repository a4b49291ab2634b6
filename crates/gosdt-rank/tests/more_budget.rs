//! More work never gives worse bounds. Runs are stopped after a number of expansions rather than after a
//! time, so that they do the same work each time.
use crate::against_oracle::fraction;
use gosdt_oracle::random::Stream;
use gosdt_rank::{RankObjective, RankOptions, RankOutcome, RankProblem, optimize};
use gosdt_search::{Column, Limits, Points, Silent, SplitKind, Status, Storage};

/// Points with three columns of numbers, and classes that depend on them and on chance.
fn points(seed: u64) -> Points {
    let mut stream = Stream::new(seed);
    let len = 60;
    let codes: Vec<Vec<u32>> =
        (0..3).map(|_| (0..len).map(|_| stream.below(12) as u32).collect()).collect();
    let weights = (0..len).flat_map(|point| {
        let inside = codes[0][point] > 5 && codes[1][point] < 8 || codes[2][point] == 3;
        let positive = inside != stream.once_in(4);
        [1 + 2 * u64::from(!positive), 1 + 3 * u64::from(positive)]
    });
    let weights = weights.collect();
    let column =
        |codes: Vec<u32>| Column { kind: SplitKind::Thresholds, splits: 11, codes: codes.into() };
    let columns = codes.into_iter().map(column).collect();
    Points { len, classes: 2, weights, rows: vec![1; len], columns }
}

fn run(problem: &RankProblem, storage: Storage, stop_after: Option<u64>) -> RankOutcome {
    let options = RankOptions { stop_after, storage, ..RankOptions::default() };
    optimize(problem, &options, &mut Silent).expect("an outcome")
}

/// Every number of expansions up to some, then ever larger ones.
fn budgets() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(0), |&last| Some(last + 1 + if last < 30 { 0 } else { last / 10 }))
}

fn check(objective: RankObjective, limits: Limits, seed: u64) {
    for storage in [Storage::Bits, Storage::Ranks] {
        check_storage(objective.clone(), limits, seed, storage);
    }
}

fn check_storage(objective: RankObjective, limits: Limits, seed: u64, storage: Storage) {
    let problem = RankProblem::new(points(seed), 1, objective.clone(), fraction(1, 100), limits)
        .expect("a problem");
    let mut before = run(&problem, storage, Some(0));
    for budget in budgets().take_while(|&budget| budget < 700) {
        let after = run(&problem, storage, Some(budget));
        let what =
            format!("{objective:?} {limits:?}, {storage:?}, seed {seed}, {budget} expansions");
        assert!(after.upper <= before.upper, "{what}: {} after {}", after.upper, before.upper);
        assert!(after.lower >= before.lower, "{what}: {} after {}", after.lower, before.lower);
        // Once it is told to stop, a few nodes are met on the way back to the root.
        assert!(after.statistics.nodes <= budget + 40, "{what}: {:?}", after.statistics);
        if after.status == Status::Optimal {
            return;
        }
        before = after;
    }
}

#[test]
fn more_work_never_gives_a_worse_tree_for_objectives_that_rank() {
    let limited = Limits { max_depth: Some(3), max_leaves: Some(5), ..Limits::default() };
    for (seed, limits) in [(0, Limits::default()), (1, limited)] {
        check(RankObjective::Auc, limits, seed);
        check(RankObjective::Pauc { theta: fraction(1, 4) }, limits, seed);
        check(RankObjective::FScore { omega: None }, limits, seed);
        check(RankObjective::FScore { omega: Some(fraction(3, 2)) }, limits, seed);
        check(RankObjective::Jaccard, limits, seed);
    }
}
