//! Greedy trees: by the purity of the next split, and by what the greedy trees below it cost.
//!
//! The second is the way of LicketySPLIT (Babbar, McTavish, Rudin and Seltzer, 2025): of all first
//! splits the one whose two sides, each with its greedy tree, cost least together; then the same on
//! both sides. Trees that purity alone misses, because a split pays only after the next one, are
//! found so in polynomial time.
use super::found::Found;
use super::part::{Counts, Part};
use super::scan::{CoarseSplit, Known, MAX_DEPTH, Scanner, Score};
use std::cmp::Reverse;
use std::collections::HashSet;

impl Scanner<'_> {
    /// The greedy tree of a part: the purest split, and greedy trees on both sides, unless a leaf is
    /// cheaper. Where no more than two leaves can pay, the cheapest stump. When it is stopped, what is not
    /// grown yet is leaves.
    pub(super) fn greedy(&self, part: &Part<'_>, depth: usize) -> Found {
        let leaf = self.leaf(part);
        if depth == 0 || !self.measure.is_worth_splitting(leaf.cost) {
            return leaf;
        }
        let Some(counts) = self.count(part) else { return leaf };
        if self.is_stump(leaf.cost, depth) {
            return match self.best(part, &counts, Score::Cost) {
                Some(split) => leaf.or_cheaper(self.below(part, split, |side| self.leaf(side))),
                None => leaf,
            };
        }
        let Some(split) = self.best(part, &counts, self.greedy_by) else { return leaf };
        part.packed(self.kernels, &self.distinct(part, &counts), |part| {
            leaf.or_cheaper(self.below(part, split, |side| self.greedy(side, depth - 1)))
        })
    }

    /// Whether the greedy tree of a part is its cheapest stump: more than two leaves cannot pay.
    fn is_stump(&self, leaf: i64, depth: usize) -> bool {
        depth == 1 || leaf <= 3 * self.measure.per_leaf
    }

    /// What the greedy tree of a part costs if that is less than `most`.
    pub(super) fn greedy_cost(&self, part: &Part<'_>, depth: usize, most: i64) -> Option<i64> {
        let leaf = self.leaf_cost(part);
        let below_most = |cost: i64| (cost < most).then_some(cost);
        if depth == 0 || !self.measure.is_worth_splitting(leaf) {
            return below_most(leaf);
        }
        // Every tree but a leaf has two leaves at least.
        if most <= self.least(part).max(2 * self.measure.per_leaf) {
            return None;
        }
        let key = self.key(part, depth);
        match self.greedy_costs.borrow().get(&key) {
            Some(Known::Exactly(cost)) => return below_most(*cost),
            Some(Known::AtLeast(cost)) if *cost >= most => return None,
            _ => {}
        }
        let Some(counts) = self.count(part) else { return below_most(leaf) };
        let split_cost = if self.is_stump(leaf, depth) {
            let stump = self.best(part, &counts, Score::Cost).map(|split| -split.score);
            stump.filter(|&stump| stump < most.min(leaf))
        } else {
            self.purest_cost(part, &counts, depth, most.min(leaf))
        };
        let cost = split_cost.or(below_most(leaf));
        let mut costs = self.greedy_costs.borrow_mut();
        if costs.len() < self.most_costs && !self.stop.is_due() {
            costs.insert(key, cost.map_or(Known::AtLeast(most), Known::Exactly));
        }
        cost
    }

    /// What the purest split of a part with greedy trees on both sides costs if that is less than `most`.
    fn purest_cost(
        &self,
        part: &Part<'_>,
        counts: &Counts,
        depth: usize,
        most: i64,
    ) -> Option<i64> {
        let split = self.best(part, counts, self.greedy_by)?;
        part.packed(self.kernels, &self.distinct(part, counts), |part| {
            self.cost_below(part, split, depth, most)
        })
    }

    /// What a split with greedy trees on both sides costs if that is less than `most`.
    fn cost_below(
        &self,
        part: &Part<'_>,
        split: CoarseSplit,
        depth: usize,
        most: i64,
    ) -> Option<i64> {
        let [yes, no] = part.sides(self.kernels, split.split);
        let yes = self.greedy_cost(&yes, depth - 1, most - self.least(&no))?;
        Some(yes + self.greedy_cost(&no, depth - 1, most - yes)?)
    }

    /// Identifies the greedy tree of a part. Two that collide make look-ahead choose worse, no more. The depth
    /// matters where it is limited: no tree without a limit gets as deep as it may.
    fn key(&self, part: &Part<'_>, depth: usize) -> u64 {
        let depth = if self.depth() < MAX_DEPTH { depth } else { MAX_DEPTH };
        let kind = 2 * depth as u64 + u64::from(self.greedy_by == Score::Entropy);
        // The multiplier is odd, so that different kinds stay different.
        part.fingerprint() ^ kind.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The tree of a part by look-ahead over the `width` purest splits, the columns being cut into parts
    /// that give one each, or the `greedy` tree of the part if that is cheaper. When it is stopped, what
    /// is not grown yet is greedy trees.
    pub(super) fn look_ahead(
        &self,
        part: &Part<'_>,
        depth: usize,
        width: usize,
        greedy: Found,
    ) -> Found {
        if depth < 2 || !self.measure.is_worth_splitting(self.leaf_cost(part)) {
            return greedy;
        }
        let Some(counts) = self.count(part) else { return greedy };
        let distinct = self.distinct(part, &counts);
        let candidates = self.candidates(part, &counts, &distinct, width);
        part.packed(self.kernels, &distinct, |part| {
            match self.cheapest(part, depth, candidates, 1).first() {
                Some(&split) => greedy.or_cheaper(self.look_below(part, split, depth, width)),
                None => greedy,
            }
        })
    }

    /// A split with trees by look-ahead on both sides.
    pub(super) fn look_below(
        &self,
        part: &Part<'_>,
        split: CoarseSplit,
        depth: usize,
        width: usize,
    ) -> Found {
        // Both greedy trees come first, so that there are some when it is stopped.
        let sides = part.sides(self.kernels, split.split).map(|side| {
            let greedy = self.greedy(&side, depth - 1);
            (side, greedy)
        });
        let [yes, no] =
            sides.map(|(side, greedy)| self.look_ahead(&side, depth - 1, width, greedy));
        Found::split(self.feature(split), &yes, &no)
    }

    /// The `number` splits with the cheapest greedy trees below them, the cheapest first: of the candidates, and
    /// where there are more than two classes of the thresholds that are reached from the cheapest of these by steps
    /// to a neighbour that is no dearer.
    /// Equal ones are in their order among the candidates, or by entropy in that of the table: the tree that looks
    /// ahead by entropy from all splits then is LicketySPLIT's.
    fn cheapest(
        &self,
        part: &Part<'_>,
        depth: usize,
        candidates: Vec<CoarseSplit>,
        number: usize,
    ) -> Vec<CoarseSplit> {
        let starts = if self.measure.classes() > 2 { STARTS } else { 0 };
        let mut cheapest = Cheapest::new(number.max(starts), self.greedy_by);
        for &split in &candidates {
            if self.stop.is_due() {
                break;
            }
            if let Some(cost) = self.cost_below(part, split, depth, cheapest.most(split)) {
                cheapest.insert(cost, split);
            }
        }
        let mut known: HashSet<u32> = candidates.iter().map(|split| split.split).collect();
        for (cost, start) in cheapest.costs().into_iter().take(starts) {
            for forward in [true, false] {
                self.step(part, depth, (cost, start, forward), &mut known, &mut cheapest);
            }
        }
        cheapest.splits(number)
    }

    /// Goes from one threshold to the next, forward or back, until that is known or dearer.
    fn step(
        &self,
        part: &Part<'_>,
        depth: usize,
        (mut cost, start, forward): (i64, CoarseSplit, bool),
        known: &mut HashSet<u32>,
        cheapest: &mut Cheapest,
    ) {
        let column = self.table.column_of[start.split as usize];
        let (before, from) =
            part.splits.split_at(part.splits.partition_point(|&split| split < start.split));
        let next: Box<dyn Iterator<Item = &u32>> = match forward {
            true => Box::new(from.iter().skip(1)),
            false => Box::new(before.iter().rev()),
        };
        for &split in next {
            let is_in_column = self.table.column_of[split as usize] == column;
            if !is_in_column || !known.insert(split) || self.stop.is_due() {
                return;
            }
            let split = CoarseSplit { split, ..start };
            match self.cost_below(part, split, depth, cost + 1) {
                Some(found) => cost = found,
                None => return,
            }
            cheapest.insert(cost, split);
        }
    }

    /// The `number` first splits of look-ahead with the cheapest greedy trees below them.
    pub(super) fn first_splits(
        &self,
        part: &Part<'_>,
        depth: usize,
        width: usize,
        number: usize,
    ) -> Vec<CoarseSplit> {
        let Some(counts) = self.count(part) else { return Vec::new() };
        let candidates = self.candidates(part, &counts, &self.distinct(part, &counts), width);
        self.cheapest(part, depth, candidates, number)
    }

    /// The purest of the `distinct` splits, one for each part of a column.
    fn candidates(
        &self,
        part: &Part<'_>,
        counts: &Counts,
        distinct: &[u32],
        width: usize,
    ) -> Vec<CoarseSplit> {
        let parts = width.div_ceil(self.table.columns.max(1));
        let mut best: Vec<CoarseSplit> = Vec::new();
        let mut part_of_last = None;
        for split in self.splits(part, counts, distinct) {
            let kept = self.kept(split);
            let (place, places) = kept.place;
            let part = (kept.column, place * parts.min(places) / places);
            match best.last_mut() {
                Some(last) if part_of_last == Some(part) => {
                    if split.score > last.score {
                        *last = split;
                    }
                }
                _ => best.push(split),
            }
            part_of_last = Some(part);
        }
        best.sort_by_key(|split| Reverse(split.score));
        best.truncate(width);
        best
    }

    /// A split with these trees on its sides.
    pub(super) fn below(
        &self,
        part: &Part<'_>,
        split: CoarseSplit,
        grow: impl Fn(&Part<'_>) -> Found,
    ) -> Found {
        let [yes, no] = part.sides(self.kernels, split.split).map(|side| grow(&side));
        Found::split(self.feature(split), &yes, &no)
    }
}

/// From so many of the cheapest candidates look-ahead steps to their neighbours.
const STARTS: usize = 4;

/// The splits with the cheapest trees below them.
struct Cheapest {
    number: usize,
    by: Score,
    /// By cost, and equal ones by their places.
    found: Vec<((i64, u32), CoarseSplit)>,
}

impl Cheapest {
    fn new(number: usize, by: Score) -> Cheapest {
        Cheapest { number, by, found: Vec::new() }
    }

    /// Which of splits of equal cost comes first, but for the order of insertion.
    fn place(&self, split: CoarseSplit) -> u32 {
        if self.by == Score::Entropy { split.split } else { 0 }
    }

    /// The split is among the cheapest if it costs less than this.
    fn most(&self, split: CoarseSplit) -> i64 {
        let last = self.found.last().filter(|_| self.found.len() == self.number);
        // One that comes before the last may cost as much.
        last.map_or(i64::MAX, |((cost, other), _)| cost + i64::from(self.place(split) < *other))
    }

    fn insert(&mut self, cost: i64, split: CoarseSplit) {
        if cost < self.most(split) {
            let key = (cost, self.place(split));
            self.found.truncate(self.number - 1);
            let at = self.found.partition_point(|(other, _)| *other <= key);
            self.found.insert(at, (key, split));
        }
    }

    /// The splits with their costs, the cheapest first.
    fn costs(&self) -> Vec<(i64, CoarseSplit)> {
        self.found.iter().map(|((cost, _), split)| (*cost, *split)).collect()
    }

    /// The cheapest ones, so many of them.
    fn splits(self, number: usize) -> Vec<CoarseSplit> {
        self.found.into_iter().take(number).map(|(_, split)| split).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::coarse::Coarse;
    use super::super::made::{self, Made};
    use super::super::room::Room;
    use super::super::stop::Stop;
    use super::*;
    use gosdt_oracle::random::Stream;
    use gosdt_search::Limits;
    use std::cell::Cell;

    fn coarse(Made { problem, .. }: &Made) -> Coarse {
        let min_leaf = problem.limits().min_leaf;
        Coarse::new(problem.points(), min_leaf, Room(None), &Stop::never()).unwrap()
    }

    #[test]
    fn the_cost_of_a_greedy_tree_is_that_of_the_tree_or_no_less_than_the_most() {
        let (mut larger, mut cut_off) = (0, 0);
        for seed in 0..40 {
            let mut stream = Stream::new(seed);
            let max_depth = [None, Some(2), Some(4)][stream.below(3)];
            let limits = Limits { max_depth, ..Limits::default() };
            let made = made::random_problem(&mut stream, limits);
            let table = coarse(&made);
            let scanner = Scanner::new(&table, &made.measure, limits, Stop::never());
            let (everything, depth) = (scanner.everything(), scanner.depth());
            let tree = scanner.greedy(&everything, depth);
            larger += u32::from(tree.tree.leaves() > 2);
            // What was cut off before does not stand in the way later.
            for most in [tree.cost / 2, tree.cost, tree.cost + 1, i64::MAX, tree.cost] {
                let expected = (tree.cost < most).then_some(tree.cost);
                cut_off += u32::from(expected.is_none());
                assert_eq!(scanner.greedy_cost(&everything, depth, most), expected, "seed {seed}");
            }
        }
        assert!(larger > 20 && cut_off > 20, "{larger} {cut_off}");
    }

    #[test]
    fn the_cheapest_first_splits_are_those_with_the_cheapest_greedy_trees() {
        for (seed, score) in
            (0..20).flat_map(|seed| [(seed, Score::Purity), (seed, Score::Entropy)])
        {
            let made = made::random_problem(&mut Stream::new(seed), Limits::default());
            let table = coarse(&made);
            let mut scanner = Scanner::new(&table, &made.measure, Limits::default(), Stop::never());
            scanner.greedy_by = score;
            let (everything, depth) = (scanner.everything(), scanner.depth());
            let counts = scanner.count(&everything).unwrap();
            let distinct = scanner.distinct(&everything, &counts);
            let mut ranked: Vec<(i64, CoarseSplit)> = scanner
                .candidates(&everything, &counts, &distinct, usize::MAX)
                .into_iter()
                .map(|split| {
                    let greedy = |side: &Part<'_>| scanner.greedy(side, depth - 1);
                    (scanner.below(&everything, split, greedy).cost, split)
                })
                .collect();
            match score {
                Score::Entropy => ranked.sort_by_key(|(cost, split)| (*cost, split.split)),
                _ => ranked.sort_by_key(|(cost, _)| *cost),
            }
            for number in [1, 2, 4, 1000] {
                let expected: Vec<CoarseSplit> =
                    ranked.iter().take(number).map(|(_, split)| *split).collect();
                let found = scanner.first_splits(&everything, depth, usize::MAX, number);
                assert_eq!(found, expected, "seed {seed}, {number}, {score:?}");
            }
        }
    }

    #[test]
    fn from_the_cheapest_candidates_it_steps_to_neighbours_until_these_are_dearer() {
        let mut better = 0;
        for seed in 0..40 {
            let made = made::random_problem(&mut Stream::new(seed), Limits::default());
            let table = coarse(&made);
            let scanner = Scanner::new(&table, &made.measure, Limits::default(), Stop::never());
            let (everything, depth) = (scanner.everything(), scanner.depth());
            let counts = scanner.count(&everything).unwrap();
            let distinct = scanner.distinct(&everything, &counts);
            let cost = |split: CoarseSplit| {
                scanner.cost_below(&everything, split, depth, i64::MAX).unwrap()
            };
            let all = scanner.splits(&everything, &counts, &distinct);
            let width = table.columns;
            let candidates = scanner.candidates(&everything, &counts, &distinct, width);
            let cheapest = candidates.iter().map(|&split| cost(split)).min().unwrap();
            let found = scanner.first_splits(&everything, depth, width, 1)[0];
            assert!(cost(found) <= cheapest, "seed {seed}");
            better += u32::from(cost(found) < cheapest);
            let column = |split: u32| table.column_of[split as usize];
            let is_next = |other: &&CoarseSplit| {
                column(other.split) == column(found.split) && other.split.abs_diff(found.split) == 1
            };
            assert!(all.iter().filter(is_next).all(|&other| cost(other) >= cost(found)));
        }
        assert!(better > 0);
    }

    #[test]
    fn look_ahead_that_is_stopped_has_greedy_trees_where_it_did_not_get() {
        let made = made::random_problem(&mut Stream::new(2), Limits::default());
        let table = coarse(&made);
        let mut costs = Vec::new();
        for most in 0..400 {
            let asked = Cell::new(0);
            let is_due = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            let limits = Limits::default();
            let at_once = Scanner::new(&table, &made.measure, limits, Stop::never());
            let greedy = at_once.greedy(&at_once.everything(), at_once.depth());
            let scanner = Scanner::new(&table, &made.measure, limits, Stop::when(&is_due));
            let everything = scanner.everything();
            let found =
                scanner.look_ahead(&everything, scanner.depth(), usize::MAX, greedy.clone());
            assert!(found.cost <= greedy.cost, "stopped after {most}");
            costs.push(found.cost);
        }
        assert!(costs[399] < costs[0], "{costs:?}");
    }
}
