//! F-score, F_β and Jaccard index: losses that are a fraction of linear functions of FP and FN.
use crate::problem::{ClassCounts, RankInstance, RankObjective};
use gosdt_search::LabelRule;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// A linear-fractional loss (a·FP + b·FN) / (c·N⁺ + d·FP + e·FN), with λ per leaf.
pub(crate) struct Fraction {
    pub a: BigRational,
    pub b: BigRational,
    pub c: BigRational,
    pub d: BigRational,
    pub e: BigRational,
    /// How leaves are labelled, if not as is best.
    pub rule: Option<LabelRule>,
    pub lambda: BigRational,
    pub totals: ClassCounts,
}

fn whole(number: i64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

impl Fraction {
    /// The loss of an objective; `None` for the others, or when its numbers are too wide.
    pub fn new(
        objective: &RankObjective,
        instance: &RankInstance,
        lambda: &BigRational,
    ) -> Option<Fraction> {
        let square = match objective {
            RankObjective::FBeta { beta } => beta * beta,
            RankObjective::FScore { .. } | RankObjective::Jaccard => One::one(),
            RankObjective::Auc | RankObjective::Pauc { .. } => return None,
        };
        let (c, e) = match objective {
            RankObjective::Jaccard => (One::one(), Zero::zero()),
            _ => (whole(1) + &square, whole(-1)),
        };
        let rule = match objective {
            RankObjective::FScore { omega: Some(omega) } => {
                Some(LabelRule { times: omega.numer().to_i64()?, over: omega.denom().to_i64()? })
            }
            _ => None,
        };
        Some(Fraction {
            a: One::one(),
            b: square,
            c,
            d: One::one(),
            e,
            rule,
            lambda: lambda.clone(),
            totals: instance.totals,
        })
    }

    /// The loss at these mistakes.
    pub fn loss(&self, fp: i64, fn_: i64) -> BigRational {
        (&self.a * whole(fp) + &self.b * whole(fn_)) / self.denominator(fp, fn_)
    }

    /// The denominator at these mistakes.
    pub fn denominator(&self, fp: i64, fn_: i64) -> BigRational {
        &self.c * whole(self.totals.pos) + &self.d * whole(fp) + &self.e * whole(fn_)
    }

    /// For each leaf, whether it is labelled positive. The loss is monotone and quasi-concave, so
    /// the best labels are a prefix of the leaves by falling share of positives.
    pub fn labels(&self, leaves: &[ClassCounts]) -> Vec<bool> {
        if let Some(rule) = self.rule {
            return leaves.iter().map(|&leaf| leaf.is_positive_by(rule)).collect();
        }
        // A leaf without weight has no share of positives, and any label does.
        let weighs = |leaf: &usize| leaves[*leaf] != ClassCounts::default();
        let mut order: Vec<usize> = (0..leaves.len()).filter(weighs).collect();
        order.sort_by(|&i, &j| leaves[j].det(leaves[i]).cmp(&0));
        let (mut fp, mut fn_) = (0, self.totals.pos);
        let mut best = (self.loss(fp, fn_), 0);
        for (at, &leaf) in order.iter().enumerate() {
            fp += leaves[leaf].neg;
            fn_ -= leaves[leaf].pos;
            best = best.min((self.loss(fp, fn_), at + 1));
        }
        let mut labels = vec![false; leaves.len()];
        order[..best.1].iter().for_each(|&leaf| labels[leaf] = true);
        labels
    }

    /// FP and FN of a tree.
    pub fn mistakes(&self, leaves: &[ClassCounts]) -> (i64, i64) {
        let labels = self.labels(leaves);
        let labelled = || leaves.iter().zip(&labels);
        let fp = labelled().filter(|(_, positive)| **positive).map(|(leaf, _)| leaf.neg).sum();
        let fn_ = labelled().filter(|(_, positive)| !**positive).map(|(leaf, _)| leaf.pos).sum();
        (fp, fn_)
    }

    /// The objective of a tree.
    pub fn objective(&self, leaves: &[ClassCounts]) -> BigRational {
        let (fp, fn_) = self.mistakes(leaves);
        self.loss(fp, fn_) + &self.lambda * whole(leaves.len() as i64)
    }

    /// Bounds on the denominator of trees with a loss below `loss`.
    pub fn range(&self, loss: &BigRational) -> (BigRational, BigRational) {
        let base = &self.c * whole(self.totals.pos);
        let shrink = BigRational::one() - &self.d * loss / &self.a;
        let largest = &base + &self.d * whole(self.totals.neg);
        let largest = match shrink.is_positive() {
            true => largest.min(&base / shrink),
            false => largest,
        };
        let smallest = &base + &self.e * whole(self.totals.pos);
        let smallest = smallest.max(&base / (BigRational::one() + self.e.abs() * loss / &self.b));
        (smallest, largest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{fraction as ratio, fractional, fractional_kinds as kinds};
    use gosdt_oracle::random::Stream;

    #[test]
    fn the_best_labels_are_the_best_of_all_labels() {
        let mut stream = Stream::new(6);
        for _ in 0..500 {
            let mut leaf =
                |_| ClassCounts { neg: stream.below(6) as i64, pos: stream.below(6) as i64 };
            let mut leaves: Vec<ClassCounts> = (0..5).map(&mut leaf).collect();
            leaves.push(ClassCounts { neg: 0, pos: 1 });
            let totals = leaves.iter().fold(ClassCounts::default(), |sum, &leaf| sum + leaf);
            for (objective, _) in kinds() {
                let fraction = fractional(&objective, totals);
                let of = |labels: usize| {
                    let (mut fp, mut fn_) = (0, 0);
                    for (at, leaf) in leaves.iter().enumerate() {
                        match labels >> at & 1 {
                            1 => fp += leaf.neg,
                            _ => fn_ += leaf.pos,
                        }
                    }
                    fraction.loss(fp, fn_)
                };
                let least = (0..1 << leaves.len()).map(of).min();
                assert_eq!(Some(fraction.objective(&leaves)), least, "{objective:?} {leaves:?}");
            }
        }
    }

    /// With labels by rule, a split that enlarges the ROC hull can hurt.
    #[test]
    fn a_larger_hull_can_be_worse_with_labels_by_rule() {
        let rule = RankObjective::FScore { omega: Some(ratio(11, 10)) };
        let fraction = fractional(&rule, ClassCounts { neg: 10, pos: 10 });
        let split = [ClassCounts { neg: 6, pos: 5 }, ClassCounts { neg: 4, pos: 5 }];
        assert_eq!(fraction.objective(&[ClassCounts { neg: 10, pos: 10 }]), ratio(1, 3));
        assert_eq!(fraction.objective(&split), ratio(9, 19));
    }
}
