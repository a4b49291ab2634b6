//! All splits of a part of the items.
use super::coarse::Coarse;
use super::counters::Counters;
use super::measure::Measure;
use super::stop::Stop;
use gosdt_search::Limits;

/// Trees are grown to this depth at most, whatever the limit: it bounds the stack.
const MAX_DEPTH: usize = 100;

/// Counts parts of the items.
pub(super) struct Scanner<'a> {
    pub(super) table: &'a Coarse,
    pub(super) measure: &'a Measure,
    limits: Limits,
    pub(super) stop: Stop<'a>,
}

/// A split of some items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CoarseSplit {
    /// Which of the table's splits.
    pub(super) split: usize,
    /// Larger is better, beside other splits of the same items.
    pub(super) score: i64,
}

/// What splits are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// The purity of the two sides.
    Purity,
    /// What two leaves cost, negated.
    Stump,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        table: &'a Coarse,
        measure: &'a Measure,
        limits: Limits,
        stop: Stop<'a>,
    ) -> Scanner<'a> {
        Scanner { table, measure, limits, stop }
    }

    /// The depth that trees are grown to.
    pub(super) fn depth(&self) -> usize {
        self.limits.max_depth.map_or(MAX_DEPTH, |most| MAX_DEPTH.min(most as usize))
    }

    /// All items.
    pub(super) fn everything(&self) -> Vec<u32> {
        (0..self.table.len() as u32).collect()
    }

    /// The weight of each class.
    pub(super) fn totals(&self, items: &[u32]) -> Vec<u64> {
        let mut totals = vec![0; self.measure.classes()];
        for &item in items {
            totals[self.table.class[item as usize] as usize] += self.table.weight[item as usize];
        }
        totals
    }

    /// Tells all splits that leave weight and rows enough on both sides, in their order; `None` if it is
    /// stopped before the last.
    pub(super) fn each_split(
        &self,
        items: &[u32],
        totals: &[u64],
        by: Score,
        mut tell: impl FnMut(CoarseSplit),
    ) -> Option<()> {
        let groups = Groups::new(self.table, items, totals, &self.limits);
        let (mut yes, mut no) = (vec![0; totals.len()], vec![0; totals.len()]);
        for (at, answers) in self.table.answers.iter().enumerate() {
            if self.stop.is_due() {
                return None;
            }
            let counted = groups.count(answers);
            for split in 64 * at..self.table.splits.len().min(64 * (at + 1)) {
                if counted.sides(split % 64, totals, &mut yes, &mut no) {
                    let score = match by {
                        Score::Purity => self.measure.purity(&yes, &no) as i64,
                        Score::Stump => -self.measure.leaf(&yes).0 - self.measure.leaf(&no).0,
                    };
                    tell(CoarseSplit { split, score });
                }
            }
        }
        Some(())
    }

    /// The best split, the first of equal ones; `None` if there is none or it is stopped.
    pub(super) fn best(&self, items: &[u32], totals: &[u64], by: Score) -> Option<CoarseSplit> {
        let mut best: Option<CoarseSplit> = None;
        self.each_split(items, totals, by, |split| {
            if best.is_none_or(|best| split.score > best.score) {
                best = Some(split);
            }
        })?;
        best
    }

    /// About how many nanoseconds a greedy tree of all items takes.
    pub(super) fn effort(&self, root: i64) -> usize {
        let (items, splits) = (self.table.len(), self.table.splits.len());
        let per_leaf = self.measure.per_leaf;
        let leaves = if per_leaf > 0 { (root / per_leaf) as usize } else { items };
        let by_depth = 1usize.checked_shl(self.depth() as u32).unwrap_or(usize::MAX);
        let nodes = leaves.min(items).min(by_depth);
        let counting = items * self.table.answers.len() * self.depth().min(6) * 4;
        counting.saturating_add(nodes.saturating_mul(splits) * 60)
    }

    /// Brings the items that answer yes to the front, and returns both sides.
    pub(super) fn part<'b>(
        &self,
        items: &'b mut [u32],
        split: CoarseSplit,
    ) -> (&'b mut [u32], &'b mut [u32]) {
        let mut yes = 0;
        for at in 0..items.len() {
            if self.table.answers(split.split, items[at]) {
                items.swap(yes, at);
                yes += 1;
            }
        }
        items.split_at_mut(yes)
    }

    /// The number of a split in the problem.
    pub(super) fn feature(&self, split: CoarseSplit) -> usize {
        self.table.splits[split.split].feature
    }
}

/// The items by what they are counted for.
struct Groups {
    /// The classes that occur, and their items with weights.
    classes: Vec<(usize, Vec<(u32, u64)>)>,
    /// The items with their rows, where these matter, and the number of all rows.
    rows: Option<(Vec<(u32, u64)>, u64)>,
    min_leaf: u64,
}

/// What [`Groups`] are on the yes-sides of 64 splits.
struct Counted<'a> {
    groups: &'a Groups,
    classes: Vec<Counters>,
    rows: Option<Counters>,
}

impl Groups {
    fn new(table: &Coarse, items: &[u32], totals: &[u64], limits: &Limits) -> Groups {
        let mut classes: Vec<(usize, Vec<(u32, u64)>)> =
            (0..totals.len()).map(|class| (class, Vec::new())).collect();
        for &item in items {
            let class = table.class[item as usize] as usize;
            classes[class].1.push((item, table.weight[item as usize]));
        }
        classes.retain(|(_, items)| !items.is_empty());
        let row = |&item: &u32| (item, u64::from(table.rows[item as usize]));
        let rows = (limits.min_leaf > 1).then(|| {
            let rows: Vec<(u32, u64)> = items.iter().map(row).collect();
            let all = rows.iter().map(|(_, rows)| rows).sum();
            (rows, all)
        });
        Groups { classes, rows, min_leaf: u64::from(limits.min_leaf) }
    }

    fn count(&self, answers: &[u64]) -> Counted<'_> {
        let count = |items: &[(u32, u64)]| {
            Counters::of(items.iter().map(|&(item, weight)| (answers[item as usize], weight)))
        };
        Counted {
            groups: self,
            classes: self.classes.iter().map(|(_, items)| count(items)).collect(),
            rows: self.rows.as_ref().map(|(items, _)| count(items)),
        }
    }
}

impl Counted<'_> {
    /// Writes the class weights of both sides of a split; false if one has no weight or too few rows.
    fn sides(&self, split: usize, totals: &[u64], yes: &mut [u64], no: &mut [u64]) -> bool {
        let (mut all_yes, mut all_no) = (0, 0);
        for ((class, _), counters) in self.groups.classes.iter().zip(&self.classes) {
            yes[*class] = counters.sum(split);
            no[*class] = totals[*class] - yes[*class];
            all_yes += yes[*class];
            all_no += no[*class];
        }
        let has_rows = match (&self.rows, &self.groups.rows) {
            (Some(counters), Some((_, all))) => {
                let rows = counters.sum(split);
                rows.min(all - rows) >= self.groups.min_leaf
            }
            _ => true,
        };
        has_rows && all_yes > 0 && all_no > 0
    }
}
