//! Means, standard errors, and which λ they speak for. In rationals: whether a mean is within one
//! standard error of another is decided by their squares.
use super::options::SelectRule;
use super::selection::Candidate;
use super::trial::Trial;
use crate::options::Decimal;
use num_rational::BigRational;
use num_traits::{ToPrimitive, Zero};

/// Mean and squared standard error of a measure over the folds.
#[derive(Clone, Debug, PartialEq)]
struct Spread {
    mean: BigRational,
    squared_error: BigRational,
}

impl Spread {
    /// The standard error is s/√k, with s² the sum of squared deviations over k − 1.
    fn new(values: &[&BigRational]) -> Spread {
        let whole = |number: usize| BigRational::from_integer(number.into());
        let folds = values.len();
        let mean = values.iter().copied().sum::<BigRational>() / whole(folds.max(1));
        let square = |value: &&BigRational| {
            let off = *value - &mean;
            &off * &off
        };
        let sum: BigRational = values.iter().map(square).sum();
        let squared_error = sum / whole((folds * folds.saturating_sub(1)).max(1));
        Spread { mean, squared_error }
    }

    fn floats(&self) -> (f64, f64) {
        (float(&self.mean), float(&self.squared_error).sqrt())
    }
}

fn float(number: &BigRational) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

/// The candidates from the largest λ to the smallest, and which the two rules choose.
pub(super) struct Choice {
    pub(super) candidates: Vec<Candidate>,
    pub(super) min: usize,
    pub(super) one_se: usize,
}

impl Choice {
    /// Compares; `trials` has a list for each fold, with a trial for each λ.
    pub(super) fn new(lambdas: &[Decimal], trials: &[Vec<Trial>]) -> Choice {
        let of = |at: usize| trials.iter().map(move |fold| &fold[at]);
        let losses: Vec<Spread> = (0..lambdas.len())
            .map(|at| Spread::new(&of(at).map(|trial| &trial.loss).collect::<Vec<_>>()))
            .collect();
        let candidate = |(at, lambda): (usize, &Decimal)| {
            candidate(lambda, &losses[at], &of(at).collect::<Vec<_>>())
        };
        let min = least(&losses);
        Choice {
            candidates: lambdas.iter().enumerate().map(candidate).collect(),
            min,
            one_se: within_one_error(&losses, min),
        }
    }

    pub(super) fn by(&self, rule: SelectRule) -> usize {
        match rule {
            SelectRule::Min => self.min,
            SelectRule::OneSe => self.one_se,
        }
    }
}

/// The first, and so the largest λ, of those with the least mean.
fn least(losses: &[Spread]) -> usize {
    let mut best = 0;
    for at in 1..losses.len() {
        if losses[at].mean < losses[best].mean {
            best = at;
        }
    }
    best
}

/// The largest λ whose mean is at most one standard error above the least.
fn within_one_error(losses: &[Spread], min: usize) -> usize {
    let least = &losses[min];
    let near = |loss: &Spread| {
        let above = &loss.mean - &least.mean;
        above <= BigRational::zero() || &above * &above <= least.squared_error
    };
    losses.iter().position(near).unwrap_or(min)
}

fn candidate(lambda: &Decimal, loss: &Spread, trials: &[&Trial]) -> Candidate {
    let accuracies: Vec<&BigRational> = trials.iter().map(|trial| &trial.accuracy).collect();
    let (mean_loss, loss_error) = loss.floats();
    let (mean_accuracy, accuracy_error) = Spread::new(&accuracies).floats();
    let leaves: usize = trials.iter().map(|trial| trial.leaves).sum();
    Candidate {
        lambda: lambda.clone(),
        mean_loss,
        loss_error,
        mean_accuracy,
        accuracy_error,
        mean_leaves: leaves as f64 / trials.len().max(1) as f64,
        proven: trials.iter().filter(|trial| trial.proven).count(),
        losses: trials.iter().map(|trial| float(&trial.loss)).collect(),
        accuracies: accuracies.into_iter().map(float).collect(),
        leaves: trials.iter().map(|trial| trial.leaves).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// Trials of three λ in two folds with these losses in tenths.
    fn choice(losses: [[i64; 3]; 2]) -> Choice {
        let trial = |loss: i64| Trial {
            loss: ratio(loss, 10),
            accuracy: ratio(10 - loss, 10),
            leaves: 2,
            proven: loss < 9,
        };
        let lambdas = ["0.1", "0.05", "0.01"].map(|text| text.parse().unwrap());
        Choice::new(&lambdas, &losses.map(|fold| fold.map(trial).into()))
    }

    #[test]
    fn mean_and_error_by_hand() {
        // 1/10, 2/10, 6/10: mean 3/10, deviations −2, −1, 3 tenths, s² = 7/100, SE² = 7/300.
        let values = [ratio(1, 10), ratio(2, 10), ratio(6, 10)];
        let spread = Spread::new(&values.iter().collect::<Vec<_>>());
        assert_eq!(spread, Spread { mean: ratio(3, 10), squared_error: ratio(7, 300) });
    }

    #[test]
    fn the_largest_penalty_within_one_error_of_the_least_loss() {
        // Means 4, 3, 2 tenths; the least has deviations ±1 tenth, so its error is 1 tenth.
        let choice = choice([[4, 3, 1], [4, 3, 3]]);
        assert_eq!((choice.min, choice.one_se), (2, 1));
        assert_eq!((choice.by(SelectRule::Min), choice.by(SelectRule::OneSe)), (2, 1));
        let least = &choice.candidates[2];
        assert_eq!((least.mean_loss, least.loss_error, least.mean_leaves), (0.2, 0.1, 2.0));
        assert_eq!((least.mean_accuracy, &least.losses), (0.8, &vec![0.1, 0.3]));
    }

    #[test]
    fn just_beyond_one_error_is_beyond() {
        // The error is 1/10 exactly; a mean of 0.3 is within it, one of 0.35 is not.
        assert_eq!(choice([[4, 4, 1], [3, 2, 3]]).one_se, 1);
    }

    #[test]
    fn of_equal_means_the_largest_penalty_is_the_least() {
        let choice = choice([[5, 2, 2], [5, 2, 2]]);
        assert_eq!((choice.min, choice.one_se), (1, 1));
    }

    #[test]
    fn trees_without_proof_are_counted() {
        let proven: Vec<usize> =
            choice([[9, 1, 1], [2, 9, 1]]).candidates.iter().map(|one| one.proven).collect();
        assert_eq!(proven, [1, 1, 2]);
    }
}
