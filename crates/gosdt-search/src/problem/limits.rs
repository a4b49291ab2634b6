//! Limits on the tree.

/// Limits on the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest depth; a lone leaf has depth 0. \[default: none\]
    pub max_depth: Option<u32>,
    /// Most leaves, at least 1. \[default: none\]
    pub max_leaves: Option<u32>,
    /// Least number of rows in a leaf; a lone leaf is always allowed. \[default: 1\]
    pub min_leaf: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { max_depth: None, max_leaves: None, min_leaf: 1 }
    }
}
