//! What to optimise: a checked problem, and how it is laid out for a search.
mod class_counts;
mod instance;
mod precision;
mod storage;

pub(crate) use class_counts::ClassCounts;
pub(crate) use instance::RankInstance;
pub(crate) use precision::{DIGITS_OF_COSTS, Precision};
pub use storage::RankPlan;

use gosdt_search::{Limits, Points};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use std::sync::Arc;

/// An objective that is not a sum over leaves. The loss is below; λ per leaf comes on top.
#[derive(Clone, Debug, PartialEq)]
pub enum RankObjective {
    /// 1 − area under the ROC convex hull.
    Auc,
    /// 1 − area under the ROC convex hull left of false positive rate θ, *not* divided by θ (the
    /// paper's definition): a lone leaf has loss 1 − θ²/2, a perfect tree 1 − θ.
    Pauc {
        /// θ. \[range: 0 < θ ≤ 1\]
        theta: BigRational,
    },
    /// 1 − F₁.
    FScore {
        /// The paper's rule: a leaf is labelled positive iff ω·n⁺ > n⁻. Without it, leaves are
        /// labelled as is best for the score. \[range: ω > 0\]
        omega: Option<BigRational>,
    },
    /// 1 − F_β, with the best labels.
    FBeta {
        /// β. \[range: β > 0\]
        beta: BigRational,
    },
    /// 1 − TP / (TP + FP + FN), with the best labels.
    Jaccard,
}

impl RankObjective {
    /// Whether a rule labels leaves, rather than what is best for the score.
    pub fn labels_by_rule(&self) -> bool {
        matches!(self, RankObjective::FScore { omega: Some(_) })
    }

    /// Why a score of this name is not offered, if it is one that was considered.
    ///
    /// The method needs that more area under the hull never hurts. That holds for losses that are
    /// monotone and quasi-concave in (FP, FN); these two are not: a leaf with two rows of either
    /// class and two leaves with one each have the same hull, but different best scores.
    pub fn refusal(name: &str) -> Option<&'static str> {
        match name {
            "gmean" => Some(
                "gmean is not quasi-concave in false positives and false negatives, so a tree with \
                 a larger ROC hull can have a worse G-mean and no proof of optimality is known; \
                 use balanced or auc",
            ),
            "mcc" => Some(
                "mcc is not quasi-concave in false positives and false negatives, so a tree with \
                 a larger ROC hull can have a worse correlation and no proof of optimality is \
                 known; use fscore or auc",
            ),
            _ => None,
        }
    }
}

/// A checked problem with two classes.
#[derive(Clone, Debug)]
pub struct RankProblem {
    pub(crate) points: Arc<Points>,
    pub(crate) positive: usize,
    pub(crate) objective: RankObjective,
    pub(crate) lambda: BigRational,
    pub(crate) limits: Limits,
}

/// Why something is not a problem.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum RankError {
    /// There is nothing to fit.
    #[error("there is no row to fit")]
    NoPoints,
    /// A length does not fit the number of points.
    #[error("{what}: expected {expected} entries, found {found}")]
    Length {
        /// Which part.
        what: &'static str,
        /// What it should be.
        expected: usize,
        /// What it is.
        found: usize,
    },
    /// Not two classes.
    #[error("this objective needs two classes, there are {0}")]
    NotTwoClasses(usize),
    /// The positive class is neither 0 nor 1.
    #[error("there is no class {0} to be the positive one")]
    NoSuchClass(usize),
    /// A class without weight.
    #[error("this objective needs rows with positive weight in {0}")]
    EmptyClass(&'static str),
    /// λ < 0.
    #[error("λ must not be negative")]
    NegativeLambda,
    /// θ out of range.
    #[error("θ must be greater than 0 and at most 1")]
    BadTheta,
    /// ω ≤ 0.
    #[error("ω must be greater than 0")]
    BadOmega,
    /// β ≤ 0.
    #[error("β must be greater than 0")]
    BadBeta,
    /// A limit that no tree can keep.
    #[error("the most leaves allowed must be at least 1")]
    NoLeaves,
    /// Too many digits.
    #[error(
        "weights, λ, θ, ω or β have too many digits for exact arithmetic; use fewer digits \
         (each class may weigh up to 2³¹ in all)"
    )]
    TooWide,
}

/// No class may weigh more: products of two weights and a few digits fit 128 bits.
const MOST_WEIGHT: u64 = 1 << 31;
/// Largest numerator and denominator of θ, ω and β.
const MOST_DIGITS: u32 = 20;

impl RankProblem {
    /// Checks the parts against each other. `positive` is the positive class of `points`.
    pub fn new(
        points: impl Into<Arc<Points>>,
        positive: usize,
        objective: RankObjective,
        lambda: BigRational,
        limits: Limits,
    ) -> Result<RankProblem, RankError> {
        let points = points.into();
        check_lengths(&points)?;
        if positive > 1 {
            return Err(RankError::NoSuchClass(positive));
        }
        if lambda.is_negative() {
            return Err(RankError::NegativeLambda);
        }
        if limits.max_leaves == Some(0) {
            return Err(RankError::NoLeaves);
        }
        objective.check()?;
        let problem = RankProblem { points, positive, objective, lambda, limits };
        problem.check_weights()?;
        Ok(problem)
    }

    /// The same problem at another λ; the points are shared.
    pub fn with_lambda(&self, lambda: BigRational) -> Result<RankProblem, RankError> {
        let (points, objective) = (self.points.clone(), self.objective.clone());
        RankProblem::new(points, self.positive, objective, lambda, self.limits)
    }

    /// The points.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// The positive class.
    pub fn positive(&self) -> usize {
        self.positive
    }

    /// The objective.
    pub fn objective(&self) -> &RankObjective {
        &self.objective
    }

    /// λ.
    pub fn lambda(&self) -> &BigRational {
        &self.lambda
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn check_weights(&self) -> Result<(), RankError> {
        let total = |class: usize| {
            let weights = self.points.weights.iter().skip(class).step_by(2);
            weights.fold(0u64, |sum, &weight| sum.saturating_add(weight))
        };
        let (pos, neg) = (total(self.positive), total(1 - self.positive));
        let ranks = matches!(self.objective, RankObjective::Auc | RankObjective::Pauc { .. });
        if pos == 0 {
            return Err(RankError::EmptyClass("the positive class"));
        }
        if neg == 0 && ranks {
            return Err(RankError::EmptyClass("the negative class"));
        }
        if pos.max(neg) > MOST_WEIGHT
            || self.lambda.numer().bits() > 40
            || self.lambda.denom().bits() > 60
        {
            return Err(RankError::TooWide);
        }
        Ok(())
    }
}

fn check_lengths(points: &Points) -> Result<(), RankError> {
    let length = |what, expected, found| match expected == found {
        true => Ok(()),
        false => Err(RankError::Length { what, expected, found }),
    };
    if points.len == 0 {
        return Err(RankError::NoPoints);
    }
    if points.classes != 2 {
        return Err(RankError::NotTwoClasses(points.classes));
    }
    length("weights", points.len * 2, points.weights.len())?;
    length("rows", points.len, points.rows.len())?;
    let lengths = points.columns.iter().map(|column| column.codes.len());
    lengths.into_iter().try_for_each(|codes| length("codes of a column", points.len, codes))
}

impl RankObjective {
    fn check(&self) -> Result<(), RankError> {
        let fits = |n: &BigRational| {
            n.numer().bits() <= u64::from(MOST_DIGITS) && n.denom().bits() <= u64::from(MOST_DIGITS)
        };
        let (number, in_range, fault) = match self {
            RankObjective::Auc | RankObjective::Jaccard => return Ok(()),
            RankObjective::FScore { omega: None } => return Ok(()),
            RankObjective::FScore { omega: Some(omega) } => {
                (omega, omega.is_positive(), RankError::BadOmega)
            }
            RankObjective::FBeta { beta } => (beta, beta.is_positive(), RankError::BadBeta),
            RankObjective::Pauc { theta } => {
                let range = BigRational::zero()..=BigRational::one();
                (theta, theta.is_positive() && range.contains(theta), RankError::BadTheta)
            }
        };
        match (in_range, fits(number)) {
            (false, _) => Err(fault),
            (true, false) => Err(RankError::TooWide),
            (true, true) => Ok(()),
        }
    }
}
