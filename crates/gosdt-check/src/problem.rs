//! From rows to points with costs, and the splits between them.
use crate::{fraction::Fraction, json::Json, table::Table};
use std::collections::{HashMap, HashSet};

/// Above all costs; two can be added.
pub const INFINITE: i64 = 1 << 61;

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
/// paid by every tree; it is subtracted and summed up in `paid`. A point on which all labels
/// now cost nothing adds nothing to any leaf, and is dropped (not where leaves need a number of rows,
/// to which it counts).
pub struct Problem {
    /// `cells[label][class]`: what a unit of weight of a class costs where a label is predicted.
    pub cells: Vec<Vec<i64>>,
    /// What a leaf costs.
    pub per_leaf: i64,
    /// The objective that a cost of 1 stands for.
    pub unit: Fraction,
    /// What every tree pays.
    pub paid: i64,
    /// Limits on the tree.
    pub limits: Limits,
    /// Least number of rows in a leaf.
    pub least_rows: i64,
    /// The first row of each point.
    pub points: Vec<usize>,
    /// The splits, numbered: columns in order, thresholds rising, categories in order, missing last.
    /// One that does not divide the points is left out, and one that divides them as an earlier one.
    pub splits: Vec<Split>,
    /// What points count, by measure: the cost of each label, then the largest of these (the weight of
    /// the point), then, where leaves need a number of rows, the rows.
    pub measures: Vec<Vec<i64>>,
}

impl Problem {
    /// The problem that a header states about a table.
    pub fn new(table: &Table, header: &Json) -> Result<Problem, String> {
        let mut weights = vec![0; header.list("classes").len()];
        for (label, weight) in table.labels.iter().zip(&table.weights) {
            *weights.get_mut(*label).ok_or("a label is none of the classes")? += weight;
        }
        let (unit, mut costs) = costs(header, &weights)?;
        let (per_leaf, labels) = (costs.pop().unwrap_or(0), weights.len());
        let cells: Vec<Vec<i64>> = costs.chunks(labels.max(1)).map(<[i64]>::to_vec).collect();
        let dearest = |class: usize| cells.iter().map(|costs| costs[class]).max().unwrap_or(0);
        let most = |class: usize| i128::from(weights[class]) * i128::from(dearest(class));
        let of_leaves = table.labels.len() as i128 * i128::from(per_leaf);
        // A few totals of all costs can be added in 64 bits.
        if (0..labels).map(most).sum::<i128>() + of_leaves > 1 << 59 {
            return Err("weights and costs span too many digits".into());
        }
        let limit = |key: &str| match header.text(&format!("objective.{key}")) {
            "" => Ok(NONE),
            limit => limit.parse::<u32>().map_err(|_| format!("{key} is no limit")),
        };
        let limits = Limits { depth: limit("max_depth")?, leaves: limit("max_leaves")?.max(1) };
        let least_rows = i64::from(limit("min_leaf")?);
        let table = table.with_cuts(header)?;
        // Of each point: its first row, and what it counts.
        let mut points: HashMap<Vec<u64>, (usize, Vec<i64>)> = HashMap::new();
        for (row, class) in table.labels.iter().enumerate() {
            let point = points.entry(table.words(row).collect());
            let (_, counts) = point.or_insert_with(|| (row, vec![0; labels + 2]));
            let costs = cells.iter().map(|cells| cells[*class] * table.weights[row]);
            counts.iter_mut().zip(costs.chain([0, 1])).for_each(|(sum, count)| *sum += count);
        }
        let mut points: Vec<(usize, Vec<i64>)> = points.into_values().collect();
        points.sort();
        let mut paid = 0;
        for (_, counts) in &mut points {
            let least = counts[..labels].iter().copied().min().unwrap_or(0);
            paid += least;
            counts[..labels].iter_mut().for_each(|cost| *cost -= least);
            counts[labels] = counts[..labels].iter().copied().max().unwrap_or(0);
        }
        points.retain(|(_, counts)| least_rows > 1 || counts[labels] > 0);
        let counted = |measure: usize| points.iter().map(|(_, counts)| counts[measure]).collect();
        let measures = (0..labels + 1 + usize::from(least_rows > 1)).map(counted).collect();
        let points: Vec<usize> = points.into_iter().map(|(row, _)| row).collect();
        let splits = splits(&table, &points);
        Ok(Problem { cells, per_leaf, unit, paid, limits, least_rows, points, splits, measures })
    }
}

/// What a unit of weight of each class costs where a label is predicted, label by label, and at last
/// what a leaf costs: the unit of which all are multiples, and the multiples. `weights` are those of the
/// classes.
fn costs(header: &Json, weights: &[i64]) -> Result<(Fraction, Vec<i64>), String> {
    let name = header.text("objective.name");
    let n = weights.len();
    let cells = (0..n * n).map(|at| cell(header, weights, at / n, at % n));
    let costs: Option<Vec<Fraction>> = cells.collect();
    let mut costs = costs.ok_or_else(|| format!("the objective {name:?} cannot be checked"))?;
    costs.push(Fraction::read(header.text("objective.lambda")).ok_or("λ is no number")?);
    Fraction::in_units(&costs).ok_or("a cost is negative, or costs span too many digits".into())
}

/// What a unit of weight of a class costs where a label is predicted:
///
/// - `accuracy`: the share of the weight that is predicted wrong;
/// - `balanced`: the mean of that share over the classes that occur;
/// - `weighted:W`: (FP + W·FN) / (W·P + N), P and N being the weights of the two classes;
/// - `cost`: Σ weight · cost\[predicted\]\[true\] / total weight.
fn cell(header: &Json, weights: &[i64], label: usize, class: usize) -> Option<Fraction> {
    let name = header.text("objective.name");
    let total = weights.iter().map(|weight| i128::from(*weight)).sum();
    let occur = weights.iter().filter(|weight| **weight > 0).count() as i128;
    match (name, name.split_once(':')) {
        ("cost", _) => Fraction::read(header.text(&format!("objective.costs.{label}.{class}")))?
            .over_by(Fraction::new(total, 1)?),
        _ if label == class || name == "balanced" && weights[class] == 0 => Fraction::new(0, 1),
        ("accuracy", _) => Fraction::new(1, total),
        ("balanced", _) => Fraction::new(1, occur * i128::from(weights[class])),
        (_, Some(("weighted", ratio))) if weights.len() == 2 => {
            let Fraction { over, under } = Fraction::read(ratio).filter(|ratio| ratio.over > 0)?;
            let positive = header.number("positive");
            let price = |class: usize| if Some(class) == positive { over } else { under };
            let part = |class: usize| price(class).checked_mul(weights[class].into());
            Fraction::new(price(class), part(0)?.checked_add(part(1)?)?)
        }
        _ => None,
    }
}

fn splits(table: &Table, rows: &[usize]) -> Vec<Split> {
    let all = set_of(rows, |_| true);
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
            let is_yes = |value: &f64| *value == level || is_threshold && *value < level;
            let yes = set_of(&values, |value| is_yes(value) || level.is_nan() && value.is_nan());
            let flip = if yes.first().is_some_and(|word| word & 1 == 1) { !0 } else { 0 };
            if seen.insert(yes.iter().zip(&all).map(|(yes, all)| (yes ^ flip) & all).collect()) {
                splits.push(Split { yes, thresholds_of: Some(at).filter(|_| is_threshold) });
            }
        }
    }
    splits
}

/// The set of the points of which something is so.
pub fn set_of<T>(points: &[T], is_so: impl Fn(&T) -> bool) -> Vec<u64> {
    let word = |word: u64, point: &T| word << 1 | u64::from(is_so(point));
    points.chunks(64).map(|points| points.iter().rev().fold(0, word)).collect()
}
