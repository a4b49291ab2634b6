//! What the oracle is asked, and the trees it speaks of.
use crate::Loss;
use num_rational::BigRational;
use std::fmt;

/// A problem on raw rows.
#[derive(Clone, Debug)]
pub struct OracleProblem {
    /// Binary features of each row.
    pub rows: Vec<Vec<bool>>,
    /// True class of each row.
    pub labels: Vec<usize>,
    /// Number of classes.
    pub classes: usize,
    /// Weight of each row.
    pub weights: Vec<u64>,
    /// Loss.
    pub loss: Loss,
    /// λ.
    pub lambda: BigRational,
    /// Largest depth (a lone leaf has depth 0).
    pub max_depth: Option<u32>,
    /// Most leaves (a lone leaf is always allowed).
    pub max_leaves: Option<u32>,
    /// Least number of rows (not weight) in a leaf; the root leaf is always allowed.
    pub min_leaf: u32,
}

impl OracleProblem {
    /// Number of binary features.
    pub fn features(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Number of labels that a leaf may predict.
    pub fn predictions(&self) -> usize {
        self.loss.predictions(self.classes)
    }
}

/// Short enough to read in the message of a failed test: a line of terms, then a line per row with
/// its features, its class and its weight.
impl fmt::Display for OracleProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit =
            |limit: Option<u32>| limit.map_or("none".to_string(), |limit| limit.to_string());
        writeln!(
            f,
            "{} classes, loss {}, λ {}, max depth {}, max leaves {}, min leaf {}",
            self.classes,
            self.loss,
            self.lambda,
            limit(self.max_depth),
            limit(self.max_leaves),
            self.min_leaf
        )?;
        for ((row, label), weight) in self.rows.iter().zip(&self.labels).zip(&self.weights) {
            let bits: String = row.iter().map(|&yes| if yes { '1' } else { '0' }).collect();
            writeln!(f, "{bits} class {label} weight {weight}")?;
        }
        Ok(())
    }
}

/// A tree for the oracle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OracleTree {
    /// Predicts a label.
    Leaf(usize),
    /// Asks a feature: yes-side, no-side.
    Split(usize, Box<OracleTree>, Box<OracleTree>),
}

impl OracleTree {
    /// A split above two trees.
    pub fn split(feature: usize, yes: OracleTree, no: OracleTree) -> OracleTree {
        OracleTree::Split(feature, Box::new(yes), Box::new(no))
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        match self {
            OracleTree::Leaf(_) => 1,
            OracleTree::Split(_, yes, no) => yes.leaves() + no.leaves(),
        }
    }

    /// Depth; a lone leaf has depth 0.
    pub fn depth(&self) -> usize {
        match self {
            OracleTree::Leaf(_) => 0,
            OracleTree::Split(_, yes, no) => 1 + yes.depth().max(no.depth()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generate;

    #[test]
    fn leaves_and_depth_are_counted_on_both_sides() {
        let leaf = OracleTree::Leaf;
        let deep_no = OracleTree::split(0, leaf(0), OracleTree::split(1, leaf(1), leaf(0)));
        let deep_yes = OracleTree::split(0, OracleTree::split(1, leaf(1), leaf(0)), leaf(0));
        assert_eq!((leaf(0).leaves(), leaf(0).depth()), (1, 0));
        assert_eq!((deep_no.leaves(), deep_no.depth()), (3, 2));
        assert_eq!((deep_yes.leaves(), deep_yes.depth()), (3, 2));
    }

    #[test]
    fn a_problem_shows_its_terms_and_each_row() {
        let problem = generate(1).problem;
        let text = problem.to_string();
        assert_eq!(text.lines().count(), 1 + problem.rows.len());
        assert!(text.contains(&format!("λ {}", problem.lambda)), "{text}");
    }
}
