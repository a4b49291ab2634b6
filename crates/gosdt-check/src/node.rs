//! A set of points, laid out so that all its splits are counted at once.
//!
//! A point that counts 5 for a measure is two bits of a row of words, one that counts 4 and one that
//! counts 1: what a set counts is then a matter of `and` and of counting ones.
use crate::fault::Fault;
use crate::problem::{INFINITE, Limits, NONE, Problem, all_points};

/// Words `start..end` count `1 << shift` units of `measure` for each bit that is set.
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: usize,
    end: usize,
    measure: usize,
    shift: u32,
}

/// A set of points with the splits that can matter there, and what is known of their sides.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The points.
    pub set: Vec<u64>,
    /// The splits, as numbers of the problem's.
    pub splits: Vec<u32>,
    /// Whether a split is a threshold above the one before it, of the same column.
    pub follows: Vec<bool>,
    /// Limits on trees for this set.
    pub limits: Limits,
    segments: Vec<Segment>,
    /// Word k of split t is at `k * splits + t`.
    answers: Vec<u64>,
    valid: Vec<u64>,
    /// What the yes-side of split t counts for measure m, at `m * splits + t`.
    pub yes: Vec<i64>,
    /// What all points count, by measure.
    pub totals: Vec<i64>,
    /// The weight of the yes-side of each split, and of all points.
    pub weight: Vec<i64>,
    /// The weight of all points.
    pub total_weight: i64,
    /// The weight that the yes-side of each split of the parent has within this node.
    pub of_parent: Vec<i64>,
    /// Lower bounds of the yes-sides and of the no-sides. Where leaves are limited there is one for
    /// each number of leaves that the side may have: that of i + 1 leaves is at `i * splits + t`.
    pub lower: [Vec<i64>; 2],
    /// What a leaf costs on either side.
    pub leaf: [Vec<i64>; 2],
    /// What the best tree of at most two leaves that was counted costs on either side.
    pub upper: [Vec<i64>; 2],
    /// Whether pairs of the split were counted.
    pub paired: Vec<bool>,
    /// Whether another split is as good (for a way to share out leaves).
    pub needless: Vec<bool>,
    /// The lower bound of each split, as of the last call of [`Node::add_up`].
    least: Vec<i64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { depth: NONE, leaves: NONE }
    }
}

impl Node {
    /// All points of a problem.
    pub fn root(problem: &Problem) -> Node {
        let mut whole =
            Node { set: all_points(problem.points), limits: problem.limits, ..Node::default() };
        whole.splits = (0..problem.splits.len() as u32).collect();
        let mut points: Vec<usize> = Vec::new();
        for (measure, counts) in problem.measures.iter().enumerate() {
            let unit = problem.units[measure];
            for shift in 0..63 {
                let start = points.len() / 64;
                points.extend(
                    (0..problem.points).filter(|p| ((counts[*p] / unit) >> shift) & 1 == 1),
                );
                let end = points.len().div_ceil(64);
                points.resize(end * 64, usize::MAX);
                if end > start {
                    whole.segments.push(Segment { start, end, measure, shift });
                }
            }
        }
        let gather = |word: usize, set: &[u64]| {
            let bit = |(at, point): (usize, &usize)| match *point {
                usize::MAX => 0,
                point => (set[point / 64] >> (point % 64) & 1) << at,
            };
            points[word * 64..][..64].iter().enumerate().map(bit).fold(0, |word, bit| word | bit)
        };
        for word in 0..points.len() / 64 {
            whole.valid.push(gather(word, &whole.set));
            whole.answers.extend(problem.splits.iter().map(|split| gather(word, &split.yes)));
        }
        whole.part(problem, &whole.valid, whole.set.clone(), whole.limits)
    }

    /// A side of split `t`: 0 is yes, 1 is no.
    pub fn side(&self, problem: &Problem, t: usize, side: usize, limits: Limits) -> Node {
        let flip = if side == 0 { 0 } else { !0 };
        let yes = &problem.splits[self.splits[t] as usize].yes;
        let set = self.set.iter().zip(yes).map(|(set, yes)| set & (yes ^ flip)).collect();
        let answers = self.valid.iter().zip(self.answers[t..].iter().step_by(self.splits.len()));
        let mask: Vec<u64> = answers.map(|(valid, yes)| (yes ^ flip) & valid).collect();
        self.part(problem, &mask, set, limits)
    }

    /// The words `mask` of this node, without the rest and without the splits that cannot matter.
    ///
    /// *Useless side.* A split with a side of weight at most that of a leaf is not needed, here or
    /// below: where a tree has it, let all points go the way of the other side. The points of the side
    /// then cost at most their weight, a leaf at least is saved, other leaves get more rows, and the
    /// tree has fewer leaves and no more depth. A split with too few rows on a side is not allowed.
    fn part(&self, problem: &Problem, mask: &[u64], set: Vec<u64>, limits: Limits) -> Node {
        let mut part = Node { set, limits, ..Node::default() };
        let mut counts = Vec::new();
        self.count(problem, mask, &mut counts);
        part.totals = self.count_all(problem, mask);
        let n = self.splits.len();
        let weight = weights(problem, &counts, n);
        part.total_weight = weights(problem, &part.totals, 1)[0];
        let has_rows = problem.least_rows > 1;
        let rows = has_rows.then(|| &counts[counts.len() - n..]);
        let all_rows = part.totals.last().copied().unwrap_or(0);
        let mut kept: Vec<usize> = Vec::new();
        for t in 0..self.splits.len() {
            let is_small = |yes: i64, all: i64, least: i64| yes <= least || all - yes <= least;
            let few = |rows: &[i64]| is_small(rows[t], all_rows, problem.least_rows - 1);
            if is_small(
                weight[t],
                part.total_weight,
                problem.per_leaf + problem.bent(Fault::UselessSide),
            ) || rows.is_some_and(few)
            {
                continue;
            }
            let follows =
                kept.last().is_some_and(|k| is_next(problem, self.splits[*k], self.splits[t]));
            // Thresholds are nested: two that count the same are the same split.
            let told =
                if problem.is_bent(Fault::SameWeight) { &weight } else { rows.unwrap_or(&weight) };
            if follows && kept.last().is_some_and(|k| told[*k] == told[t]) {
                continue;
            }
            kept.push(t);
            part.follows.push(follows);
        }
        part.weight = kept.iter().map(|t| weight[*t]).collect();
        part.of_parent = weight;
        part.splits = kept.iter().map(|t| self.splits[*t]).collect();
        for counts in counts.chunks(n.max(1)) {
            part.yes.extend(kept.iter().map(|t| counts[*t]));
        }
        self.compact(mask, &kept, &mut part);
        part
    }

    /// Takes over the bits `mask` of each segment, moved together unless most are there.
    fn compact(&self, mask: &[u64], kept: &[usize], part: &mut Node) {
        let (n, wide) = (self.splits.len(), kept.len());
        let used = mask.iter().filter(|word| **word != 0).count();
        let ones: usize = mask.iter().map(|word| word.count_ones() as usize).sum();
        let is_dense = ones * 2 > used * 64;
        let (mut to, mut moves) = (0, Vec::new());
        for segment in &self.segments {
            let start = to / 64;
            for word in (segment.start..segment.end).filter(|word| mask[*word] != 0) {
                moves.push((word, to));
                to += if is_dense { 64 } else { mask[word].count_ones() as usize };
            }
            to = to.div_ceil(64) * 64;
            if to / 64 > start {
                part.segments.push(Segment { start, end: to / 64, ..*segment });
            }
        }
        part.answers = vec![0; wide * (to / 64)];
        part.valid = vec![0; to / 64];
        let mut bits = Vec::new();
        for (word, to) in moves {
            let (at, shift, row) = (to / 64, to % 64, &self.answers[word * n..][..n]);
            bits.clear();
            bits.extend(kept.iter().map(|t| row[*t] & mask[word]).chain([mask[word]]));
            if !is_dense {
                Gather::new(mask[word]).gather(&mut bits);
            }
            let valid = bits.pop().unwrap_or(0);
            let low = part.answers[at * wide..].iter_mut().zip(&bits);
            low.for_each(|(low, bits)| *low |= bits << shift);
            part.valid[at] |= valid << shift;
            if shift > 0 && valid >> (64 - shift) != 0 {
                let high = part.answers[(at + 1) * wide..].iter_mut().zip(&bits);
                high.for_each(|(high, bits)| *high |= bits >> (64 - shift));
                part.valid[at + 1] |= valid >> (64 - shift);
            }
        }
    }

    /// What the words `mask` of every split's yes-side count, laid out as `yes`.
    fn count(&self, problem: &Problem, mask: &[u64], counts: &mut Vec<i64>) {
        let n = self.splits.len();
        counts.clear();
        counts.resize(n * problem.measures.len(), 0);
        for segment in &self.segments {
            let counts = &mut counts[segment.measure * n..][..n];
            let mut words = segment.start..segment.end;
            while words.len() >= 7 {
                self.count_seven(words.start, mask, segment.shift, counts);
                words.start += 7;
            }
            for word in words.filter(|word| mask[*word] != 0) {
                let (mask, row) = (mask[word], &self.answers[word * n..][..n]);
                for (count, answers) in counts.iter_mut().zip(row) {
                    *count += i64::from((answers & mask).count_ones()) << segment.shift;
                }
            }
        }
        for (unit, counts) in problem.units.iter().zip(counts.chunks_mut(n.max(1))) {
            counts.iter_mut().for_each(|count| *count *= unit);
        }
    }

    /// Counts seven words at once: adds their bits up to numbers of three binary digits, and counts the
    /// ones of each digit.
    fn count_seven(&self, first: usize, mask: &[u64], shift: u32, counts: &mut [i64]) {
        let n = counts.len();
        let row: [&[u64]; 7] = std::array::from_fn(|k| &self.answers[(first + k) * n..][..n]);
        let mask: [u64; 7] = std::array::from_fn(|k| mask[first + k]);
        for (t, count) in counts.iter_mut().enumerate() {
            let word = |k: usize| row[k][t] & mask[k];
            let (a, two_a) = full_adder(word(0), word(1), word(2));
            let (b, two_b) = full_adder(word(3), word(4), word(5));
            let (ones, two_c) = full_adder(a, b, word(6));
            let (twos, fours) = full_adder(two_a, two_b, two_c);
            let sum = ones.count_ones() + 2 * twos.count_ones() + 4 * fours.count_ones();
            *count += i64::from(sum) << shift;
        }
    }

    fn count_all(&self, problem: &Problem, mask: &[u64]) -> Vec<i64> {
        let mut counts = vec![0; problem.measures.len()];
        for segment in &self.segments {
            let ones: u32 =
                mask[segment.start..segment.end].iter().map(|word| word.count_ones()).sum();
            counts[segment.measure] +=
                (i64::from(ones) << segment.shift) * problem.units[segment.measure];
        }
        counts
    }

    /// Adds up the bounds of both sides of each split: where leaves are shared out, the least sum; for one
    /// that is needless, infinity.
    pub fn add_up(&mut self) {
        let n = self.splits.len();
        self.least.clear();
        self.least.resize(n, INFINITE);
        for share in 0..self.tracks() {
            let yes = &self.lower[0][share * n..][..n];
            let no = &self.lower[1][(self.tracks() - 1 - share) * n..][..n];
            let needless = &self.needless[share * n..][..n];
            for (((least, yes), no), needless) in
                self.least.iter_mut().zip(yes).zip(no).zip(needless)
            {
                let sum = if *needless { INFINITE } else { yes + no };
                *least = sum.min(*least);
            }
        }
    }

    /// The lower bound of split `t`, as of the last call of [`Node::add_up`].
    pub fn least(&self, t: usize) -> i64 {
        self.least[t]
    }

    /// Frees what counting needs, once all is counted.
    pub fn forget_answers(&mut self) {
        (self.answers, self.valid, self.segments) = Default::default();
    }

    /// What the yes-side of `t` shares with that of every split, laid out as `yes`.
    pub fn shared(&self, problem: &Problem, t: usize, counts: &mut Vec<i64>) {
        let yes: Vec<u64> = self.answers[t..].iter().step_by(self.splits.len()).copied().collect();
        self.count(problem, &yes, counts);
    }

    /// What a side of split `t` counts for a measure.
    pub fn side_count(&self, measure: usize, t: usize, side: usize) -> i64 {
        let yes = self.yes[measure * self.splits.len() + t];
        if side == 0 { yes } else { self.totals[measure] - yes }
    }
}

/// The weight of each of `n` sets, from what the sets count: the most that its points can cost.
pub fn weights(problem: &Problem, counts: &[i64], n: usize) -> Vec<i64> {
    match problem.labels {
        2 => counts[..n].iter().zip(&counts[n..]).map(|(a, b)| a + b).collect(),
        labels => counts[labels * n..][..n].to_vec(),
    }
}

/// Whether `b` is a threshold above `a` in one column.
fn is_next(problem: &Problem, a: u32, b: u32) -> bool {
    let (a, b) = (&problem.splits[a as usize], &problem.splits[b as usize]);
    a.ordered && b.ordered && a.column == b.column
}

/// The sum of three bits, for 64 at once: its low and its high digit.
fn full_adder(a: u64, b: u64, c: u64) -> (u64, u64) {
    let two = a ^ b;
    (two ^ c, a & b | two & c)
}

/// Moves the bits of a mask to the low end, in six steps (Hacker's Delight, 7-4).
struct Gather([u64; 6]);

impl Gather {
    fn new(mask: u64) -> Gather {
        let (mut left, mut zeros) = (mask, !mask << 1);
        Gather(std::array::from_fn(|i| {
            let mut odd = zeros;
            (0..6).for_each(|k| odd ^= odd << (1 << k));
            let step = odd & left;
            left = (left ^ step) | (step >> (1 << i));
            zeros &= !odd;
            step
        }))
    }

    /// Moves the bits of words that have no others.
    fn gather(&self, words: &mut [u64]) {
        for word in words {
            for (i, step) in self.0.iter().enumerate() {
                let moved = *word & step;
                *word = (*word ^ moved) | (moved >> (1 << i));
            }
        }
    }
}
