//! Choosing among the trees of a set.
use super::monotone::{Direction, is_monotone};
use super::set::Rashomon;
use super::tree::RashomonTree;
use crate::options::{Decimal, OptionsError, quoted};
use gosdt_data::Values;
use gosdt_rashomon::{MOST_USED, Restriction};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use std::sync::Arc;

/// Which trees of a set are asked for: those that keep every one of these. Columns are named.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RashomonFilter {
    /// Fewest leaves. \[default: none\]
    pub min_leaves: Option<u32>,
    /// Most leaves. \[default: none\]
    pub max_leaves: Option<u32>,
    /// Largest depth. \[default: none\]
    pub max_depth: Option<u32>,
    /// Columns that are not asked. \[default: none\]
    pub avoids: Vec<String>,
    /// Columns that are asked. \[default: none\]
    pub uses: Vec<String>,
    /// The column that the first split asks. \[default: any\]
    pub top: Option<String>,
    /// Leave out trees with two sibling leaves of the same class, as TreeFARMS does unless told
    /// otherwise. \[default: no\]
    pub no_trivial: bool,
    /// The largest objective. \[default: that of the set\]
    pub below: Option<Decimal>,
    /// Numeric columns in which the tree is monotone. \[default: none\]
    pub monotone: Vec<(String, Direction)>,
}

/// The most trees of a set that a filter looks at one by one.
const MOST_LOOKED_AT: usize = 200_000;

impl Rashomon {
    /// The trees of the set that keep a filter. All but monotone columns are counted without listing.
    pub fn filter(&self, filter: &RashomonFilter) -> Result<Rashomon, OptionsError> {
        let restriction = self.restriction(filter)?;
        let filtered = match &self.chosen {
            None => Rashomon { set: self.set.filter(&restriction), ..self.clone() },
            Some(_) => self.choose(|tree| self.keeps(filter, tree))?,
        };
        let monotone = filter.monotone.iter().map(|(name, direction)| {
            let column = self.column(name)?;
            match self.found.table.columns[column].values {
                Values::Numeric(_) => Ok((column, *direction)),
                _ => Err(OptionsError::NotNumeric(name.clone())),
            }
        });
        let monotone: Vec<(usize, Direction)> = monotone.collect::<Result<_, _>>()?;
        if monotone.is_empty() {
            return Ok(filtered);
        }
        filtered.choose(|tree| monotone.iter().all(|&(c, d)| is_monotone(&tree.tree, c, d)))
    }

    /// The trees of the set that `keep` returns true for, which is asked of each.
    pub fn choose(&self, keep: impl Fn(&RashomonTree) -> bool) -> Result<Rashomon, OptionsError> {
        let count = self.count();
        if count > BigUint::from(MOST_LOOKED_AT) {
            return Err(OptionsError::TooManyToLookAt(count.to_string(), MOST_LOOKED_AT));
        }
        let inner = |tree: RashomonTree| match &self.chosen {
            Some(numbers) => numbers[tree.number.to_usize().unwrap_or(0)].clone(),
            None => tree.number,
        };
        let numbers = self.trees().filter(|tree| keep(tree)).map(inner).collect();
        Ok(Rashomon { chosen: Some(Arc::new(numbers)), ..self.clone() })
    }

    /// Whether a tree keeps a filter, but for monotone columns. Its columns exist.
    fn keeps(&self, filter: &RashomonFilter, tree: &RashomonTree) -> bool {
        let columns = tree.columns();
        let asks = |name: &String| self.column(name).is_ok_and(|column| columns.contains(&column));
        let leaves = tree.tree.leaves() as u32;
        let top = match &tree.tree.nodes[0] {
            gosdt_tree::Node::Split { column, .. } => Some(*column),
            gosdt_tree::Node::Leaf { .. } => None,
        };
        filter.min_leaves.is_none_or(|least| leaves >= least)
            && filter.max_leaves.is_none_or(|most| leaves <= most)
            && filter.max_depth.is_none_or(|most| tree.tree.depth() <= most as usize)
            && !filter.avoids.iter().any(asks)
            && filter.uses.iter().all(asks)
            && filter.top.as_ref().is_none_or(|name| top.is_some() && top == self.column(name).ok())
            && !(filter.no_trivial && tree.has_equal_siblings())
            && filter.below.as_ref().is_none_or(|below| tree.cost <= self.cost_below(below))
    }

    fn restriction(&self, filter: &RashomonFilter) -> Result<Restriction, OptionsError> {
        let splits = |name: &String| -> Result<Vec<usize>, OptionsError> {
            Ok(self.split_columns(self.column(name)?))
        };
        let all = |names: &[String]| names.iter().map(splits).collect::<Result<Vec<_>, _>>();
        let mut used = all(&filter.uses)?;
        used.truncate(MOST_USED);
        Ok(Restriction {
            min_leaves: filter.min_leaves,
            max_leaves: filter.max_leaves,
            max_depth: filter.max_depth,
            avoided: all(&filter.avoids)?.concat(),
            used,
            top: match &filter.top {
                // A column without splits is on top of no tree.
                Some(name) => {
                    Some(splits(name)?).filter(|top| !top.is_empty()).unwrap_or(vec![usize::MAX])
                }
                None => Vec::new(),
            },
            no_trivial: filter.no_trivial,
            max_cost: filter.below.as_ref().map(|below| self.cost_below(below)),
        })
    }

    /// The largest cost that an objective allows.
    fn cost_below(&self, objective: &Decimal) -> i64 {
        let unit = self.found.problem.costs().rational(1);
        let cost: BigInt = (objective.value() / unit).floor().to_integer();
        cost.to_i64().unwrap_or(i64::MAX)
    }

    /// The number of a column of the table.
    fn column(&self, name: &str) -> Result<usize, OptionsError> {
        let columns = &self.found.table.columns;
        columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
            OptionsError::UnknownColumn(name.to_string(), quoted(&names))
        })
    }

    /// The columns of splits that come from a column of the table.
    fn split_columns(&self, column: usize) -> Vec<usize> {
        let splits = self.found.classes.columns.iter().enumerate();
        splits.filter(|(_, splits)| splits.column == column).map(|(at, _)| at).collect()
    }
}
