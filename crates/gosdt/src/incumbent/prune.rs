//! The cheapest tree that can be made of another by making splits leaves, within the limits.
//!
//! Costs add up over leaves, so from the leaves up the best prunings of both sides of a split make those
//! of the split. Where the number of leaves is limited, the best is kept for each number of leaves.
use super::exact::Exact;
use super::found::Found;
use gosdt_search::{Shape, ShapeNode};

/// The best prunings of a subtree: more leaves cost less. Only the last is kept where the number of
/// leaves is not limited. None where every pruning has a leaf of too few rows.
type Prunings = Vec<(usize, Found)>;

impl Exact<'_> {
    /// The cheapest pruning of a tree on all points, with the cheapest label at every leaf. A split that
    /// all its points answer alike is left out.
    pub(super) fn pruned(&self, tree: &Shape) -> Found {
        self.pruned_on(tree, &self.everything(), self.problem.limits().max_leaves)
    }

    /// The same on some points, which may be a leaf whatever their number of rows.
    pub(super) fn pruned_on(&self, tree: &Shape, points: &[u32], max_leaves: Option<u32>) -> Found {
        let most = max_leaves.map(|most| most as usize);
        let best = self.prunings(tree, 0, points, most).pop();
        best.map_or_else(|| self.leaf(points), |(_, found)| found)
    }

    fn leaf(&self, points: &[u32]) -> Found {
        Found::leaf(self.measure.leaf(&self.totals(points)))
    }

    fn prunings(&self, tree: &Shape, at: usize, points: &[u32], most: Option<usize>) -> Prunings {
        let has_rows = self.rows(points) >= u64::from(self.problem.limits().min_leaf);
        let leaf = self.leaf(points);
        let cost = leaf.cost;
        let leaf: Prunings = has_rows.then_some((1, leaf)).into_iter().collect();
        let ShapeNode::Split { feature, yes, no } = tree.nodes[at] else { return leaf };
        if !has_rows || !self.measure.is_worth_splitting(cost) {
            return leaf;
        }
        let sides = self.part(points, feature);
        match (sides.0.is_empty(), sides.1.is_empty()) {
            (true, _) => self.prunings(tree, no, points, most),
            (_, true) => self.prunings(tree, yes, points, most),
            _ => {
                let yes = self.prunings(tree, yes, &sides.0, most);
                let no = self.prunings(tree, no, &sides.1, most);
                joined(leaf, feature, [&yes, &no], most)
            }
        }
    }
}

/// A pruning of a split before its tree is made: the sides' prunings, or none for a leaf.
struct Candidate<'a> {
    leaves: usize,
    cost: i64,
    sides: Option<(&'a Found, &'a Found)>,
}

/// The best of a leaf and the pairs of prunings of both sides.
fn joined(
    leaf: Prunings,
    feature: usize,
    [yes, no]: [&Prunings; 2],
    most: Option<usize>,
) -> Prunings {
    let as_leaf = leaf.iter().map(|(leaves, found)| Candidate {
        leaves: *leaves,
        cost: found.cost,
        sides: None,
    });
    let pairs = yes.iter().flat_map(|yes| no.iter().map(move |no| (yes, no)));
    let as_split = pairs.map(|(yes, no)| Candidate {
        leaves: yes.0 + no.0,
        cost: yes.1.cost + no.1.cost,
        sides: Some((&yes.1, &no.1)),
    });
    let candidates = as_leaf.chain(as_split);
    let allowed = candidates.filter(|found| most.is_none_or(|most| found.leaves <= most));
    let tree = |sides: Option<(&Found, &Found)>| match sides {
        Some((yes, no)) => Found::split(feature, yes, no),
        None => leaf[0].1.clone(),
    };
    let best = best_by_leaves(allowed.collect(), most.is_some());
    best.into_iter().map(|found| (found.leaves, tree(found.sides))).collect()
}

/// Those that no other with as few leaves matches, by their number of leaves; or the last of these.
fn best_by_leaves(mut found: Vec<Candidate<'_>>, keep_all: bool) -> Vec<Candidate<'_>> {
    found.sort_by_key(|candidate| (candidate.leaves, candidate.cost));
    let mut least = i64::MAX;
    found.retain(|candidate| {
        let is_better = candidate.cost < least;
        least = least.min(candidate.cost);
        is_better
    });
    if !keep_all {
        found.drain(..found.len().saturating_sub(1));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::made::{self, Made};
    use super::*;
    use gosdt_oracle::random::Stream;
    use gosdt_search::Limits;

    /// All prunings of a subtree that keep the limits, by brute force.
    fn all(exact: &Exact<'_>, tree: &Shape, at: usize, points: &[u32]) -> Vec<(usize, i64)> {
        let min_leaf = u64::from(exact.problem.limits().min_leaf);
        let is_allowed = exact.rows(points) >= min_leaf || at == 0;
        let leaf = exact.measure.leaf(&exact.totals(points)).0;
        let mut found: Vec<(usize, i64)> = is_allowed.then_some((1, leaf)).into_iter().collect();
        if let ShapeNode::Split { feature, yes, no } = tree.nodes[at] {
            let sides = exact.part(points, feature);
            match (sides.0.is_empty(), sides.1.is_empty()) {
                (true, _) => return all_but_leaf(found, all(exact, tree, no, points)),
                (_, true) => return all_but_leaf(found, all(exact, tree, yes, points)),
                _ => {}
            }
            for (leaves, cost) in all(exact, tree, yes, &sides.0) {
                for (more, other) in all(exact, tree, no, &sides.1) {
                    found.push((leaves + more, cost + other));
                }
            }
        }
        found
    }

    /// A split that all points answer alike is left out.
    fn all_but_leaf(mut leaf: Vec<(usize, i64)>, below: Vec<(usize, i64)>) -> Vec<(usize, i64)> {
        leaf.extend(below);
        leaf
    }

    fn random_tree(stream: &mut Stream, splits: usize, depth: usize) -> Shape {
        if depth == 0 || stream.below(5) == 0 {
            return Shape::leaf(0);
        }
        let feature = stream.below(splits);
        let sides = [0, 1].map(|_| random_tree(stream, splits, depth - 1));
        Shape::split(feature, &sides[0], &sides[1])
    }

    #[test]
    fn no_pruning_within_the_limits_is_cheaper() {
        let mut sizes = [0; 9];
        for seed in 0..400 {
            let mut stream = Stream::new(seed);
            let limits = Limits {
                max_depth: None,
                max_leaves: [None, Some(3), Some(5)][stream.below(3)],
                min_leaf: 1 + stream.below(4) as u32,
            };
            let Made { problem, measure } = made::random_problem(&mut stream, limits);
            let exact = Exact::new(&problem, &measure);
            let tree = random_tree(&mut stream, problem.points().splits(), 3);
            let found = exact.pruned(&tree);
            let most = limits.max_leaves.unwrap_or(u32::MAX) as usize;
            let brute = all(&exact, &tree, 0, &exact.everything());
            let best = brute.iter().filter(|(leaves, _)| *leaves <= most).map(|(_, cost)| *cost);
            assert_eq!(Some(found.cost), best.min(), "seed {seed}");
            assert_eq!(exact.pruned(&found.tree), found, "what is pruned stays as it is");
            assert!(found.tree.leaves() <= most);
            sizes[found.tree.leaves()] += 1;
        }
        assert!(sizes[1..5].iter().all(|&count| count > 5), "{sizes:?}");
    }
}
