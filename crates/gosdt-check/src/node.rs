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
    /// What the best tree of at most two leaves that was counted costs on either side.
    pub(crate) upper: [i64; 2],
    /// Whether pairs of the split were counted.
    pub(crate) paired: bool,
}

/// Lower bounds where the sides of a split may have so many leaves.
pub struct Share {
    /// The leaves that the sides may have.
    pub leaves: [u32; 2],
    /// Lower bounds of both sides of each split.
    pub lower: Vec<[i64; 2]>,
    /// Whether another split is as good.
    pub needless: Vec<bool>,
}

impl Node {
    /// The length of the rows of `answers` and `counts`: the compiler makes one step of two columns.
    pub(crate) fn width(&self) -> usize {
        (self.splits.len() + 1).next_multiple_of(2)
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
    /// The lower bound of a split; infinite if it is needless.
    pub fn sum(&self, t: usize) -> i64 {
        if self.needless[t] { INFINITE } else { self.lower[t][0] + self.lower[t][1] }
    }
}

/// The hash of a set, its limits, the bound that was proven, and the lemma before it whose hash has the
/// same first bits.
pub(crate) type Lemma = (u64, Limits, i64, u32);

/// Applies the rules, and remembers what was proven.
pub struct Checker<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// What was proven. Sets are compared in full.
    pub(crate) lemmas: Vec<Lemma>,
    /// The sets of which something was proven, in the same order.
    pub(crate) sets: Vec<u64>,
    /// The last lemma with the same first bits of the hash, for each of these; [`NONE`] if there is none.
    pub(crate) last: Vec<u32>,
    /// What was counted last, laid out as the counts of a node.
    pub(crate) counts: Vec<i64>,
    /// A rule that is wrong on purpose, to test that this is found out.
    pub(crate) fault: &'static str,
}

/// A split of a node, and 0 for its yes-side or 1 for its no-side.
pub type Side = (usize, usize);

impl<'a> Checker<'a> {
    /// A checker that knows no lemma.
    pub fn new(problem: &'a Problem) -> Checker<'a> {
        let (lemmas, sets, last) = (Vec::new(), Vec::new(), vec![NONE; 1 << 18]);
        Checker { problem, lemmas, sets, last, counts: Vec::new(), fault: "" }
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
        let (set, limits) = (set_of(&problem.points, |_| true), problem.limits);
        self.part(&whole, |row| row[n], Node { set, limits, ..Node::default() })
    }

    /// A side of a split of a node.
    pub fn side(&mut self, node: &Node, (t, side): Side, limits: Limits) -> Node {
        let (n, flip) = (node.splits.len(), if side == 0 { 0 } else { !0 });
        let yes = &self.problem.splits[node.splits[t].number].yes;
        let part = Node { set: side_of(&node.set, yes, side).collect(), limits, ..Node::default() };
        self.part(node, |row| row[n] & (row[t] ^ flip), part)
    }

    /// Lays out a part of a node: of each row the bits `mask`, without the splits that cannot matter.
    ///
    /// *Useless side.* A split with a side of weight at most that of a leaf is not needed, here or
    /// below: where a tree has it, let all points go the way of the other side. The points of the side
    /// then cost at most their weight, a leaf at least is saved, other leaves get more rows, and the
    /// tree has fewer leaves and no more depth. A split with too few rows on a side is not allowed.
    fn part(&mut self, node: &Node, mask: impl Fn(&[u64]) -> u64, mut part: Node) -> Node {
        let (problem, n, width) = (self.problem, node.splits.len(), node.width());
        self.count(node, &mask);
        // Thresholds are nested: two sides that count the same, rows if these matter, are the same.
        let told = self.counts.len() - width * (1 + self.bent("same weight") as usize);
        let light = problem.per_leaf + self.bent("useless side");
        // The number of bits that are in use of the last word.
        let (mut kept, mut used): (Vec<usize>, u32) = (Vec::with_capacity(width), 0);
        part.splits.reserve(n);
        for (t, (loss, weight)) in self.parts(width).take(n).enumerate() {
            let column = |t: usize| problem.splits[node.splits[t].number].thresholds_of;
            let last = kept.last().filter(|k| column(t).is_some() && column(**k) == column(t));
            let is_useless = weight.iter().any(|weight| *weight <= light) || loss[0] >= INFINITE;
            if !is_useless && last.is_none_or(|k| self.counts[told + k] != self.counts[told + t]) {
                let (number, follows) = (node.splits[t].number, last.is_some());
                let [leaf, upper] = [loss.map(|loss| loss + problem.per_leaf); 2];
                part.splits.push(Live { number, follows, weight, leaf, upper, paired: false });
                kept.push(t);
            }
        }
        kept.resize(part.width(), n);
        part.answers.reserve(kept.len() * node.words.len());
        part.counts.reserve(kept.len() * problem.measures.len());
        let rows = self.counts.chunks(width);
        part.counts.extend(rows.flat_map(|row| kept.iter().map(|t| row[*t])));
        part.of_parent = self.counts[problem.cells.len() * width..][..width].to_vec();
        // Where bits are few, those of several words move together.
        for (row, kind) in node.answers.chunks(width).zip(&node.words) {
            let mask = mask(row);
            let ones = if mask.count_ones() > 32 { 64 } else { mask.count_ones() };
            if ones > 0 && (part.words.last() != Some(kind) || used + ones > 64) {
                part.words.push(*kind);
                part.answers.resize(part.words.len() * kept.len(), 0);
                used = 0;
            }
            let steps = (ones <= 32).then(|| gather_steps(mask));
            let last = part.answers.len().saturating_sub(kept.len());
            for (word, t) in part.answers[last..].iter_mut().zip(&kept).filter(|_| ones > 0) {
                let bits = row[*t] & mask;
                *word |= steps.map_or(bits, |steps| gathered(bits, steps) << used);
            }
            used += ones;
        }
        part
    }

    /// Counts the bits `mask` of each row of every split's yes-side.
    pub(crate) fn count(&mut self, node: &Node, mask: impl Fn(&[u64]) -> u64) {
        let (width, counts) = (node.width(), &mut self.counts);
        counts.clear();
        counts.resize(width * self.problem.measures.len(), 0);
        let mut rows = &node.answers[..];
        for words in node.words.chunk_by(|a, b| a == b).flat_map(|same| same.chunks(7)) {
            let (three, rest) = rows.split_at(words.len() * width);
            let mut each = three.chunks(width);
            let masks = [(); 7].map(|()| each.next().map_or(0, &mask));
            add_ones(&mut counts[words[0].0 * width..][..width], three, masks, words[0].1);
            rows = rest;
        }
        let sums = if self.problem.cells.len() == 2 { width } else { 0 };
        (0..sums).for_each(|t| counts[2 * width + t] = counts[t] + counts[width + t]);
    }

    /// The parts of the set that was counted on both sides of each split: what they lose as leaves, and
    /// what they weigh. Where a part has too few rows to be a leaf, the split is not allowed: both parts
    /// then lose infinitely much.
    pub(crate) fn parts(&self, width: usize) -> impl Iterator<Item = ([i64; 2], [i64; 2])> {
        let (labels, least) = (self.problem.cells.len(), self.problem.least_rows);
        let row = move |measure: usize| &self.counts[measure * width..][..width];
        let (first, second) = (row(0), row(1.min(labels.saturating_sub(1))));
        let (weights, rows) = (row(labels), row(self.problem.measures.len() - 1));
        let [all_first, all_second, weight] = [first, second, weights].map(|row| row[width - 1]);
        first.iter().zip(second).zip(weights).enumerate().map(move |(t, ((a, b), yes))| {
            let mut loss = [*a.min(b), (all_first - a).min(all_second - b)];
            for row in (2..labels).map(row) {
                loss = [loss[0].min(row[t]), loss[1].min(row[width - 1] - row[t])];
            }
            if least > 1 && rows[t].min(rows[width - 1] - rows[t]) < least {
                loss = [INFINITE; 2];
            }
            (loss, [*yes, weight - yes])
        })
    }
}

/// The points of a set on a side of a split.
pub(crate) fn side_of(set: &[u64], yes: &[u64], side: usize) -> impl Iterator<Item = u64> {
    let flip = if side == 0 { 0 } else { !0 };
    set.iter().zip(yes).map(move |(set, yes)| set & (yes ^ flip))
}

/// Adds up the ones under the masks in up to seven rows, with full adders.
fn add_ones(counts: &mut [i64], rows: &[u64], masks: [u64; 7], each: i64) {
    let (width, is_small) = (counts.len(), rows.len() <= 3 * counts.len());
    let first = |i: usize| (i * width).min(rows.len() - width);
    let rows: [&[u64]; 7] = std::array::from_fn(|i| &rows[first(i)..][..width]);
    for t in 0..width {
        let word = |i: usize| rows[i][t] & masks[i];
        let (sum, carry) = added(word(0), word(1), word(2));
        let ones = if is_small {
            sum.count_ones() + 2 * carry.count_ones()
        } else {
            let (sum, second) = added(sum, word(3), word(4));
            let (sum, third) = added(sum, word(5), word(6));
            let (twos, fours) = added(carry, second, third);
            sum.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones()
        };
        counts[t] += each * i64::from(ones);
    }
}

/// The sums of three bits, and what is carried over.
fn added(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, a & b | c & (a ^ b))
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
