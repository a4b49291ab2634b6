//! The losses of objectives that rank, from their definitions: what the leaves of a tree hold goes
//! in, an exact rational comes out.
use gosdt_rank::RankObjective;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::cmp::Ordering;

/// A leaf as these losses see it.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Weight of its negatives, and of its positives, among the rows that are measured.
    pub(crate) neg: BigRational,
    pub(crate) pos: BigRational,
    /// Whether it predicts the positive class.
    pub(crate) positive: bool,
    /// The same weights among the rows that rank the leaves: those of training.
    pub(crate) rank: [BigRational; 2],
}

impl Leaf {
    /// A leaf with weights by class, ranked by `rank`; one without weight there is ranked as if all
    /// its rows were of the class that it predicts.
    pub(crate) fn new(weights: &[u64], rank: &[u64], label: usize, positive: usize) -> Leaf {
        let whole = |weights: &[u64]| -> Vec<BigRational> {
            weights.iter().map(|&weight| BigRational::from_integer(weight.into())).collect()
        };
        Leaf::exact(&whole(weights), &whole(rank), label, positive)
    }

    /// The same with weights that need not be whole numbers.
    pub(crate) fn exact(
        weights: &[BigRational],
        rank: &[BigRational],
        label: usize,
        positive: usize,
    ) -> Leaf {
        let whole = |weight: u64| BigRational::from_integer(weight.into());
        let pair =
            |weights: &[BigRational]| [1 - positive, positive].map(|class| weights[class].clone());
        let [neg, pos] = pair(weights);
        let rank = match rank.iter().all(Zero::is_zero) {
            true => [label != positive, label == positive].map(|here| whole(here.into())),
            false => pair(rank),
        };
        Leaf { neg, pos, positive: label == positive, rank }
    }
}

/// The loss of a tree with these leaves.
pub(crate) fn loss(objective: &RankObjective, leaves: &[Leaf]) -> BigRational {
    match objective {
        RankObjective::Auc => BigRational::one() - area(leaves, &BigRational::one()),
        RankObjective::Pauc { theta } => BigRational::one() - area(leaves, theta),
        _ => Counts::of(leaves).loss(objective),
    }
}

/// Labels the leaves as the objective wants: by its rule, or else as is best for it. The best are
/// those of a prefix in the order of falling shares of positives, because the loss is monotone and
/// quasi-concave in false positives and false negatives. Labels do not matter to the areas.
pub(crate) fn label(objective: &RankObjective, leaves: &mut [Leaf]) {
    match objective {
        RankObjective::Auc | RankObjective::Pauc { .. } => {}
        RankObjective::FScore { omega: Some(omega) } => {
            leaves.iter_mut().for_each(|leaf| leaf.positive = omega * &leaf.pos > leaf.neg);
        }
        _ => label_best(objective, leaves),
    }
}

fn label_best(objective: &RankObjective, leaves: &mut [Leaf]) {
    leaves.iter_mut().for_each(|leaf| leaf.positive = false);
    let mut order: Vec<usize> = (0..leaves.len()).collect();
    order.sort_by(|&a, &b| by_share(&leaves[a], &leaves[b]));
    let mut counts = Counts::of(leaves);
    let (mut least, mut best) = (counts.loss(objective), 0);
    for (at, &leaf) in order.iter().enumerate() {
        counts.call_positive(&leaves[leaf]);
        let loss = counts.loss(objective);
        if loss < least {
            (least, best) = (loss, at + 1);
        }
    }
    order[..best].iter().for_each(|&leaf| leaves[leaf].positive = true);
}

/// True positives, false positives, false negatives.
struct Counts {
    tp: BigRational,
    fp: BigRational,
    fn_: BigRational,
}

impl Counts {
    fn of(leaves: &[Leaf]) -> Counts {
        let zero = BigRational::zero;
        let mut counts = Counts { tp: zero(), fp: zero(), fn_: zero() };
        leaves.iter().for_each(|leaf| counts.fn_ += &leaf.pos);
        leaves.iter().filter(|leaf| leaf.positive).for_each(|leaf| counts.call_positive(leaf));
        counts
    }

    fn call_positive(&mut self, leaf: &Leaf) {
        self.tp += &leaf.pos;
        self.fn_ -= &leaf.pos;
        self.fp += &leaf.neg;
    }

    fn loss(&self, objective: &RankObjective) -> BigRational {
        let square = match objective {
            RankObjective::FBeta { beta } => beta * beta,
            _ => BigRational::one(),
        };
        let right = match objective {
            RankObjective::Jaccard => self.tp.clone(),
            _ => (BigRational::one() + &square) * &self.tp,
        };
        BigRational::one() - &right / (&right + square * &self.fn_ + &self.fp)
    }
}

/// The leaf with the larger share of positives first.
fn by_share(a: &Leaf, b: &Leaf) -> Ordering {
    let [[a_neg, a_pos], [b_neg, b_pos]] = [&a.rank, &b.rank];
    (b_pos * a_neg).cmp(&(a_pos * b_neg))
}

/// The area under the ROC curve left of false positive rate `theta`; leaves of one share are one
/// segment of the curve.
fn area(leaves: &[Leaf], theta: &BigRational) -> BigRational {
    let half = BigRational::new(1.into(), 2.into());
    let all_neg: BigRational = leaves.iter().map(|leaf| &leaf.neg).sum();
    let all_pos: BigRational = leaves.iter().map(|leaf| &leaf.pos).sum();
    let mut order: Vec<&Leaf> =
        leaves.iter().filter(|leaf| !(&leaf.neg + &leaf.pos).is_zero()).collect();
    order.sort_by(|a, b| by_share(a, b));
    let (mut x, mut y, mut area) = (BigRational::zero(), BigRational::zero(), BigRational::zero());
    for same in order.chunk_by(|a, b| by_share(a, b).is_eq()) {
        let width = same.iter().map(|leaf| &leaf.neg).sum::<BigRational>() / &all_neg;
        let rise = same.iter().map(|leaf| &leaf.pos).sum::<BigRational>() / &all_pos;
        let part = width.clone().min(theta - &x);
        if part > BigRational::zero() {
            area += &part * (&y + &rise * &part / &width * &half);
        }
        x += width;
        y += rise;
    }
    area
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    fn leaf(neg: u64, pos: u64) -> Leaf {
        Leaf::new(&[neg, pos], &[neg, pos], 0, 1)
    }

    #[test]
    fn labels_are_the_best_of_all_labellings() {
        let objectives = [
            RankObjective::FScore { omega: None },
            RankObjective::FBeta { beta: ratio(2, 1) },
            RankObjective::Jaccard,
        ];
        let mut leaves: Vec<Leaf> =
            [(3, 1), (0, 2), (5, 5), (4, 0), (2, 3)].map(|(neg, pos)| leaf(neg, pos)).into();
        for objective in objectives {
            let of = |labels: u32| {
                let labelled = leaves.iter().enumerate();
                let labelled = labelled
                    .map(|(at, leaf)| Leaf { positive: labels >> at & 1 == 1, ..leaf.clone() });
                loss(&objective, &labelled.collect::<Vec<_>>())
            };
            let best = (0..1 << leaves.len()).map(of).min().unwrap();
            label(&objective, &mut leaves);
            assert_eq!(loss(&objective, &leaves), best, "{objective:?}");
        }
    }

    #[test]
    fn the_rule_labels_by_its_weight() {
        let mut leaves = [leaf(10, 9), leaf(10, 10)];
        label(&RankObjective::FScore { omega: Some(ratio(11, 10)) }, &mut leaves);
        assert_eq!(leaves.map(|leaf| leaf.positive), [false, true]);
    }

    #[test]
    fn other_rows_are_ranked_as_those_of_training_were() {
        let ranked = |neg, pos, rank: [u64; 2]| Leaf::new(&[neg, pos], &rank, 0, 1);
        let upside_down = [ranked(0, 4, [9, 1]), ranked(4, 0, [1, 9])];
        assert_eq!(loss(&RankObjective::Auc, &upside_down), ratio(1, 1));
        let tied = [ranked(0, 4, [2, 2]), ranked(4, 0, [5, 5])];
        assert_eq!(loss(&RankObjective::Auc, &tied), ratio(1, 2));
        let unseen = [Leaf::new(&[0, 4], &[0, 0], 1, 1), ranked(4, 0, [1, 1])];
        assert_eq!(loss(&RankObjective::Auc, &unseen), ratio(0, 1));
    }
}
