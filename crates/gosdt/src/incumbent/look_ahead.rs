//! Greedy trees: by the purity of the next split, and by what the greedy trees below it cost.
//!
//! The second is the way of LicketySPLIT (Babbar, McTavish, Rudin and Seltzer, 2025): of all first
//! splits the one whose two sides, each with its greedy tree, cost least together; then the same on
//! both sides. Trees that purity alone misses, because a split pays only after the next one, are
//! found so in polynomial time.
use super::found::Found;
use super::part::{Counts, Part};
use super::scan::{CoarseSplit, MAX_DEPTH, Scanner, Score};
use std::cmp::Reverse;

/// Greedy trees that are kept at most.
const MOST_TREES: usize = 50_000;

impl Scanner<'_> {
    /// The greedy tree of a part: the purest split, and greedy trees on both sides, unless a leaf is
    /// cheaper. Where no more than two leaves can pay, the cheapest stump. When it is stopped, what is not
    /// grown yet is leaves.
    pub(super) fn greedy(&self, part: &Part<'_>, depth: usize) -> Found {
        let leaf = self.leaf(part);
        if depth == 0 || !self.measure.is_worth_splitting(leaf.cost) {
            return leaf;
        }
        if depth == 1 || leaf.cost <= 3 * self.measure.per_leaf {
            return self.stump(part, leaf);
        }
        let Some(counts) = self.count(part) else { return leaf };
        let key = (part.fingerprint(&counts), self.depth_that_matters(depth));
        if let Some(found) = self.greedy_trees.borrow().get(&key) {
            return found.clone();
        }
        let found = self.purest(part, &counts, leaf, depth);
        let mut trees = self.greedy_trees.borrow_mut();
        if trees.len() < MOST_TREES && !self.stop.is_due() {
            trees.insert(key, found.clone());
        }
        found
    }

    /// The cheapest stump of a part, or the leaf if that is cheaper.
    fn stump(&self, part: &Part<'_>, leaf: Found) -> Found {
        let best = self.count(part).and_then(|counts| self.best(part, &counts, Score::Cost));
        match best.filter(|split| -split.score < leaf.cost) {
            None => leaf,
            Some(split) => self.below(part, split, |side| self.leaf(side)),
        }
    }

    /// The purest split of a part with greedy trees on both sides, or the leaf if that is cheaper.
    fn purest(&self, part: &Part<'_>, counts: &Counts, leaf: Found, depth: usize) -> Found {
        let Some(split) = self.best(part, counts, Score::Purity) else { return leaf };
        part.packed(self.kernels, counts, |part| {
            leaf.or_cheaper(self.below(part, split, |side| self.greedy(side, depth - 1)))
        })
    }

    /// The depth, where it is limited. No tree without a limit gets as deep as it may.
    fn depth_that_matters(&self, depth: usize) -> usize {
        if self.depth() < MAX_DEPTH { depth } else { MAX_DEPTH }
    }

    /// The tree of a part by look-ahead over the `width` purest splits, the columns being cut into parts
    /// that give one each.
    pub(super) fn look_ahead(&self, part: &Part<'_>, depth: usize, width: usize) -> Found {
        let leaf = self.leaf(part);
        if depth < 2 || !self.measure.is_worth_splitting(leaf.cost) {
            return self.greedy(part, depth);
        }
        let Some(counts) = self.count(part) else { return leaf };
        let candidates = self.candidates(part, &counts, width);
        part.packed(self.kernels, &counts, |part| {
            let Some((best, split)) = self.best_split(part, depth, candidates) else {
                return leaf;
            };
            let further = self.below(part, split, |side| self.look_ahead(side, depth - 1, width));
            leaf.or_cheaper(best).or_cheaper(further)
        })
    }

    /// The first split of look-ahead with the greedy trees below it.
    fn best_split(
        &self,
        part: &Part<'_>,
        depth: usize,
        candidates: Vec<CoarseSplit>,
    ) -> Option<(Found, CoarseSplit)> {
        let mut best: Option<(Found, CoarseSplit)> = None;
        for split in candidates {
            if self.stop.is_due() {
                break;
            }
            let most = best.as_ref().map_or(i64::MAX, |(found, _)| found.cost);
            let [yes, no] = part.sides(split.split);
            let yes = self.greedy(&yes, depth - 1);
            // The other side has a leaf at least.
            if yes.cost + self.measure.per_leaf >= most {
                continue;
            }
            let no = self.greedy(&no, depth - 1);
            if yes.cost + no.cost < most {
                best = Some((Found::split(self.feature(split), &yes, &no), split));
            }
        }
        best
    }

    /// The first splits of look-ahead with the greedy trees below them, the cheapest first.
    pub(super) fn ranked_splits(
        &self,
        part: &Part<'_>,
        depth: usize,
        width: usize,
    ) -> Vec<(Found, CoarseSplit)> {
        let mut ranked = Vec::new();
        let Some(counts) = self.count(part) else { return ranked };
        for split in self.candidates(part, &counts, width) {
            if self.stop.is_due() {
                break;
            }
            let found = self.below(part, split, |side| self.greedy(side, depth - 1));
            ranked.push((found, split));
        }
        ranked.sort_by_key(|(found, _)| found.cost);
        ranked
    }

    /// The purest splits, one for each part of a column.
    fn candidates(&self, part: &Part<'_>, counts: &Counts, width: usize) -> Vec<CoarseSplit> {
        let parts = width.div_ceil(self.table.columns.max(1));
        let mut best: Vec<CoarseSplit> = Vec::new();
        let mut part_of_last = None;
        for split in self.splits(part, counts) {
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
        let [yes, no] = part.sides(split.split).map(|side| grow(&side));
        Found::split(self.feature(split), &yes, &no)
    }
}
