//! Greedy trees: by the purity of the next split, and by what the greedy trees below it cost.
//!
//! The second is the way of LicketySPLIT (Babbar, McTavish, Rudin and Seltzer, 2025): of all first
//! splits the one whose two sides, each with its greedy tree, cost least together; then the same on
//! both sides. Trees that purity alone misses, because a split pays only after the next one, are
//! found so in polynomial time.
use super::found::Found;
use super::scan::{CoarseSplit, Scanner, Score};
use std::cmp::Reverse;

impl Scanner<'_> {
    /// The greedy tree of some items: the purest split, and greedy trees on both sides, unless a leaf is
    /// cheaper. Where no more than two leaves can pay, the cheapest stump. When it is stopped, what is not
    /// grown yet is leaves.
    pub(super) fn greedy(&self, items: &mut [u32], depth: usize) -> Found {
        let totals = self.totals(items);
        let leaf = Found::leaf(self.measure.leaf(&totals));
        if depth == 0 || !self.measure.is_worth_splitting(leaf.cost) {
            return leaf;
        }
        let ends_here = depth == 1 || leaf.cost <= 3 * self.measure.per_leaf;
        let by = if ends_here { Score::Stump } else { Score::Purity };
        match self.best(items, &totals, by) {
            None => leaf,
            Some(split) if ends_here && -split.score >= leaf.cost => leaf,
            Some(split) if ends_here => self.below(items, split, |side| self.leaf(side)),
            Some(split) => {
                leaf.or_cheaper(self.below(items, split, |side| self.greedy(side, depth - 1)))
            }
        }
    }

    /// The tree of some items by look-ahead over the `width` purest splits, the columns being cut into
    /// parts that give one each.
    pub(super) fn look_ahead(&self, items: &mut [u32], depth: usize, width: usize) -> Found {
        let leaf = self.leaf(items);
        if depth < 2 || !self.measure.is_worth_splitting(leaf.cost) {
            return self.greedy(items, depth);
        }
        let Some((best, split)) = self.best_split(items, depth, width) else { return leaf };
        let further = self.below(items, split, |side| self.look_ahead(side, depth - 1, width));
        leaf.or_cheaper(best).or_cheaper(further)
    }

    /// The first split of look-ahead with the greedy trees below it.
    fn best_split(
        &self,
        items: &mut [u32],
        depth: usize,
        width: usize,
    ) -> Option<(Found, CoarseSplit)> {
        let mut best: Option<(Found, CoarseSplit)> = None;
        for split in self.candidates(items, width) {
            if self.stop.is_due() {
                break;
            }
            let most = best.as_ref().map_or(i64::MAX, |(found, _)| found.cost);
            let (yes, no) = self.part(items, split);
            let yes = self.greedy(yes, depth - 1);
            // The other side has a leaf at least.
            if yes.cost + self.measure.per_leaf >= most {
                continue;
            }
            let no = self.greedy(no, depth - 1);
            if yes.cost + no.cost < most {
                best = Some((Found::split(self.feature(split), &yes, &no), split));
            }
        }
        best
    }

    /// The first splits of look-ahead with the greedy trees below them, the cheapest first.
    pub(super) fn ranked_splits(
        &self,
        items: &mut [u32],
        depth: usize,
        width: usize,
    ) -> Vec<(Found, CoarseSplit)> {
        let mut ranked = Vec::new();
        for split in self.candidates(items, width) {
            if self.stop.is_due() {
                break;
            }
            let found = self.below(items, split, |side| self.greedy(side, depth - 1));
            ranked.push((found, split));
        }
        ranked.sort_by_key(|(found, _)| found.cost);
        ranked
    }

    /// The purest splits, one for each part of a column.
    fn candidates(&self, items: &[u32], width: usize) -> Vec<CoarseSplit> {
        let parts = width.div_ceil(self.table.columns.max(1));
        let mut best: Vec<CoarseSplit> = Vec::new();
        let mut part_of_last = None;
        let _ = self.each_split(items, &self.totals(items), Score::Purity, |split| {
            let kept = self.table.splits[split.split];
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
        });
        best.sort_by_key(|split| Reverse(split.score));
        best.truncate(width);
        best
    }

    /// A split with these trees on its sides.
    pub(super) fn below(
        &self,
        items: &mut [u32],
        split: CoarseSplit,
        mut grow: impl FnMut(&mut [u32]) -> Found,
    ) -> Found {
        let (yes, no) = self.part(items, split);
        let (yes, no) = (grow(yes), grow(no));
        Found::split(self.feature(split), &yes, &no)
    }

    fn leaf(&self, items: &[u32]) -> Found {
        Found::leaf(self.measure.leaf(&self.totals(items)))
    }
}
