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

impl Rashomon {
    /// The range of each column's importance over these trees, for columns that have a split.
    pub fn importance_ranges(&self, examined: &Examined) -> Vec<ImportanceRange> {
        let classes = &self.found.classes;
        let mut columns: Vec<usize> = classes.columns.iter().map(|splits| splits.column).collect();
        columns.sort_unstable();
        columns.dedup();
        columns.iter().map(|&column| self.importance_range(examined, column)).collect()
    }

    fn importance_range(&self, examined: &Examined, column: usize) -> ImportanceRange {
        let name = self.found.table.columns[column].name.clone();
        let trees = examined.trees.len().max(1) as f64;
        let mut range = ImportanceRange {
            column: name,
            least: f64::INFINITY,
            most: 0.0,
            mean: 0.0,
            used_by: 0.0,
        };
        for tree in &examined.trees {
            let is_used = tree.columns().contains(&column);
            let importance = if is_used { self.importance(tree, column) } else { 0.0 };
            range.least = range.least.min(importance);
            range.most = range.most.max(importance);
            range.mean += importance / trees;
            range.used_by += f64::from(u8::from(is_used)) / trees;
        }
        range.least = if range.least.is_finite() { range.least } else { 0.0 };
        range
    }

    /// What a tree loses on average if a column's values are dealt out anew.
    pub fn importance(&self, tree: &RashomonTree, column: usize) -> f64 {
        let classes = &self.found.classes;
        let answers = Answers::new(self, &tree.shape, column);
        let all_rows: f64 = classes.rows.iter().map(|&rows| f64::from(rows)).sum();
        let mut shuffled = 0.0;
        for class in 0..classes.len {
            for (pattern, rows) in answers.patterns.iter().zip(&answers.rows) {
                let label = answers.label(self, &tree.shape, class, pattern);
                shuffled += self.cost_of(class, label) * rows / all_rows;
            }
        }
        let own: f64 = (0..classes.len).map(|class| self.cost_of(class, tree.label(class))).sum();
        (shuffled - own) * self.found.problem.costs().value(1)
    }

    /// What a class of equal rows costs with a label.
    fn cost_of(&self, class: usize, label: usize) -> f64 {
        let (costs, classes) = (self.found.problem.costs(), &self.found.classes);
        let weights = &classes.weights[class * classes.labels..][..classes.labels];
        let each = weights.iter().enumerate();
        each.map(|(truth, &weight)| weight as f64 * costs.per_weight(label, truth) as f64).sum()
    }
}

/// The ways in which rows answer the splits of a tree on one column, and how many rows do.
struct Answers {
    /// For each node, whether it asks the column.
    asks: Vec<bool>,
    /// The answers to the nodes that do, by node.
    patterns: Vec<Vec<bool>>,
    rows: Vec<f64>,
}

impl Answers {
    fn new(set: &Rashomon, shape: &Shape, column: usize) -> Answers {
        let classes = &set.found.classes;
        let split = |node: &ShapeNode| match *node {
            ShapeNode::Split { feature, .. } => Some(classes.split(feature)),
            ShapeNode::Leaf { .. } => None,
        };
        let splits: Vec<Option<(&SplitColumn, u32)>> = shape.nodes.iter().map(split).collect();
        let asks: Vec<bool> = splits
            .iter()
            .map(|split| split.is_some_and(|(splits, _)| splits.column == column))
            .collect();
        let (mut patterns, mut rows): (Vec<Vec<bool>>, Vec<f64>) = Default::default();
        for class in 0..classes.len {
            let pattern: Vec<bool> = splits
                .iter()
                .zip(&asks)
                .map(|(split, &asks)| {
                    asks && split.is_some_and(|(splits, place)| splits.answers(place, class))
                })
                .collect();
            let here = f64::from(classes.rows[class]);
            match patterns.iter().position(|other| *other == pattern) {
                Some(at) => rows[at] += here,
                None => {
                    patterns.push(pattern);
                    rows.push(here);
                }
            }
        }
        Answers { asks, patterns, rows }
    }

    /// The label of a class of equal rows if it had these answers.
    fn label(&self, set: &Rashomon, shape: &Shape, class: usize, pattern: &[bool]) -> usize {
        let mut at = 0;
        loop {
            match shape.nodes[at] {
                ShapeNode::Leaf { label } => return label,
                ShapeNode::Split { feature, yes, no } => {
                    let answer = if self.asks[at] {
                        pattern[at]
                    } else {
                        let (splits, place) = set.found.classes.split(feature);
                        splits.answers(place, class)
                    };
                    at = if answer { yes } else { no };
                }
            }
        }
    }
}
