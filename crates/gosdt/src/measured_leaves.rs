//! The loss of a tree on rows that it was not fitted to, from what its leaves hold of them.
use crate::certify::rank_loss::{self, Leaf};
use crate::options::{CheckedOptions, FitOptions, Goal};
use gosdt_data::Labels;
use gosdt_rank::RankObjective;
use gosdt_search::{CostError, Costs, Objective};
use gosdt_tree::{Model, Node};
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// A leaf, with the weights by class of the rows that are measured and of those that were fitted.
pub(crate) struct MeasuredLeaf {
    pub(crate) label: usize,
    pub(crate) weights: Vec<u64>,
    pub(crate) rank: Vec<u64>,
}

/// The objective's loss, exactly.
pub(crate) fn loss(
    options: &CheckedOptions,
    leaves: &[MeasuredLeaf],
) -> Result<BigRational, CostError> {
    match &options.goal {
        Goal::Additive(objective) => additive_loss(objective, leaves),
        Goal::Ranked(objective) => {
            let positive = options.positive.unwrap_or(1);
            let leaf =
                |leaf: &MeasuredLeaf| Leaf::new(&leaf.weights, &leaf.rank, leaf.label, positive);
            let leaves: Vec<Leaf> = leaves.iter().map(leaf).collect();
            Ok(rank_loss::loss(objective, &leaves))
        }
    }
}

/// The loss of an objective that is a sum over leaves, exactly.
pub(crate) fn additive_loss(
    objective: &Objective,
    leaves: &[MeasuredLeaf],
) -> Result<BigRational, CostError> {
    let classes = leaves.first().map_or(0, |leaf| leaf.weights.len());
    let total = |class: usize| leaves.iter().map(|leaf| leaf.weights[class]).sum();
    let totals: Vec<u64> = (0..classes).map(total).collect();
    let costs = Costs::new(objective, &BigRational::zero(), &totals, 1)?;
    let each = leaves.iter().flat_map(|leaf| {
        let weights = leaf.weights.iter().enumerate();
        weights.map(|(class, &weight)| weight as i64 * costs.per_weight(leaf.label, class))
    });
    Ok(costs.rational(each.sum()))
}

/// The loss of a model's own objective on other rows, `weights[node][class]` of which reach each node
/// of its tree; weights at splits are not looked at. Areas rank the leaves as the training rows do.
///
/// `None` where the objective is not defined on these rows: there is no weight, or, for objectives that
/// rank, none of a class that they are about.
///
/// ```
/// use gosdt::{FitOptions, Silent, demo, fit, loss_on};
///
/// let table = demo::find("tic-tac-toe").unwrap().table()?;
/// let options = FitOptions { max_leaves: Some(1), ..FitOptions::default() };
/// let leaf = fit(&table, &options, &mut Silent)?.model; // it predicts the second class
/// assert_eq!(loss_on(&leaf, &[vec![1.0, 3.0]]), Some(0.25));
/// assert_eq!(loss_on(&leaf, &[vec![0.0, 0.0]]), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn loss_on(model: &Model, weights: &[Vec<f64>]) -> Option<f64> {
    let (name, classes) = (model.target.clone(), model.classes.clone());
    let labels = Labels { name, classes, codes: Vec::new() };
    let options = FitOptions::of_model(model).ok()?.check(&labels).ok()?;
    let leaves: Vec<(usize, &[f64], &[f64])> = leaves(model, weights).collect();
    let total: f64 = leaves.iter().flat_map(|(_, here, _)| here.iter()).sum();
    if !(total > 0.0 && total.is_finite()) {
        return None;
    }
    match &options.goal {
        Goal::Additive(objective) => Some(mean_cost(objective, &leaves)),
        Goal::Ranked(objective) => {
            ranked_loss(objective, &leaves, options.positive.unwrap_or(1))?.to_f64()
        }
    }
}

/// The leaves of a model: label, weights measured, weights of training.
fn leaves<'a>(
    model: &'a Model,
    weights: &'a [Vec<f64>],
) -> impl Iterator<Item = (usize, &'a [f64], &'a [f64])> {
    let nodes = model.tree.nodes.iter().zip(weights);
    nodes.filter_map(|(node, here)| match node {
        Node::Leaf { class, weights, .. } => Some((*class, here.as_slice(), weights.as_slice())),
        Node::Split { .. } => None,
    })
}

/// The loss of an objective that is a sum over leaves, as its definition says, for weights that need not
/// be whole numbers.
fn mean_cost(objective: &Objective, leaves: &[(usize, &[f64], &[f64])]) -> f64 {
    let classes = 0..leaves.first().map_or(0, |(_, here, _)| here.len());
    let total = |class: usize| leaves.iter().map(|(_, here, _)| here[class]).sum::<f64>();
    let float = |number: &BigRational| number.to_f64().unwrap_or(f64::NAN);
    let cost = |label: usize, class: usize| match objective {
        Objective::Costs(costs) => float(&costs[label][class]),
        _ if label == class => 0.0,
        Objective::Weighted { positive, omega } if class == *positive => float(omega),
        _ => 1.0,
    };
    let cost_of = |class: usize| -> f64 {
        leaves.iter().map(|&(label, here, _)| here[class] * cost(label, class)).sum()
    };
    let costs: f64 = classes.clone().map(cost_of).sum();
    match objective {
        Objective::Balanced => {
            let shares = classes.filter(|&class| total(class) > 0.0);
            let shares: Vec<f64> = shares.map(|class| cost_of(class) / total(class)).collect();
            shares.iter().sum::<f64>() / shares.len() as f64
        }
        Objective::Weighted { positive, omega } => {
            let weight = |class: usize| if class == *positive { float(omega) } else { 1.0 };
            costs / classes.map(|class| weight(class) * total(class)).sum::<f64>()
        }
        _ => costs / classes.map(total).sum::<f64>(),
    }
}

fn ranked_loss(
    objective: &RankObjective,
    leaves: &[(usize, &[f64], &[f64])],
    positive: usize,
) -> Option<BigRational> {
    let exact = |weights: &[f64]| -> Option<Vec<BigRational>> {
        weights.iter().map(|&weight| BigRational::from_float(weight)).collect()
    };
    let leaf = |&(label, here, rank): &(usize, &[f64], &[f64])| {
        Some(Leaf::exact(&exact(here)?, &exact(rank)?, label, positive))
    };
    let leaves = leaves.iter().map(leaf).collect::<Option<Vec<Leaf>>>()?;
    let none = |part: fn(&Leaf) -> &BigRational| leaves.iter().all(|leaf| part(leaf).is_zero());
    let area = matches!(objective, RankObjective::Auc | RankObjective::Pauc { .. });
    if none(|leaf| &leaf.pos) || area && none(|leaf| &leaf.neg) {
        return None;
    }
    Some(rank_loss::loss(objective, &leaves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ObjectiveChoice;
    use crate::watch::Silent;
    use crate::{demo, fit};

    /// A small tree that is optimal for an objective, with the weights of its leaves.
    fn small_tree(objective: &str) -> (Model, Vec<Vec<f64>>) {
        let table = demo::find("monk-3").unwrap().table().unwrap();
        let objective = ObjectiveChoice::parse(objective).unwrap();
        let options = FitOptions {
            objective,
            lambda: "0.001".parse().unwrap(),
            max_leaves: Some(4),
            ..FitOptions::default()
        };
        let model = fit(&table, &options, &mut Silent).unwrap().model;
        let weights = |node: &Node| match node {
            Node::Leaf { weights, .. } => weights.clone(),
            Node::Split { .. } => vec![0.0, 0.0],
        };
        let weights = model.tree.nodes.iter().map(weights).collect();
        (model, weights)
    }

    #[test]
    fn on_the_training_rows_it_is_the_loss_of_the_certificate() {
        let objectives = [
            "accuracy",
            "balanced",
            "weighted:3",
            "auc",
            "pauc:0.3",
            "fscore",
            "fbeta:2",
            "jaccard",
        ];
        for objective in objectives {
            let (model, weights) = small_tree(objective);
            let loss = loss_on(&model, &weights).unwrap();
            assert!((loss - model.certificate.loss).abs() < 1e-12, "{objective}: {loss}");
            let parts: Vec<Vec<f64>> =
                weights.iter().map(|all| all.iter().map(|one| one * 0.3).collect()).collect();
            let loss = loss_on(&model, &parts).unwrap();
            assert!((loss - model.certificate.loss).abs() < 1e-12, "{objective}, scaled: {loss}");
        }
    }

    #[test]
    fn an_area_needs_both_classes_and_an_f_score_the_positive_one() {
        for (objective, positives_alone, negatives_alone) in
            [("auc", false, false), ("fscore", true, false), ("accuracy", true, true)]
        {
            let (model, weights) = small_tree(objective);
            let with = |class: usize| -> Vec<Vec<f64>> {
                let keep = |all: &Vec<f64>| {
                    let mut part = vec![0.0, 0.0];
                    part[class] = all[class];
                    part
                };
                weights.iter().map(keep).collect()
            };
            assert_eq!(loss_on(&model, &with(1)).is_some(), positives_alone, "{objective}");
            assert_eq!(loss_on(&model, &with(0)).is_some(), negatives_alone, "{objective}");
        }
    }
}
