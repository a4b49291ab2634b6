//! A set of points, laid out so that all its splits are counted at once.
//!
//! A point that counts 5 for a measure is two bits, one that counts 4 and one that counts 1: what a set
//! counts is then a matter of `and` and of counting ones.
use crate::problem::{INFINITE, Limits, Problem, all_points};

/// A set of points with the splits that can matter there, and what is known of their sides. Side 0 of
/// a split is yes, side 1 is no.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The points.
    pub set: Vec<u64>,
    /// Limits on trees for this set.
    pub limits: Limits,
    /// The splits, as numbers of the problem's.
    pub splits: Vec<usize>,
    /// Whether a split is a threshold above the one before it, of the same column.
    pub follows: Vec<bool>,
    /// The measure for which each word counts, and the binary digit of it that a bit is.
    words: Vec<(usize, u32)>,
    /// Word k of split t is at `k * (splits + 1) + t`; after the splits come all points.
    pub(crate) answers: Vec<u64>,
    /// What the yes-side of each split and all points count, measure by measure.
    pub(crate) counts: Vec<i64>,
    /// What leaves on both sides of each split lose, and the weights of the sides.
    pub parts: Parts,
    /// The weights that both sides of each split of the parent have within this node.
    pub of_parent: [Vec<i64>; 2],
    /// What the best tree of at most two leaves that was counted costs on either side.
    pub(crate) upper: [Vec<i64>; 2],
    /// Whether pairs of the split were counted.
    pub(crate) paired: Vec<bool>,
    /// Bounds for each way to share out leaves.
    pub shares: Vec<Share>,
    /// The least sum of the bounds of both sides of each split.
    pub least: Vec<i64>,
}

/// Lower bounds where the sides of a split may have so many leaves.
#[derive(Clone, Debug)]
pub struct Share {
    /// The leaves that the sides may have.
    pub leaves: [u32; 2],
    /// Lower bounds of the yes-sides and of the no-sides.
    pub lower: [Vec<i64>; 2],
    /// Whether another split is as good.
    pub needless: Vec<bool>,
}

/// What the parts of a set on both sides of every split lose as a leaf, and weigh.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// The least cost of a label.
    pub loss: [Vec<i64>; 2],
    /// The weights.
    pub weight: [Vec<i64>; 2],
}

impl Parts {
    /// Fills in the parts of a set from what the yes-sides of `n` splits and the set count. Where a part
    /// has too few rows to be a leaf, the split is not allowed: both parts then lose infinitely much.
    pub(crate) fn fill(&mut self, problem: &Problem, counts: &[i64], n: usize) {
        let Parts { loss: [yes, no], weight } = self;
        let mut measures = counts.chunks(n + 1);
        let sides = |measure: &[i64], [yes, no]: [&mut Vec<i64>; 2]| {
            yes.clear();
            yes.extend(&measure[..n]);
            no.clear();
            no.extend(measure[..n].iter().map(|count| measure[n] - count));
        };
        sides(measures.next().unwrap_or(&[0]), [&mut *yes, &mut *no]);
        for costs in measures.by_ref().take(problem.cells.len().saturating_sub(1)) {
            for ((yes, no), cost) in yes.iter_mut().zip(&mut *no).zip(costs) {
                (*yes, *no) = ((*yes).min(*cost), (*no).min(costs[n] - cost));
            }
        }
        sides(measures.next().unwrap_or(&[0]), weight.each_mut());
        let rows = measures.next().unwrap_or(&[]);
        let is_few = |t: &usize| rows[*t].min(rows[n] - rows[*t]) < problem.least_rows;
        for t in (0..n.min(rows.len())).filter(is_few) {
            (yes[t], no[t]) = (INFINITE, INFINITE);
        }
    }
}

impl Node {
    /// All points of a problem.
    pub fn root(problem: &Problem) -> Node {
        let points = problem.first_rows.len();
        let (set, limits) = (all_points(points), problem.limits);
        let (mut words, mut answers) = (Vec::new(), Vec::new());
        for (measure, counts) in problem.measures.iter().enumerate() {
            // The weight for two labels, one of which costs nothing, is the sum of their costs.
            let is_sum = problem.cells.len() == 2 && measure == 2;
            for digit in if is_sum { 0..0 } else { 0..63 } {
                let is_one = |p: &usize| (counts[*p] / problem.units[measure]) >> digit & 1 == 1;
                for points in (0..points).filter(is_one).collect::<Vec<usize>>().chunks(64) {
                    let bit = |set: &[u64], point: usize| set[point / 64] >> (point % 64) & 1;
                    let push = |word: u64, bit: u64| word << 1 | bit;
                    let word =
                        |set: &[u64]| points.iter().rev().map(|p| bit(set, *p)).fold(0, push);
                    words.push((measure, digit));
                    answers.extend(problem.splits.iter().map(|split| word(&split.yes)));
                    answers.push(word(&set));
                }
            }
        }
        let splits = (0..problem.splits.len()).collect();
        let whole = Node { splits, words, answers, ..Node::default() };
        whole.part(problem, &whole.column(whole.splits.len()), set, limits)
    }

    /// The words of a split's yes-side, or, after the last split, of all points.
    pub(crate) fn column(&self, t: usize) -> Vec<u64> {
        self.answers[t..].iter().step_by(self.splits.len() + 1).copied().collect()
    }

    /// A side of split `t`.
    pub fn side(&self, problem: &Problem, t: usize, side: usize, limits: Limits) -> Node {
        let words = self.column(self.splits.len());
        let mask = side_of(&words, &self.column(t), side).collect::<Vec<u64>>();
        let set = side_of(&self.set, &problem.splits[self.splits[t]].yes, side).collect();
        self.part(problem, &mask, set, limits)
    }

    /// The words `mask` of this node, without the rest and without the splits that cannot matter.
    ///
    /// *Useless side.* A split with a side of weight at most that of a leaf is not needed, here or
    /// below: where a tree has it, let all points go the way of the other side. The points of the side
    /// then cost at most their weight, a leaf at least is saved, other leaves get more rows, and the
    /// tree has fewer leaves and no more depth. A split with too few rows on a side is not allowed.
    fn part(&self, problem: &Problem, mask: &[u64], set: Vec<u64>, limits: Limits) -> Node {
        let n = self.splits.len();
        let mut part = Node { set, limits, ..Node::default() };
        let (mut counts, mut parts) = (Vec::new(), Parts::default());
        self.count(problem, mask, &mut counts);
        parts.fill(problem, &counts, n);
        let Parts { loss, weight } = parts;
        // Thresholds are nested: two sides that count the same, rows if these matter, are the same.
        let told = &counts[counts.len() - (n + 1) * (1 + problem.bent("same weight") as usize)..];
        let light = problem.per_leaf + problem.bent("useless side");
        let is_useless =
            |t: usize, side: usize| weight[side][t] <= light || loss[side][t] >= INFINITE;
        let mut kept: Vec<usize> = Vec::with_capacity(n + 1);
        part.follows.reserve(n);
        for t in (0..n).filter(|t| !is_useless(*t, 0) && !is_useless(*t, 1)) {
            let column = |t: usize| problem.splits[self.splits[t]].thresholds_of;
            let last = kept.last().filter(|k| column(t).is_some() && column(**k) == column(t));
            if last.is_none_or(|k| told[*k] != told[t]) {
                part.follows.push(last.is_some());
                kept.push(t);
            }
        }
        let pick = |from: &Vec<i64>| kept.iter().map(|t| from[*t]).collect();
        part.parts = Parts { loss: loss.each_ref().map(pick), weight: weight.each_ref().map(pick) };
        part.splits = kept.iter().map(|t| self.splits[*t]).collect();
        part.of_parent = weight;
        kept.push(n);
        part.counts = counts.chunks(n + 1).flat_map(|of| kept.iter().map(|t| of[*t])).collect();
        self.compact(mask, &kept, &mut part);
        part
    }

    /// Takes over the bits `mask` of the words, moved together unless that is most of them.
    fn compact(&self, mask: &[u64], kept: &[usize], part: &mut Node) {
        // The number of bits that are free in the last word.
        let mut room = 0;
        let ones: u32 = mask.iter().map(|word| word.count_ones()).sum();
        let is_dense = ones as usize > mask.len() * 32;
        part.answers.reserve(mask.len() * kept.len());
        part.words.reserve(mask.len());
        for ((row, kind), mask) in
            self.answers.chunks(self.splits.len() + 1).zip(&self.words).zip(mask)
        {
            let last = part.answers.len();
            let (ones, steps) = match is_dense {
                true => (64, [0; 6]),
                false => (mask.count_ones(), gather_steps(*mask)),
            };
            let bits = kept.iter().map(|t| row[*t] & mask);
            let bits = bits.map(|bits| if is_dense { bits } else { gathered(bits, steps) });
            room = if part.words.last() == Some(kind) { room } else { 0 };
            if ones > room {
                part.answers.extend(bits.clone().map(|bits| bits >> room));
                part.words.push(*kind);
            }
            if room > 0 {
                let last = part.answers[last - kept.len()..last].iter_mut();
                last.zip(bits).for_each(|(to, bits)| *to |= bits << (64 - room));
            }
            room = if ones > room { room + 64 - ones } else { room - ones };
        }
    }

    /// What the words `mask` of every split's yes-side count, laid out as `counts`.
    pub(crate) fn count(&self, problem: &Problem, mask: &[u64], counts: &mut Vec<i64>) {
        let m = self.splits.len() + 1;
        counts.clear();
        counts.resize(m * problem.measures.len(), 0);
        for ((row, mask), (measure, digit)) in self.answers.chunks(m).zip(mask).zip(&self.words) {
            for (count, answers) in counts[measure * m..].iter_mut().zip(row) {
                *count += i64::from((answers & mask).count_ones()) << digit;
            }
        }
        for (counts, unit) in counts.chunks_mut(m).zip(&problem.units) {
            counts.iter_mut().for_each(|count| *count *= unit);
        }
        if problem.cells.len() == 2 {
            (0..m).for_each(|t| counts[2 * m + t] = counts[t] + counts[m + t]);
        }
    }

    /// What all points count for a measure.
    pub(crate) fn total(&self, measure: usize) -> i64 {
        self.counts[(measure + 1) * (self.splits.len() + 1) - 1]
    }
}

/// The points of a set on a side of a split.
pub(crate) fn side_of(set: &[u64], yes: &[u64], side: usize) -> impl Iterator<Item = u64> + Clone {
    set.iter().zip(yes).map(move |(set, yes)| if side == 0 { set & yes } else { set & !yes })
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
