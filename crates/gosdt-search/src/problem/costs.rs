//! Exact costs: rationals in, integers inside, rationals out. No float decides anything.
//!
//! Every additive objective is one thing: a rectangular matrix of costs (labels × true classes) per
//! unit of weight, and a cost per leaf. A leaf costs the least, over labels, of the sum of its class
//! weights times the label's costs. The rationals are brought to a common denominator; a tree's
//! cost is an `i64` in units of one over that denominator, and the largest cost that can occur is
//! checked to fit when the matrix is made.
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::sync::Arc;

/// An additive objective. Rows weigh what the table says; every loss lies between 0 and 1 except
/// that of [`Objective::Costs`].
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// Share of the weight that is predicted wrong.
    Accuracy,
    /// Mean over the classes that occur of the share of the class that is predicted wrong.
    Balanced,
    /// (FP + ω·FN) / (ω·N⁺ + N⁻), two classes.
    Weighted {
        /// The positive class.
        positive: usize,
        /// What a missed positive costs, in false alarms.
        omega: BigRational,
    },
    /// Σ weight·cost\[label\]\[true class\] / total weight. There may be more labels than classes.
    Costs(Vec<Vec<BigRational>>),
}

/// Why costs cannot be made.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostError {
    /// λ < 0.
    #[error("λ must not be negative")]
    NegativeLambda,
    /// ω ≤ 0.
    #[error("the weight ω of the positive class must be positive")]
    BadOmega,
    /// Weighted accuracy needs two classes.
    #[error("weighted accuracy needs two classes, there are {0}; use a cost matrix")]
    NotTwoClasses(usize),
    /// A cost < 0.
    #[error("the cost of predicting label {label} for true class {class} is negative")]
    NegativeCost {
        /// Row.
        label: usize,
        /// Column.
        class: usize,
    },
    /// The matrix is not rectangular.
    #[error("row {row} of the cost matrix has {found} entries, expected {expected}")]
    Ragged {
        /// Row.
        row: usize,
        /// Number of classes.
        expected: usize,
        /// Its entries.
        found: usize,
    },
    /// All weights are 0.
    #[error("all row weights are 0")]
    NoWeight,
    /// The smallest cost vanishes beside the largest total in 64 bits.
    #[error("weights and costs span too many digits for exact arithmetic; use fewer digits")]
    TooWide,
}

/// Integer costs: labels × classes per unit of weight, and per leaf.
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    labels: usize,
    classes: usize,
    per_weight: Vec<i64>,
    per_leaf: i64,
    unit: BigRational,
    /// The costs per unit of weight and per leaf that were asked for, where they had to be rounded.
    asked: Option<Arc<Asked>>,
}

/// Costs as they were asked for.
#[derive(Debug, PartialEq)]
struct Asked {
    per_weight: Vec<BigRational>,
    per_leaf: BigRational,
}

/// The largest total that any tree may cost: leaves room to add a few such totals in an `i64`.
pub(crate) const LARGEST_TOTAL: i64 = 1 << 59;

/// Rounding keeps at least six digits of every cost.
const LEAST_UNITS: i64 = 1_000_000;

impl Costs {
    /// Integer costs of `objective` with `lambda` per leaf, for points whose class weights sum to
    /// `totals` and of which there are `points` (no tree needs more leaves).
    pub fn new(
        objective: &Objective,
        lambda: &BigRational,
        totals: &[u64],
        points: usize,
    ) -> Result<Costs, CostError> {
        if lambda.is_negative() {
            return Err(CostError::NegativeLambda);
        }
        let cells = objective.cells(totals)?;
        let costs = Costs::from_cells(&cells, lambda, totals, points);
        match costs.is_exact() || costs.is_fine(&cells, lambda) {
            true => Ok(costs),
            false => Err(CostError::TooWide),
        }
    }

    /// Whether rounding kept at least six digits of every cost, that of a leaf included: one that
    /// becomes 0 would be another problem.
    fn is_fine(&self, cells: &[Vec<BigRational>], lambda: &BigRational) -> bool {
        let leaf = std::iter::once((lambda, &self.per_leaf));
        let mut pairs = cells.iter().flatten().zip(&self.per_weight).chain(leaf);
        pairs.all(|(cell, &fixed)| cell.is_zero() || fixed >= LEAST_UNITS)
    }

    fn from_cells(
        cells: &[Vec<BigRational>],
        lambda: &BigRational,
        totals: &[u64],
        points: usize,
    ) -> Costs {
        let all = || cells.iter().flatten().chain(std::iter::once(lambda));
        let denominator = all().fold(BigInt::one(), |d, cell| d.lcm(cell.denom()));
        let common = all().fold(BigInt::zero(), |g, cell| {
            g.gcd(&(cell * BigRational::from(denominator.clone())).to_integer())
        });
        let common = if common.is_zero() { BigInt::one() } else { common };
        let largest = largest_total(cells, lambda, totals, points);
        let exact_scale = BigRational::new(denominator, common);
        let limit = BigRational::from(BigInt::from(LARGEST_TOTAL));
        let exact = &largest * &exact_scale <= limit;
        let scale = if exact { exact_scale } else { limit / largest };
        // Rounded down, no tree costs more than it does: lower bounds stay lower bounds.
        let fixed = |cell: &BigRational| (cell * &scale).floor().to_integer().to_i64();
        let fixed = |cell: &BigRational| fixed(cell).unwrap_or(i64::MAX);
        let asked = || Asked {
            per_weight: cells.iter().flatten().cloned().collect(),
            per_leaf: lambda.clone(),
        };
        Costs {
            labels: cells.len(),
            classes: totals.len(),
            per_weight: cells.iter().flatten().map(fixed).collect(),
            per_leaf: fixed(lambda),
            unit: scale.recip(),
            asked: (!exact).then(|| Arc::new(asked())),
        }
    }

    /// The same costs, which have no penalty, with one; `None` if they do not fit. What
    /// [`Costs::new`] makes, in whole numbers.
    pub(crate) fn with_lambda(
        &self,
        lambda: &BigRational,
        totals: &[u64],
        points: usize,
    ) -> Option<Costs> {
        let leaf = lambda / &self.unit;
        let (per_leaf, over) = (leaf.numer().to_i64()?, leaf.denom().to_i64()?);
        let dearest = |class: usize| (0..self.labels).map(move |l| self.per_weight(l, class)).max();
        let loss = |(class, &total): (usize, &u64)| {
            i128::from(dearest(class).unwrap_or(0)) * i128::from(total)
        };
        let losses: i128 = totals.iter().enumerate().map(loss).sum();
        let leaves = i128::from(per_leaf) * points.max(1) as i128;
        let largest = losses.checked_mul(over.into())?.checked_add(leaves)?;
        (largest <= LARGEST_TOTAL.into()).then(|| Costs {
            // The costs of a class that weighs nothing are in no total, and any number will do.
            per_weight: self.per_weight.iter().map(|cost| cost.saturating_mul(over)).collect(),
            per_leaf,
            unit: &self.unit / BigInt::from(over),
            ..self.clone()
        })
    }

    /// Number of labels that a leaf may predict.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Number of true classes.
    pub fn classes(&self) -> usize {
        self.classes
    }

    /// Cost per unit of weight of predicting `label` for `class`.
    pub fn per_weight(&self, label: usize, class: usize) -> i64 {
        self.per_weight[label * self.classes + class]
    }

    /// Cost of a leaf.
    pub fn per_leaf(&self) -> i64 {
        self.per_leaf
    }

    /// False when the objective's denominator was too large for 64 bits, so that each cost was
    /// rounded down to fixed point, by less than a unit of about 2⁻⁵⁹ of the largest total. Lower
    /// bounds then hold all the same, and what a tree costs is told by [`Costs::asked_per_weight`]
    /// and [`Costs::asked_per_leaf`].
    pub fn is_exact(&self) -> bool {
        self.asked.is_none()
    }

    /// What was asked for as the cost per unit of weight of predicting `label` for `class`, exactly.
    pub fn asked_per_weight(&self, label: usize, class: usize) -> BigRational {
        match &self.asked {
            Some(asked) => asked.per_weight[label * self.classes + class].clone(),
            None => self.rational(self.per_weight(label, class)),
        }
    }

    /// What was asked for as the cost of a leaf, exactly.
    pub fn asked_per_leaf(&self) -> BigRational {
        match &self.asked {
            Some(asked) => asked.per_leaf.clone(),
            None => self.rational(self.per_leaf),
        }
    }

    /// The objective that an integer cost stands for, exactly.
    pub fn rational(&self, cost: i64) -> BigRational {
        BigRational::from(BigInt::from(cost)) * &self.unit
    }

    /// What an integer cost of 1 stands for.
    pub(crate) fn unit(&self) -> &BigRational {
        &self.unit
    }

    /// The integer cost of an objective, if there is one.
    pub(crate) fn whole(&self, objective: &BigRational) -> Option<i64> {
        let cost = objective / &self.unit;
        cost.is_integer().then(|| cost.to_integer().to_i64()).flatten()
    }

    /// The objective that an integer cost stands for.
    pub fn value(&self, cost: i64) -> f64 {
        self.rational(cost).to_f64().unwrap_or(f64::NAN)
    }
}

/// The largest total that leaves room for the denominators of penalties, where nothing else is known
/// of these.
const TOTAL_WITH_ROOM: i64 = 1 << 44;

/// Rounding keeps a digit of every cost where there must be room for the denominators of penalties:
/// what [`Costs::new`] takes for one penalty is not refused for all between two.
const LEAST_UNITS_WITH_ROOM: i64 = 30;

impl Objective {
    /// The same objective, or the same rounded down to fixed point (and `false`) where its denominator
    /// leaves no room in 64 bits for those of penalties: of these two, and of those between them at
    /// which two trees on `points` points tie.
    pub(crate) fn with_room(
        self,
        penalties: &[BigRational],
        totals: &[u64],
        points: usize,
    ) -> Result<(Objective, bool), CostError> {
        let none = BigRational::zero();
        let cells = self.cells(totals)?;
        let costs = Costs::from_cells(&cells, &none, totals, 0);
        let limit = BigRational::from(BigInt::from(TOTAL_WITH_ROOM));
        let has_room = largest_total(&cells, &none, totals, 0) <= limit * &costs.unit;
        let fits = |lambda: &BigRational| costs.with_lambda(lambda, totals, points).is_some();
        if costs.is_exact() && has_room && penalties.iter().all(fits) {
            return Ok((self, true));
        }
        let scale = scale_with_room(&cells, penalties, totals, points)?;
        let total: u128 = totals.iter().map(|&n| u128::from(n)).sum();
        let total = BigRational::from(BigInt::from(total));
        let mut fine = true;
        let mut fixed = |cell: &BigRational| {
            let units = (cell * &scale).floor();
            let least = BigRational::from(BigInt::from(LEAST_UNITS_WITH_ROOM));
            fine &= cell.is_zero() || units >= least;
            units / &scale * &total
        };
        let matrix = cells.iter().map(|row| row.iter().map(&mut fixed).collect()).collect();
        if fine { Ok((Objective::Costs(matrix), false)) } else { Err(CostError::TooWide) }
    }
}

/// How many units of costs are 1, so that the penalties are whole numbers of units and there is room
/// for the denominators of those at which two trees tie, which are numbers of leaves.
fn scale_with_room(
    cells: &[Vec<BigRational>],
    penalties: &[BigRational],
    totals: &[u64],
    points: usize,
) -> Result<BigRational, CostError> {
    let none = BigRational::zero();
    let largest = penalties.iter().max().unwrap_or(&none);
    let losses = largest_total(cells, &none, totals, 0);
    let total = largest_total(cells, largest, totals, points);
    let smallest = penalties.iter().min().filter(|lambda| lambda.is_positive());
    let room = match (penalties, smallest) {
        ([], _) => BigRational::from(BigInt::from(LARGEST_TOTAL / TOTAL_WITH_ROOM)),
        (_, None) => BigRational::from(BigInt::from(points.max(1))),
        // No tree with more leaves is the best for any of the penalties.
        (_, Some(lambda)) => {
            let leaves = (losses / lambda).ceil() + BigRational::one();
            leaves.min(BigRational::from(BigInt::from(points.max(1))))
        }
    };
    let denominator = penalties.iter().fold(BigInt::one(), |d, lambda| d.lcm(lambda.denom()));
    let denominator = BigRational::from(denominator);
    let limit = BigRational::from(BigInt::from(LARGEST_TOTAL));
    let times = (limit / (total * room * &denominator)).floor();
    if times.is_positive() { Ok(times * denominator) } else { Err(CostError::TooWide) }
}

fn largest_total(
    cells: &[Vec<BigRational>],
    lambda: &BigRational,
    totals: &[u64],
    points: usize,
) -> BigRational {
    let mut sum = lambda * BigRational::from(BigInt::from(points.max(1)));
    for (class, &total) in totals.iter().enumerate() {
        let most = cells.iter().map(|row| &row[class]).max().cloned().unwrap_or_else(Zero::zero);
        sum += most * BigRational::from(BigInt::from(total));
    }
    sum
}

impl Objective {
    /// The cost matrix per unit of weight.
    fn cells(&self, totals: &[u64]) -> Result<Vec<Vec<BigRational>>, CostError> {
        let whole = |n: u64| BigRational::from(BigInt::from(n));
        let total: u128 = totals.iter().map(|&n| u128::from(n)).sum();
        if total == 0 {
            return Err(CostError::NoWeight);
        }
        let total = BigRational::from(BigInt::from(total));
        let per_class: Vec<BigRational> = match self {
            Objective::Accuracy => totals.iter().map(|_| total.recip()).collect(),
            Objective::Balanced => {
                let present = totals.iter().filter(|&&n| n > 0).count() as u64;
                let share = |&n: &u64| match n {
                    0 => BigRational::zero(),
                    _ => (whole(present) * whole(n)).recip(),
                };
                totals.iter().map(share).collect()
            }
            Objective::Weighted { positive, omega } => {
                if totals.len() != 2 {
                    return Err(CostError::NotTwoClasses(totals.len()));
                }
                if !omega.is_positive() {
                    return Err(CostError::BadOmega);
                }
                let price = |k: usize| if k == *positive { omega.clone() } else { One::one() };
                let all = price(0) * whole(totals[0]) + price(1) * whole(totals[1]);
                (0..2).map(|k| price(k) / &all).collect()
            }
            Objective::Costs(matrix) => return matrix_cells(matrix, totals.len(), &total),
        };
        let row = |label: usize| {
            let cell = |(class, cost): (usize, &BigRational)| {
                if class == label { BigRational::zero() } else { cost.clone() }
            };
            per_class.iter().enumerate().map(cell).collect()
        };
        Ok((0..totals.len()).map(row).collect())
    }
}

fn matrix_cells(
    matrix: &[Vec<BigRational>],
    classes: usize,
    total: &BigRational,
) -> Result<Vec<Vec<BigRational>>, CostError> {
    if matrix.is_empty() {
        return Err(CostError::Ragged { row: 0, expected: classes, found: 0 });
    }
    for (label, row) in matrix.iter().enumerate() {
        if row.len() != classes {
            return Err(CostError::Ragged { row: label, expected: classes, found: row.len() });
        }
        if let Some(class) = row.iter().position(Signed::is_negative) {
            return Err(CostError::NegativeCost { label, class });
        }
    }
    Ok(matrix.iter().map(|row| row.iter().map(|cell| cell / total).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(number: i64) -> BigRational {
        BigRational::from(BigInt::from(number))
    }

    #[test]
    fn what_a_class_without_weight_costs_does_not_matter() {
        let row = |of_none: i64| vec![whole(1), whole(of_none)];
        let objective = Objective::Costs(vec![row(1 << 62), row((1 << 62) - 1)]);
        let losses = Costs::new(&objective, &BigRational::zero(), &[3, 0], 2).expect("costs");
        let costs = losses.with_lambda(&BigRational::new(1.into(), 7.into()), &[3, 0], 2);
        let costs = costs.expect("room");
        assert_eq!(costs.rational(costs.per_leaf()), BigRational::new(1.into(), 7.into()));
        assert_eq!(costs.rational(3 * costs.per_weight(0, 0)), whole(1));
    }
}
