//! The rules by which a lower bound follows for a set of points, each with its proof.
//!
//! R(S) is the least that a tree within the limits costs on the points S, Λ what a leaf costs, w(S)
//! the weight of S: the most that its points can cost.
//!
//! *Split.* A tree is a leaf, or a split with a tree on each side. So R(S) is the least of leaf(S) and
//! of R(yes) + R(no) over all splits, where the sides may be one level less deep. Where leaves are
//! limited to k, the sides share them: for each i below k, the one has i and the other k − i.
//!
//! *Lemma.* R(S) depends on the set and the limits, not on the splits that led to it; and it does not
//! fall if limits are lowered. So a bound that was proven once holds wherever the set occurs with the
//! same limits or lower ones.
use crate::node::{Node, Parts, Share, side_of};
use crate::problem::{INFINITE, Limits, NONE, Problem};
use std::collections::HashMap;
use std::mem::take;

/// Applies the rules, and remembers what was proven.
#[derive(Debug)]
pub struct Checker<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// Proven bounds of sets with limits, by the hash of the set. Sets are compared in full.
    lemmas: HashMap<u64, Vec<(Vec<u64>, Limits, i64)>>,
    /// Memory for [`Checker::pair`].
    counts: Vec<i64>,
    parts: Parts,
}

/// A split of a node, and 0 for its yes-side or 1 for its no-side.
pub type Side = (usize, usize);

/// A hash of a set. Those of both sides of a split add up to that of the set.
fn hash(set: impl Iterator<Item = u64>) -> u64 {
    let next = |(sum, by): (u64, u64), word: u64| {
        (word.wrapping_mul(by).wrapping_add(sum), by.wrapping_mul(0x5851_f42d_4c95_7f2d))
    };
    set.fold((0, 0x9e37_79b9_7f4a_7c15), next).0
}

impl<'a> Checker<'a> {
    /// A checker that knows no lemma.
    pub fn new(problem: &'a Problem) -> Checker<'a> {
        let (lemmas, counts, parts) = Default::default();
        Checker { problem, lemmas, counts, parts }
    }

    /// Counts, and applies what follows from relatives and lemmas, until the sums of all splits are at
    /// least `bound` or nothing is left to count. A relative is a node and whether it has all points of
    /// this one; else this has all of its.
    ///
    /// *No limit.* A tree with more than k leaves has at least k + 1, and one deeper than d has at
    /// least d + 2. If these alone cost `bound`, then R without the limit is at least `bound` if and only
    /// if R with it is, and the limit is dropped. So is one that allows a leaf for each point: a tree
    /// with a leaf that has no points is not better than the one without it.
    pub fn begin(&mut self, node: &mut Node, bound: i64, relatives: &[(&Node, bool)]) {
        let (points, price) =
            (node.set.iter().map(|word| word.count_ones()).sum(), self.problem.per_leaf);
        let is_slack = |leaves: u32| {
            leaves >= points || (i64::from(leaves) + 1).saturating_mul(price) >= bound
        };
        let Limits { depth, leaves } = &mut node.limits;
        *leaves = if is_slack(*leaves) { NONE } else { *leaves };
        *depth = if is_slack(depth.saturating_add(1)) { NONE } else { *depth };
        self.count_leaves(node);
        if node.is_open(bound) {
            relatives.iter().for_each(|(other, is_larger)| self.inherit(node, other, *is_larger));
            node.add_up();
        }
        if node.is_open(bound) {
            let whole = hash(node.set.iter().copied());
            (0..node.splits.len()).for_each(|t| self.look_up(node, t, bound, whole));
            self.compare_thresholds(node);
        }
        while node.is_open(bound) {
            let due = node.middles(|t| !node.paired[t] && node.least[t] < bound);
            if due.is_empty() {
                break;
            }
            for t in due {
                if node.shares.iter().any(|share| share.sum(t) < bound) {
                    self.pair(node, t);
                }
            }
            self.compare_thresholds(node);
        }
    }

    /// *Leaves.* A tree is a leaf or has two leaves at least, so R(A) ≥ min(leaf(A), 2Λ); and R(A) is
    /// leaf(A) where no more than one leaf is allowed.
    fn count_leaves(&self, node: &mut Node) {
        let (n, per_leaf) = (node.splits.len(), self.problem.per_leaf);
        let two = 2 * per_leaf + self.problem.bent("two leaves");
        let leaf = |loss: &Vec<i64>| loss.iter().map(|loss| loss + per_leaf).collect();
        node.upper = node.parts.loss.each_ref().map(leaf);
        let share = |leaves: [u32; 2]| {
            let lower = [0, 1].map(|side| {
                let more = if leaves[side] == 1 || node.limits.depth == 1 { INFINITE } else { two };
                node.upper[side].iter().map(|leaf| *leaf.min(&more)).collect()
            });
            Share { leaves, lower, needless: vec![false; n] }
        };
        node.shares = match node.limits {
            Limits { depth: 0, .. } => vec![],
            Limits { leaves: NONE, .. } => vec![share([NONE, NONE])],
            Limits { leaves, .. } => (1..leaves).map(|i| share([i, leaves - i])).collect(),
        };
        // Where each side has to be a leaf there is nothing to count.
        node.paired = vec![node.limits.depth == 1 || node.limits.leaves == 2; n];
        node.add_up();
    }

    /// Takes over lemmas about the sides of a split that is open; `whole` is the hash of the node's set.
    fn look_up(&self, node: &mut Node, t: usize, bound: i64, whole: u64) {
        if node.least[t] >= bound {
            return;
        }
        let below = u64::from(node.depth_below());
        let (set, yes) = (take(&mut node.set), &self.problem.splits[node.splits[t]].yes);
        let of_yes = hash(side_of(&set, yes, 0));
        for (side, hash) in [of_yes, whole.wrapping_sub(of_yes)].into_iter().enumerate() {
            for (other, limits, bound) in self.lemmas.get(&hash).into_iter().flatten() {
                let depth = u64::from(limits.depth) + self.problem.bent("deeper lemma") as u64;
                if depth >= below && side_of(&set, yes, side).eq(other.iter().copied()) {
                    let leaves =
                        limits.leaves.saturating_add(self.problem.bent("more leaves") as u32);
                    node.raise(t, side, leaves, *bound);
                }
            }
        }
        node.set = set;
    }

    /// Counts the pairs of split `t` with all others.
    ///
    /// *Pairs.* Let A be a side of t. Its best tree of two leaves is counted exactly: a split that is
    /// not among those of the node has a useless side here and costs no less than a leaf. A tree of
    /// three leaves has a leaf as a side of its first split, with loss p. If the weight of that side
    /// less p is at most Λ, the tree is no better than one of two leaves: send the side's points the
    /// way of the others. So R(A) ≥ min(leaf, best two leaves, 3Λ + p, 4Λ) with the least p of the sides
    /// whose weight less p is above Λ. Sides with too few rows are no leaves.
    fn pair(&mut self, node: &mut Node, t: usize) {
        let (problem, per_leaf) = (self.problem, self.problem.per_leaf);
        let dear = per_leaf + problem.bent("peeled leaf");
        let (mut counts, mut parts) = (take(&mut self.counts), take(&mut self.parts));
        node.count(problem, &node.column(t), &mut counts);
        for side in 0..2 {
            if side == 1 {
                counts.iter_mut().zip(&node.counts).for_each(|(count, all)| *count = all - *count);
            }
            parts.fill(problem, &counts, node.splits.len());
            let Parts { loss: [yes, no], weight } = &parts;
            let two = yes.iter().zip(no).fold(INFINITE, |two, (yes, no)| two.min(yes + no));
            let mut peeled = INFINITE;
            for (loss, weight) in [(yes, &weight[0]), (no, &weight[1])] {
                for (loss, weight) in loss.iter().zip(weight) {
                    peeled = peeled.min(if weight - loss > dear { *loss } else { INFINITE });
                }
            }
            let small = node.upper[side][t].min(two + 2 * per_leaf);
            let three = small.min(3 * per_leaf + peeled + problem.bent("three leaves"));
            let four = three.min(4 * per_leaf + problem.bent("four leaves"));
            node.upper[side][t] = small;
            let most = if node.limits.depth == 2 { small } else { four };
            for (leaves, bound) in [(2, small), (3, three), (NONE, most)] {
                self.learn(node, (t, side), (leaves, bound), weight);
            }
        }
        node.paired[t] = true;
        (self.counts, self.parts) = (counts, parts);
    }

    /// Takes over a bound of a side A for trees of so many leaves, and what follows for the sides of all
    /// splits from this and what was known; `within` is the weight that these share with A.
    ///
    /// *Similar support.* R(T) ≥ R(S) − w(S ∖ T): the best tree of T, used on S, costs at most
    /// w(S ∖ T) more. Where leaves need rows, the tree of T is a tree of S only if S has all points of T
    /// (its leaves then have no fewer rows); the rule is then applied along columns and from a parent
    /// only.
    fn learn(
        &self,
        node: &mut Node,
        side: Side,
        (leaves, bound): (u32, i64),
        within: &[Vec<i64>; 2],
    ) {
        let (t, side) = side;
        node.raise(t, side, leaves, bound);
        let enough = node.shares.iter().filter(|share| share.leaves[side] >= leaves);
        let bound = enough.map(|share| share.lower[side][t]).fold(bound, i64::max);
        let base = bound - node.parts.weight[side][t] + self.problem.bent("similar support");
        for share in node.shares.iter_mut().filter(|_| self.may_grow()) {
            for other in (0..2).filter(|other| share.leaves[*other] <= leaves) {
                for (lower, within) in share.lower[other].iter_mut().zip(&within[other]) {
                    *lower = (*lower).max(base + within);
                }
            }
        }
    }

    /// Whether a bound of a set holds for every set that has all of its points.
    fn may_grow(&self) -> bool {
        self.problem.least_rows <= 1 || self.problem.bent("few rows") == 1
    }

    /// Applies *similar support* between neighbouring thresholds in a pass each way, since the yes-side
    /// of the later one has all points of the other's and those between besides; and *exchange*.
    ///
    /// *Exchange.* Let k < t be thresholds of a column. If R(yes of k) is at least what some tree for
    /// yes of t costs, then k is needless: with t for k, the yes-side costs no more, and neither does
    /// the no-side, which has fewer points. Likewise t, if R(no of t) is at least what some tree for no
    /// of k costs. Each threshold is compared with the last one that is not needless, and one that is
    /// needless stays so: none is ruled out by one that was ruled out before it, so that of all that are
    /// ruled out, the last was by one that stays.
    fn compare_thresholds(&self, node: &mut Node) {
        let Node { follows, parts: Parts { weight: [weight, _], loss }, upper, shares, .. } = node;
        let (grows, problem) = (self.may_grow(), self.problem);
        let n = if follows.contains(&true) { follows.len() } else { 0 };
        let between = |t: usize| weight[t] - weight[t - 1] - problem.bent("between thresholds");
        for Share { leaves, lower: [yes, no], needless } in shares {
            for t in (1..n).filter(|t| follows[*t]) {
                no[t] = no[t].max(no[t - 1] - between(t));
                yes[t] = if grows { yes[t].max(yes[t - 1]) } else { yes[t] };
            }
            for t in (1..n).rev().filter(|t| follows[*t]) {
                yes[t - 1] = yes[t - 1].max(yes[t] - between(t));
                no[t - 1] = if grows { no[t - 1].max(no[t]) } else { no[t - 1] };
            }
            let upper = |side: usize, t: usize| match leaves[side] {
                1 => loss[side][t] + problem.per_leaf,
                _ => upper[side][t],
            };
            let (mut last, more) = (0, problem.bent("exchange"));
            for t in if grows { 0..n } else { 0..0 } {
                if !follows[t] || needless[last] {
                    last = t;
                } else if !needless[t] {
                    let is_second = no[t] + more >= upper(1, last);
                    needless[last] = yes[last] + more >= upper(0, t);
                    needless[t] = is_second && (!needless[last] || problem.bent("circle") == 1);
                    last = if needless[t] { last } else { t };
                }
            }
        }
        node.add_up();
    }

    /// Takes over bounds of another node's sides for the same sides here, by *similar support*.
    fn inherit(&self, node: &mut Node, from: &Node, is_larger: bool) {
        if from.depth_below() < node.depth_below() || !(is_larger || self.may_grow()) {
            return;
        }
        for Share { leaves, lower, .. } in &mut node.shares {
            for side in 0..2 {
                let enough = from.shares.iter().filter(|other| other.leaves[side] >= leaves[side]);
                let Some(other) = enough.min_by_key(|other| other.leaves[side]) else { continue };
                let mut at = 0;
                for (t, split) in node.splits.iter().enumerate() {
                    at += from.splits[at..].iter().take_while(|other| *other < split).count();
                    if from.splits.get(at) == Some(split) {
                        let lost = from.parts.weight[side][at] - node.parts.weight[side][t];
                        let lost =
                            if is_larger { lost - self.problem.bent("smaller set") } else { 0 };
                        lower[side][t] = lower[side][t].max(other.lower[side][at] - lost);
                    }
                }
            }
        }
    }

    /// Takes over what was proven of `child`, which is a side of one of the node's splits.
    pub fn learn_child(&self, node: &mut Node, at: Side, child: &Node, found: i64) {
        if child.limits.depth >= node.depth_below() {
            self.learn(node, at, (child.limits.leaves, found), &child.of_parent);
        }
        self.compare_thresholds(node);
    }

    /// What follows for the set of a node, which is also remembered: it costs as much as a leaf, or as
    /// some split that is needed.
    pub fn conclude(&mut self, node: &mut Node) -> i64 {
        let loss = (0..self.problem.cells.len()).map(|label| node.total(label)).min().unwrap_or(0);
        let leaf = loss + self.problem.per_leaf + self.problem.bent("no leaf") * INFINITE;
        let bound = node.least.iter().copied().fold(leaf, i64::min);
        let lemmas = self.lemmas.entry(hash(node.set.iter().copied())).or_default();
        lemmas.push((node.set.clone(), node.limits, bound));
        node.answers = Vec::new(); // All is counted.
        bound
    }
}

impl Node {
    /// The levels that a side may have.
    pub fn depth_below(&self) -> u32 {
        if self.limits.depth == NONE { NONE } else { self.limits.depth.saturating_sub(1) }
    }

    /// Raises the bounds of a side for all numbers of leaves up to this one.
    fn raise(&mut self, t: usize, side: usize, leaves: u32, bound: i64) {
        for share in self.shares.iter_mut().filter(|share| share.leaves[side] <= leaves) {
            share.lower[side][t] = share.lower[side][t].max(bound);
        }
    }

    /// Adds up the bounds of both sides of each split; where leaves are shared out, the least sum.
    fn add_up(&mut self) {
        self.least.clear();
        self.least.resize(self.splits.len(), INFINITE);
        for share in &self.shares {
            let least = self.least.iter_mut().enumerate();
            least.for_each(|(t, least)| *least = share.sum(t).min(*least));
        }
    }

    fn is_open(&self, bound: i64) -> bool {
        self.least.iter().any(|least| *least < bound)
    }

    /// The splits for which `is_due`; of each run of thresholds only the middle one.
    pub fn middles(&self, is_due: impl Fn(usize) -> bool) -> Vec<usize> {
        let (mut middles, mut first) = (Vec::new(), 0);
        for t in (0..self.splits.len()).filter(|t| is_due(*t)) {
            let is_run = |t: usize| t < self.splits.len() && self.follows[t] && is_due(t);
            first = if t > 0 && self.follows[t] && is_due(t - 1) { first } else { t };
            middles.extend((!is_run(t + 1)).then_some((first + t) / 2));
        }
        middles
    }
}

impl Share {
    /// The lower bound of a split; infinite if it is needless.
    pub fn sum(&self, t: usize) -> i64 {
        if self.needless[t] { INFINITE } else { self.lower[0][t] + self.lower[1][t] }
    }
}
