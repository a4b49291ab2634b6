//! The kernels that the search spends its time in, on the best instruction set of the machine and at
//! sizes that the search meets: a deep node, a table like tic-tac-toe, a root of many thresholds.
//! Each kernel's answer is compared with a plain loop before it is timed.
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
use gosdt_bits::lanes::{
    Compare, CutPlaces, Extremes, Narrow, Rank, Signed, Values, Wide, Widest, Width,
};
use gosdt_bits::{Cut, Cuts, Kernels, Matrix};
use std::hint::black_box;
use std::time::Duration;

/// Rows and features of each sample.
const SIZES: [(usize, usize); 3] = [(100, 40), (958, 27), (10_000, 500)];

/// Above every loss.
const MUCH: i64 = i64::MAX / 2;

/// A split may make a leaf only if its larger measure is more than this.
const LEAST: i64 = 5;

/// Rows of two classes with random answers, and a subproblem to project them to.
struct Sample {
    matrix: Matrix,
    ones: Vec<i64>,
    totals: [i64; 2],
    /// The subproblem's rows: the yes-side of the middle feature.
    rows: Vec<u64>,
    /// The subproblem's features: three out of four.
    features: Vec<u32>,
}

impl Sample {
    fn new(rows: usize, features: usize) -> Sample {
        let matrix = random_matrix(rows, features);
        let mut ones = vec![0; 2 * matrix.stride()];
        Kernels::plain().count_within(&matrix, matrix.valid(), &mut ones);
        let mut side = Vec::new();
        matrix.side(features / 2, true, &mut side);
        let kept = (0..features as u32).filter(|feature| feature % 4 != 3);
        let totals = measures(&matrix, |_| !0);
        Sample { ones, totals, rows: side, features: kept.collect(), matrix }
    }

    /// The measures of the rows that answer `side` at feature `i` and `answer` at feature `j`.
    fn cell(&self, i: usize, side: bool, j: usize, answer: bool) -> [i64; 2] {
        let flip = |yes: bool| if yes { 0 } else { !0 };
        measures(&self.matrix, |k| {
            (self.matrix.word(i, k) ^ flip(side)) & (self.matrix.word(j, k) ^ flip(answer))
        })
    }

    /// What further splits make of one side of feature `i`.
    fn cut(&self, i: usize, side: bool) -> Cut {
        let mut cut = Cut { two: MUCH, one: MUCH };
        for j in 0..self.matrix.features() {
            let cells = [true, false].map(|answer| self.cell(i, side, j, answer));
            let losses = cells.map(|[a, b]| a.min(b));
            cut.two = cut.two.min(losses[0] + losses[1]);
            let allowed = cells.iter().zip(losses).filter(|([a, b], _)| *a.max(b) > LEAST);
            cut.one = allowed.fold(cut.one, |least, (_, loss)| least.min(loss));
        }
        cut
    }
}

/// Feature f of n answers yes on about (f + 1) of n + 1 rows; two thirds of the rows are of class 0.
fn random_matrix(rows: usize, features: usize) -> Matrix {
    let mut state = 1_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize
    };
    let of_class_1 = rows / 3;
    let mut matrix = Matrix::new(features, 2, &[(0, 1, rows - of_class_1), (1, 1, of_class_1)]);
    for word in 0..matrix.words() {
        for bit in (0..64).filter(|bit| matrix.valid()[word] >> bit & 1 == 1).collect::<Vec<_>>() {
            for feature in (0..features).filter(|feature| random() % (features + 1) <= *feature) {
                matrix.set(feature, word, bit);
            }
        }
    }
    matrix
}

/// The measures of the rows that `selected` gives word by word.
fn measures(matrix: &Matrix, selected: impl Fn(usize) -> u64) -> [i64; 2] {
    let mut counts = [0; 2];
    for segment in matrix.segments() {
        for k in segment.start as usize..segment.end as usize {
            let rows = (selected(k) & matrix.valid()[k]).count_ones();
            counts[segment.measure as usize] += i64::from(rows) * segment.mult;
        }
    }
    counts
}

/// Runs `bench` on a sample of each size, in a group named after the kernel and the instruction set.
fn on_each_size(
    criterion: &mut Criterion,
    kernel: &str,
    bench: impl Fn(&mut BenchmarkGroup<'_, WallTime>, &str, Kernels, &Sample),
) {
    let kernels = Kernels::detect();
    let mut group = criterion.benchmark_group(format!("{kernel}/{:?}", kernels.set()));
    for (rows, features) in SIZES {
        let sample = Sample::new(rows, features);
        bench(&mut group, &format!("{rows}x{features}"), kernels, &sample);
    }
}

fn count_within(criterion: &mut Criterion) {
    on_each_size(criterion, "count_within", |group, size, kernels, sample| {
        let Sample { matrix, rows, .. } = sample;
        let mut counts = vec![0; 2 * matrix.stride()];
        kernels.count_within(matrix, rows, &mut counts);
        for feature in 0..matrix.features() {
            let found = [counts[feature], counts[matrix.stride() + feature]];
            assert_eq!(found, measures(matrix, |k| matrix.word(feature, k) & rows[k]));
        }
        group.bench_function(size, |bencher| {
            bencher.iter(|| kernels.count_within(matrix, rows, black_box(&mut counts)));
        });
    });
}

fn project(criterion: &mut Criterion) {
    on_each_size(criterion, "project", |group, size, kernels, sample| {
        let Sample { matrix, rows, features, .. } = sample;
        let mut projected = Matrix::default();
        kernels.project(matrix, rows, features, &mut projected);
        assert_eq!(projected.features(), features.len());
        assert_eq!(measures(&projected, |_| !0), measures(matrix, |k| rows[k]));
        for (at, &feature) in features.iter().enumerate() {
            let expected = measures(matrix, |k| matrix.word(feature as usize, k) & rows[k]);
            assert_eq!(measures(&projected, |k| projected.word(at, k)), expected);
        }
        group.bench_function(size, |bencher| {
            bencher.iter(|| kernels.project(matrix, rows, features, black_box(&mut projected)));
        });
    });
}

fn pairs_of_two(criterion: &mut Criterion) {
    on_each_size(criterion, "pairs_of_two", |group, size, kernels, sample| {
        let Sample { matrix, ones, totals, .. } = sample;
        let mut cuts = [Cuts::default(), Cuts::default()];
        cuts.iter_mut().for_each(|cuts| cuts.reset(matrix.stride(), MUCH));
        kernels.pairs_of_two(matrix, ones, totals, LEAST, &mut cuts);
        for i in [1, 2, 3].map(|quarter| quarter * matrix.features() / 4) {
            assert_eq!([cuts[0].of(i), cuts[1].of(i)], [sample.cut(i, true), sample.cut(i, false)]);
        }
        group.bench_function(size, |bencher| {
            bencher.iter(|| {
                kernels.pairs_of_two(matrix, ones, totals, LEAST, black_box(&mut cuts));
            });
        });
    });
}

fn row_of_two(criterion: &mut Criterion) {
    on_each_size(criterion, "row_of_two", |group, size, kernels, sample| {
        let Sample { matrix, ones, totals, .. } = sample;
        let i = matrix.features() / 2;
        let (mut within, mut cut) = (vec![0; matrix.stride()], [Cut { two: MUCH, one: MUCH }; 2]);
        kernels.row_of_two(matrix, ones, totals, LEAST, i, &mut within, &mut cut);
        assert_eq!(cut, [sample.cut(i, true), sample.cut(i, false)]);
        for (j, &found) in within.iter().enumerate().take(matrix.features()) {
            assert_eq!(found, sample.cell(i, true, j, true).iter().sum::<i64>());
        }
        group.bench_function(size, |bencher| {
            bencher.iter(|| {
                let (within, cut) = (black_box(&mut within), black_box(&mut cut));
                kernels.row_of_two(matrix, ones, totals, LEAST, i, within, cut);
            });
        });
    });
}

/// A column of points in lanes, each point with a rank in another column and a value of ±1.
struct Column<W: Width> {
    ranks: Vec<W::Rank>,
    signed: Vec<W::Signed>,
    ends: Vec<W::Signed>,
}

/// Ranks of the column that is split, and the rank of the split.
const RANKS: u32 = 100;
const SPLIT: u32 = 40;

/// Points in a group of equal values.
const GROUP: usize = 5;

impl<W: Width> Column<W> {
    fn new(points: usize) -> Column<W> {
        let len = points.next_multiple_of(W::LANES);
        let mut column = Column {
            ranks: vec![W::Rank::MOST; len],
            signed: vec![W::Signed::ZERO; len],
            ends: vec![W::Signed::ZERO; len],
        };
        for place in 0..points {
            let at = Self::index(place, len);
            column.ranks[at] = W::Rank::from_rank(rank(place));
            column.signed[at] = W::Signed::from_wide(value(place));
            if ends_group(place, points) {
                column.ends[at] = W::Signed::END;
            }
        }
        column
    }

    fn index(place: usize, len: usize) -> usize {
        let steps = len / W::LANES;
        place % steps * W::LANES + place / steps
    }
}

fn rank(place: usize) -> u32 {
    (place as u32).wrapping_mul(2_654_435_761) % RANKS
}

fn value(place: usize) -> i64 {
    if (place * place / 7).is_multiple_of(2) { 1 } else { -1 }
}

fn ends_group(place: usize, points: usize) -> bool {
    place % GROUP == GROUP - 1 || place == points - 1
}

/// The extremes on one side of the split, of sums that `restarts` begin anew after a group.
fn extremes(points: usize, yes: bool, at_ends: bool, restarts: bool) -> Extremes {
    let (mut sum, mut found) = (0, Extremes { min: 0, max: 0 });
    for place in 0..points {
        sum += if (rank(place) <= SPLIT) == yes { value(place) } else { 0 };
        let ends = ends_group(place, points);
        if ends || !at_ends {
            found = Extremes { min: found.min.min(sum), max: found.max.max(sum) };
        }
        sum = if ends && restarts { 0 } else { sum };
    }
    found
}

fn scans_of<W: Width>(criterion: &mut Criterion, width: &str) {
    let kernels = Kernels::detect();
    let mut group = criterion.benchmark_group(format!("scan/{width}/{:?}", kernels.set()));
    for points in SIZES.map(|(rows, _)| rows) {
        let Column { ranks, signed, ends } = Column::<W>::new(points);
        let kinds = [
            ("anywhere", CutPlaces::Anywhere, false, false),
            ("at_ends", CutPlaces::AtEnds(&ends), true, false),
            ("groups", CutPlaces::Groups(&ends), true, true),
        ];
        for (name, cuts, at_ends, restarts) in kinds {
            let split = W::Rank::from_rank(SPLIT);
            let values = Values::of(&signed);
            let scan = || W::scan(kernels, Compare::AtMost, &ranks, split, values, cuts);
            let side =
                |yes| W::scan_side(kernels, Compare::AtMost, &ranks, (split, yes), values, cuts);
            let expected = [true, false].map(|yes| extremes(points, yes, at_ends, restarts));
            assert_eq!(scan(), expected);
            assert_eq!([side(true), side(false)], expected);
            group.bench_function(format!("{name}/{points}"), |bencher| {
                bencher.iter(|| black_box(scan()));
            });
            group.bench_function(format!("{name}_side/{points}"), |bencher| {
                bencher.iter(|| black_box(side(black_box(true))));
            });
        }
    }
}

fn scans(criterion: &mut Criterion) {
    scans_of::<Narrow>(criterion, "narrow");
    scans_of::<Wide>(criterion, "wide");
    scans_of::<Widest>(criterion, "widest");
}

fn main() {
    // Short enough that all sizes of all kernels take about two minutes.
    let criterion = Criterion::default().warm_up_time(Duration::from_millis(300));
    let mut criterion = criterion.measurement_time(Duration::from_secs(1)).configure_from_args();
    for bench in [count_within, project, pairs_of_two, row_of_two, scans] {
        bench(&mut criterion);
    }
    criterion.final_summary();
}
