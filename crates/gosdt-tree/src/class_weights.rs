//! What a class counts for under an objective that does not count all rows alike.
use crate::Model;

impl Model {
    /// The share of a class in what the rows of a node count for under the objective, where it gives
    /// classes weights (`balanced`, `weighted:W`): the class of a leaf has the largest. `None` for other
    /// objectives, and where there is no weight.
    ///
    /// # Panics
    /// When there is no such node or class.
    pub fn weighted_share(&self, node: usize, class: usize) -> Option<f64> {
        let factors = self.class_factors()?;
        let weights = self.tree.nodes[node].weights().iter().zip(&factors);
        let counted: Vec<f64> = weights.map(|(weight, factor)| weight * factor).collect();
        let total: f64 = counted.iter().sum();
        (total > 0.0).then(|| counted[class] / total)
    }

    /// What a unit of weight of each class counts for.
    fn class_factors(&self) -> Option<Vec<f64>> {
        let name = self.objective.name.as_str();
        if name == "balanced" {
            let all = self.tree.nodes.first()?.weights().iter();
            return Some(all.map(|sum| if *sum > 0.0 { 1.0 / sum } else { 0.0 }).collect());
        }
        let factor = factor(name.strip_prefix("weighted:")?)?;
        let positive = self.positive?;
        Some((0..self.classes.len()).map(|at| if at == positive { factor } else { 1.0 }).collect())
    }

    /// Whether rows of the training data counted other than 1 each.
    pub fn has_weights(&self) -> bool {
        let differs = |rows: u64, weights: &[f64]| weights.iter().sum::<f64>() != rows as f64;
        self.tree.nodes.iter().any(|node| differs(node.rows(), node.weights()))
    }
}

/// A decimal or a fraction, rounded: it is shown and decides nothing.
fn factor(text: &str) -> Option<f64> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let factor = above.parse::<f64>().ok()? / below.parse::<f64>().ok()?;
    (factor.is_finite() && factor >= 0.0).then_some(factor)
}
