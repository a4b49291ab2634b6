//! Whenever a search is stopped, its tree and its bounds hold.
use crate::bridge::ordered::Ordered;
use crate::bridge::{oracle_tree, problem_of};
use gosdt_oracle::objective;
use gosdt_oracle::random::{Generated, Ranges, generate_within};
use gosdt_search::{
    Incumbent, Outcome, Problem, Progress, SearchOptions, Silent, Status, StopReason, Storage,
    Techniques, Watch, search, search_improving,
};
use num_rational::BigRational;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A problem that takes the search many times longer than the shortest stop, and its optimum.
struct Hard {
    generated: Generated,
    problem: Problem,
    optimum: i64,
}

static HARD: LazyLock<Hard> = LazyLock::new(|| {
    let kind = Ordered { classes: 3, ..Ordered::new(5, 24, 400) };
    let mut generated = kind.generate(0);
    generated.problem.lambda = BigRational::new(20.into(), 400.into());
    let problem = problem_of(&generated);
    let outcome = search(&problem, &SearchOptions::default(), &mut Silent);
    assert_eq!(outcome.status, Status::Optimal);
    Hard { generated, optimum: outcome.upper, problem }
});

/// Without some techniques, so that there is much to stop.
fn slow() -> SearchOptions {
    let off = ["inherited-bounds", "similar-support", "pairs"];
    let techniques = off
        .iter()
        .fold(Techniques::ALL, |techniques, name| techniques.without(name).expect("a technique"));
    SearchOptions { techniques, ..SearchOptions::default() }
}

/// Notes the bounds, and says stop at the call of that number.
#[derive(Default)]
struct Note {
    told: Vec<Progress>,
    calls: usize,
    stop_at: Option<usize>,
}

impl Watch for Note {
    fn progress(&mut self, progress: &Progress) {
        self.told.push(progress.clone());
    }

    fn should_stop(&mut self) -> bool {
        self.calls += 1;
        self.stop_at.is_some_and(|call| self.calls >= call)
    }
}

/// The bounds hold, the tree costs what is said, and the bounds only ever tightened.
fn check(outcome: &Outcome, told: &[Progress]) {
    let Hard { generated, problem, optimum } = &*HARD;
    assert!(outcome.lower <= *optimum && *optimum <= outcome.upper, "{outcome:?}");
    let cost = objective(&generated.problem, &oracle_tree(&outcome.tree));
    assert_eq!(cost, problem.costs().rational(outcome.upper), "{outcome:?}");
    for pair in told.windows(2) {
        assert!(pair[0].lower_bound <= pair[1].lower_bound, "{pair:?}");
        let [before, after] = [&pair[0], &pair[1]].map(|moment| moment.upper_bound);
        assert!(before.is_none_or(|before| after <= Some(before) && after.is_some()), "{pair:?}");
        assert!(pair[0].elapsed <= pair[1].elapsed && pair[0].nodes <= pair[1].nodes);
    }
    let last = told.last().expect("the end is told");
    let [lower, upper] = [outcome.lower, outcome.upper].map(|cost| problem.costs().value(cost));
    assert_eq!((last.lower_bound, last.upper_bound), (lower, Some(upper)));
    match outcome.status {
        Status::Optimal => assert_eq!(outcome.lower, outcome.upper),
        Status::Stopped(_) => assert!(outcome.lower < outcome.upper),
    }
}

fn run(options: &SearchOptions, stop_at: Option<usize>) -> (Outcome, Duration) {
    let mut note = Note { stop_at, ..Note::default() };
    let started = Instant::now();
    let outcome = search(&HARD.problem, options, &mut note);
    let took = started.elapsed();
    check(&outcome, &note.told);
    (outcome, took)
}

#[test]
fn it_can_be_interrupted_at_any_moment() {
    for threads in [1, 3] {
        for call in [1, 2, 3, 5, 8, 13, 21] {
            let (outcome, _) = run(&SearchOptions { threads, ..slow() }, Some(call));
            if call == 1 {
                assert_eq!(outcome.status, Status::Stopped(StopReason::Interrupted));
            }
        }
    }
}

#[test]
fn a_time_limit_is_kept_and_leaves_valid_bounds() {
    LazyLock::force(&HARD);
    for milliseconds in [0, 1, 2, 3, 5, 8, 13, 20, 30, 40, 50] {
        let limit = Duration::from_millis(milliseconds);
        let (outcome, took) = run(&SearchOptions { time_limit: Some(limit), ..slow() }, None);
        if milliseconds <= 5 {
            assert_eq!(outcome.status, Status::Stopped(StopReason::TimeLimit));
        }
        assert!(took < limit + Duration::from_secs(1), "{milliseconds} ms took {took:?}");
    }
}

#[test]
fn a_tiny_memory_limit_ends_with_valid_bounds() {
    for bytes in [0, 1, 1 << 10, 1 << 20] {
        for threads in [1, 4] {
            let options = SearchOptions { memory_limit: Some(bytes), threads, ..slow() };
            let (outcome, _) = run(&options, None);
            if bytes <= 1 {
                assert_eq!(outcome.status, Status::Stopped(StopReason::MemoryLimit));
            }
        }
    }
}

#[test]
fn a_stop_is_safe_whichever_technique_is_off() {
    for name in Techniques::names() {
        let techniques = slow().techniques.without(name).expect("a technique's name");
        run(&SearchOptions { techniques, ..slow() }, Some(2));
    }
}

/// More work never gives worse bounds. Searches are stopped after a number of expansions rather than
/// after a time, so that they do the same work each time.
#[test]
fn more_work_never_gives_worse_bounds() {
    let bits = [None, Some(4), Some(5), Some(7)].map(|leaves| (Storage::Bits, leaves));
    let ranks = [None, Some(5)].map(|leaves| (Storage::Ranks, leaves));
    for (storage, max_leaves) in bits.into_iter().chain(ranks) {
        let kind = Ordered { classes: 3, ..Ordered::new(4, 20, 200) };
        let mut generated = kind.generate(1);
        generated.problem.lambda = BigRational::new(3.into(), 200.into());
        generated.problem.max_leaves = max_leaves;
        let problem = problem_of(&generated);
        let mut before = (0, i64::MAX);
        for budget in (0..60).chain((60..1200).step_by(97)) {
            let options =
                SearchOptions { stop_after: Some(budget), storage, ..SearchOptions::default() };
            let outcome = search(&problem, &options, &mut Silent);
            let (lower, upper) = (outcome.lower, outcome.upper);
            let is_no_worse = before.0 <= lower && upper <= before.1;
            assert!(is_no_worse, "{storage:?} {max_leaves:?} {budget}: {before:?}, {outcome:?}");
            before = (lower, upper);
        }
    }
}

/// Wherever a search is stopped, its bounds hold. Where leaves need rows, the sides of a split are solved
/// twice, without that limit and with it: stopped at the second, the split is still open.
#[test]
fn bounds_hold_after_any_number_of_expansions() {
    let ranges = Ranges { rows: 20, long_rows: 60, features: 8, ..Ranges::default() };
    for seed in 0..300 {
        let mut generated = generate_within(seed, &ranges);
        if seed.is_multiple_of(2) {
            generated.problem.min_leaf = generated.problem.min_leaf.max(3);
        }
        let problem = problem_of(&generated);
        for storage in [Storage::Bits, Storage::Ranks] {
            let whole = SearchOptions { storage, threads: 1, ..SearchOptions::default() };
            let expected = search(&problem, &whole, &mut Silent);
            for budget in 0..expected.statistics.nodes.min(300) {
                let stopped = SearchOptions { stop_after: Some(budget), ..whole.clone() };
                let outcome = search(&problem, &stopped, &mut Silent);
                let holds = outcome.lower <= expected.upper && expected.upper <= outcome.upper;
                assert!(holds, "{seed} {storage:?} {budget}: {} {outcome:?}", expected.upper);
            }
        }
    }
}

/// A search that is stopped after its proof, before it has chosen among equal trees, says so; one that has
/// chosen has the tree of a search that nothing stopped.
#[test]
fn a_proven_tree_that_was_not_chosen_is_marked() {
    let mut marked = 0;
    for seed in 0..3 {
        let mut generated = Ordered::new(3, 9, 40).generate(seed);
        generated.problem.lambda = BigRational::new(1.into(), 80.into());
        let problem = problem_of(&generated);
        for storage in [Storage::Bits, Storage::Ranks] {
            let whole = SearchOptions { storage, ..SearchOptions::default() };
            let expected = search(&problem, &whole, &mut Silent);
            let nodes = expected.statistics.nodes;
            for budget in (nodes.saturating_sub(40)..nodes).step_by(2) {
                let stopped = SearchOptions { stop_after: Some(budget), ..whole.clone() };
                let outcome = search(&problem, &stopped, &mut Silent);
                if outcome.status == Status::Optimal {
                    assert!(!outcome.is_canonical || outcome.tree == expected.tree, "{seed}");
                    marked += usize::from(!outcome.is_canonical);
                }
            }
        }
    }
    assert!(marked > 0);
}

/// Laying out many points and splits takes long: it is not begun when there is no time for it.
#[test]
fn without_time_a_large_problem_is_not_laid_out() {
    let problem = problem_of(&Ordered::new(60, 40, 1000).generate(0));
    assert!(problem.points().len * problem.points().splits() > 1 << 20);
    let options = SearchOptions { time_limit: Some(Duration::ZERO), ..SearchOptions::default() };
    let outcome = search(&problem, &options, &mut Silent);
    assert_eq!(outcome.status, Status::Stopped(StopReason::TimeLimit));
    assert_eq!((outcome.tree.leaves(), outcome.statistics.nodes), (1, 0));
    assert!(outcome.lower < outcome.upper);
}

#[test]
fn a_tree_that_is_offered_beside_the_proof_is_handed_over() {
    let best = search(&HARD.problem, &SearchOptions::default(), &mut Silent).tree;
    let improve = |incumbent: &Incumbent<'_>| incumbent.offer(HARD.optimum, best.clone());
    let mut watch = Note { stop_at: Some(1), ..Note::default() };
    let outcome = search_improving(&HARD.problem, &slow(), &improve, &mut watch);
    assert_eq!((outcome.upper, &outcome.tree), (HARD.optimum, &best));
    assert!(outcome.lower <= HARD.optimum);
}

#[test]
fn what_works_beside_the_proof_is_told_when_that_ends() {
    let alone = search(&HARD.problem, &SearchOptions::default(), &mut Silent);
    let wait = |incumbent: &Incumbent<'_>| {
        while !incumbent.has_ended() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(incumbent.best().is_some() && incumbent.time_left().is_none());
    };
    for threads in [1, 3] {
        let options = SearchOptions { threads, ..SearchOptions::default() };
        let outcome = search_improving(&HARD.problem, &options, &wait, &mut Silent);
        assert_eq!((outcome.status, outcome.upper), (Status::Optimal, HARD.optimum));
        assert_eq!(outcome.tree, alone.tree, "{threads} threads");
    }
    let mut watch = Note { stop_at: Some(1), ..Note::default() };
    let stopped = search_improving(&HARD.problem, &slow(), &wait, &mut watch);
    assert_eq!(stopped.status, Status::Stopped(StopReason::Interrupted));
}

/// Ninety yes/no columns, thirty copies of each of three, and a label that is the parity of the three:
/// 2.6 · 10¹¹ trees are optimal.
fn many_optima() -> Problem {
    let asked = |point: u64, at: u64| point >> (at % 3) & 1 == 1;
    let column = |at: u64| gosdt_search::Column {
        kind: gosdt_search::SplitKind::Categories,
        splits: 1,
        codes: (0..8).map(|point| u32::from(!asked(point, at))).collect(),
    };
    let weights =
        |point: u64| [0, 1].map(|class| u64::from(point.count_ones() as u64 % 2 == class));
    let points = gosdt_search::Points {
        len: 8,
        classes: 2,
        weights: (0..8).flat_map(weights).collect(),
        rows: vec![1; 8],
        columns: (0..90).map(column).collect(),
    };
    let lambda = BigRational::new(1.into(), 100.into());
    let costs = gosdt_search::Costs::new(&gosdt_search::Objective::Accuracy, &lambda, &[4, 4], 8);
    Problem::new(points, costs.expect("costs"), gosdt_search::Limits::default()).expect("a problem")
}

#[test]
fn listing_optima_ends_at_the_time_limit_and_says_so() {
    for storage in [gosdt_search::Storage::Bits, gosdt_search::Storage::Ranks] {
        let time_limit = Some(Duration::from_millis(300));
        let options =
            SearchOptions { all_optima: usize::MAX, time_limit, storage, ..Default::default() };
        let started = Instant::now();
        let outcome = search(&many_optima(), &options, &mut Silent);
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
        assert_eq!((outcome.status, outcome.upper), (Status::Optimal, outcome.lower));
        assert_eq!(outcome.listing_stopped, Some(StopReason::TimeLimit));
        assert!(outcome.is_canonical);
        let some = SearchOptions { all_optima: 100, time_limit: None, ..options };
        let outcome = search(&many_optima(), &some, &mut Silent);
        assert_eq!((outcome.listing_stopped, outcome.optima.len()), (None, 100));
    }
}
