//! Greedy trees, grown as CART does: from the root down by the impurity of the two sides (`grow`, `gini`),
//! on the same splits, classes of equal rows, costs and limits as the optimal tree, and pruned for the
//! same λ (`prune`).
mod gini;
mod grow;
mod grown;
mod prune;

pub(crate) use grow::Grower;
pub(crate) use grown::Grown;

use gosdt_data::RowClasses;
use gosdt_search::{Costs, Limits};

/// Grows a tree as far as it may be worth it and prunes it: among the trees that come from it by making
/// splits leaves, none costs less. When stopped, what was grown by then is pruned.
pub(crate) fn pruned_tree(
    classes: &RowClasses,
    costs: &Costs,
    limits: Limits,
    stop: &dyn Fn() -> bool,
) -> Grown {
    let grower = Grower::new(classes, costs, limits);
    let is_worth_it = |node: &grown::GrownNode| prune::is_worth_splitting(node, costs);
    let mut tree = grower.grow(usize::MAX, is_worth_it, stop);
    prune::prune(&mut tree, costs);
    tree
}
