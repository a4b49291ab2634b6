//! What trees pay.
use crate::{fraction::Fraction, json::Json};

/// What a unit of weight of each class costs where a label is predicted, label by label, and at last
/// what a leaf costs: the unit of which all are multiples, and the multiples. `weights` are those of the
/// classes.
pub fn read(header: &Json, weights: &[i64]) -> Result<(Fraction, Vec<i64>), String> {
    let name = header.text("objective.name");
    let classes = 0..weights.len();
    let cells = classes.clone().flat_map(|label| classes.clone().map(move |class| (label, class)));
    let cells = cells.map(|(label, class)| cell(header, weights, label, class));
    let costs: Option<Vec<Fraction>> = cells.collect();
    let mut costs = costs.ok_or_else(|| format!("the objective {name:?} cannot be checked"))?;
    costs.push(Fraction::read(header.text("objective.lambda")).ok_or("λ is no number")?);
    Fraction::in_units(&costs).ok_or("a cost is negative, or costs span too many digits".into())
}

/// What a unit of weight of a class costs where a label is predicted:
///
/// - `accuracy`: the share of the weight that is predicted wrong;
/// - `balanced`: the mean of that share over the classes that occur;
/// - `weighted:W`: (FP + W·FN) / (W·P + N), P and N being the weights of the two classes;
/// - `cost`: Σ weight · cost\[predicted\]\[true\] / total weight.
fn cell(header: &Json, weights: &[i64], label: usize, class: usize) -> Option<Fraction> {
    let name = header.text("objective.name");
    let total = weights.iter().map(|weight| i128::from(*weight)).sum();
    let occur = weights.iter().filter(|weight| **weight > 0).count() as i128;
    match (name, name.split_once(':')) {
        ("cost", _) => Fraction::read(header.text(&format!("objective.costs.{label}.{class}")))?
            .over_by(Fraction::new(total, 1)?),
        _ if label == class => Fraction::new(0, 1),
        ("accuracy", _) => Fraction::new(1, total),
        ("balanced", _) if weights[class] == 0 => Fraction::new(0, 1),
        ("balanced", _) => Fraction::new(1, occur * i128::from(weights[class])),
        (_, Some(("weighted", ratio))) if weights.len() == 2 => {
            let Fraction { over, under } = Fraction::read(ratio).filter(|ratio| ratio.over > 0)?;
            let positive = header.number("positive");
            let price = |class: usize| if Some(class) == positive { over } else { under };
            let part = |class: usize| price(class).checked_mul(weights[class].into());
            Fraction::new(price(class), part(0)?.checked_add(part(1)?)?)
        }
        _ => None,
    }
}
