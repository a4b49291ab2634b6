//! Which trees of a set are asked for.

/// Which trees of a set are asked for: all that keep every one of these. Columns are those of the
/// problem's points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    /// Fewest leaves. \[default: none\]
    pub min_leaves: Option<u32>,
    /// Most leaves. \[default: none\]
    pub max_leaves: Option<u32>,
    /// Largest depth. \[default: none\]
    pub max_depth: Option<u32>,
    /// Columns that no split may ask. \[default: none\]
    pub avoided: Vec<usize>,
    /// Groups of columns, at most 32: of each group a column must be asked by a split. No column is in two
    /// groups. \[default: none\]
    pub used: Vec<Vec<usize>>,
    /// Columns one of which the first split must ask; empty: any, and no split at all. \[default: any\]
    pub top: Vec<usize>,
    /// Leave out trees with two sibling leaves of the same label: they predict what the tree with a leaf
    /// in their place does, which costs less. \[default: no\]
    pub no_trivial: bool,
    /// The most that a tree may cost, in the units of the problem's costs. \[default: no limit\]
    pub max_cost: Option<i64>,
}

/// The most groups of columns that trees can be asked to use.
pub const MOST_USED: usize = 32;

impl Restriction {
    /// Both restrictions at once.
    pub fn and(&self, other: &Restriction) -> Restriction {
        let least = |a: Option<u32>, b: Option<u32>| a.into_iter().chain(b).min();
        Restriction {
            min_leaves: self.min_leaves.max(other.min_leaves),
            max_leaves: least(self.max_leaves, other.max_leaves),
            max_depth: least(self.max_depth, other.max_depth),
            avoided: join(&self.avoided, &other.avoided),
            used: join(&self.used, &other.used),
            top: meet(&self.top, &other.top),
            no_trivial: self.no_trivial || other.no_trivial,
            max_cost: self.max_cost.into_iter().chain(other.max_cost).min(),
        }
    }

    /// Whether the number of leaves matters.
    pub(crate) fn counts_leaves(&self) -> bool {
        self.min_leaves.is_some() || self.max_leaves.is_some()
    }

    /// Whether a tree with this many leaves is asked for.
    pub(crate) fn allows_leaves(&self, leaves: u32) -> bool {
        self.min_leaves.is_none_or(|least| leaves >= least)
            && self.max_leaves.is_none_or(|most| leaves <= most)
    }

    /// All groups of columns that trees must use, as bits.
    pub(crate) fn all_used(&self) -> u32 {
        ((1u64 << self.used.len().min(MOST_USED)) - 1) as u32
    }

    /// The bit of the group of a column that trees must use; 0 for any other.
    pub(crate) fn bit(&self, column: usize) -> u32 {
        self.used.iter().position(|group| group.contains(&column)).map_or(0, |at| 1 << at)
    }
}

/// All that is in either list, once.
fn join<T: Ord + Clone>(a: &[T], b: &[T]) -> Vec<T> {
    let mut both = [a, b].concat();
    both.sort_unstable();
    both.dedup();
    both
}

/// The columns that both lists allow, where an empty list allows all. If that is none, a column that does
/// not exist.
fn meet(a: &[usize], b: &[usize]) -> Vec<usize> {
    match (a.is_empty(), b.is_empty()) {
        (true, _) => b.to_vec(),
        (_, true) => a.to_vec(),
        _ => {
            let both: Vec<usize> = a.iter().copied().filter(|column| b.contains(column)).collect();
            if both.is_empty() { vec![usize::MAX] } else { both }
        }
    }
}
