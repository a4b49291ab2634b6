//! From rows to points with costs, and the splits between them.
use crate::costs::Costs;
use crate::fault::Fault;
use crate::fraction::gcd;
use crate::table::{Column, MISSING, Table};
use std::collections::HashMap;

/// Above all costs; two can be added.
pub const INFINITE: i64 = 1 << 61;

/// No limit.
pub const NONE: u32 = u32::MAX;

/// Limits on a tree, or on the part of it below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Levels of splits, or [`NONE`].
    pub depth: u32,
    /// Leaves, or [`NONE`].
    pub leaves: u32,
}

impl Limits {
    /// The limits that can matter: a tree in which every leaf has a point has no more leaves than
    /// points, and is less deep.
    fn that_bind(self, points: usize) -> Limits {
        let binds = |limit: u32| if limit as usize >= points { NONE } else { limit };
        Limits { depth: binds(self.depth), leaves: binds(self.leaves) }
    }
}

/// A split of the points.
#[derive(Clone, Debug)]
pub struct Split {
    /// Bit p is set where point p answers yes.
    pub yes: Vec<u64>,
    /// The column that it asks.
    pub column: u32,
    /// Whether it is a threshold: its yes-side lies in those of the column's later thresholds.
    pub ordered: bool,
    /// The rank that it asks for: up to this one for a threshold, this one else.
    pub rank: u32,
}

/// A problem after reduction.
///
/// *Reduction.* Rows that no split tells apart reach the same leaf of every tree: they are one point.
/// Whatever label the leaf has, the point costs at least what its cheapest label costs, so this is
/// paid by every tree; it is subtracted and summed up in `unavoidable`. A point on which all labels
/// now cost nothing adds nothing to any leaf, and is dropped (not where leaves need a number of rows,
/// to which it counts). A label that costs no less than another one on every point is dropped: a leaf
/// with the other one costs no more.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Number of points.
    pub points: usize,
    /// The splits, numbered: columns in order, thresholds rising, categories in order, missing last.
    /// One that does not divide the points is left out, and one that divides them as an earlier one.
    pub splits: Vec<Split>,
    /// Number of labels.
    pub labels: usize,
    /// What points count, by measure: the cost of each label; for more than two labels the largest of
    /// these (the weight of the point, which is the sum of both for two labels); where leaves need a
    /// number of rows, the rows.
    pub measures: Vec<Vec<i64>>,
    /// What divides all counts of a measure.
    pub units: Vec<i64>,
    /// What a leaf costs.
    pub per_leaf: i64,
    /// What every tree pays.
    pub unavoidable: i64,
    /// Least number of rows in a leaf.
    pub least_rows: i64,
    /// Limits on the tree.
    pub limits: Limits,
    /// The point of each row; `None` if it was dropped.
    pub point_of_row: Vec<Option<u32>>,
    /// A rule that is wrong on purpose, to test that this is found out.
    #[cfg(test)]
    pub(crate) fault: Option<Fault>,
}

/// A column as ranks.
struct Ranked {
    ranks: Vec<u32>,
    /// Number of ranks without that of missing values, which is the last.
    levels: u32,
    ordered: bool,
}

impl Problem {
    /// Reduces a table. `cuts[c]` are the thresholds that may be asked of column c, rising, or `None`
    /// if all may.
    pub fn new(
        table: &Table,
        costs: &Costs,
        cuts: &[Option<Vec<f64>>],
        limits: Limits,
        least_rows: u32,
    ) -> Problem {
        let ranked = table
            .columns
            .iter()
            .zip(cuts)
            .map(|(column, cuts)| Ranked::new(column, cuts.as_deref()));
        let ranked: Vec<Ranked> = ranked.collect();
        let (rows, labels) = (table.labels.len(), costs.cells.len());
        let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
        // Of each point: a row, its costs by label, its number of rows.
        let mut points: Vec<(usize, Vec<i64>, i64)> = Vec::new();
        let mut of_row = Vec::with_capacity(rows);
        for row in 0..rows {
            let key = ranked.iter().map(|column| column.ranks[row]).collect();
            let at = *known.entry(key).or_insert(points.len());
            if at == points.len() {
                points.push((row, vec![0; labels], 0));
            }
            let weight = table.weights[row] as i64;
            let cells = costs.cells.iter().map(|cells| cells[table.labels[row] as usize] * weight);
            points[at].1.iter_mut().zip(cells).for_each(|(sum, cost)| *sum += cost);
            points[at].2 += 1;
            of_row.push(at);
        }
        let mut unavoidable = 0;
        let mut place = vec![None; points.len()];
        let mut kept: Vec<(usize, Vec<i64>, i64)> = Vec::new();
        for (at, (row, mut costs, rows)) in points.into_iter().enumerate() {
            let least = costs.iter().copied().min().unwrap_or(0);
            unavoidable += least;
            costs.iter_mut().for_each(|cost| *cost -= least);
            if least_rows > 1 || costs.iter().any(|cost| *cost > 0) {
                place[at] = Some(kept.len() as u32);
                kept.push((row, costs, rows));
            }
        }
        let measure = |label: usize| kept.iter().map(|point| point.1[label]).collect::<Vec<i64>>();
        let mut measures: Vec<Vec<i64>> = Vec::new();
        for label in 0..labels {
            let (new, no_less) =
                (measure(label), |a: &[i64], b: &[i64]| a.iter().zip(b).all(|(a, b)| a >= b));
            if !measures.iter().any(|other| no_less(&new, other)) {
                measures.retain(|other| !no_less(other, &new));
                measures.push(new);
            }
        }
        let labels = measures.len();
        if labels != 2 {
            let dearest = |at: usize| measures.iter().map(|costs| costs[at]).max().unwrap_or(0);
            measures.push((0..kept.len()).map(dearest).collect());
        }
        if least_rows > 1 {
            measures.push(kept.iter().map(|point| point.2).collect());
        }
        let first_rows: Vec<usize> = kept.iter().map(|point| point.0).collect();
        Problem {
            points: kept.len(),
            splits: splits(&ranked, &first_rows),
            labels,
            units: measures.iter().map(|counts| unit(counts)).collect(),
            measures,
            per_leaf: costs.per_leaf,
            unavoidable,
            least_rows: least_rows.into(),
            limits: limits.that_bind(kept.len()),
            #[cfg(test)]
            fault: None,
            point_of_row: of_row.into_iter().map(|at| place[at]).collect(),
        }
    }
}

impl Problem {
    /// What a fault adds to a number: nothing, unless a test asks for it.
    pub(crate) fn bent(&self, fault: Fault) -> i64 {
        self.is_bent(fault).into()
    }

    #[cfg(test)]
    pub(crate) fn is_bent(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    #[cfg(not(test))]
    pub(crate) fn is_bent(&self, _: Fault) -> bool {
        false
    }
}

fn unit(counts: &[i64]) -> i64 {
    counts.iter().fold(0, |common, count| gcd(common, (*count).into())).max(1) as i64
}

impl Ranked {
    fn new(column: &Column, cuts: Option<&[f64]>) -> Ranked {
        match column {
            Column::Texts(codes) => {
                let levels =
                    codes.iter().filter(|code| **code != MISSING).max().map_or(0, |code| code + 1);
                Ranked {
                    ranks: codes.iter().map(|code| (*code).min(levels)).collect(),
                    levels,
                    ordered: false,
                }
            }
            Column::Numbers(values) => {
                let mut all: Vec<f64> =
                    values.iter().copied().filter(|value| !value.is_nan()).collect();
                all.sort_by(f64::total_cmp);
                all.dedup();
                let cuts =
                    cuts.unwrap_or_else(|| all.split_last().map_or(&[], |(_, others)| others));
                let levels = cuts.len() as u32 + 1;
                let rank = |value: &f64| match value.is_nan() {
                    true => levels,
                    false => cuts.partition_point(|cut| cut < value) as u32,
                };
                Ranked { ranks: values.iter().map(rank).collect(), levels, ordered: true }
            }
        }
    }
}

fn splits(ranked: &[Ranked], rows: &[usize]) -> Vec<Split> {
    let mut splits: Vec<Split> = Vec::new();
    let mut seen: HashMap<Vec<u64>, ()> = HashMap::new();
    let all = all_points(rows.len());
    for (at, column) in ranked.iter().enumerate() {
        let thresholds = if column.ordered { column.levels.saturating_sub(1) } else { 0 };
        for rank in
            (0..thresholds).chain(if column.ordered { column.levels } else { 0 }..column.levels + 1)
        {
            let ordered = rank < thresholds;
            let mut yes = vec![0u64; all.len()];
            for (point, row) in rows.iter().enumerate() {
                let own = column.ranks[*row];
                yes[point / 64] |= u64::from(own == rank || ordered && own < rank) << (point % 64);
            }
            let no: Vec<u64> = yes.iter().zip(&all).map(|(yes, all)| !yes & all).collect();
            let divides = yes.iter().any(|word| *word != 0) && no.iter().any(|word| *word != 0);
            if divides && seen.insert(yes.clone(), ()).is_none() {
                seen.insert(no, ());
                splits.push(Split { yes, column: at as u32, ordered, rank });
            }
        }
    }
    splits
}

/// The set of all points.
pub fn all_points(points: usize) -> Vec<u64> {
    let mut words = vec![!0u64; points.div_ceil(64)];
    if let Some(last) = words.last_mut().filter(|_| !points.is_multiple_of(64)) {
        *last = (1 << (points % 64)) - 1;
    }
    words
}
