//! A subproblem as the search looks at it: its points compacted, its features narrowed to those
//! that can still matter.
use crate::bounds::useless_side;
use crate::instance::Instance;
use crate::levers::Levers;
use gosdt_bits::{Kernels, Matrix, hash_of_rows};

/// A projected subproblem.
#[derive(Default)]
pub(crate) struct View {
    /// The points, over all points of the instance.
    pub points: Vec<u64>,
    /// The features that can matter here, ascending; column t of `matrix` is `features[t]`.
    pub features: Vec<u32>,
    /// Their answers on the replicas of the points.
    pub matrix: Matrix,
    /// Counts of the yes-sides: `ones[measure * stride + t]`.
    pub ones: Vec<i64>,
    /// Counts of all points.
    pub totals: Vec<i64>,
}

/// An empty slot of the table of columns.
const FREE: u32 = u32::MAX;

/// Memory for narrowing, reused.
#[derive(Default)]
pub(crate) struct Narrowing {
    rows: Vec<u64>,
    counts: Vec<i64>,
    weights: Vec<i64>,
    hashes: Vec<u64>,
    kept: Vec<u32>,
    table: Vec<u32>,
    /// Keep every split with points on both sides, even if it cannot matter.
    pub keep_all: bool,
}

impl View {
    /// The counts of the yes-side of column `t`.
    pub fn yes(&self, t: usize, out: &mut Vec<i64>) {
        let stride = self.matrix.stride();
        out.clear();
        out.extend((0..self.totals.len()).map(|m| self.ones[m * stride + t]));
    }

    /// The counts of a side of column `t`.
    pub fn side(&self, t: usize, yes: bool, out: &mut Vec<i64>) {
        self.yes(t, out);
        if !yes {
            out.iter_mut().zip(&self.totals).for_each(|(n, total)| *n = total - *n);
        }
    }
}

impl Narrowing {
    /// The view of all points.
    pub fn root(&mut self, instance: &Instance, kernels: Kernels, levers: &Levers) -> View {
        let matrix = &instance.matrix;
        let features: Vec<u32> = (0..matrix.features() as u32).collect();
        let mut view = View { points: instance.everything.clone(), ..View::default() };
        count_rows(matrix, matrix.valid(), &mut view.totals);
        self.rows.clear();
        self.rows.extend_from_slice(matrix.valid());
        self.narrow(instance, kernels, levers, matrix, &features, &mut view);
        view
    }

    /// The view of any set of points, with every split that has points on both sides.
    pub fn set(
        &mut self,
        instance: &Instance,
        kernels: Kernels,
        levers: &Levers,
        points: &[u64],
        out: &mut View,
    ) {
        let matrix = &instance.matrix;
        let inside = |&point: &u32| points[point as usize / 64] >> (point % 64) & 1;
        self.rows.clear();
        for owners in &instance.owners {
            let bits = owners.iter().enumerate().map(|(bit, point)| inside(point) << bit);
            self.rows.push(bits.fold(0, |word, bit| word | bit));
        }
        out.points.clear();
        out.points.extend_from_slice(points);
        count_rows(matrix, &self.rows, &mut out.totals);
        let features: Vec<u32> = (0..matrix.features() as u32).collect();
        let before = std::mem::replace(&mut self.keep_all, true);
        self.narrow(instance, kernels, levers, matrix, &features, out);
        self.keep_all = before;
    }

    /// The view of a side of column `t` of `from`. Afterwards [`Narrowing::weight_within`] tells
    /// how much of that side each column of `from` holds.
    #[expect(clippy::too_many_arguments, reason = "the parts of a solver, lent one by one")]
    pub fn side(
        &mut self,
        instance: &Instance,
        kernels: Kernels,
        levers: &Levers,
        from: &View,
        t: usize,
        yes: bool,
        out: &mut View,
    ) {
        let bits = &instance.bits[from.features[t] as usize];
        let flip = if yes { 0 } else { !0 };
        out.points.clear();
        out.points
            .extend(from.points.iter().zip(bits).map(|(points, bits)| points & (bits ^ flip)));
        from.side(t, yes, &mut out.totals);
        from.matrix.side(t, yes, &mut self.rows);
        self.narrow(instance, kernels, levers, &from.matrix, &from.features, out);
    }

    /// The weight of each column's yes-side within the rows last narrowed to.
    pub fn weight_within(&self) -> &[i64] {
        &self.weights
    }

    fn weigh(&mut self, instance: &Instance, stride: usize) {
        self.weights.clear();
        self.weights.resize(stride, 0);
        for (measure, spread) in instance.spreads.iter().enumerate() {
            let counts = &self.counts[measure * stride..][..stride];
            self.weights.iter_mut().zip(counts).for_each(|(sum, count)| *sum += spread * count);
        }
    }

    /// Fills `out` with the rows `self.rows` of `from`, keeping the columns that can matter.
    fn narrow(
        &mut self,
        instance: &Instance,
        kernels: Kernels,
        levers: &Levers,
        from: &Matrix,
        features: &[u32],
        out: &mut View,
    ) {
        let stride = from.stride();
        self.counts.resize(instance.measures * stride, 0);
        kernels.count_within(from, &self.rows, &mut self.counts);
        self.weigh(instance, stride);
        if self.keep_all {
            self.keep_splitting(instance, stride, features, out);
        } else {
            self.keep_useful(instance, levers, from, &out.totals);
        }
        if levers.merge_splits && !self.keep_all {
            self.merge_equal(kernels, from);
        }
        kernels.project(from, &self.rows, &self.kept, &mut out.matrix);
        out.features.clear();
        out.features.extend(self.kept.iter().map(|&t| features[t as usize]));
        let (kept, counts) = (&self.kept, &self.counts);
        out.ones.clear();
        out.ones.resize(instance.measures * out.matrix.stride(), 0);
        for measure in 0..instance.measures {
            let ones = &mut out.ones[measure * out.matrix.stride()..];
            let counts = &counts[measure * stride..];
            ones.iter_mut().zip(kept).for_each(|(n, &t)| *n = counts[t as usize]);
        }
    }

    /// Keeps the columns with enough weight (and rows) on both sides.
    fn keep_useful(&mut self, instance: &Instance, levers: &Levers, from: &Matrix, totals: &[i64]) {
        let least = if levers.useless_sides { instance.per_leaf } else { 0 };
        let all = instance.weight(totals);
        let useless = |weight| useless_side::is_useless(weight, least);
        let weights = self.weights[..from.features()].iter().enumerate();
        let useful = weights.filter(|&(_, &yes)| !useless(yes) && !useless(all - yes));
        self.kept.clear();
        self.kept.extend(useful.map(|(t, _)| t as u32));
        if let Some((measure, least)) = instance.least_rows {
            let counts = &self.counts[measure * from.stride()..];
            let enough = |yes: i64| yes >= least && totals[measure] - yes >= least;
            self.kept.retain(|&t| enough(counts[t as usize]));
        }
    }

    /// Keeps the columns with points (and enough rows) on both sides, whatever they weigh.
    fn keep_splitting(&mut self, instance: &Instance, stride: usize, features: &[u32], out: &View) {
        let splits = |&t: &u32| {
            let bits = &instance.bits[features[t as usize] as usize];
            let any = |flip: u64| out.points.iter().zip(bits).any(|(p, b)| p & (b ^ flip) != 0);
            let rows = instance.least_rows.is_none_or(|(m, least)| {
                let yes = self.counts[m * stride + t as usize];
                yes >= least && out.totals[m] - yes >= least
            });
            any(0) && any(!0) && rows
        };
        self.kept.clear();
        self.kept.extend((0..features.len() as u32).filter(splits));
    }

    /// Of columns that are equal or complementary on the rows keeps the first.
    fn merge_equal(&mut self, kernels: Kernels, from: &Matrix) {
        self.hashes.resize(from.stride(), 0);
        kernels.hash_within(from, &self.rows, &mut self.hashes);
        let all = hash_of_rows(&self.rows);
        let slots = (2 * self.kept.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(slots, FREE);
        let mut kept = std::mem::take(&mut self.kept);
        kept.retain(|&t| self.is_first(from, t, all));
        self.kept = kept;
    }

    /// Whether no column like `t` is in the table; then puts it there.
    fn is_first(&mut self, from: &Matrix, t: u32, all: u64) -> bool {
        let hash = |t: u32| {
            let hash = self.hashes[t as usize];
            hash.min(all.wrapping_sub(hash))
        };
        let (mine, last) = (hash(t), self.table.len() - 1);
        // The high bits of a product depend on all bits of its factors.
        let mut slot = (mine >> 32) as usize & last;
        loop {
            match self.table[slot] {
                FREE => break,
                other if hash(other) == mine && self.same_split(from, other, t) => return false,
                _ => slot = (slot + 1) & last,
            }
        }
        self.table[slot] = t;
        true
    }

    /// Whether two columns are equal or complementary on the rows.
    fn same_split(&self, from: &Matrix, a: u32, b: u32) -> bool {
        let differ =
            |k: usize| (from.word(a as usize, k) ^ from.word(b as usize, k)) & self.rows[k];
        let words = || 0..self.rows.len();
        words().all(|k| differ(k) == 0) || words().all(|k| differ(k) == self.rows[k])
    }
}

/// The measures of some rows.
fn count_rows(matrix: &Matrix, rows: &[u64], out: &mut Vec<i64>) {
    out.clear();
    out.resize(matrix.measures(), 0);
    for segment in matrix.segments() {
        let words = &rows[segment.start as usize..segment.end as usize];
        let rows: i64 = words.iter().map(|word| i64::from(word.count_ones())).sum();
        out[segment.measure as usize] += rows * segment.mult;
    }
}
