//! What the rules work on: a set of points, laid out so that all its splits are counted at once.
//!
//! A point that counts 5 for a measure is two bits, one that counts 4 and one that counts 1: what a set
//! counts is then a matter of `and` and of counting ones.
use crate::fraction::gcd;
use crate::problem::{INFINITE, Limits, NONE, Problem, set_of};

/// A set of points with the splits that can matter there, and what is known of their sides. Side 0 of
/// a split is yes, side 1 is no.
#[derive(Default)]
pub struct Node {
    /// The points.
    pub set: Vec<u64>,
    /// Limits on trees for this set.
    pub limits: Limits,
    /// The splits, in the order of the problem's.
    pub splits: Vec<Live>,
    /// The side of its parent that the set is, and where its splits are there; then, up to the width, the
    /// place of all points.
    of: (Side, Vec<usize>),
    /// The measure for which each word counts, and what a bit counts.
    words: Vec<(usize, i64)>,
    /// Word k of split t is at `k * width + t`; after the splits come all points, up to the width.
    pub(crate) answers: Vec<u64>,
    /// What the yes-side of each split and all points count, measure by measure.
    pub(crate) counts: Vec<i64>,
    /// What the parts of this set on the yes-sides of the parent's splits weigh, then the whole set.
    pub(crate) of_parent: Vec<i64>,
    /// Bounds for each way to share out leaves.
    pub shares: Vec<Share>,
}

/// A split of the set of a node.
#[derive(Clone, Debug, Default)]
pub struct Live {
    /// Its number among the problem's.
    pub number: usize,
    /// Whether it is a threshold above the split before it, of the same column.
    pub follows: bool,
    /// The weights of its sides.
    pub weight: [i64; 2],
    /// What its sides cost as leaves.
    pub(crate) leaf: [i64; 2],
    /// Whether it stays open although pairs were counted of it, or of a threshold near it.
    pub(crate) passed: bool,
}

/// Lower bounds where the sides of a split may have so many leaves.
pub struct Share {
    /// The leaves that the sides may have.
    pub leaves: [u32; 2],
    /// Lower bounds of both sides of each split.
    pub lower: Vec<[i64; 2]>,
}

impl Node {
    /// The length of the rows of `answers` and `counts`: the compiler makes one step of two columns.
    pub(crate) fn width(&self) -> usize {
        (self.splits.len() + 1).next_multiple_of(2)
    }

    /// Lays out the set, if that was not done: of each row of the parent, the first of its relatives,
    /// the bits of its points, of its splits. Those of several words move together.
    pub(crate) fn lay_out(&mut self, relatives: &[(&Node, bool)]) {
        let parent = relatives.first().filter(|_| self.words.is_empty());
        let (Some((parent, _)), ((t, side), kept)) = (parent, &self.of) else { return };
        let (n, flip) = (parent.splits.len(), if *side == 0 { 0 } else { !0 });
        self.answers.reserve(kept.len() * parent.words.len());
        // The number of bits that are in use of the last words.
        let mut used = 64;
        for (row, kind) in parent.answers.chunks(parent.width()).zip(&parent.words) {
            let mask = row[n] & (row[*t] ^ flip);
            let (ones, steps) = (mask.count_ones(), gather_steps(mask));
            let moved: Vec<u64> = kept.iter().map(|t| gathered(row[*t] & mask, steps)).collect();
            used = if self.words.last() == Some(kind) { used } else { 64 };
            let last = if used < 64 { self.answers.len() - kept.len() } else { self.answers.len() };
            let words = self.answers[last..].iter_mut().zip(&moved);
            words.for_each(|(word, bits)| *word |= bits << used);
            if used + ones > 64 {
                self.words.push(*kind);
                self.answers.extend(moved.iter().map(|bits| bits >> (64 - used)));
            }
            used = (used + ones - 1) % 64 + 1;
        }
    }

    /// The levels that a side may have.
    pub fn depth_below(&self) -> u32 {
        if self.limits.depth == NONE { NONE } else { self.limits.depth.saturating_sub(1) }
    }

    /// The lower bound of a split: where leaves are shared out, the least.
    pub fn least(&self, t: usize) -> i64 {
        self.shares.iter().map(|share| share.sum(t)).min().unwrap_or(INFINITE)
    }

    /// The splits for which `is_due`; of each run of thresholds only the middle one.
    pub fn middles(&self, is_due: impl Fn(&usize) -> bool) -> Vec<usize> {
        let due: Vec<usize> = (0..self.splits.len()).filter(is_due).collect();
        let runs = due.chunk_by(|a, b| a + 1 == *b && self.splits[*b].follows);
        runs.map(|run| run[(run.len() - 1) / 2]).collect()
    }
}

impl Share {
    /// The lower bound of a split.
    pub fn sum(&self, t: usize) -> i64 {
        self.lower[t][0] + self.lower[t][1]
    }
}

/// Applies the rules, and remembers what was proven.
pub struct Checker<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What was proven: the hash of a set, its limits, the bound, and the lemma before it whose hash has
    /// the same first bits. Sets are compared in full.
    pub(crate) lemmas: Vec<(u64, Limits, i64, u32)>,
    /// The sets of which something was proven, in the same order.
    pub sets: Vec<u64>,
    /// The last lemma with the same first bits of the hash, for each of these; [`NONE`] if there is none.
    pub(crate) last: Vec<u32>,
    /// What was counted last, laid out as the counts of a node.
    pub(crate) counts: Vec<i64>,
    /// What its parts lose as leaves on both sides of each split.
    pub(crate) losses: Vec<[i64; 2]>,
    /// A rule that is wrong on purpose, to test that this is found out.
    pub(crate) fault: &'static str,
}

/// A split of a node, and 0 for its yes-side or 1 for its no-side.
pub type Side = (usize, usize);

impl<'a> Checker<'a> {
    /// A checker that knows no lemma.
    pub fn new(problem: &'a Problem) -> Checker<'a> {
        let (lemmas, sets, last) = (Vec::new(), Vec::new(), vec![NONE; 1 << 18]);
        Checker { problem, lemmas, sets, last, counts: Vec::new(), losses: Vec::new(), fault: "" }
    }

    /// What a rule that is wrong on purpose adds to a number: nothing, unless a test asks for it.
    pub(crate) fn bent(&self, rule: &str) -> i64 {
        (cfg!(test) && self.fault == rule).into()
    }

    /// All points of the problem.
    pub fn root(&mut self) -> Node {
        let (problem, live) = (self.problem, |number: usize| Live { number, ..Live::default() });
        let splits: Vec<Live> = (0..problem.splits.len()).map(live).collect();
        let (n, mut whole) = (splits.len(), Node { splits, ..Node::default() });
        for (measure, counts) in problem.measures.iter().enumerate() {
            let unit = counts.iter().fold(0, |a, b| gcd(a, i128::from(*b))).max(1) as i64;
            // The weight for two labels, one of which costs nothing, is the sum of their costs.
            let is_sum = problem.cells.len() == 2 && measure == 2;
            for digit in if is_sum { 0..0 } else { 0..63 } {
                let words = set_of(counts, |count| (count / unit) >> digit & 1 == 1);
                for (at, word) in words.into_iter().enumerate().filter(|(_, word)| *word > 0) {
                    whole.words.push((measure, unit << digit));
                    whole.answers.extend(problem.splits.iter().map(|split| split.yes[at] & word));
                    whole.answers.resize(whole.words.len() * whole.width(), word);
                }
            }
        }
        let mut root = self.part(&whole, (n, 0), set_of(&problem.points, |_| true), problem.limits);
        root.lay_out(&[(&whole, true)]);
        root
    }

    /// A side of a split of a node, which may have so many leaves. The first of the node's relatives is
    /// its parent.
    pub fn side(&mut self, node: &mut Node, kin: &[(&Node, bool)], at: Side, leaves: u32) -> Node {
        node.lay_out(kin);
        let set = self.points_of(node, at).collect();
        self.part(node, at, set, Limits { depth: node.depth_below(), leaves })
    }

    /// The points on a side of a split of a node.
    pub fn points_of(&self, node: &Node, (t, side): Side) -> impl Iterator<Item = u64> {
        let yes = &self.problem.splits[node.splits[t].number].yes;
        let flip = if side == 0 { 0 } else { !0 };
        node.set.iter().zip(yes).map(move |(set, yes)| set & (yes ^ flip))
    }

    /// Counts a part of a node, and finds its splits: those of the node that can matter.
    ///
    /// *Useless side.* A split with a side of weight at most that of a leaf is not needed, here or
    /// below: where a tree has it, let all points go the way of the other side. The points of the side
    /// then cost at most their weight, a leaf at least is saved, other leaves get more rows, and the
    /// tree has fewer leaves and no more depth. A split with too few rows on a side is not allowed.
    fn part(&mut self, node: &Node, of: Side, set: Vec<u64>, limits: Limits) -> Node {
        let (problem, n, width) = (self.problem, node.splits.len(), node.width());
        self.count(node, of.0);
        if of.1 == 1 {
            self.turn(node);
        }
        // Thresholds are nested: two sides that count the same, rows if these matter, are the same.
        let told = self.counts.len() - width * (1 + self.bent("same weight") as usize);
        let light = problem.per_leaf + self.bent("useless side");
        let (mut splits, mut kept) = (Vec::with_capacity(n), Vec::<usize>::with_capacity(width));
        self.lose(width);
        let weights = &self.counts[problem.cells.len() * width..][..width];
        for (t, loss) in self.losses[..n].iter().enumerate() {
            let weight = [weights[t], weights[width - 1] - weights[t]];
            let column = |t: usize| problem.splits[node.splits[t].number].thresholds_of;
            let last = kept.last().filter(|k| column(t).is_some() && column(**k) == column(t));
            let is_useless = weight.iter().any(|weight| *weight <= light) || loss[0] >= INFINITE;
            if !is_useless && last.is_none_or(|k| self.counts[told + k] != self.counts[told + t]) {
                let (number, follows) = (node.splits[t].number, last.is_some());
                let leaf = loss.map(|loss| loss + problem.per_leaf);
                splits.push(Live { number, follows, weight, leaf, passed: false });
                kept.push(t);
            }
        }
        kept.resize((kept.len() + 1).next_multiple_of(2), n);
        let mut counts = Vec::with_capacity(kept.len() * problem.measures.len());
        self.counts.chunks(width).for_each(|row| counts.extend(kept.iter().map(|t| row[*t])));
        let (of, of_parent) = ((of, kept), weights.to_vec());
        Node { set, limits, splits, of, counts, of_parent, ..Node::default() }
    }

    /// Counts the yes-side of split `t` on every split's yes-side; all points if it comes after the splits.
    pub(crate) fn count(&mut self, node: &Node, t: usize) {
        let (width, counts) = (node.width(), &mut self.counts);
        counts.clear();
        counts.resize(width * self.problem.measures.len(), 0);
        let mut rows = &node.answers[..];
        for words in node.words.chunk_by(|a, b| a == b).flat_map(|same| same.chunks(3)) {
            let three = rows.split_off(..words.len() * width).unwrap_or(&[]);
            let row = |at: usize| &three[(at * width).min(three.len() - width)..][..width];
            let mask = |at: usize| three.get(at * width + t).copied().unwrap_or(0);
            let rows = row(0).iter().zip(row(1)).zip(row(2));
            let (first, second, third, (measure, each)) = (mask(0), mask(1), mask(2), words[0]);
            // A full adder: the ones that two or three rows share count twice.
            let ones = |((a, b), c): ((&u64, &u64), &u64)| {
                let (a, b, c) = (a & first, b & second, c & third);
                (a ^ b ^ c).count_ones() + 2 * (a & b | c & (a ^ b)).count_ones()
            };
            let counts = counts[measure * width..].iter_mut().zip(rows.map(ones));
            counts.for_each(|(count, ones)| *count += each * i64::from(ones));
        }
        let sums = if self.problem.cells.len() == 2 { width } else { 0 };
        (0..sums).for_each(|t| counts[2 * width + t] = counts[t] + counts[width + t]);
    }

    /// Turns from what was counted of a side of a split to what the other side counts.
    pub(crate) fn turn(&mut self, node: &Node) {
        self.counts.iter_mut().zip(&node.counts).for_each(|(count, all)| *count = all - *count);
    }

    /// Finds what the parts of the set that was counted lose as leaves, on both sides of each split.
    /// Where a part has too few rows to be a leaf, the split is not allowed: both then lose infinitely
    /// much.
    pub(crate) fn lose(&mut self, width: usize) {
        let (labels, counts, losses) = (self.problem.cells.len(), &self.counts, &mut self.losses);
        let row = |at: usize| (&counts[at * width..][..width], counts[(at + 1) * width - 1]);
        let ((first, a), (second, b)) = (row(0), row(1.min(labels.saturating_sub(1))));
        losses.resize(width, [0; 2]);
        for ((loss, x), y) in losses.iter_mut().zip(first).zip(second) {
            *loss = [*x.min(y), (a - x).min(b - y)];
        }
        for (row, all) in (2..labels).map(row) {
            let both = losses.iter_mut().zip(row);
            both.for_each(|(loss, yes)| *loss = [loss[0].min(*yes), loss[1].min(all - yes)]);
        }
        for (row, all) in (labels + 1..self.problem.measures.len()).map(row) {
            let is_small = |yes: i64| yes.min(all - yes) < self.problem.least_rows;
            let small = losses.iter_mut().zip(row).filter(|(_, yes)| is_small(**yes));
            small.for_each(|(loss, _)| *loss = [INFINITE; 2]);
        }
    }
}

/// The steps that move the bits of a mask to the low end (Hacker's Delight, 7-4).
fn gather_steps(mask: u64) -> [u64; 6] {
    let (mut left, mut zeros) = (mask, !mask << 1);
    std::array::from_fn(|i| {
        let odd = (0..6).fold(zeros, |odd, k| odd ^ odd << (1 << k));
        let step = odd & left;
        left = (left ^ step) | (step >> (1 << i));
        zeros &= !odd;
        step
    })
}

/// A word without other bits than those of the mask, after these steps.
fn gathered(word: u64, steps: [u64; 6]) -> u64 {
    (0..6).fold(word, |word, i| (word ^ (word & steps[i])) | ((word & steps[i]) >> (1 << i)))
}
