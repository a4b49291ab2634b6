//! How much trees rely on columns.
//!
//! The importance of a column for a tree is what the tree loses on the training rows, on average, if the
//! column's values are dealt out anew to the rows at random (Fisher, Rudin, Dominici: *All models are
//! wrong, but many are useful*, JMLR 2019). The mean over all ways to deal them is computed, not
//! sampled. The least and the largest over a set are the column's model class reliance.
use super::examined::Examined;
use super::set::Rashomon;
use super::tree::RashomonTree;
use gosdt_data::SplitColumn;
use gosdt_search::{Shape, ShapeNode};
use std::collections::{BTreeMap, HashMap};

/// The range of a column's importance over the trees of a set.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImportanceRange {
    /// The column.
    pub column: String,
    /// The least importance of all trees that were looked at.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// The mean.
    pub mean: f64,
    /// The share of the trees that ask the column.
    pub used_by: f64,
}

impl ImportanceRange {
    /// Takes one tree into account, which is this share of all.
    fn add(&mut self, importance: f64, is_used: bool, share: f64) {
        self.least = self.least.min(importance);
        self.most = self.most.max(importance);
        self.mean += importance * share;
        self.used_by += if is_used { share } else { 0.0 };
    }

    /// Makes the range that of no trees 0, and takes the rounding out of a mean at an end.
    fn finish(&mut self, of_none: bool) {
        if of_none {
            (self.least, self.most) = (0.0, 0.0);
        }
        self.mean = self.mean.clamp(self.least, self.most);
    }
}

impl Rashomon {
    /// The range of each column's importance over these trees, for columns that have a split.
    pub fn importance_ranges(&self, examined: &Examined) -> Vec<ImportanceRange> {
        let classes = &self.found.classes;
        let mut columns: Vec<usize> = classes.columns.iter().map(|splits| splits.column).collect();
        columns.sort_unstable();
        columns.dedup();
        let range = |&column: &usize| ImportanceRange {
            column: self.found.table.columns[column].name.clone(),
            least: f64::INFINITY,
            most: f64::NEG_INFINITY,
            mean: 0.0,
            used_by: 0.0,
        };
        let mut ranges: Vec<ImportanceRange> = columns.iter().map(range).collect();
        let share = 1.0 / examined.trees.len().max(1) as f64;
        for tree in &examined.trees {
            let (answers, used) = (Answers::new(self, &tree.shape), tree.columns());
            for (range, column) in ranges.iter_mut().zip(&columns) {
                let importance = match used.contains(column) {
                    true => self.importance_with(&answers, &tree.shape, *column),
                    false => 0.0,
                };
                range.add(importance, used.contains(column), share);
            }
        }
        ranges.iter_mut().for_each(|range| range.finish(examined.trees.is_empty()));
        ranges
    }

    /// What a tree loses on average if a column's values are dealt out anew.
    pub fn importance(&self, tree: &RashomonTree, column: usize) -> f64 {
        self.importance_with(&Answers::new(self, &tree.shape), &tree.shape, column)
    }

    fn importance_with(&self, answers: &Answers, shape: &Shape, column: usize) -> f64 {
        let asks: Vec<u64> = answers.asks(column);
        let patterns = answers.patterns(&asks);
        let all_rows: f64 = patterns.values().sum();
        let (mut shuffled, mut own) = (0.0, 0.0);
        for group in &answers.groups {
            own += self.cost_of(group, leaf_label(shape, |at| is_set(&group.answers, at)));
            for (pattern, rows) in &patterns {
                let answer = |at: usize| match is_set(&asks, at) {
                    true => is_set(pattern, at),
                    false => is_set(&group.answers, at),
                };
                shuffled += self.cost_of(group, leaf_label(shape, answer)) * rows / all_rows;
            }
        }
        (shuffled - own) * self.found.problem.costs().value(1)
    }

    /// What rows cost with a label.
    fn cost_of(&self, group: &Group, label: usize) -> f64 {
        let costs = self.found.problem.costs();
        let each = group.weights.iter().enumerate();
        each.map(|(truth, &weight)| weight as f64 * costs.per_weight(label, truth) as f64).sum()
    }
}

/// Rows that answer all splits of a tree alike.
struct Group {
    /// A bit for each node: whether they answer yes.
    answers: Vec<u64>,
    rows: f64,
    /// Weight of each class.
    weights: Vec<u64>,
}

/// How rows answer the splits of a tree.
struct Answers {
    /// The column that each node asks.
    columns: Vec<Option<usize>>,
    groups: Vec<Group>,
}

impl Answers {
    fn new(set: &Rashomon, shape: &Shape) -> Answers {
        let classes = &set.found.classes;
        let split = |node: &ShapeNode| match *node {
            ShapeNode::Split { feature, .. } => Some(classes.split(feature)),
            ShapeNode::Leaf { .. } => None,
        };
        let splits: Vec<Option<(&SplitColumn, u32)>> = shape.nodes.iter().map(split).collect();
        let mut groups: HashMap<Vec<u64>, Group> = HashMap::new();
        for class in 0..classes.len {
            let mut answers = vec![0; splits.len().div_ceil(64)];
            for (at, split) in splits.iter().enumerate() {
                let yes = split.is_some_and(|(splits, place)| splits.answers(place, class));
                answers[at / 64] |= u64::from(yes) << (at % 64);
            }
            let weights = &classes.weights[class * classes.labels..][..classes.labels];
            let group = groups.entry(answers).or_insert_with_key(|answers| Group {
                answers: answers.clone(),
                rows: 0.0,
                weights: vec![0; classes.labels],
            });
            group.rows += f64::from(classes.rows[class]);
            group.weights.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        let mut groups: Vec<Group> = groups.into_values().collect();
        // Sums of floats depend on their order.
        groups.sort_by(|a, b| a.answers.cmp(&b.answers));
        let columns = splits.iter().map(|split| split.map(|(splits, _)| splits.column)).collect();
        Answers { columns, groups }
    }

    /// A bit for each node: whether it asks a column.
    fn asks(&self, column: usize) -> Vec<u64> {
        let mut asks = vec![0; self.columns.len().div_ceil(64)];
        for at in (0..self.columns.len()).filter(|&at| self.columns[at] == Some(column)) {
            asks[at / 64] |= 1 << (at % 64);
        }
        asks
    }

    /// The ways in which rows answer some nodes, and how many rows do.
    fn patterns(&self, nodes: &[u64]) -> BTreeMap<Vec<u64>, f64> {
        let mut patterns = BTreeMap::new();
        for group in &self.groups {
            let pattern: Vec<u64> = group.answers.iter().zip(nodes).map(|(a, n)| a & n).collect();
            *patterns.entry(pattern).or_insert(0.0) += group.rows;
        }
        patterns
    }
}

fn is_set(bits: &[u64], at: usize) -> bool {
    bits[at / 64] >> (at % 64) & 1 == 1
}

/// The label of the leaf that answers lead to.
fn leaf_label(shape: &Shape, answer: impl Fn(usize) -> bool) -> usize {
    let mut at = 0;
    loop {
        match shape.nodes[at] {
            ShapeNode::Leaf { label } => return label,
            ShapeNode::Split { yes, no, .. } => at = if answer(at) { yes } else { no },
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{RashomonOptions, Silent, demo, rashomon};
    use std::sync::Arc;

    /// The mean over all ways to deal a column's values, by its definition: every row with the value of
    /// every row.
    #[test]
    fn importance_is_the_loss_with_every_rows_value_less_that_with_its_own() {
        let table = Arc::new(demo::find("monk-1").expect("a demo").table().expect("a table"));
        let options = RashomonOptions {
            fit: crate::FitOptions { max_leaves: Some(5), ..Default::default() },
            ..Default::default()
        };
        let set = rashomon(&table, &options, &mut Silent).expect("a set");
        let mut compared = 0;
        for tree in set.trees().take(2) {
            for column in tree.columns() {
                let wrong = |of: usize, from: usize| -> f64 {
                    let mut at = 0;
                    while let gosdt_tree::Node::Split { column: asked, test, yes, no, .. } =
                        &tree.tree.nodes[at]
                    {
                        let row = if *asked == column { from } else { of };
                        let single = gosdt_tree::Tree {
                            nodes: vec![
                                gosdt_tree::Node::Split {
                                    column: *asked,
                                    test: test.clone(),
                                    yes: 1,
                                    no: 2,
                                    rows: 0,
                                    weights: vec![],
                                },
                                gosdt_tree::Node::Leaf { class: 0, rows: 0, weights: vec![] },
                                gosdt_tree::Node::Leaf { class: 1, rows: 0, weights: vec![] },
                            ],
                        };
                        at = if crate::model::leaf_of_row(&single, &table, row) == 1 {
                            *yes
                        } else {
                            *no
                        };
                    }
                    let gosdt_tree::Node::Leaf { class, .. } = &tree.tree.nodes[at] else {
                        unreachable!()
                    };
                    f64::from(u8::from(*class != table.labels.codes[of] as usize))
                };
                let n = table.rows;
                let shuffled: f64 = (0..n)
                    .flat_map(|of| (0..n).map(move |from| (of, from)))
                    .map(|(of, from)| wrong(of, from))
                    .sum();
                let own: f64 = (0..n).map(|row| wrong(row, row)).sum();
                let expected = shuffled / (n * n) as f64 - own / n as f64;
                assert!((set.importance(&tree, column) - expected).abs() < 1e-9);
                compared += 1;
            }
        }
        assert!(compared > 2, "{compared}");
    }
}
