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
use crate::fault::Fault;
use crate::node::{Node, weights};
use crate::problem::{INFINITE, Limits, NONE, Problem};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

/// Proven lower bounds by the set of points, each with its limits. Sets are compared in full.
type Lemmas = HashMap<Vec<u64>, Vec<(Limits, i64)>, BuildHasherDefault<Mix>>;

/// Applies the rules, and remembers what was proven.
#[derive(Debug)]
pub struct Checker<'a> {
    /// The problem.
    pub problem: &'a Problem,
    lemmas: Lemmas,
    key: Vec<u64>,
    /// Memory for [`Checker::pair`].
    shared: Vec<i64>,
    losses: Vec<[i64; 4]>,
}

impl<'a> Checker<'a> {
    /// A checker that knows no lemma.
    pub fn new(problem: &'a Problem) -> Checker<'a> {
        let (key, shared, losses) = Default::default();
        Checker { problem, lemmas: Lemmas::default(), key, shared, losses }
    }

    /// Counts, and applies what follows from lemmas (if `look`) and from relatives, until the sums of
    /// all splits are at least `bound` or nothing is left to count. Returns whether a lemma helped.
    /// A relative is a node and whether it has all points of this one; else this has all of its.
    ///
    /// *No limit.* A tree with more than k leaves has at least k + 1, and one deeper than d has at
    /// least d + 2 leaves. If these alone cost `bound`, then R without the limit is at least `bound`
    /// if and only if R with it is, and the limit is dropped.
    pub fn begin(
        &mut self,
        node: &mut Node,
        bound: i64,
        relatives: &[(&Node, bool)],
        look: bool,
    ) -> bool {
        let is_slack = |leaves: i64| leaves.saturating_mul(self.problem.per_leaf) >= bound;
        let Limits { depth, leaves } = &mut node.limits;
        *leaves = if is_slack(i64::from(*leaves) + 1) { NONE } else { *leaves };
        *depth = if is_slack(i64::from(*depth) + 2) { NONE } else { *depth };
        self.count_leaves(node);
        let mut is_open = node.open(bound).next().is_some();
        if is_open {
            relatives.iter().for_each(|(other, larger)| self.inherit(node, other, *larger));
            node.add_up();
            is_open = node.open(bound).next().is_some();
        }
        let mut helped = false;
        if is_open {
            for t in 0..if look { node.splits.len() } else { 0 } {
                helped |= node.least(t) < bound && self.look_up(node, t);
            }
            self.spread_along_columns(node);
            self.exchange(node);
        }
        while let Some(t) = node.next_to_pair(bound) {
            self.pair(node, t);
            self.spread_along_columns(node);
            self.exchange(node);
        }
        helped
    }

    /// *Leaves.* A tree is a leaf or has two leaves at least, so R(A) ≥ min(leaf(A), 2Λ); and R(A) is
    /// leaf(A) where no more than one leaf is allowed.
    fn count_leaves(&self, node: &mut Node) {
        let (n, per_leaf) = (node.splits.len(), self.problem.per_leaf);
        let tracks = node.tracks();
        for side in 0..2 {
            let loss =
                |t: usize| (0..self.problem.labels).map(|l| node.side_count(l, t, side)).min();
            node.leaf[side] = (0..n).map(|t| loss(t).unwrap_or(0) + per_leaf).collect();
            node.upper[side] = node.leaf[side].clone();
            let more = 2 * per_leaf + self.problem.bent(Fault::TwoLeaves);
            node.lower[side] = (0..tracks * n)
                .map(|at| match node.most_leaves(at / n) {
                    1 => node.leaf[side][at % n],
                    _ => node.leaf[side][at % n].min(more),
                })
                .collect();
        }
        // Without a second leaf on any side there is nothing to count.
        node.paired = vec![(0..tracks).all(|track| node.most_leaves(track) < 2); n];
        node.needless = vec![false; tracks * n];
        node.add_up();
    }

    /// Takes over lemmas about the sides of split `t`; returns whether they raised a bound.
    fn look_up(&mut self, node: &mut Node, t: usize) -> bool {
        let (mut raised, below) = (false, node.depth_below());
        for side in 0..2 {
            let flip = if side == 0 { 0 } else { !0 };
            let yes = &self.problem.splits[node.splits[t] as usize].yes;
            self.key.clear();
            self.key.extend(node.set.iter().zip(yes).map(|(set, yes)| set & (yes ^ flip)));
            for (limits, bound) in self.lemmas.get(&self.key).into_iter().flatten() {
                if limits.depth >= below || self.problem.is_bent(Fault::DeeperLemma) {
                    let is_wrong = self.problem.is_bent(Fault::MoreLeaves);
                    let leaves = if is_wrong { NONE } else { limits.leaves };
                    raised |= node.raise_up_to(leaves, side, t, *bound);
                }
            }
        }
        raised
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
        let (n, problem, per_leaf) = (node.splits.len(), self.problem, self.problem.per_leaf);
        let (mut shared, mut losses) = (mem::take(&mut self.shared), mem::take(&mut self.losses));
        node.shared(problem, t, &mut shared);
        let within = weights(problem, &shared, n);
        losses.clear();
        losses.resize(n, [INFINITE; 4]);
        for label in 0..problem.labels {
            let (own, all) = (node.yes[label * n + t], node.totals[label]);
            let others = node.yes[label * n..].iter().zip(&shared[label * n..]);
            for (losses, (other, both)) in losses.iter_mut().zip(others) {
                let costs = four_parts(*both, own, *other, all);
                losses.iter_mut().zip(costs).for_each(|(loss, cost)| *loss = cost.min(*loss));
            }
        }
        let rows = |j: usize| {
            let at = shared.len() - n;
            let all = node.totals[node.totals.len() - 1];
            four_parts(shared[at + j], node.yes[at + t], node.yes[at + j], all)
        };
        let (mut two, mut peeled) = ([INFINITE; 2], [INFINITE; 2]);
        let dear = per_leaf + problem.bent(Fault::PeeledOne);
        for (j, loss) in losses.iter().enumerate() {
            let weight = four_parts(within[j], node.weight[t], node.weight[j], node.total_weight);
            let has_few =
                |part: usize| problem.least_rows > 1 && rows(j)[part] < problem.least_rows;
            for side in 0..2 {
                let [a, b] = [2 * side, 2 * side + 1];
                if has_few(a) || has_few(b) {
                    continue;
                }
                two[side] = two[side].min(loss[a] + loss[b]);
                for part in [a, b] {
                    let pays = weight[part] - loss[part] > dear;
                    peeled[side] = peeled[side].min(if pays { loss[part] } else { INFINITE });
                }
            }
        }
        for side in 0..2 {
            let small = node.leaf[side][t].min(two[side] + 2 * per_leaf);
            let three = 3 * per_leaf + peeled[side] + problem.bent(Fault::ThreeLeaves);
            let four = 4 * per_leaf + problem.bent(Fault::FourLeaves);
            node.upper[side][t] = small;
            for track in 0..node.tracks() {
                let bound = match node.most_leaves(track) {
                    1 => continue,
                    2 => small,
                    3 => small.min(three),
                    _ => small.min(three).min(four),
                };
                node.raise(side, track * n + t, bound);
            }
        }
        node.paired[t] = true;
        self.spread(node, t, &within);
        (self.shared, self.losses) = (shared, losses);
    }

    /// *Similar support.* R(T) ≥ R(S) − w(S ∖ T): the best tree of T, used on S, costs at most
    /// w(S ∖ T) more. Here from both sides of `t` to the sides of all other splits; `within` is the
    /// weight that their yes-sides share with that of t.
    ///
    /// Where leaves need rows, the tree of T is a tree of S only if S has all points of T (its leaves
    /// then have no fewer rows); the rule is then applied along columns and from a parent only.
    fn spread(&self, node: &mut Node, t: usize, within: &[i64]) {
        let (n, weight) = (node.splits.len(), [node.weight[t], node.total_weight - node.weight[t]]);
        if !self.may_grow() {
            return;
        }
        for (track, side) in (0..node.tracks()).flat_map(|track| [(track, 0), (track, 1)]) {
            let bound = node.lower[side][track * n + t] + self.problem.bent(Fault::SimilarSupport);
            let [yes, no] = &mut node.lower;
            let lower = yes[track * n..].iter_mut().zip(&mut no[track * n..]);
            for ((yes, no), (within, own)) in lower.zip(within.iter().zip(&node.weight)) {
                let inside = if side == 0 { *within } else { own - within };
                *yes = (bound - (weight[side] - inside)).max(*yes);
                *no = (bound - inside).max(*no);
            }
        }
    }

    /// Whether a bound of a set holds for every set that has all of its points.
    fn may_grow(&self) -> bool {
        self.problem.least_rows <= 1 || self.problem.is_bent(Fault::FewRows)
    }

    /// Similar support between neighbouring thresholds, in a pass each way. The yes-side of the
    /// later one has all points of the other's, and those between besides.
    fn spread_along_columns(&self, node: &mut Node) {
        let (n, grows) = (node.splits.len(), self.may_grow());
        if !node.has_columns() {
            return;
        }
        let between = |node: &Node, t: usize| match self.problem.is_bent(Fault::BetweenThresholds) {
            true => 0,
            false => node.weight[t] - node.weight[t - 1],
        };
        for first in (0..node.tracks()).map(|track| track * n) {
            for t in 1..n {
                if node.follows[t] {
                    let bound = node.lower[1][first + t - 1] - between(node, t);
                    node.raise(1, first + t, bound);
                    if grows {
                        node.raise(0, first + t, node.lower[0][first + t - 1]);
                    }
                }
            }
            for t in (1..n).rev() {
                if node.follows[t] {
                    let bound = node.lower[0][first + t] - between(node, t);
                    node.raise(0, first + t - 1, bound);
                    if grows {
                        node.raise(1, first + t - 1, node.lower[1][first + t]);
                    }
                }
            }
        }
    }

    /// Similar support from the sides of another node's splits to the same sides of this one's.
    fn inherit(&self, node: &mut Node, from: &Node, larger: bool) {
        if from.depth_below() < node.depth_below() || !(larger || self.may_grow()) {
            return;
        }
        let (n, others) = (node.splits.len(), from.splits.len());
        let mut at = 0;
        for t in 0..n {
            at += from.splits[at..].iter().take_while(|split| **split < node.splits[t]).count();
            if from.splits.get(at) != Some(&node.splits[t]) {
                continue;
            }
            let lost = from.weight[at] - node.weight[t];
            let lost = match larger && !self.problem.is_bent(Fault::SmallerSet) {
                true => [lost, from.total_weight - node.total_weight - lost],
                false => [0, 0],
            };
            for track in 0..node.tracks() {
                let enough = |other: &usize| from.leaves_below(*other) >= node.leaves_below(track);
                let Some(other) = (0..from.tracks()).find(enough) else { continue };
                for (side, lost) in lost.into_iter().enumerate() {
                    let bound = from.lower[side][other * others + at] - lost;
                    node.raise(side, track * n + t, bound);
                }
            }
        }
    }

    /// *Exchange.* Let k < t be thresholds of a column. If R(yes of k) is at least what some tree for
    /// yes of t costs, then k is needless: with t for k, the yes-side costs no more, and neither does
    /// the no-side, which has fewer points. Likewise t, if R(no of t) is at least what some tree for no
    /// of k costs. Each threshold is compared with the last one that is not needless, and one that is
    /// needless stays so: none is ruled out by one that was ruled out before it, so that of all that are
    /// ruled out, the last was by one that stays.
    fn exchange(&self, node: &mut Node) {
        let (n, tracks) = (node.splits.len(), node.tracks());
        let compares = self.may_grow() && node.has_columns();
        for share in 0..if compares { tracks } else { 0 } {
            let at = [share * n, (tracks - 1 - share) * n];
            let most = [share, tracks - 1 - share].map(|track| node.most_leaves(track));
            let upper = |node: &Node, side: usize, t: usize| match most[side] {
                1 => node.leaf[side][t],
                _ => node.upper[side][t],
            };
            let mut last: Option<usize> = None;
            for t in 0..n {
                last = last.filter(|_| node.follows[t]);
                if node.needless[at[0] + t] {
                    continue;
                }
                if let Some(k) = last {
                    let (more, circle) =
                        (self.problem.bent(Fault::Exchange), Fault::RuledOutInACircle);
                    let is_first = node.lower[0][at[0] + k] + more >= upper(node, 0, t);
                    let is_second = node.lower[1][at[1] + t] + more >= upper(node, 1, k);
                    node.needless[at[0] + k] |= is_first;
                    if is_second && (!is_first || self.problem.is_bent(circle)) {
                        node.needless[at[0] + t] = true;
                        continue;
                    }
                }
                last = Some(t);
            }
        }
        node.add_up();
    }

    /// Takes over what was proven of `child`, which is a side of split `t`, and what follows for the
    /// other splits.
    pub fn learn(&self, node: &mut Node, t: usize, side: usize, (child, found): (&Node, i64)) {
        if child.limits.depth >= node.depth_below() {
            node.raise_up_to(child.limits.leaves, side, t, found);
        }
        let within = |(all, own): (&i64, &i64)| if side == 0 { *own } else { all - own };
        let within: Vec<i64> = node.weight.iter().zip(&child.of_parent).map(within).collect();
        self.spread(node, t, &within);
        self.spread_along_columns(node);
        self.exchange(node);
    }

    /// What follows for the set of a node, which is also remembered: it costs as much as a leaf, or as
    /// some split that is needed.
    pub fn conclude(&mut self, node: &Node) -> i64 {
        let loss = node.totals[..self.problem.labels].iter().min().copied().unwrap_or(0);
        let leaf = match self.problem.is_bent(Fault::NoLeaf) && !node.splits.is_empty() {
            true => INFINITE,
            false => loss + self.problem.per_leaf,
        };
        let found = (0..node.splits.len()).map(|t| node.least(t)).fold(leaf, i64::min);
        let known = self.lemmas.entry(node.set.clone()).or_default();
        match known.iter_mut().find(|(limits, _)| *limits == node.limits) {
            Some((_, bound)) => *bound = found.max(*bound),
            None => known.push((node.limits, found)),
        }
        found
    }

    /// What is proven of the set of a node with its limits; 0 if nothing is.
    pub fn known(&self, node: &Node) -> i64 {
        let Limits { depth, leaves } = node.limits;
        let serves =
            |(limits, _): &&(Limits, i64)| limits.depth >= depth && limits.leaves >= leaves;
        let lemmas = self.lemmas.get(&node.set).into_iter().flatten();
        lemmas.filter(serves).map(|(_, bound)| *bound).max().unwrap_or(0)
    }
}

/// What the parts of two splits count: yes and yes, yes and no, no and yes, no and no.
fn four_parts(both: i64, own: i64, other: i64, all: i64) -> [i64; 4] {
    [both, own - both, other - both, all - own - other + both]
}

impl Node {
    /// Number of lower bounds of a side: one, or one for each number of leaves that it may have.
    pub fn tracks(&self) -> usize {
        match self.limits {
            Limits { depth: 0, .. } => 0,
            Limits { leaves: NONE, .. } => 1,
            Limits { leaves, .. } => leaves.saturating_sub(1) as usize,
        }
    }

    /// Whether there are two thresholds of a column.
    fn has_columns(&self) -> bool {
        self.follows.contains(&true)
    }

    /// The leaves that a side may have on a track.
    pub fn leaves_below(&self, track: usize) -> u32 {
        if self.limits.leaves == NONE { NONE } else { track as u32 + 1 }
    }

    /// The levels that a side may have.
    pub fn depth_below(&self) -> u32 {
        if self.limits.depth == NONE { NONE } else { self.limits.depth.saturating_sub(1) }
    }

    /// The most leaves of a tree for a side on a track.
    fn most_leaves(&self, track: usize) -> u32 {
        let by_depth = 1u32.checked_shl(self.depth_below()).unwrap_or(NONE);
        by_depth.min(self.leaves_below(track))
    }

    fn raise(&mut self, side: usize, at: usize, bound: i64) {
        let lower = &mut self.lower[side][at];
        *lower = bound.max(*lower);
    }

    /// Raises the bounds of a side for all numbers of leaves up to this one; returns whether one rose.
    fn raise_up_to(&mut self, leaves: u32, side: usize, t: usize, bound: i64) -> bool {
        let mut raised = false;
        for track in 0..self.tracks() {
            let at = track * self.splits.len() + t;
            if self.leaves_below(track) <= leaves && self.lower[side][at] < bound {
                self.lower[side][at] = bound;
                raised = true;
            }
        }
        raised
    }

    /// The lower bound of split `t` where the yes-side has the leaves of track `share`; infinite if it
    /// is needless.
    pub fn sum(&self, t: usize, share: usize) -> i64 {
        let (n, other) = (self.splits.len(), self.tracks() - 1 - share);
        match self.needless[share * n + t] {
            true => INFINITE,
            false => self.lower[0][share * n + t] + self.lower[1][other * n + t],
        }
    }

    /// The splits with a bound below this one.
    pub fn open(&self, bound: i64) -> impl Iterator<Item = usize> {
        (0..self.splits.len()).filter(move |t| self.least(*t) < bound)
    }

    /// The split whose pairs to count next: of the run of open thresholds around the one with the
    /// least bound the middle one.
    fn next_to_pair(&self, bound: i64) -> Option<usize> {
        let is_due = |t: usize| !self.paired[t] && self.least(t) < bound;
        let least = self.open(bound).filter(|t| !self.paired[*t]).min_by_key(|t| self.least(*t))?;
        Some(self.middle(least, is_due))
    }

    /// The middle of the run of thresholds around `t` that are all `live`.
    pub fn middle(&self, t: usize, live: impl Fn(usize) -> bool) -> usize {
        let first = (1..=t).rev().take_while(|k| self.follows[*k] && live(k - 1)).last();
        let last = (t + 1..self.splits.len()).take_while(|k| self.follows[*k] && live(*k)).last();
        (first.map_or(t, |k| k - 1) + last.unwrap_or(t)) / 2
    }
}

/// A fast hash of words.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            let mixed = u128::from(self.0 ^ u64::from_le_bytes(word) ^ 0x243f_6a88_85a3_08d3);
            let mixed = mixed * 0x9e37_79b9_7f4a_7c15;
            self.0 = mixed as u64 ^ ((mixed >> 64) as u64).rotate_left(23);
        }
    }
}
