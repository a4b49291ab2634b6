//! Small random problems from a seed: the same on every machine, and full of what searches get
//! wrong (ties, twins, weights of zero, classes that do not occur, limits that bite).
mod columns;
mod rows;
mod stream;
mod terms;

pub use stream::Stream;
pub use terms::LossKind;

use crate::OracleProblem;
use std::ops::RangeInclusive;

/// What [`generate_within`] may make.
#[derive(Clone, Debug)]
pub struct Ranges {
    /// Most rows. \[default: 14\]
    pub rows: usize,
    /// Most rows of one problem in eight; such a problem has at most four features.
    /// \[default: 40, at most [`crate::MOST_ROWS`]\]
    pub long_rows: usize,
    /// Most features. \[default: 5\]
    pub features: usize,
    /// Number of classes; always 2 for [`LossKind::Weighted`]. \[default: 2..=4\]
    pub classes: RangeInclusive<usize>,
    /// Most labels of a cost matrix. \[default: 6\]
    pub labels: usize,
    /// The losses to choose from. \[default: all\]
    pub losses: Vec<LossKind>,
    /// Whether rows may weigh other than 1. \[default: yes\]
    pub row_weights: bool,
    /// Whether depth, leaves and rows per leaf may be limited. \[default: yes\]
    pub limits: bool,
    /// Whether features may be made equal or opposite to each other. \[default: yes\]
    pub twin_features: bool,
}

impl Default for Ranges {
    fn default() -> Self {
        Ranges {
            rows: 14,
            long_rows: 40,
            features: 5,
            classes: 2..=4,
            labels: 6,
            losses: LossKind::ALL.to_vec(),
            row_weights: true,
            limits: true,
            twin_features: true,
        }
    }
}

/// A random problem, with where its features came from.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The problem.
    pub problem: OracleProblem,
    /// Of each feature: its column, and its place if it is a threshold of a numeric column. Of two
    /// thresholds of a column, the yes-side of the smaller place is a subset of the other's.
    pub places: Vec<(u32, Option<u32>)>,
}

/// The problem of a seed.
///
/// ```
/// use gosdt_oracle::random::generate;
///
/// let generated = generate(7);
/// assert_eq!(generated.places.len(), generated.problem.features());
/// assert_eq!(generated.problem.rows, generate(7).problem.rows);
/// ```
pub fn generate(seed: u64) -> Generated {
    generate_within(seed, &Ranges::default())
}

/// The problem of a seed that keeps to `ranges`.
pub fn generate_within(seed: u64, ranges: &Ranges) -> Generated {
    let mut stream = Stream::new(seed);
    let kind = *stream.pick(&ranges.losses);
    let classes = terms::classes(&mut stream, ranges, kind);
    let (count, width) = size(&mut stream, ranges);
    let columns = columns::columns(&mut stream, ranges, count, width);
    let mut rows = columns.rows(count);
    rows::repeat_some(&mut stream, &mut rows);
    let labels = rows::labels(&mut stream, &rows, classes);
    let weights = rows::weights(&mut stream, ranges, count);
    let limits = terms::limits(&mut stream, ranges);
    let problem = OracleProblem {
        loss: terms::loss(&mut stream, ranges, kind, classes),
        lambda: terms::lambda(&mut stream, &weights),
        max_depth: limits.max_depth,
        max_leaves: limits.max_leaves,
        min_leaf: limits.min_leaf,
        rows,
        labels,
        classes,
        weights,
    };
    Generated { problem, places: columns.places }
}

/// Numbers of rows and of features.
fn size(stream: &mut Stream, ranges: &Ranges) -> (usize, usize) {
    let long = stream.once_in(8);
    let rows = if long { ranges.long_rows } else { ranges.rows };
    let features = if long { ranges.features.min(4) } else { ranges.features };
    (size_up_to(stream, rows), size_up_to(stream, features))
}

/// Between 1 and `most`, the more often the larger: small problems have few trees to get wrong.
fn size_up_to(stream: &mut Stream, most: usize) -> usize {
    1 + stream.below(most).max(stream.below(most)).max(stream.below(most))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Loss;

    const SEEDS: std::ops::Range<u64> = 0..4000;

    fn seen(holds: impl Fn(&Generated) -> bool) -> usize {
        SEEDS.filter(|&seed| holds(&generate(seed))).count()
    }

    fn feature(problem: &OracleProblem, feature: usize) -> Vec<bool> {
        problem.rows.iter().map(|row| row[feature]).collect()
    }

    fn some_pair(g: &Generated, holds: impl Fn(bool, bool) -> bool) -> bool {
        let features: Vec<_> = (0..g.places.len()).map(|f| feature(&g.problem, f)).collect();
        let alike = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(&a, &b)| holds(a, b));
        features.iter().enumerate().any(|(i, a)| features[..i].iter().any(|b| alike(a, b)))
    }

    #[test]
    fn every_problem_is_well_formed() {
        for seed in SEEDS {
            let Generated { problem, places } = generate(seed);
            let rows = problem.rows.len();
            assert!((1..=40).contains(&rows) && (1..=5).contains(&places.len()), "seed {seed}");
            assert!(problem.rows.iter().all(|row| row.len() == places.len()), "seed {seed}");
            assert_eq!((problem.labels.len(), problem.weights.len()), (rows, rows), "seed {seed}");
            assert!(problem.labels.iter().all(|&label| label < problem.classes), "seed {seed}");
            assert!(problem.weights.iter().any(|&weight| weight > 0), "seed {seed}");
            if let Loss::Costs(matrix) = &problem.loss {
                assert!(matrix.iter().all(|row| row.len() == problem.classes), "seed {seed}");
            }
        }
    }

    #[test]
    fn places_of_a_column_are_in_the_order_of_nested_yes_sides() {
        for seed in SEEDS {
            let Generated { problem, places } = generate(seed);
            for (i, &(column, place)) in places.iter().enumerate() {
                for (j, &(other, later)) in places.iter().enumerate() {
                    assert!(i == j || column != other || (place.is_some() && place != later));
                    let nested = |row: &Vec<bool>| !row[i] || row[j];
                    let ordered = column == other && place <= later;
                    assert!(!ordered || problem.rows.iter().all(nested), "seed {seed}\n{problem}");
                }
            }
        }
    }

    #[test]
    fn every_kind_of_trouble_is_met_often() {
        let many = 100;
        assert!(seen(|g| some_pair(g, |a, b| a == b)) > many, "equal features");
        assert!(seen(|g| some_pair(g, |a, b| a != b)) > many, "opposite features");
        assert!(seen(|g| g.places.iter().any(|p| p.1 > Some(1))) > many, "three thresholds");
        let kept = |g: &Generated| g.places.windows(2).all(|pair| pair[0] <= pair[1]);
        assert!(seen(|g| !kept(g)) > many, "features out of order");
        assert!(seen(|g| g.problem.rows.len() > 20) > many, "long problems");
        let one_class = |p: &OracleProblem| p.labels.iter().all(|&l| l == p.labels[0]);
        assert!(seen(|g| one_class(&g.problem)) > many, "one class");
        let weights = |g: &Generated, w: fn(&u64) -> bool| g.problem.weights.iter().any(w);
        assert!(seen(|g| weights(g, |&w| w == 0)) > many, "weight zero");
        assert!(seen(|g| weights(g, |&w| w > 1 << 20)) > many, "large weights");
        assert!(seen(|g| g.problem.predictions() > g.problem.classes) > many, "more labels");
        assert!(seen(|g| g.problem.min_leaf > 2) > many, "min leaf");
        assert!(seen(|g| g.problem.max_depth == Some(2)) > many, "depth limit");
        assert!(seen(|g| g.problem.max_leaves == Some(3)) > many, "leaf limit");
        assert!(seen(|g| crate::all_optima(&g.problem, 2).len() > 1) > many, "several optima");
    }

    #[test]
    fn optimal_trees_of_many_sizes_occur() {
        let mut counts = [0; 8];
        for seed in SEEDS {
            let leaves = crate::all_optima(&generate(seed).problem, 1)[0].leaves();
            counts[leaves.min(7)] += 1;
        }
        assert!(counts[1..].iter().all(|&count| count > 20), "{counts:?}");
    }

    #[test]
    fn ranges_are_kept() {
        let ranges = Ranges {
            rows: 6,
            long_rows: 7,
            features: 9,
            classes: 3..=3,
            losses: vec![LossKind::Balanced],
            row_weights: false,
            limits: false,
            ..Ranges::default()
        };
        for seed in 0..500 {
            let Generated { problem, places } = generate_within(seed, &ranges);
            assert!(problem.rows.len() <= 7 && places.len() <= 9 && problem.classes == 3);
            assert!(matches!(problem.loss, Loss::Balanced));
            assert!(problem.weights.iter().all(|&weight| weight == 1));
            let limits = (problem.max_depth, problem.max_leaves, problem.min_leaf);
            assert_eq!(limits, (None, None, 1));
        }
    }
}
