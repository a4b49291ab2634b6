//! From rows to points with costs, and the splits between them.
use crate::fraction::{Fraction, gcd};
use crate::{costs, json::Json, table::Table};
use std::collections::{HashMap, HashSet};

/// Above all costs; two can be added.
pub const INFINITE: i64 = 1 << 61;

/// The largest total of all costs: a few of them can be added in 64 bits.
const LARGEST_TOTAL: i128 = 1 << 59;

/// No limit.
pub const NONE: u32 = u32::MAX;

/// Limits on a tree, or on the part of it below a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Levels of splits, or [`NONE`].
    pub depth: u32,
    /// Leaves, or [`NONE`].
    pub leaves: u32,
}

/// A split of the points.
#[derive(Clone, Debug)]
pub struct Split {
    /// Bit p is set where point p answers yes.
    pub yes: Vec<u64>,
    /// The column, if it is a threshold: its yes-side lies in those of the column's later thresholds.
    pub thresholds_of: Option<usize>,
}

/// A problem after reduction.
///
/// *Reduction.* Rows that no split tells apart reach the same leaf of every tree: they are one point.
/// Whatever label the leaf has, the point costs at least what its cheapest label costs, so this is
/// paid by every tree; it is subtracted and summed up in `unavoidable`. A point on which all labels
/// now cost nothing adds nothing to any leaf, and is dropped (not where leaves need a number of rows,
/// to which it counts).
#[derive(Clone, Debug)]
pub struct Problem {
    /// `cells[label][class]`: what a unit of weight of a class costs where a label is predicted.
    pub cells: Vec<Vec<i64>>,
    /// What a leaf costs.
    pub per_leaf: i64,
    /// The objective that a cost of 1 stands for.
    pub unit: Fraction,
    /// What every tree pays.
    pub unavoidable: i64,
    /// Limits on the tree.
    pub limits: Limits,
    /// Least number of rows in a leaf.
    pub least_rows: i64,
    /// The first row of each point.
    pub first_rows: Vec<usize>,
    /// The splits, numbered: columns in order, thresholds rising, categories in order, missing last.
    /// One that does not divide the points is left out, and one that divides them as an earlier one.
    pub splits: Vec<Split>,
    /// What points count, by measure: the cost of each label, then the largest of these (the weight of
    /// the point), then, where leaves need a number of rows, the rows.
    pub measures: Vec<Vec<i64>>,
    /// What divides all counts of a measure.
    pub units: Vec<i64>,
    /// A rule that is wrong on purpose, to test that this is found out.
    #[cfg(test)]
    pub(crate) fault: &'static str,
}

impl Problem {
    /// The problem that a header states about a table.
    pub fn new(table: &Table, header: &Json) -> Result<Problem, String> {
        let mut weights = vec![0; header.list("classes").len()];
        for (label, weight) in table.labels.iter().zip(&table.weights) {
            *weights.get_mut(*label).ok_or("a label is none of the classes")? += weight;
        }
        let (unit, costs) = costs::read(header, &weights)?;
        let (per_leaf, labels) = (costs[costs.len() - 1], weights.len());
        let cells: Vec<Vec<i64>> = costs.chunks_exact(labels.max(1)).map(<[i64]>::to_vec).collect();
        let cells = cells[..labels].to_vec();
        let dearest = |class: usize| cells.iter().map(|cells| i128::from(cells[class])).max();
        let most = |class: usize| i128::from(weights[class]) * dearest(class).unwrap_or(0);
        let of_leaves = table.labels.len() as i128 * i128::from(per_leaf);
        if (0..labels).map(most).fold(of_leaves, i128::saturating_add) > LARGEST_TOTAL {
            return Err("weights and costs span too many digits".into());
        }
        let limit = |key: &str| match header.text(&format!("objective.{key}")) {
            "" => Ok(NONE),
            limit => limit.parse::<u32>().map_err(|_| format!("{key} is no limit")),
        };
        let limits = Limits { depth: limit("max_depth")?, leaves: limit("max_leaves")?.max(1) };
        let least_rows = i64::from(limit("min_leaf")?);
        let table = table.with_cuts(header)?;
        let mut known: HashMap<Vec<u64>, usize> = HashMap::new();
        // Of each point: its first row, and what it counts.
        let mut points: Vec<(usize, Vec<i64>)> = Vec::new();
        for (row, class) in table.labels.iter().enumerate() {
            let at = *known.entry(table.words(row).collect()).or_insert(points.len());
            if at == points.len() {
                points.push((row, vec![0; labels + 2]));
            }
            let costs = cells.iter().map(|cells| cells[*class] * table.weights[row]);
            let counts = points[at].1.iter_mut().zip(costs.chain([0, 1]));
            counts.for_each(|(sum, count)| *sum += count);
        }
        let mut unavoidable = 0;
        for (_, counts) in &mut points {
            let least = counts[..labels].iter().copied().min().unwrap_or(0);
            unavoidable += least;
            counts[..labels].iter_mut().for_each(|cost| *cost -= least);
            counts[labels] = counts[..labels].iter().copied().max().unwrap_or(0);
        }
        points.retain(|(_, counts)| least_rows > 1 || counts[labels] > 0);
        let first_rows: Vec<usize> = points.iter().map(|(row, _)| *row).collect();
        let splits = splits(&table, &first_rows);
        let measure = |at: usize| points.iter().map(|(_, counts)| counts[at]).collect();
        let measures = (0..labels + 1 + usize::from(least_rows > 1)).map(measure);
        let measures: Vec<Vec<i64>> = measures.collect();
        let unit_of = |counts: &Vec<i64>| counts.iter().fold(0, |a, b| gcd(a, i128::from(*b)));
        let units = measures.iter().map(|counts| unit_of(counts).max(1) as i64).collect();
        Ok(Problem {
            cells,
            per_leaf,
            unit,
            unavoidable,
            limits,
            least_rows,
            first_rows,
            splits,
            measures,
            units,
            #[cfg(test)]
            fault: "",
        })
    }

    /// What a rule that is wrong on purpose adds to a number: nothing, unless a test asks for it.
    pub(crate) fn bent(&self, _rule: &str) -> i64 {
        #[cfg(test)]
        return (self.fault == _rule).into();
        #[cfg(not(test))]
        0
    }
}

fn splits(table: &Table, rows: &[usize]) -> Vec<Split> {
    let all = all_points(rows.len());
    let mut splits: Vec<Split> = Vec::new();
    // The sides without the first point; one that has no points divides nothing.
    let mut seen = HashSet::from([vec![0; all.len()]]);
    for (at, column) in table.columns.iter().enumerate() {
        let values: Vec<f64> = rows.iter().map(|row| column.values[*row]).collect();
        let mut levels: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        for level in levels.into_iter().chain([f64::NAN]) {
            let is_threshold = column.ordered && !level.is_nan();
            let mut yes = vec![0u64; all.len()];
            for (point, value) in values.iter().enumerate() {
                let is_missing = level.is_nan() && value.is_nan();
                let answer = *value == level || is_threshold && *value < level || is_missing;
                yes[point / 64] |= u64::from(answer) << (point % 64);
            }
            let flip = if yes.first().is_some_and(|word| word & 1 == 1) { !0 } else { 0 };
            if seen.insert(yes.iter().zip(&all).map(|(yes, all)| (yes ^ flip) & all).collect()) {
                splits.push(Split { yes, thresholds_of: Some(at).filter(|_| is_threshold) });
            }
        }
    }
    splits
}

/// The set of all points.
pub fn all_points(points: usize) -> Vec<u64> {
    let mut words = vec![0; points.div_ceil(64)];
    (0..points).for_each(|point| words[point / 64] |= 1 << (point % 64));
    words
}
