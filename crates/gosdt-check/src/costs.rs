//! What trees pay, as whole numbers.
use crate::fraction::{Fraction, gcd};
use crate::json::Json;

/// Costs in units of one over a common denominator: no number is rounded.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    /// `cells[label][class]`: what a unit of weight of a class costs where a label is predicted.
    pub cells: Vec<Vec<i64>>,
    /// What a leaf costs.
    pub per_leaf: i64,
    /// What an objective of 1 is in these units.
    pub one: Fraction,
}

/// The largest total: a few of them can be added in 64 bits.
const LARGEST_TOTAL: i128 = 1 << 59;

impl Costs {
    /// The costs of an objective as a model file states it, for classes of these weights and at most
    /// `leaves` leaves:
    ///
    /// - `accuracy`: the share of the weight that is predicted wrong;
    /// - `balanced`: the mean of that share over the classes that occur;
    /// - `weighted:W`: (FP + W·FN) / (W·P + N), P and N being the weights of the two classes;
    /// - `cost`: Σ weight · cost\[predicted\]\[true\] / total weight.
    pub fn read(
        objective: &Json,
        positive: Option<usize>,
        weights: &[u64],
        leaves: usize,
    ) -> Result<Costs, String> {
        let name = objective.get("name").text().unwrap_or("");
        let lambda = objective.get("lambda").text().and_then(Fraction::read);
        let lambda = lambda.filter(|lambda| lambda.over >= 0).ok_or("λ is no number")?;
        let cells = cells(name, objective, positive, weights);
        let cells = cells.ok_or_else(|| format!("the objective {name:?} cannot be checked"))?;
        let costs = Costs::whole(&cells, lambda);
        let costs = costs.filter(|costs| costs.largest(weights, leaves) <= LARGEST_TOTAL);
        costs.ok_or("weights and costs span too many digits".into())
    }

    /// Brings fractions to their least common denominator, and divides by what all numbers share.
    fn whole(cells: &[Vec<Fraction>], lambda: Fraction) -> Option<Costs> {
        let all = || cells.iter().flatten().chain([&lambda]);
        let lcm = all()
            .try_fold(1i128, |lcm, cost| (lcm / gcd(lcm, cost.under)).checked_mul(cost.under))?;
        let common = all().try_fold(0, |common, cost| {
            Some(gcd(common, cost.over.checked_mul(lcm / cost.under)?))
        });
        let one = Fraction::new(lcm, common?.max(1))?;
        let whole = |cost: &Fraction| i64::try_from(one.times(*cost)?.over).ok();
        let row = |row: &Vec<Fraction>| row.iter().map(whole).collect::<Option<Vec<_>>>();
        let cells = cells.iter().map(row).collect::<Option<_>>()?;
        Some(Costs { cells, per_leaf: whole(&lambda)?, one })
    }

    fn largest(&self, weights: &[u64], leaves: usize) -> i128 {
        let dearest = |class: usize| self.cells.iter().map(|row| row[class]).max().unwrap_or(0);
        let classes = weights.iter().enumerate();
        let loss = classes.map(|(class, weight)| i128::from(*weight) * i128::from(dearest(class)));
        loss.fold(0, i128::saturating_add) + leaves as i128 * i128::from(self.per_leaf)
    }

    /// The objective that a cost in units stands for.
    pub fn objective(&self, cost: i64) -> Option<Fraction> {
        Fraction::new(cost.into(), 1)?.over_by(self.one)
    }
}

fn cells(
    name: &str,
    objective: &Json,
    positive: Option<usize>,
    weights: &[u64],
) -> Option<Vec<Vec<Fraction>>> {
    let whole = |number: i128| Fraction::new(number, 1);
    let total = whole(weights.iter().map(|weight| i128::from(*weight)).sum())?;
    if name == "cost" {
        let cell = |cost: &Json| Fraction::read(cost.text()?)?.over_by(total);
        let row = |row: &Json| row.items().iter().map(cell).collect::<Option<Vec<_>>>();
        let cells = objective.get("costs").items().iter().map(row).collect::<Option<Vec<_>>>()?;
        let is_fit = |row: &Vec<Fraction>| {
            row.len() == weights.len() && row.iter().all(|cost| cost.over >= 0)
        };
        return Some(cells)
            .filter(|cells| cells.len() == weights.len() && cells.iter().all(is_fit));
    }
    let of_class = |class: usize| match name.split_once(':') {
        None if name == "accuracy" => whole(1)?.over_by(total),
        None if name == "balanced" && weights[class] == 0 => whole(0),
        None if name == "balanced" => {
            let occur = weights.iter().filter(|weight| **weight > 0).count() as i128;
            Fraction::new(1, occur.checked_mul(weights[class].into())?)
        }
        Some(("weighted", ratio)) if weights.len() == 2 => {
            let ratio = Fraction::read(ratio).filter(|ratio| ratio.over > 0)?;
            let (at, price) =
                (positive?, |k| if Some(k) == positive { Some(ratio) } else { whole(1) });
            let all = [at, 1 - at.min(1)].map(|k| price(k)?.times(whole(weights[k].into())?));
            price(class)?.over_by(all[0]?.plus(all[1]?)?)
        }
        _ => None,
    };
    let costs: Vec<Fraction> = (0..weights.len()).map(of_class).collect::<Option<_>>()?;
    let cell =
        |label: usize, class: usize| if class == label { whole(0) } else { Some(costs[class]) };
    let row = |label: usize| (0..weights.len()).map(|class| cell(label, class)).collect();
    (0..weights.len()).map(row).collect()
}
