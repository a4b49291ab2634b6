//! Rounds of improvement.
//!
//! A round grows trees by look-ahead from the best first splits, gives their nodes the best splits for
//! their subtrees, and searches the points of every node of the best tree, leaves up, for a better
//! subtree. Each round looks wider and searches longer than the last.
use super::exact::Exact;
use super::found::{Found, subtree, with_subtree};
use super::scan::{Scanner, Score};
use super::subproblem::Effort;
use gosdt_search::{Limits, Shape, ShapeNode};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

/// Nanoseconds that the first round looks ahead for from all points, about. Thus the second round looks ahead from
/// all splits, within a second, of tables like COMPAS: that takes .6 s there...
const FIRST_LOOK: usize = 100_000_000;

/// ... and so many times as many each other round.
const WIDER: usize = 4;

/// Where there are more than two classes, look-ahead over more splits pays sooner: the first round looks ahead for
/// longer, but from no more splits of each column than this...
const FIRST_LOOK_OF_MANY_CLASSES: usize = 250_000_000;
const FIRST_SPLITS_OF_A_COLUMN: usize = 3;

/// ... and others are wider by more.
const WIDER_OF_MANY_CLASSES: usize = 8;

/// First splits that are looked ahead from at least.
const LEAST_WIDTH: usize = 8;

/// No round looks ahead from the first splits after so many that were looked ahead from over all splits.
const MOST_IN_FULL: usize = 4;

/// Time for the search of a node in the first round; each round has four times as much.
const FIRST_SLICE: Duration = Duration::from_millis(50);

/// Points × splits of the problem of a node in the first round; each round has four times as many.
const FIRST_ANSWERS: usize = 100_000_000;

/// No round after this many; the last one has no limits of its own but time.
const ROUNDS: u32 = 12;

/// What is told and asked between the steps of a round.
pub(super) trait Exchange {
    /// Tells the best tree, rests, and returns the best tree that anybody knows.
    fn exchange(&mut self, found: Found) -> Found;

    /// Tells whether a round found a better tree.
    fn end_round(&mut self, found_better: bool);

    /// The longest that a search of a node may take now.
    fn slice(&self) -> Duration;
}

/// The state between rounds.
pub(super) struct Rounds<'a> {
    exact: Exact<'a>,
    scanner: Scanner<'a>,
    memory: Option<u64>,
    exchange: &'a mut dyn Exchange,
    /// The best tree known.
    best: Found,
    /// Sets of points, with limits, of which a search has found the optimum.
    settled: HashSet<u64>,
    /// Whether there are more than two.
    many_classes: bool,
    /// About how many nanoseconds a greedy tree takes.
    effort_of_greedy: usize,
}

impl<'a> Rounds<'a> {
    /// Starts from the best tree that `exchange` knows, or else a leaf.
    pub(super) fn new(
        exact: Exact<'a>,
        scanner: Scanner<'a>,
        memory: Option<u64>,
        exchange: &'a mut dyn Exchange,
    ) -> Rounds<'a> {
        let best = exchange.exchange(exact.pruned(&Shape::leaf(0)));
        // A greedy tree has more nodes before it is pruned. Of many classes it has far fewer than the price of a
        // leaf allows.
        let many_classes = exact.measure.classes() > 2;
        let most_nodes = if many_classes { 2 * best.tree.leaves() } else { usize::MAX };
        let effort_of_greedy = scanner.effort(most_nodes).max(1);
        let settled = HashSet::new();
        Rounds { exact, scanner, memory, exchange, best, settled, many_classes, effort_of_greedy }
    }

    /// Makes rounds until it is stopped, or the best tree is known to be optimal, or there were enough.
    /// Returns the best tree.
    pub(super) fn run(mut self) -> Found {
        for round in 0..ROUNDS {
            let before = self.best.cost;
            self.take_improved(&self.best.tree.clone());
            self.look_ahead(round);
            self.search_nodes(round);
            self.exchange.end_round(self.best.cost < before);
            if self.is_over() {
                break;
            }
        }
        self.best
    }

    fn is_over(&self) -> bool {
        let limits = self.exact.problem.limits();
        self.scanner.stop.is_due() || self.settled.contains(&key(&self.exact.everything(), limits))
    }

    /// Takes a tree over if it is better, after giving its nodes better splits.
    fn take_improved(&mut self, tree: &Shape) {
        let found = self.exact.with_best_splits(self.exact.pruned(tree), &self.scanner.stop);
        self.take(found);
    }

    fn take(&mut self, found: Found) {
        let best = self.best.clone().or_cheaper(found);
        self.best = self.exchange.exchange(best);
    }

    /// How many splits of a node a round looks ahead from. A round that would look at most of them looks at all.
    fn width(&self, round: u32) -> usize {
        let (wider, nearly_all) = match self.many_classes {
            true => (WIDER_OF_MANY_CLASSES, 2),
            false => (WIDER, WIDER),
        };
        let first = self.first_width().max(LEAST_WIDTH);
        let width = first.saturating_mul(wider.saturating_pow(round));
        let is_nearly_all = width.saturating_mul(nearly_all) >= self.scanner.table.splits.len();
        if is_nearly_all { usize::MAX } else { width }
    }

    fn first_width(&self) -> usize {
        if !self.many_classes {
            return FIRST_LOOK / self.effort_of_greedy;
        }
        let most = FIRST_SPLITS_OF_A_COLUMN * self.scanner.table.columns;
        most.min(FIRST_LOOK_OF_MANY_CLASSES / self.effort_of_greedy)
    }

    /// Looks ahead with greedy trees by purity, and where there are more than two classes before that with those by
    /// entropy, which often are better then.
    fn look_ahead(&mut self, round: u32) {
        let mut scores = vec![Score::Purity];
        if self.many_classes {
            scores.insert(0, Score::Entropy);
        }
        self.look_ahead_by(&scores, round);
    }

    /// Grows trees by look-ahead from the first splits with the cheapest greedy trees below them: one in
    /// the first round, twice as many in each other. What was looked at in full is not looked at again.
    fn look_ahead_by(&mut self, scores: &[Score], round: u32) {
        let depth = self.scanner.depth();
        let before = round.checked_sub(1).map(|before| self.width(before));
        let done = if before == Some(usize::MAX) { 1 << (round - 1) } else { 0 };
        if depth < 2 || done >= MOST_IN_FULL {
            return;
        }
        let (width, number) = (self.width(round), 1 << round);
        let mut first_splits = Vec::new();
        for at in done..number {
            for (of, &score) in scores.iter().enumerate() {
                self.scanner.greedy_by = score;
                let everything = self.scanner.everything();
                if at == done {
                    let splits = self.scanner.first_splits(&everything, depth, width, number);
                    first_splits.push(splits);
                }
                let Some(&split) = first_splits[of].get(at) else { continue };
                let found = self.scanner.look_below(&everything, split, depth, width);
                let before = self.best.cost;
                self.take_improved(&found.tree);
                // By two scores, the next tree may take long to grow.
                if self.many_classes && self.best.cost < before {
                    self.search_nodes(0);
                }
            }
        }
    }

    /// Searches the points of every node, leaves up, for a better subtree.
    fn search_nodes(&mut self, round: u32) {
        let mut points = self.exact.points_of_nodes(&self.best.tree);
        let mut at = points.len();
        while at > 0 && !self.scanner.stop.is_due() {
            at -= 1;
            if let Some(tree) = self.search_node(at, &points[at], round) {
                self.take(self.exact.pruned(&tree));
                points = self.exact.points_of_nodes(&self.best.tree);
                at = at.min(points.len());
            }
        }
    }

    /// The best tree with a better subtree at a node, if a search finds one.
    fn search_node(&mut self, at: usize, points: &[u32], round: u32) -> Option<Shape> {
        let below = subtree(&self.best.tree, at);
        let now = self.exact.pruned_on(&below, points, None);
        let effort = self.effort(at, &below, round);
        let key = key(points, &effort.limits);
        if !self.exact.measure.is_worth_splitting(now.cost) || self.settled.contains(&key) {
            return None;
        }
        let found = self.exact.search(points, &now, &effort, self.scanner.stop);
        if found.is_settled {
            self.settled.insert(key);
        }
        let better = found.better.map(|better| with_subtree(&self.best.tree, at, &better.tree));
        if better.is_none() {
            let known = self.exchange.exchange(self.best.clone());
            return (known.cost < self.best.cost).then_some(known.tree);
        }
        better
    }

    /// How far the search of a node goes in a round: two more levels at first, three, then without a
    /// limit of its own.
    fn effort(&self, at: usize, below: &Shape, round: u32) -> Effort {
        let limits = self.exact.problem.limits();
        let left = limits.max_depth.map(|most| most - depth_of(&self.best.tree, at));
        let ahead = (round < 2).then_some(round + 2);
        let others = self.best.tree.leaves() - below.leaves();
        let more = 4u32.saturating_pow(round);
        Effort {
            limits: Limits {
                max_depth: left.into_iter().chain(ahead).min(),
                max_leaves: limits.max_leaves.map(|most| most - others as u32),
                min_leaf: limits.min_leaf,
            },
            time: FIRST_SLICE.saturating_mul(more).min(self.exchange.slice()),
            most_answers: FIRST_ANSWERS.saturating_mul(more as usize),
            memory: self.memory,
        }
    }
}

/// How many splits are above a node.
fn depth_of(tree: &Shape, node: usize) -> u32 {
    let mut depth = vec![0; tree.nodes.len()];
    for (at, split) in tree.nodes.iter().enumerate() {
        if let ShapeNode::Split { yes, no, .. } = *split {
            depth[yes] = depth[at] + 1;
            depth[no] = depth[at] + 1;
        }
    }
    depth[node]
}

/// Identifies a set of points and limits; two that collide cost no more than a chance to improve.
fn key(points: &[u32], limits: &Limits) -> u64 {
    let mut hasher = DefaultHasher::new();
    points.hash(&mut hasher);
    (limits.max_depth, limits.max_leaves).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::coarse::Coarse;
    use super::super::first_tree;
    use super::super::made::{self, Made, thresholds};
    use super::super::room::Room;
    use super::super::stop::Stop;
    use super::*;
    use gosdt_oracle::random::Stream;
    use gosdt_search::{Problem, SearchOptions, Silent, search};
    use num_rational::BigRational;
    use std::time::Instant;

    /// Knows no tree but those it is told.
    struct Alone;

    impl Exchange for Alone {
        fn exchange(&mut self, found: Found) -> Found {
            found
        }
        fn end_round(&mut self, _: bool) {}
        fn slice(&self) -> Duration {
            Duration::from_secs(10)
        }
    }

    fn coarse(problem: &Problem) -> Option<Coarse> {
        let min_leaf = problem.limits().min_leaf;
        Coarse::new(problem.points(), min_leaf, Room(None), &Stop::never())
    }

    fn improved(Made { problem, measure }: &Made, stop: Stop<'_>) -> Found {
        let coarse = coarse(problem).unwrap();
        let scanner = Scanner::new(&coarse, measure, *problem.limits(), stop);
        Rounds::new(Exact::new(problem, measure), scanner, None, &mut Alone).run()
    }

    /// Whether the codes of two columns, halved, are on different sides; the third column is noise that
    /// looks better than either.
    fn chessboard() -> Made {
        let mut stream = Stream::new(5);
        let codes: Vec<[u32; 2]> =
            (0..400).map(|_| [0, 1].map(|_| stream.below(20) as u32)).collect();
        let classes: Vec<usize> =
            codes.iter().map(|[a, b]| usize::from((*a < 10) != (*b < 10))).collect();
        let hint = classes.iter().map(|&class| (stream.below(10) + class) as u32).collect();
        let column = |at: usize| thresholds(codes.iter().map(|code| code[at]).collect());
        let lambda = BigRational::new(1.into(), 100.into());
        made::problem(
            vec![thresholds(hint), column(0), column(1)],
            &classes,
            lambda,
            Limits::default(),
        )
    }

    #[test]
    fn look_ahead_finds_what_purity_misses() {
        let Made { problem, measure } = chessboard();
        let greedy = first_tree(&problem, Room(None), Stop::never());
        let coarse = coarse(&problem).unwrap();
        let scanner = Scanner::new(&coarse, &measure, *problem.limits(), Stop::never());
        let everything = scanner.everything();
        let purest = scanner.greedy(&everything, 5);
        let ahead = scanner.look_ahead(&everything, 5, usize::MAX, purest);
        assert_eq!(ahead.cost, 4 * problem.costs().per_leaf(), "four leaves without a mistake");
        assert_eq!(ahead.tree.leaves(), 4);
        assert!(greedy.cost > ahead.cost, "{} leaves", greedy.tree.leaves());
    }

    /// Eight classes, each around a place of its own in four columns.
    fn many_classes(seed: u64) -> Made {
        let mut stream = Stream::new(seed);
        let places: Vec<[usize; 4]> = (0..8).map(|_| [0; 4].map(|_| stream.below(12))).collect();
        let classes: Vec<usize> = (0..400).map(|_| stream.below(8)).collect();
        let mut column = |at: usize| {
            let code = |&class: &usize| (places[class][at] + stream.below(6)) as u32;
            thresholds(classes.iter().map(code).collect())
        };
        let columns = (0..4).map(&mut column).collect();
        made::problem(columns, &classes, BigRational::new(1.into(), 200.into()), Limits::default())
    }

    #[test]
    fn look_ahead_of_many_classes_goes_by_entropy_too() {
        let mut better = 0;
        for seed in 0..10 {
            let Made { problem, measure } = many_classes(seed);
            let coarse = coarse(&problem).unwrap();
            let cost = |look: fn(&mut Rounds<'_>)| {
                let scanner = Scanner::new(&coarse, &measure, *problem.limits(), Stop::never());
                let exact = Exact::new(&problem, &measure);
                let mut alone = Alone;
                let mut rounds = Rounds::new(exact, scanner, None, &mut alone);
                look(&mut rounds);
                rounds.best.cost
            };
            let by_purity = cost(|rounds| rounds.look_ahead_by(&[Score::Purity], 0));
            let by_entropy = cost(|rounds| rounds.look_ahead_by(&[Score::Entropy], 0));
            let by_all = cost(|rounds| rounds.look_ahead(0));
            assert_eq!(by_all, by_purity.min(by_entropy), "seed {seed}");
            better += u32::from(by_entropy < by_purity);
        }
        assert!(better > 0);
    }

    #[test]
    fn rounds_reach_the_optimum_where_greedy_trees_do_not() {
        let (mut better, limits) = (0, Limits { max_depth: Some(4), ..Limits::default() });
        for seed in 0..20 {
            let made = made::random_problem(&mut Stream::new(seed), limits);
            let optimum = search(&made.problem, &SearchOptions::default(), &mut Silent).upper;
            let greedy = first_tree(&made.problem, Room(None), Stop::never());
            let found = improved(&made, Stop::never());
            assert_eq!(found.cost, optimum, "seed {seed}");
            assert_eq!(Exact::new(&made.problem, &made.measure).pruned(&found.tree), found);
            better += u32::from(found.cost < greedy.cost);
        }
        assert!(better > 10, "{better}");
    }

    #[test]
    fn limits_are_kept_on_the_way() {
        for seed in 0..60 {
            let mut stream = Stream::new(seed);
            let limits = Limits {
                max_depth: [None, Some(1), Some(2), Some(3)][stream.below(4)],
                max_leaves: [None, Some(1), Some(3), Some(4)][stream.below(4)],
                min_leaf: 1 + stream.below(6) as u32,
            };
            let made = made::random_problem(&mut stream, limits);
            for found in [
                improved(&made, Stop::never()),
                first_tree(&made.problem, Room(None), Stop::never()),
            ] {
                let exact = Exact::new(&made.problem, &made.measure);
                assert_eq!(exact.pruned(&found.tree), found, "seed {seed}");
                assert!(limits.max_depth.is_none_or(|most| found.tree.depth() <= most as usize));
                assert!(limits.max_leaves.is_none_or(|most| found.tree.leaves() <= most as usize));
            }
        }
    }

    /// Labels that no column tells anything of, which take long to search.
    fn noise() -> Made {
        let mut stream = Stream::new(7);
        let classes: Vec<usize> = (0..300).map(|_| stream.below(2)).collect();
        let mut column = || thresholds(classes.iter().map(|_| stream.below(30) as u32).collect());
        let columns = (0..20).map(|_| column()).collect();
        let lambda = BigRational::new(1.into(), 1000.into());
        made::problem(columns, &classes, lambda, Limits::default())
    }

    #[test]
    fn the_search_of_a_node_ends_when_it_is_told() {
        let Made { problem, measure } = noise();
        let exact = Exact::new(&problem, &measure);
        let started = Instant::now();
        let is_due = || started.elapsed() > Duration::from_millis(50);
        let effort = Effort {
            limits: Limits::default(),
            time: Duration::from_secs(100),
            most_answers: usize::MAX,
            memory: None,
        };
        let leaf = exact.pruned(&Shape::leaf(0));
        let found = exact.search(&exact.everything(), &leaf, &effort, Stop::when(&is_due));
        assert!(!found.is_settled, "the search ended by itself");
        assert!(started.elapsed() < Duration::from_secs(50));
    }

    #[test]
    fn it_stops_when_told_and_has_a_tree() {
        let made = chessboard();
        for polls in [0, 1, 2, 5, 10, 100, 1000] {
            let asked = std::cell::Cell::new(0);
            let is_due = || {
                asked.set(asked.get() + 1);
                asked.get() > polls
            };
            let found = improved(&made, Stop::when(&is_due));
            let exact = Exact::new(&made.problem, &made.measure);
            assert_eq!(exact.pruned(&found.tree), found, "{polls}");
            assert!(asked.get() <= polls + 200, "{polls}: asked {} times", asked.get());
        }
    }
}
