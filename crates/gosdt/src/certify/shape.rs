//! A tree by itself: is it one, does it keep the limits, what does it cost?
use super::error::CertifyError;
use crate::model::NodeCounts;
use gosdt_search::{Costs, Limits, Shape, ShapeNode};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Every node but the root has exactly one parent, before it; every index is in range.
pub(super) fn check_shape(
    shape: &Shape,
    features: usize,
    labels: usize,
) -> Result<(), CertifyError> {
    let mut parents = vec![0; shape.nodes.len()];
    for (at, node) in shape.nodes.iter().enumerate() {
        let fine = match *node {
            ShapeNode::Leaf { label } => label < labels,
            ShapeNode::Split { feature, yes, no } => {
                let child = |node: usize| at < node && node < shape.nodes.len();
                let fine = feature < features && child(yes) && child(no);
                for child in [yes, no].into_iter().filter(|_| fine) {
                    parents[child] += 1;
                }
                fine
            }
        };
        if !fine {
            return Err(CertifyError::Malformed(at));
        }
    }
    let orphan = (1..parents.len()).find(|&at| parents[at] != 1);
    let broken = if parents.is_empty() { Some(0) } else { orphan };
    broken.map_or(Ok(()), |at| Err(CertifyError::Malformed(at)))
}

/// The tree keeps the limits on its depth, its leaves and the rows in them.
pub(super) fn check_limits(
    shape: &Shape,
    counts: &NodeCounts,
    limits: &Limits,
) -> Result<(), CertifyError> {
    let within = |size: usize, most: Option<u32>| most.is_none_or(|most| size <= most as usize);
    if !within(shape.depth(), limits.max_depth) {
        return Err(CertifyError::LimitBroken("the depth"));
    }
    if !within(shape.leaves(), limits.max_leaves) {
        return Err(CertifyError::LimitBroken("the leaves"));
    }
    let least = leaves(shape).map(|(at, _)| counts.rows[at]).min().unwrap_or(0);
    if shape.leaves() > 1 && least < u64::from(limits.min_leaf) {
        return Err(CertifyError::LimitBroken("the rows in a leaf"));
    }
    Ok(())
}

/// What a tree costs, from what reaches its leaves.
pub(crate) fn cost(shape: &Shape, counts: &NodeCounts, costs: &Costs) -> i128 {
    let leaf = |(at, label): (usize, usize)| {
        let weights = counts.weights[at].iter().enumerate();
        let each = weights.map(|(class, &weight)| {
            i128::from(weight) * i128::from(costs.per_weight(label, class))
        });
        i128::from(costs.per_leaf()) + each.sum::<i128>()
    };
    leaves(shape).map(leaf).sum()
}

/// The loss of a tree by the costs that were asked for, exactly.
pub(crate) fn exact_loss(shape: &Shape, counts: &NodeCounts, costs: &Costs) -> BigRational {
    let mut sums = vec![0u128; costs.labels() * costs.classes()];
    for (at, label) in leaves(shape) {
        let of_label = &mut sums[label * costs.classes()..][..costs.classes()];
        of_label.iter_mut().zip(&counts.weights[at]).for_each(|(sum, &w)| *sum += u128::from(w));
    }
    let cell = |(at, sum): (usize, u128)| {
        let price = costs.asked_per_weight(at / costs.classes(), at % costs.classes());
        price * BigRational::from(BigInt::from(sum))
    };
    sums.into_iter().enumerate().map(cell).sum()
}

/// Node and label of each leaf.
fn leaves(shape: &Shape) -> impl Iterator<Item = (usize, usize)> {
    shape.nodes.iter().enumerate().filter_map(|(at, node)| match *node {
        ShapeNode::Leaf { label } => Some((at, label)),
        ShapeNode::Split { .. } => None,
    })
}
