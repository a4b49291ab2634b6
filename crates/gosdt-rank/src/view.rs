//! A subproblem laid out for counting: its points compacted, its features narrowed to those that
//! can still matter.
use crate::ground::{Counts, Ground};
use crate::prices::Prices;
use gosdt_bits::{Kernels, Matrix, hash_of_rows};

const POS: usize = 0;
const NEG: usize = 1;

/// The measures of an additive problem: weight of each class; the cost that no tree avoids; rows.
///
/// Equal rows are in the same leaf of every tree, so a point costs at least its own cheapest label,
/// and the sum of these (the paper's equivalent points bound, sound for additive costs) is
/// subtracted from every cost. It is rounded down to eight binary digits per point, which keeps
/// counting cheap.
pub(crate) struct Measures {
    /// Number of measures.
    pub count: usize,
    /// The measure of the unavoidable cost, if there is any.
    floor: Option<usize>,
    /// The measure that counts rows and the least a leaf must have, when that is more than 1.
    pub least_rows: Option<(usize, i64)>,
    /// `costs[label * count + measure]`.
    pub costs: Vec<i64>,
    /// The most that a unit of each measure can cost.
    spreads: Vec<i64>,
    /// The unavoidable cost of all points.
    pub unavoidable: i64,
    /// All points, all features.
    pub matrix: Matrix,
    /// The point behind each row of `matrix`, by word.
    owners: Vec<Vec<u32>>,
    /// The measures of all points.
    pub totals: Vec<i64>,
}

impl Measures {
    /// The measures of the points for these prices.
    pub fn new(ground: &Ground, prices: &Prices) -> Measures {
        let floors: Vec<i64> =
            ground.weights.iter().map(|&counts| leading_digits(prices.least(counts))).collect();
        let mut columns: Vec<Vec<i64>> = vec![
            ground.weights.iter().map(|counts| counts.pos).collect(),
            ground.weights.iter().map(|counts| counts.neg).collect(),
        ];
        let unavoidable = floors.iter().sum();
        let floor = (unavoidable > 0).then(|| push(&mut columns, floors));
        let least_rows = (ground.min_leaf > 1).then(|| {
            let rows = ground.rows.iter().map(|&rows| i64::from(rows)).collect();
            (push(&mut columns, rows), i64::from(ground.min_leaf))
        });
        let (matrix, owners) = replicas(&ground.bits, &columns);
        let mut measures = Measures {
            count: columns.len(),
            floor,
            least_rows,
            costs: Vec::new(),
            spreads: Vec::new(),
            unavoidable,
            matrix,
            owners,
            totals: columns.iter().map(|column| column.iter().sum()).collect(),
        };
        measures.costs = prices.labels.iter().flat_map(|p| measures.row(p.pos, p.neg)).collect();
        let most = |part: fn(&crate::prices::Price) -> i64| prices.labels.iter().map(part).max();
        // With a rule for the labels no point is without weight: it may turn its leaf's label.
        let least = i64::from(prices.rule.is_some());
        let most = |part: fn(&crate::prices::Price) -> i64| most(part).unwrap_or(0).max(least);
        measures.spreads = measures.row(most(|p| p.pos), most(|p| p.neg));
        measures
    }

    fn row(&self, pos: i64, neg: i64) -> Vec<i64> {
        let mut row = vec![0; self.count];
        (row[POS], row[NEG]) = (pos, neg);
        if let Some(floor) = self.floor {
            row[floor] = -1;
        }
        row
    }

    /// The class weights among measures.
    pub fn counts(&self, measures: &[i64]) -> Counts {
        Counts { neg: measures[NEG], pos: measures[POS] }
    }

    /// The unavoidable cost among measures.
    pub fn floor(&self, measures: &[i64]) -> i64 {
        self.floor.map_or(0, |floor| measures[floor])
    }

    /// The most that the points counted in `measures` can move an optimum by.
    pub fn spread(&self, measures: &[i64]) -> i64 {
        self.spreads.iter().zip(measures).map(|(s, n)| s * n).sum()
    }
}

/// `n` with all but its eight leading binary digits cleared.
fn leading_digits(n: i64) -> i64 {
    let drop = (64 - n.leading_zeros()).saturating_sub(8);
    n >> drop << drop
}

fn push(columns: &mut Vec<Vec<i64>>, column: Vec<i64>) -> usize {
    columns.push(column);
    columns.len() - 1
}

/// One segment per measure and binary digit of the points' values.
fn replicas(bits: &[Vec<u64>], columns: &[Vec<i64>]) -> (Matrix, Vec<Vec<u32>>) {
    let mut segments = Vec::new();
    let mut members: Vec<Vec<usize>> = Vec::new();
    for (measure, column) in columns.iter().enumerate() {
        let largest = column.iter().copied().max().unwrap_or(0);
        for digit in 0..64 - largest.leading_zeros() {
            let chosen = column.iter().enumerate().filter(|(_, value)| *value >> digit & 1 == 1);
            let chosen: Vec<usize> = chosen.map(|(point, _)| point).collect();
            if !chosen.is_empty() {
                segments.push((measure as u32, 1i64 << digit, chosen.len()));
                members.push(chosen);
            }
        }
    }
    let mut matrix = Matrix::new(bits.len(), columns.len(), &segments);
    let mut owners = Vec::new();
    for chosen in &members {
        let word = owners.len();
        for (at, &point) in chosen.iter().enumerate() {
            for (feature, bits) in bits.iter().enumerate() {
                if bits[point / 64] >> (point % 64) & 1 == 1 {
                    matrix.set(feature, word + at / 64, at % 64);
                }
            }
        }
        let words = chosen.chunks(64);
        owners.extend(words.map(|word| word.iter().map(|&point| point as u32).collect()));
    }
    (matrix, owners)
}

/// A projected subproblem.
#[derive(Default)]
pub(crate) struct View {
    /// The points.
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

impl View {
    /// The measures of a side of column `t`.
    pub fn side(&self, t: usize, yes: bool, out: &mut Vec<i64>) {
        let stride = self.matrix.stride();
        out.clear();
        out.extend((0..self.totals.len()).map(|m| self.ones[m * stride + t]));
        if !yes {
            out.iter_mut().zip(&self.totals).for_each(|(n, total)| *n = total - *n);
        }
    }
}

/// Which columns a view keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Those that some cheapest tree may ask: a side that can cost no more than a leaf could as well
    /// go with its sibling.
    Useful {
        /// The price of a leaf.
        above: i64,
    },
    /// All that have points (and enough rows) on both sides.
    Splitting,
}

/// Memory for narrowing, reused.
pub(crate) struct Narrowing {
    kernels: Kernels,
    rows: Vec<u64>,
    counts: Vec<i64>,
    hashes: Vec<u64>,
    kept: Vec<u32>,
    order: Vec<(u64, u32)>,
    side: Vec<i64>,
}

impl Narrowing {
    /// For this machine's kernels.
    pub fn new(kernels: Kernels) -> Narrowing {
        Narrowing {
            kernels,
            rows: Vec::new(),
            counts: Vec::new(),
            hashes: Vec::new(),
            kept: Vec::new(),
            order: Vec::new(),
            side: Vec::new(),
        }
    }

    /// The view of all points, with every feature.
    pub fn root(&mut self, ground: &Ground, measures: &Measures, keep: Keep, out: &mut View) {
        out.points.clone_from(&ground.everything);
        out.totals.clone_from(&measures.totals);
        self.rows.clear();
        self.rows.extend_from_slice(measures.matrix.valid());
        let features: Vec<u32> = (0..ground.bits.len() as u32).collect();
        self.narrow(ground, measures, keep, &measures.matrix, &features, out);
    }

    /// The view of a set of points, with every feature that splits it.
    pub fn set(&mut self, ground: &Ground, measures: &Measures, points: &[u64], out: &mut View) {
        out.points.clear();
        out.points.extend_from_slice(points);
        let inside = |&point: &u32| points[point as usize / 64] >> (point % 64) & 1;
        self.rows.clear();
        for owners in &measures.owners {
            let bits = owners.iter().enumerate().map(|(bit, point)| inside(point) << bit);
            self.rows.push(bits.fold(0, |word, bit| word | bit));
        }
        out.totals.clear();
        out.totals.resize(measures.count, 0);
        for segment in measures.matrix.segments() {
            let rows = &self.rows[segment.start as usize..segment.end as usize];
            let rows: u32 = rows.iter().map(|word| word.count_ones()).sum();
            out.totals[segment.measure as usize] += i64::from(rows) * segment.mult;
        }
        let features: Vec<u32> = (0..ground.bits.len() as u32).collect();
        self.narrow(ground, measures, Keep::Splitting, &measures.matrix, &features, out);
    }

    /// The view of a side of `from`.
    pub fn side(
        &mut self,
        (ground, measures): (&Ground, &Measures),
        keep: Keep,
        from: &View,
        (t, yes): (usize, bool),
        out: &mut View,
    ) {
        let flip = if yes { 0 } else { !0 };
        let bits = &ground.bits[from.features[t] as usize];
        out.points.clear();
        out.points.extend(from.points.iter().zip(bits).map(|(set, bits)| set & (bits ^ flip)));
        from.side(t, yes, &mut out.totals);
        from.matrix.side(t, yes, &mut self.rows);
        self.narrow(ground, measures, keep, &from.matrix, &from.features, out);
    }

    /// What each column's yes-side can move an optimum by, within the rows last narrowed to.
    pub fn spread_within(&self, measures: &Measures, stride: usize, out: &mut Vec<i64>) {
        out.clear();
        out.resize(stride, 0);
        for (measure, spread) in measures.spreads.iter().enumerate() {
            let counts = &self.counts[measure * stride..][..stride];
            out.iter_mut().zip(counts).for_each(|(sum, count)| *sum += spread * count);
        }
    }

    /// Fills `out` with the rows `self.rows` of `from`, keeping the columns that can matter.
    fn narrow(
        &mut self,
        ground: &Ground,
        measures: &Measures,
        keep: Keep,
        from: &Matrix,
        features: &[u32],
        out: &mut View,
    ) {
        let stride = from.stride();
        self.counts.resize(measures.count * stride, 0);
        self.kernels.count_within(from, &self.rows, &mut self.counts);
        match keep {
            Keep::Useful { above } => self.keep_useful(measures, above, from, &out.totals),
            Keep::Splitting => self.keep_splitting(ground, measures, stride, features, out),
        }
        self.merge_equal(from, keep);
        self.kernels.project(from, &self.rows, &self.kept, &mut out.matrix);
        out.features.clear();
        out.features.extend(self.kept.iter().map(|&t| features[t as usize]));
        out.ones.clear();
        out.ones.resize(measures.count * out.matrix.stride(), 0);
        for measure in 0..measures.count {
            let ones = &mut out.ones[measure * out.matrix.stride()..];
            let counts = &self.counts[measure * stride..];
            ones.iter_mut().zip(&self.kept).for_each(|(n, &t)| *n = counts[t as usize]);
        }
    }

    fn keep_useful(&mut self, measures: &Measures, above: i64, from: &Matrix, totals: &[i64]) {
        let stride = from.stride();
        let all = measures.spread(totals);
        self.kept.clear();
        for t in 0..from.features() {
            self.side.clear();
            self.side.extend((0..totals.len()).map(|m| self.counts[m * stride + t]));
            let yes = measures.spread(&self.side);
            let rows = enough_rows(measures, &self.side, totals);
            if yes > above && all - yes > above && rows {
                self.kept.push(t as u32);
            }
        }
    }

    fn keep_splitting(
        &mut self,
        ground: &Ground,
        measures: &Measures,
        stride: usize,
        features: &[u32],
        out: &View,
    ) {
        self.kept.clear();
        for (t, &feature) in features.iter().enumerate() {
            let bits = &ground.bits[feature as usize];
            let any = |flip: u64| out.points.iter().zip(bits).any(|(p, b)| p & (b ^ flip) != 0);
            self.side.clear();
            self.side.extend((0..out.totals.len()).map(|m| self.counts[m * stride + t]));
            if any(0) && any(!0) && enough_rows(measures, &self.side, &out.totals) {
                self.kept.push(t as u32);
            }
        }
    }

    /// Of columns that are equal or complementary on the rows keeps the first. (Points without
    /// weight have no rows here: splits that differ on those alone are the same to any cost.)
    fn merge_equal(&mut self, from: &Matrix, keep: Keep) {
        if keep == Keep::Splitting {
            return;
        }
        self.hashes.resize(from.stride(), 0);
        self.kernels.hash_within(from, &self.rows, &mut self.hashes);
        let all = hash_of_rows(&self.rows);
        self.order.clear();
        for &t in &self.kept {
            let hash = self.hashes[t as usize];
            self.order.push((hash.min(all.wrapping_sub(hash)), t));
        }
        self.order.sort_unstable();
        let mut first = 0;
        for at in 1..self.order.len() {
            if self.order[at].0 != self.order[first].0 {
                first = at;
            } else if self.same_split(from, self.order[first].1, self.order[at].1) {
                self.order[at].1 = u32::MAX;
            }
        }
        self.kept.clear();
        self.kept.extend(self.order.iter().map(|&(_, t)| t).filter(|&t| t != u32::MAX));
        self.kept.sort_unstable();
    }

    fn same_split(&self, from: &Matrix, a: u32, b: u32) -> bool {
        let differ =
            |k: usize| (from.word(a as usize, k) ^ from.word(b as usize, k)) & self.rows[k];
        let words = || 0..self.rows.len();
        words().all(|k| differ(k) == 0) || words().all(|k| differ(k) == self.rows[k])
    }
}

fn enough_rows(measures: &Measures, yes: &[i64], totals: &[i64]) -> bool {
    let enough = |(m, least): (usize, i64)| yes[m] >= least && totals[m] - yes[m] >= least;
    measures.least_rows.is_none_or(enough)
}
