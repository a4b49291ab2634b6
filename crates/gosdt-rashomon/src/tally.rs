//! How many trees of each cost a set of points has.
//!
//! A set's trees are its leaf and, for each split, the pairs of a tree of the yes-side and a tree of
//! the no-side whose costs sum to at most the budget: a convolution, truncated at the budget. Small
//! sets come first, so that both sides are known.
use crate::accumulator::Accumulator;
use crate::count::Count;
use crate::counted::{Counted, Histogram, Signature};
use crate::graph::{Edge, Leaf, Side};
use crate::restriction::Restriction;

/// The number of trees of every set.
pub(crate) struct Tally<C> {
    /// By the depth that is left, if a restriction limits it, and by set.
    layers: Vec<Vec<Histogram<C>>>,
    /// Whether trees were left out because there was no time to count them.
    pub stopped: bool,
}

/// There are more trees than a number has room for.
#[derive(Debug)]
pub(crate) struct Overflow;

impl<C: Count> Tally<C> {
    /// Counts the trees of every set. Once `stop` returns true, of each side only the cheapest trees are
    /// counted: the result is a lower bound.
    pub fn new(counted: Counted<'_>, stop: &dyn Fn() -> bool) -> Result<Tally<C>, Overflow> {
        let sets = counted.graph.sets.len();
        let layers = counted.restriction.max_depth.map_or(1, |depth| depth as usize + 1);
        let mut tally = Tally { layers: vec![vec![Vec::new(); sets]; layers], stopped: false };
        let order = counted.graph.upwards();
        let mut accumulator = Accumulator::new(counted);
        for layer in 0..layers {
            for (at, &set) in order.iter().enumerate() {
                if at % 64 == 0 && !tally.stopped {
                    tally.stopped = stop();
                }
                tally.layers[layer][set] = tally.count(counted, layer, set, &mut accumulator)?;
            }
        }
        Ok(tally)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let sets = self.layers.iter().flatten();
        let entries: usize =
            sets.map(|histogram| histogram.capacity() * size_of::<(Signature, C)>() + 24).sum();
        entries as u64
    }

    /// The layer of all points.
    pub fn top_layer(&self) -> usize {
        self.layers.len() - 1
    }

    /// The layer below a layer; `None` where no split is allowed.
    fn below(&self, counted: Counted<'_>, layer: usize) -> Option<usize> {
        match counted.restriction.max_depth {
            None => Some(layer),
            Some(_) => layer.checked_sub(1),
        }
    }

    /// The trees of a set.
    pub fn of_set(&self, layer: usize, set: usize) -> &Histogram<C> {
        &self.layers[layer][set]
    }

    /// The trees of a side of a split.
    fn of_side(&self, counted: Counted<'_>, layer: usize, side: Side) -> SideTrees<'_, C> {
        match side {
            Side::Set(set) => SideTrees::Many(self.of_set(layer, set as usize)),
            Side::Leaf(found) => SideTrees::One((leaf(counted.restriction, found), C::of(1))),
        }
    }

    fn count(
        &self,
        counted: Counted<'_>,
        layer: usize,
        set: usize,
        accumulator: &mut Accumulator<C>,
    ) -> Result<Histogram<C>, Overflow> {
        let Counted { graph, restriction, .. } = counted;
        let budget = graph.sets[set].budget;
        let leaf = leaf(restriction, graph.sets[set].leaf);
        accumulator.begin(budget);
        if leaf.cost <= budget && allows_lone_leaf(restriction, set) {
            accumulator.add(leaf, C::of(1)).ok_or(Overflow)?;
        }
        if let Some(below) = self.below(counted, layer) {
            for edge in graph.edges(set) {
                self.count_edge(counted, (below, set), edge, accumulator).ok_or(Overflow)?;
            }
        }
        Ok(accumulator.finish())
    }

    /// Adds the trees that start with the splits of an edge. `None` if there is no room for their number.
    fn count_edge(
        &self,
        counted: Counted<'_>,
        (below, set): (usize, usize),
        edge: &Edge,
        accumulator: &mut Accumulator<C>,
    ) -> Option<()> {
        let budget = counted.graph.sets[set].budget;
        let [yes, no] = [edge.yes, edge.no].map(|side| self.of_side(counted, below, side));
        let most = if self.stopped { 1 } else { usize::MAX };
        for (bit, splits) in weights(counted, set, edge) {
            let splits = C::of(splits);
            for (a, trees) in yes.entries().iter().take(most) {
                let trees = trees.times(&splits)?;
                for (b, others) in no.entries().iter().take(most) {
                    if a.cost + b.cost > budget {
                        break;
                    }
                    if let Some(joined) = join(counted.restriction, *a, *b, bit) {
                        accumulator.add(joined, trees.times(others)?)?;
                    }
                }
            }
        }
        Some(())
    }
}

/// The trees of a side.
pub(crate) enum SideTrees<'a, C> {
    Many(&'a [(Signature, C)]),
    One((Signature, C)),
}

impl<C> SideTrees<'_, C> {
    pub fn entries(&self) -> &[(Signature, C)] {
        match self {
            SideTrees::Many(entries) => entries,
            SideTrees::One(entry) => std::slice::from_ref(entry),
        }
    }
}

/// Which tree of a set, or of a leaf, is meant.
pub(crate) struct Chosen<C> {
    pub signature: Signature,
    /// Its number among the trees with this signature.
    pub index: C,
}

/// A tree that was chosen: a leaf, or a split with a choice for both sides.
pub(crate) enum Choice<C> {
    Leaf,
    Split { feature: u32, sides: [(Side, Chosen<C>); 2] },
}

impl<C: Count> Tally<C> {
    /// The tree of a set with this number among those with the same signature.
    pub fn choose(
        &self,
        counted: Counted<'_>,
        layer: usize,
        set: usize,
        chosen: &Chosen<C>,
    ) -> Option<Choice<C>> {
        let Counted { graph, restriction, .. } = counted;
        let one = C::of(1);
        let mut left = chosen.index.clone();
        let leaf = leaf(restriction, graph.sets[set].leaf);
        if leaf == chosen.signature && allows_lone_leaf(restriction, set) {
            if left < one {
                return Some(Choice::Leaf);
            }
            left = left.less(&one);
        }
        let below = self.below(counted, layer)?;
        let mut edges = graph.edges(set).iter();
        edges.find_map(|edge| self.choose_edge(counted, (below, set), edge, chosen, &mut left))
    }

    /// The tree if it starts with a split of this edge; else lowers `left` by their number.
    fn choose_edge(
        &self,
        counted: Counted<'_>,
        (below, set): (usize, usize),
        edge: &Edge,
        chosen: &Chosen<C>,
        left: &mut C,
    ) -> Option<Choice<C>> {
        let target = chosen.signature;
        let [yes, no] = [edge.yes, edge.no].map(|side| self.of_side(counted, below, side));
        let most = if self.stopped { 1 } else { usize::MAX };
        for (bit, splits) in weights(counted, set, edge) {
            let splits_count = C::of(splits);
            for (a, trees) in yes.entries().iter().take(most) {
                if a.cost > target.cost {
                    break;
                }
                let others = no.entries();
                let first = others.partition_point(|(b, _)| b.cost < target.cost - a.cost);
                let same_cost =
                    others[first..].iter().take_while(|(b, _)| b.cost + a.cost == target.cost);
                let same_cost = same_cost.take(most.saturating_sub(first));
                for (b, count) in same_cost
                    .filter(|(b, _)| join(counted.restriction, *a, *b, bit) == Some(target))
                {
                    let pairs = trees.times(count)?;
                    let all = pairs.times(&splits_count)?;
                    if *left >= all {
                        *left = left.less(&all);
                        continue;
                    }
                    let (split, rest) = left.divided(&pairs);
                    let (yes_index, no_index) = rest.divided(count);
                    let feature = nth_feature(counted, set, edge, bit, split.small())?;
                    let yes = (edge.yes, Chosen { signature: *a, index: yes_index });
                    let no = (edge.no, Chosen { signature: *b, index: no_index });
                    return Some(Choice::Split { feature, sides: [yes, no] });
                }
            }
        }
        None
    }

    /// The layer of the sides of a split in a layer.
    pub fn layer_below(&self, counted: Counted<'_>, layer: usize) -> usize {
        self.below(counted, layer).unwrap_or(0)
    }
}

fn leaf(restriction: &Restriction, leaf: Leaf) -> Signature {
    let lone = if restriction.no_trivial { leaf.label + 1 } else { 0 };
    Signature { cost: leaf.cost, leaves: restriction.counts_leaves().into(), lone, used: 0 }
}

/// A split above two trees; `None` if no tree that is asked for has it.
fn join(restriction: &Restriction, a: Signature, b: Signature, bit: u32) -> Option<Signature> {
    let leaves = a.leaves.saturating_add(b.leaves);
    let is_trivial = a.lone != 0 && a.lone == b.lone;
    let too_many = restriction.max_leaves.is_some_and(|most| u32::from(leaves) > most);
    let joined = Signature { cost: a.cost + b.cost, leaves, lone: 0, used: a.used | b.used | bit };
    (!is_trivial && !too_many).then_some(joined)
}

/// All points may not be a lone leaf where the first split is to ask something.
fn allows_lone_leaf(restriction: &Restriction, set: usize) -> bool {
    set != 0 || restriction.top.is_empty()
}

/// The bits of the columns that the splits of an edge ask, with the number of splits that are allowed.
fn weights(counted: Counted<'_>, set: usize, edge: &Edge) -> Vec<(u32, u64)> {
    let Counted { graph, restriction, .. } = counted;
    let features = graph.features(edge);
    if restriction.avoided.is_empty() && restriction.used.is_empty() && restriction.top.is_empty() {
        return vec![(0, features.len() as u64)];
    }
    let mut weights: Vec<(u32, u64)> = Vec::new();
    for bit in features.iter().filter_map(|&feature| bit_of(counted, set, feature)) {
        match weights.iter_mut().find(|(other, _)| *other == bit) {
            Some((_, splits)) => *splits += 1,
            None => weights.push((bit, 1)),
        }
    }
    weights
}

/// The bit of the column that a split of a set asks; `None` if it is not allowed there.
fn bit_of(counted: Counted<'_>, set: usize, feature: u32) -> Option<u32> {
    let Counted { answers, restriction, .. } = counted;
    let column = answers.column(feature);
    let on_top = set != 0 || restriction.top.is_empty() || restriction.top.contains(&column);
    (on_top && !restriction.avoided.contains(&column)).then(|| restriction.bit(column))
}

/// The split of this number among those of an edge that ask a column with this bit.
fn nth_feature(counted: Counted<'_>, set: usize, edge: &Edge, bit: u32, n: usize) -> Option<u32> {
    let Restriction { avoided, used, top, .. } = counted.restriction;
    let features = counted.graph.features(edge);
    if avoided.is_empty() && used.is_empty() && top.is_empty() {
        return features.get(n).copied();
    }
    let with_bit = |feature: &&u32| bit_of(counted, set, **feature) == Some(bit);
    features.iter().filter(with_bit).nth(n).copied()
}
