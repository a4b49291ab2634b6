//! How many ways to part the points a set of trees has.
//!
//! Two trees may make different splits and yet have the same leaves. A way to part the points is named by
//! the sum of random words of its leaves, 128 bits long, so that two ways hardly ever get one name.
use crate::answers::Answers;
use crate::graph::{Edge, Graph, Side};
use std::collections::HashMap;

/// The cost and the number of leaves of each way to part the points of a set, by its name.
type Ways = HashMap<u128, (i64, u32)>;

/// The number of ways to part the points that trees of the graph with at most `max_leaves` leaves have;
/// `None` if some set has more than `most`, or `stop` returns true.
pub(crate) fn count_partitions(
    (graph, answers): (&Graph, &Answers),
    max_leaves: Option<u32>,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Option<usize> {
    let max_leaves = max_leaves.unwrap_or(u32::MAX);
    let mut ways: Vec<Ways> = vec![Ways::new(); graph.sets.len()];
    for set in graph.upwards() {
        let mut found = Ways::new();
        let points = graph.points(set);
        let (leaf, budget) = (graph.sets[set].leaf.cost, graph.sets[set].budget);
        if leaf <= budget {
            found.insert(name(points), (leaf, 1));
        }
        for edge in graph.edges(set) {
            add_edge((graph, answers), points, edge, (&ways, budget, max_leaves), &mut found);
            if found.len() > most || stop() {
                return None;
            }
        }
        ways[set] = found;
    }
    Some(ways[0].len())
}

fn add_edge(
    (graph, answers): (&Graph, &Answers),
    points: &[u64],
    edge: &Edge,
    (ways, budget, max_leaves): (&[Ways], i64, u32),
    found: &mut Ways,
) {
    let features = graph.features(edge);
    let is_set = |side: Side| matches!(side, Side::Set(_));
    // Splits with the same sets on both sides part the points alike; leaves are told apart by cost only.
    let distinct = if is_set(edge.yes) || is_set(edge.no) { 1 } else { features.len() };
    for &feature in &features[..distinct] {
        let of = |side: Side, yes: bool| -> Ways {
            match side {
                Side::Set(set) => ways[set as usize].clone(),
                Side::Leaf(leaf) => {
                    Ways::from([(name(&answers.side(points, feature, yes)), (leaf.cost, 1))])
                }
            }
        };
        let (yes, no) = (of(edge.yes, true), of(edge.no, false));
        for (a, (cost, leaves)) in &yes {
            for (b, (other_cost, others)) in &no {
                if cost + other_cost <= budget && leaves + others <= max_leaves {
                    found.insert(a.wrapping_add(*b), (cost + other_cost, leaves + others));
                }
            }
        }
    }
}

/// The name of a leaf with these points.
fn name(points: &[u64]) -> u128 {
    let mix = |mut state: u64, multiplier: u64| {
        for &word in points {
            let product = u128::from(state ^ word) * u128::from(multiplier);
            state = (product as u64) ^ ((product >> 64) as u64).rotate_left(29);
        }
        let product = u128::from(state) * 0xd6e8_feb8_6659_fd93;
        (product as u64) ^ ((product >> 64) as u64)
    };
    let high = mix(0x243f_6a88_85a3_08d3, 0x9e37_79b9_7f4a_7c15);
    let low = mix(0x1319_8a2e_0370_7344, 0xc2b2_ae3d_27d4_eb4f);
    u128::from(high) << 64 | u128::from(low)
}
