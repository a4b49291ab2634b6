//! Projects subproblems.
use super::instance::Instance;
use super::projection::{Projection, Side};
use crate::bounds::useless_side;
use crate::problem::Techniques;
use gosdt_bits::{Kernels, Matrix};

/// Which splits a projection keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// Those that can still matter to an optimum.
    Useful,
    /// All that have points, and enough rows, on both sides.
    All,
}

/// Projects subproblems, in memory that is reused.
pub(crate) struct Projector<'a> {
    instance: &'a Instance,
    kernels: Kernels,
    keep: Keep,
    /// A side with at most this avoidable cost makes its split useless.
    useless_up_to: i64,
    /// The rows of the subproblem within the matrix it is projected from.
    rows: Vec<u64>,
    /// Measures of the yes-sides within these rows.
    counts: Vec<i64>,
    /// Avoidable costs of the yes-sides within these rows.
    avoidable: Vec<i64>,
    /// The splits kept.
    kept: Vec<u32>,
}

impl<'a> Projector<'a> {
    /// A projector that keeps the useful splits, by the techniques in use.
    pub fn new(instance: &'a Instance, kernels: Kernels, techniques: &Techniques) -> Self {
        Projector {
            instance,
            kernels,
            keep: Keep::Useful,
            useless_up_to: if techniques.useless_sides { instance.per_leaf } else { 0 },
            rows: Vec::new(),
            counts: Vec::new(),
            avoidable: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// The same projector, which keeps all splits.
    pub fn keeping_all(self) -> Self {
        Projector { keep: Keep::All, ..self }
    }

    /// Projects to all points.
    pub fn root(&mut self) -> Projection {
        let mut out = Projection::default();
        let instance = self.instance;
        self.set(&instance.everything, self.keep, &mut out);
        out
    }

    /// Projects to any set of points, with every split that has points on both sides.
    pub fn set_with_all_splits(&mut self, points: &[u64], out: &mut Projection) {
        self.set(points, Keep::All, out);
    }

    fn set(&mut self, points: &[u64], keep: Keep, out: &mut Projection) {
        let replicas = &self.instance.replicas;
        let matrix = &replicas.matrix;
        replicas.rows_of(points, &mut self.rows);
        out.points.clear();
        out.points.extend_from_slice(points);
        count_rows(matrix, &self.rows, &mut out.totals);
        let features: Vec<u32> = (0..matrix.features() as u32).collect();
        self.fill(matrix, &features, keep, out);
    }

    /// Projects to a side of a split of `from`. Afterwards [`Projector::avoidable_within`] tells how
    /// much of that side's avoidable cost is in the yes-side of each split of `from`.
    pub fn side(&mut self, from: &Projection, side: Side, out: &mut Projection) {
        let bits = &self.instance.splits.bits[from.features[side.split] as usize];
        let flip = if side.is_yes() { 0 } else { !0 };
        out.points.clear();
        out.points
            .extend(from.points.iter().zip(bits).map(|(points, bits)| points & (bits ^ flip)));
        from.side_counts(side, &mut out.totals);
        from.matrix.side(side.split, side.is_yes(), &mut self.rows);
        self.fill(&from.matrix, &from.features, self.keep, out);
    }

    /// The avoidable cost of each split's yes-side, within the points projected to last.
    pub fn avoidable_within(&self) -> &[i64] {
        &self.avoidable
    }

    /// Fills `out`, whose points and totals are set, with the rows `self.rows` of `from`.
    fn fill(&mut self, from: &Matrix, features: &[u32], keep: Keep, out: &mut Projection) {
        let (measures, stride) = (&self.instance.measures, from.stride());
        self.counts.resize(measures.count * stride, 0);
        self.kernels.count_within(from, &self.rows, &mut self.counts);
        measures.avoidable_costs(&self.counts, stride, &mut self.avoidable);
        match keep {
            Keep::All => self.keep_splitting(stride, features, out),
            Keep::Useful => self.keep_useful(from, &out.totals),
        }
        self.kernels.project(from, &self.rows, &self.kept, &mut out.matrix);
        out.features.clear();
        out.features.extend(self.kept.iter().map(|&split| features[split as usize]));
        self.gather_counts(stride, out);
    }

    /// Fills `out.yes_counts` with the counts of the splits kept.
    fn gather_counts(&self, stride: usize, out: &mut Projection) {
        let measures = self.instance.measures.count;
        out.yes_counts.clear();
        out.yes_counts.resize(measures * out.matrix.stride(), 0);
        for measure in 0..measures {
            let yes_counts = &mut out.yes_counts[measure * out.matrix.stride()..];
            let counts = &self.counts[measure * stride..];
            let kept = yes_counts.iter_mut().zip(&self.kept);
            kept.for_each(|(count, &split)| *count = counts[split as usize]);
        }
    }

    /// Keeps the splits with enough avoidable cost, and enough rows, on both sides.
    fn keep_useful(&mut self, from: &Matrix, totals: &[i64]) {
        let measures = &self.instance.measures;
        let all = measures.avoidable_cost(totals);
        let useless = |avoidable| useless_side::is_useless(avoidable, self.useless_up_to);
        let yes_sides = self.avoidable[..from.features()].iter().enumerate();
        let useful = yes_sides.filter(|&(_, &yes)| !useless(yes) && !useless(all - yes));
        self.kept.clear();
        self.kept.extend(useful.map(|(split, _)| split as u32));
        if let Some((measure, least)) = measures.least_rows {
            let counts = &self.counts[measure * from.stride()..];
            let enough = |yes: i64| yes >= least && totals[measure] - yes >= least;
            self.kept.retain(|&split| enough(counts[split as usize]));
        }
    }

    /// Keeps the splits with points, and enough rows, on both sides, whatever these can cost.
    fn keep_splitting(&mut self, stride: usize, features: &[u32], out: &Projection) {
        let Instance { splits, measures, .. } = self.instance;
        let has_both = |&split: &u32| {
            let bits = &splits.bits[features[split as usize] as usize];
            let any = |flip: u64| out.points.iter().zip(bits).any(|(p, b)| p & (b ^ flip) != 0);
            let rows = measures.least_rows.is_none_or(|(measure, least)| {
                let yes = self.counts[measure * stride + split as usize];
                yes >= least && out.totals[measure] - yes >= least
            });
            any(0) && any(!0) && rows
        };
        self.kept.clear();
        self.kept.extend((0..features.len() as u32).filter(has_both));
    }
}

/// Fills `out` with the measures of some rows.
fn count_rows(matrix: &Matrix, rows: &[u64], out: &mut Vec<i64>) {
    out.clear();
    out.resize(matrix.measures(), 0);
    for segment in matrix.segments() {
        let words = &rows[segment.start as usize..segment.end as usize];
        let rows: i64 = words.iter().map(|word| i64::from(word.count_ones())).sum();
        out[segment.measure as usize] += rows * segment.mult;
    }
}
