//! The kernels that the search spends its time in, on the best instruction set of the machine and at
//! sizes that the search meets: a deep node, a table like tic-tac-toe, a root of many thresholds.
//! Each kernel's answer is compared with a plain loop before it is timed.
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion};
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

fn main() {
    // Short enough that all sizes of all kernels take about a minute.
    let criterion = Criterion::default().warm_up_time(Duration::from_secs(1));
    let mut criterion = criterion.measurement_time(Duration::from_secs(2)).configure_from_args();
    for bench in [count_within, project, pairs_of_two, row_of_two] {
        bench(&mut criterion);
    }
    criterion.final_summary();
}
