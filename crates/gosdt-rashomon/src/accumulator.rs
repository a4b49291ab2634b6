//! Sums of numbers of trees by signature.
use crate::count::Count;
use crate::counted::{Counted, Histogram, Signature};
use crate::graph::Side;
use std::collections::HashMap;

/// Sums numbers of trees by signature: in an array over all costs up to the budget if these are few and
/// nothing else is told apart, else in a hash table.
pub(crate) struct Accumulator<C> {
    /// All costs are multiples of this.
    unit: i64,
    /// Whether costs alone tell trees apart.
    by_cost: bool,
    /// The number of trees by the difference of the budget and the cost, in units.
    dense: Vec<C>,
    /// The places of `dense` that are not 0.
    touched: Vec<usize>,
    sparse: HashMap<Signature, C>,
    budget: i64,
}

/// The most costs below a budget that an array is made for.
const MOST_DENSE: usize = 1 << 15;

impl<C: Count> Accumulator<C> {
    /// An accumulator for the sets of a graph.
    pub fn new(counted: Counted<'_>) -> Accumulator<C> {
        let Counted { graph, restriction, .. } = counted;
        let sets = graph.sets.iter().map(|set| set.leaf.cost);
        let edges = (0..graph.sets.len()).flat_map(|set| graph.edges(set));
        let leaves = edges.flat_map(|edge| [edge.yes, edge.no]).filter_map(|side| match side {
            Side::Leaf(leaf) => Some(leaf.cost),
            Side::Set(_) => None,
        });
        Accumulator {
            unit: sets.chain(leaves).fold(0, gcd).max(1),
            by_cost: !restriction.counts_leaves() && restriction.used.is_empty(),
            dense: Vec::new(),
            touched: Vec::new(),
            sparse: HashMap::new(),
            budget: 0,
        }
    }

    /// Begins the sums of a set with this budget.
    pub fn begin(&mut self, budget: i64) {
        // Costs are multiples of the unit, so that this changes nothing.
        self.budget = budget - budget.rem_euclid(self.unit);
    }

    /// Adds a number of trees; `None` if there is no room for the sum.
    pub fn add(&mut self, signature: Signature, trees: C) -> Option<()> {
        let place = ((self.budget - signature.cost) / self.unit) as usize;
        if !self.by_cost || signature.lone != 0 || place >= MOST_DENSE {
            return self.add_sparse(signature, trees);
        }
        if place >= self.dense.len() {
            self.dense.resize(place + 1, C::of(0));
        }
        let sum = &mut self.dense[place];
        if *sum < C::of(1) {
            self.touched.push(place);
        }
        *sum = sum.plus(&trees)?;
        Some(())
    }

    fn add_sparse(&mut self, signature: Signature, trees: C) -> Option<()> {
        let sum = self.sparse.entry(signature).or_insert_with(|| C::of(0));
        *sum = sum.plus(&trees)?;
        Some(())
    }

    /// The sums, ascending; the next set begins with none.
    pub fn finish(&mut self) -> Histogram<C> {
        let mut sums: Histogram<C> = self.sparse.drain().collect();
        let is_sparse = !sums.is_empty();
        // Cheaper trees are farther from the budget.
        self.touched.sort_unstable_by(|a, b| b.cmp(a));
        sums.reserve_exact(self.touched.len());
        for place in self.touched.drain(..) {
            let cost = self.budget - place as i64 * self.unit;
            let trees = std::mem::replace(&mut self.dense[place], C::of(0));
            sums.push((Signature { cost, leaves: 0, lone: 0, used: 0 }, trees));
        }
        if is_sparse {
            sums.sort_unstable_by_key(|(signature, _)| *signature);
        }
        sums
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
