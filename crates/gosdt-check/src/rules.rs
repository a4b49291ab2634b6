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
use crate::node::{Checker, Live, Node, Share, Side};
use crate::problem::{INFINITE, Limits, NONE};

impl Checker<'_> {
    /// A hash of a set. Those of both sides of a split add up to that of the set.
    pub fn hash(&self, set: impl Iterator<Item = u64>) -> u64 {
        let add = |sum: u64, word: u64| sum.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(word);
        set.fold(0, add).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
        let points = node.set.iter().map(|word| word.count_ones()).sum();
        let cost = |leaves: u32| i64::from(leaves).saturating_mul(self.problem.per_leaf);
        let is_slack = |leaves: u32| leaves >= points || cost(leaves + 1) >= bound;
        let Limits { depth, leaves } = &mut node.limits;
        *leaves = if is_slack(*leaves) { NONE } else { *leaves };
        *depth = if is_slack(depth.saturating_add(1)) { NONE } else { *depth };
        self.count_leaves(node);
        relatives.iter().for_each(|(other, is_larger)| self.inherit(node, other, *is_larger));
        let mut whole = None;
        while (0..node.splits.len()).any(|t| node.least(t) < bound) {
            self.compare_thresholds(node);
            let due = node.middles(|t| !node.splits[*t].passed && node.least(*t) < bound);
            // Where each side has to be a leaf there is nothing to count.
            if due.is_empty() || node.limits.depth == 1 || node.limits.leaves == 2 {
                break;
            }
            for t in due {
                self.look_up(node, t, &mut whole);
                if node.least(t) < bound {
                    node.lay_out(relatives);
                    self.pair(node, t);
                    pass_over(node, t, bound - node.least(t));
                }
            }
        }
    }

    /// *Leaves.* A tree is a leaf or has two leaves at least, so R(A) ≥ min(leaf(A), 2Λ); and R(A) is
    /// leaf(A) where no more than one leaf is allowed.
    fn count_leaves(&self, node: &mut Node) {
        let (two, depth) = (2 * self.problem.per_leaf + self.bent("two leaves"), node.limits.depth);
        let share = |leaves: [u32; 2]| {
            let more = leaves.map(|most| if most.min(depth) == 1 { INFINITE } else { two });
            let lower = |live: &Live| [0, 1].map(|side| live.leaf[side].min(more[side]));
            let lower: Vec<[i64; 2]> = node.splits.iter().map(lower).collect();
            Share { leaves, lower }
        };
        node.shares = match node.limits {
            Limits { depth: 0, .. } => vec![],
            Limits { leaves: NONE, .. } => vec![share([NONE, NONE])],
            Limits { leaves, .. } => (1..leaves).map(|i| share([i, leaves - i])).collect(),
        };
    }

    /// Takes over lemmas about the sides of a split that is open; `whole` is the hash of the node's set,
    /// once it is known.
    fn look_up(&self, node: &mut Node, t: usize, whole: &mut Option<u64>) {
        let below = Limits { depth: node.depth_below(), leaves: 0 };
        let whole = *whole.get_or_insert_with(|| self.hash(node.set.iter().copied()));
        let (words, of_yes) = (node.set.len(), self.hash(self.points_of(node, (t, 0))));
        for (side, hash) in [of_yes, whole.wrapping_sub(of_yes)].into_iter().enumerate() {
            let mut at = self.last[(hash >> 46) as usize] as usize;
            while let Some((same, limits, bound, before)) = self.lemmas.get(at) {
                let other = self.sets[at * words..][..words].iter().copied();
                let is_known = *same == hash && self.reaches(*limits, below);
                if is_known && self.points_of(node, (t, side)).eq(other) {
                    let more = self.bent("more leaves") as u32;
                    self.learn(node, (t, side), limits.leaves.saturating_add(more), *bound, &[]);
                }
                at = *before as usize;
            }
        }
    }

    /// Whether a lemma for these limits holds for others.
    fn reaches(&self, of_lemma: Limits, limits: Limits) -> bool {
        let depth = u64::from(of_lemma.depth) + self.bent("deeper lemma") as u64;
        depth >= limits.depth.into() && of_lemma.leaves >= limits.leaves
    }

    /// What follows for a set from the lemma so many before, if it is at least so much.
    ///
    /// *Citation.* This is *similar support* for any two sets: R(T) ≥ R(S) − w(S ∖ T), where trees for S may
    /// have all that trees for T may have. Where leaves need rows, nothing is cited.
    pub fn cited(&self, back: u64, set: &[u64], limits: Limits, least: i64) -> Option<i64> {
        let lemma = (self.lemmas.len() as u64).checked_sub(back)? as usize;
        let (_, of_lemma, bound, _) = self.lemmas.get(lemma)?;
        let mut bound = *bound + self.bent("citation");
        let holds = self.reaches(*of_lemma, limits) && self.may_grow();
        let weights = &self.problem.measures[self.problem.cells.len()];
        let mut words = self.sets[lemma * set.len()..].iter().zip(set).enumerate();
        while let Some((at, (own, other))) = words.next().filter(|_| bound >= least) {
            let mut lost = own & !other;
            while lost > 0 {
                bound -= weights[64 * at + lost.trailing_zeros() as usize];
                lost &= lost - 1;
            }
        }
        (holds && bound >= least).then_some(bound)
    }

    /// Takes over for a side, which may have so many leaves, what follows from the lemma so many before.
    pub fn cite(&self, node: &mut Node, at: Side, leaves: u32, back: u64) -> Option<()> {
        let set: Vec<u64> = self.points_of(node, at).collect();
        let limits = Limits { depth: node.depth_below(), leaves };
        let bound = self.cited(back, &set, limits, -INFINITE)?;
        self.learn(node, at, leaves, bound, &[]);
        self.compare_thresholds(node);
        Some(())
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
        let (per_leaf, labels) = (self.problem.per_leaf, self.problem.cells.len());
        let (dear, width) = (per_leaf + self.bent("peeled leaf"), node.width());
        self.count(node, t);
        for side in 0..2 {
            let (mut two, mut peeled) = (INFINITE, INFINITE);
            self.lose(width);
            let weights = &self.counts[labels * width..][..width];
            let most = weights[width - 1] - dear;
            // All points count as a split as well, which is never the best.
            for ([yes, no], weight) in self.losses.iter().zip(weights) {
                two = two.min(yes + no);
                peeled = peeled.min(if weight - yes > dear { *yes } else { INFINITE });
                peeled = peeled.min(if most - weight > *no { *no } else { INFINITE });
            }
            let small = node.splits[t].leaf[side].min(two + 2 * per_leaf);
            let three = small.min(3 * per_leaf + peeled + self.bent("three leaves"));
            let four = three.min(4 * per_leaf + self.bent("four leaves"));
            let most = if node.limits.depth == 2 { small } else { four };
            for (leaves, bound) in [(2, small), (3, three), (NONE, most)] {
                self.learn(node, (t, side), leaves, bound, &self.counts[labels * width..][..width]);
            }
            self.turn(node);
        }
    }

    /// Takes over a bound of a side A for trees of so many leaves, and what follows for the sides of all
    /// splits from this and what was known; `within` is what the parts of A on their
    /// yes-sides weigh, then A.
    ///
    /// *Similar support.* R(T) ≥ R(S) − w(S ∖ T): the best tree of T, used on S, costs at most
    /// w(S ∖ T) more. Where leaves need rows, the tree of T is a tree of S only if S has all points of T
    /// (its leaves then have no fewer rows); the rule is then applied along columns and from a parent
    /// only.
    fn learn(&self, node: &mut Node, (t, side): Side, leaves: u32, bound: i64, within: &[i64]) {
        for share in node.shares.iter_mut().filter(|share| share.leaves[side] <= leaves) {
            share.lower[t][side] = share.lower[t][side].max(bound);
        }
        let enough = node.shares.iter().filter(|share| share.leaves[side] >= leaves);
        let bound = enough.map(|share| share.lower[t][side]).fold(bound, i64::max);
        let base = bound - node.splits[t].weight[side] + self.bent("similar support");
        let is_less = |share: &&mut Share| share.leaves.iter().any(|other| *other <= leaves);
        for share in node.shares.iter_mut().filter(|_| self.may_grow()).filter(is_less) {
            let base = share.leaves.map(|other| if other <= leaves { base } else { -INFINITE });
            let all = within.last().copied().unwrap_or(0);
            for (lower, yes) in share.lower.iter_mut().zip(within) {
                *lower = [lower[0].max(base[0] + yes), lower[1].max(base[1] + all - yes)];
            }
        }
    }

    /// Whether a bound of a set holds for every set that has all of its points.
    fn may_grow(&self) -> bool {
        self.problem.least_rows <= 1 || self.bent("few rows") == 1
    }

    /// Applies *similar support* between neighbouring thresholds in a pass each way: the yes-side of the
    /// later one has all points of the other's and those between besides.
    fn compare_thresholds(&self, node: &mut Node) {
        let Node { splits, shares, .. } = node;
        let (grows, n) = (self.may_grow(), splits.len());
        let gap = |t: usize| splits[t].weight[0] - splits[t - 1].weight[0] - self.bent("between");
        for Share { lower, .. } in shares {
            let mut pass = |from: usize, to: usize, side: usize| {
                let same = if grows { lower[from][1 - side] } else { 0 };
                lower[to][side] = lower[to][side].max(lower[from][side] - gap(from.max(to)));
                lower[to][1 - side] = lower[to][1 - side].max(same);
            };
            let follows = |t: &usize| splits[*t].follows;
            (1..n).filter(follows).for_each(|t| pass(t - 1, t, 1));
            (1..n).rev().filter(follows).for_each(|t| pass(t, t - 1, 0));
        }
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
                for (live, lower) in node.splits.iter().zip(&mut *lower) {
                    at += from.splits[at..].iter().take_while(|it| it.number < live.number).count();
                    let same = from.splits.get(at).filter(|same| same.number == live.number);
                    let Some(same) = same else { continue };
                    let lost = same.weight[side] - live.weight[side];
                    let lost = if is_larger { lost - self.bent("smaller set") } else { 0 };
                    lower[side] = lower[side].max(other.lower[at][side] - lost);
                }
            }
        }
    }

    /// Takes over what was proven of `child`, which is a side of one of the node's splits and may have
    /// all the depth that is left there.
    pub fn learn_child(&self, node: &mut Node, at: Side, child: &Node, found: i64) {
        self.learn(node, at, child.limits.leaves, found, &child.of_parent);
        self.compare_thresholds(node);
    }

    /// What follows for the set of a node, which is also remembered: it costs as much as a leaf, or as
    /// some split.
    pub fn conclude(&mut self, node: &mut Node) -> i64 {
        let (n, width) = (node.splits.len(), node.width());
        let losses = (0..self.problem.cells.len()).map(|label| node.counts[label * width + n]);
        let loss = losses.min().unwrap_or(0) + self.bent("no leaf") * INFINITE;
        let bound = (0..n).map(|t| node.least(t)).fold(loss + self.problem.per_leaf, i64::min);
        let hash = self.hash(node.set.iter().copied());
        let last = &mut self.last[(hash >> 46) as usize];
        self.lemmas.push((hash, node.limits, bound, *last));
        *last = self.lemmas.len() as u32 - 1;
        self.sets.extend(&node.set);
        node.answers = Vec::new(); // All is counted.
        bound
    }
}

/// Has no pairs counted of split `t`, whose sum is `short` of what is to be proven, nor of thresholds
/// beside it that are short as well, it seems: between neighbours sums change by hardly more than the
/// weight between them. The more splits there are the more a count costs, so the more are left out.
pub(crate) fn pass_over(node: &mut Node, t: usize, short: i64) {
    let near = short.saturating_mul(1 + node.splits.len() as i64 / 256);
    let first = (0..t + 1).rev().find(|k| !node.splits[*k].follows).unwrap_or(0);
    let from = node.splits[t].weight[0];
    let later = node.splits[first..].iter_mut().enumerate();
    let run = later.take_while(|(k, live)| *k == 0 || live.follows).map(|(_, live)| live);
    let beside = run.filter(|live| (live.weight[0] - from).abs() < near);
    beside.for_each(|live| live.passed = true);
}
