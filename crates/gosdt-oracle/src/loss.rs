//! What counts as loss. Own definitions, after section 2 of the paper.
//!
//! Each loss is said twice: [`Loss::of`] is the definition, on a whole table of confusions;
//! [`Loss::shares`] is what each row adds to it, which is what a recursion over sets of rows needs.
//! The tests of [`crate::optimum`] hold one against the other.
use crate::OracleProblem;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::fmt;

/// What counts as loss.
#[derive(Clone, Debug)]
pub enum Loss {
    /// Weight of wrong rows / total weight.
    Accuracy,
    /// Mean over the classes (with positive weight) of (weight of their wrong rows / their weight).
    Balanced,
    /// (FP + ω·FN) / (ω·N⁺ + N⁻) with the given positive class; two classes.
    Weighted {
        /// The positive class.
        positive: usize,
        /// ω.
        omega: BigRational,
    },
    /// Σ weight·cost\[predicted\]\[true\] / total weight. The matrix may have any number of
    /// predicted labels (rows); entries are ≥ 0.
    Costs(Vec<Vec<BigRational>>),
}

/// Weight of the rows by predicted label, then by true class.
pub(crate) type Confusion = Vec<Vec<u128>>;

impl Loss {
    /// Number of labels that a leaf may predict.
    pub(crate) fn predictions(&self, classes: usize) -> usize {
        match self {
            Loss::Costs(matrix) => matrix.len(),
            Loss::Accuracy | Loss::Balanced | Loss::Weighted { .. } => classes,
        }
    }

    /// The loss of predictions with this table of confusions. Nothing weighs nothing: without any
    /// weight the loss is 0.
    pub(crate) fn of(&self, confusion: &Confusion, classes: usize) -> BigRational {
        let weight_of = |class: usize| confusion.iter().map(|row| row[class]).sum::<u128>();
        let wrong = |class: usize| weight_of(class) - confusion[class][class];
        let total: u128 = (0..classes).map(weight_of).sum();
        match self {
            Loss::Accuracy => ratio(whole((0..classes).map(wrong).sum()), whole(total)),
            Loss::Balanced => {
                let present = (0..classes).filter(|&class| weight_of(class) > 0);
                let missed = present
                    .clone()
                    .map(|class| BigRational::new(wrong(class).into(), weight_of(class).into()));
                ratio(missed.sum(), whole(present.count() as u128))
            }
            Loss::Weighted { positive, omega } => {
                let negative = 1 - positive;
                let lost = omega * whole(wrong(*positive)) + whole(wrong(negative));
                ratio(lost, omega * whole(weight_of(*positive)) + whole(weight_of(negative)))
            }
            Loss::Costs(matrix) => {
                let mut paid = BigRational::zero();
                for (prices, weights) in matrix.iter().zip(confusion) {
                    for (price, &weight) in prices.iter().zip(weights) {
                        paid += price * whole(weight);
                    }
                }
                ratio(paid, whole(total))
            }
        }
    }

    /// What row `r` adds to the loss of a tree that predicts label `l` for it: `[l][r]`.
    pub(crate) fn shares(&self, problem: &OracleProblem) -> Vec<Vec<BigRational>> {
        let per_class = self.price_of_a_mistake(problem);
        let share = |label: usize, row: usize| {
            let class = problem.labels[row];
            let price = match self {
                Loss::Costs(matrix) => &matrix[label][class] * &per_class[class],
                _ if label == class => BigRational::zero(),
                _ => per_class[class].clone(),
            };
            price * whole(problem.weights[row].into())
        };
        let rows = 0..problem.rows.len();
        let of_label = |label: usize| rows.clone().map(|row| share(label, row)).collect();
        (0..problem.predictions()).map(of_label).collect()
    }

    /// What a wrong unit of weight of each class adds to the loss (for a cost matrix: what a cost
    /// of 1 adds).
    fn price_of_a_mistake(&self, problem: &OracleProblem) -> Vec<BigRational> {
        let mut weight_of = vec![BigRational::zero(); problem.classes];
        for (&class, &weight) in problem.labels.iter().zip(&problem.weights) {
            weight_of[class] += whole(weight.into());
        }
        let one = BigRational::one;
        let total: BigRational = weight_of.iter().sum();
        let present = whole(weight_of.iter().filter(|weight| !weight.is_zero()).count() as u128);
        let price = |(class, weight): (usize, &BigRational)| match self {
            Loss::Accuracy | Loss::Costs(_) => ratio(one(), total.clone()),
            Loss::Balanced => ratio(one(), &present * weight),
            Loss::Weighted { positive, omega } => {
                let all = &total + (omega - one()) * &weight_of[*positive];
                ratio(if class == *positive { omega.clone() } else { one() }, all)
            }
        };
        weight_of.iter().enumerate().map(price).collect()
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Accuracy => write!(f, "accuracy"),
            Loss::Balanced => write!(f, "balanced"),
            Loss::Weighted { positive, omega } => write!(f, "weighted {omega} on {positive}"),
            Loss::Costs(matrix) => {
                let line = |row: &Vec<BigRational>| {
                    row.iter().map(BigRational::to_string).collect::<Vec<_>>().join(" ")
                };
                let lines: Vec<String> = matrix.iter().map(line).collect();
                write!(f, "costs [{}]", lines.join("; "))
            }
        }
    }
}

fn whole(number: u128) -> BigRational {
    BigRational::from(BigInt::from(number))
}

/// A share of nothing is nothing.
fn ratio(part: BigRational, all: BigRational) -> BigRational {
    if all.is_zero() { all } else { part / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// Class 0: 6 right, 2 taken for 1. Class 1: 1 taken for 0, 3 right.
    fn confusion() -> Confusion {
        vec![vec![6, 1], vec![2, 3]]
    }

    #[test]
    fn each_loss_of_a_table_is_what_the_definition_says() {
        let weighted = Loss::Weighted { positive: 1, omega: fraction(5, 2) };
        let costs = Loss::Costs(vec![
            vec![fraction(0, 1), fraction(7, 1)],
            vec![fraction(1, 2), fraction(1, 1)],
        ]);
        assert_eq!(Loss::Accuracy.of(&confusion(), 2), fraction(3, 12));
        assert_eq!(Loss::Balanced.of(&confusion(), 2), fraction(1, 4));
        assert_eq!(weighted.of(&confusion(), 2), fraction(45, 180));
        assert_eq!(costs.of(&confusion(), 2), fraction(7 + 1 + 3, 12));
    }

    #[test]
    fn a_class_that_does_not_occur_is_no_part_of_the_balanced_mean() {
        let three = vec![vec![3, 2, 0], vec![1, 2, 0], vec![0, 0, 0]];
        assert_eq!(Loss::Balanced.of(&three, 3), fraction(3, 8));
    }

    #[test]
    fn without_any_weight_the_loss_is_zero() {
        let nothing = vec![vec![0, 0], vec![0, 0]];
        for loss in [Loss::Accuracy, Loss::Balanced] {
            assert_eq!(loss.of(&nothing, 2), fraction(0, 1));
        }
    }
}
