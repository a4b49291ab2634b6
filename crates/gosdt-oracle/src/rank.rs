//! Objectives that are not sums over leaves, from their definitions, and exhaustive search for them.
//!
//! AUC counts pairs of rows, partial AUC draws the ROC curve, the best labels are looked for among
//! all labels: nothing here knows of hulls, tangents or orders of leaves.
use crate::{OracleProblem, OracleTree};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// What counts as loss, for two classes.
#[derive(Clone, Debug)]
pub enum RankLoss {
    /// 1 − the share of (positive, negative) pairs that are ranked right; ties count half. A row is
    /// ranked by the share of positives in its leaf.
    Auc,
    /// 1 − the area under the ROC curve left of false positive rate θ, not divided by θ.
    Pauc(BigRational),
    /// 1 − 2TP / (2TP + FP + FN), with the labels for which that is least.
    FScore,
    /// The same, a leaf being labelled positive iff ω·n⁺ > n⁻.
    FScoreByRule(BigRational),
    /// 1 − (1+β²)TP / ((1+β²)TP + β²FN + FP), with the labels for which that is least.
    FBeta(BigRational),
    /// 1 − TP / (TP + FP + FN), with the labels for which that is least.
    Jaccard,
}

/// Weights of (negatives, positives) in a leaf.
type Leaf = (u64, u64);

/// The objective of a tree's splits: the loss and λ for each leaf. The problem's own loss and the
/// tree's labels play no part; `positive` is the positive class.
///
/// # Panics
/// If a class that the loss divides by has no weight.
pub fn rank_objective(
    problem: &OracleProblem,
    positive: usize,
    loss: &RankLoss,
    tree: &OracleTree,
) -> BigRational {
    let everything: Vec<usize> = (0..problem.rows.len()).collect();
    let mut leaves = Vec::new();
    collect(problem, positive, tree, everything, &mut leaves);
    penalised(problem, loss, &leaves)
}

/// The loss of predictions with these mistakes: labels given, for a loss that has labels.
///
/// # Panics
/// For AUC and partial AUC, which have no labels.
pub fn loss_of_mistakes(loss: &RankLoss, tp: u64, fp: u64, fn_: u64) -> BigRational {
    let (tp, fp, fn_) = (whole(tp), whole(fp), whole(fn_));
    let square = match loss {
        RankLoss::FBeta(beta) => beta * beta,
        RankLoss::FScore | RankLoss::FScoreByRule(_) => BigRational::one(),
        RankLoss::Jaccard => return BigRational::one() - &tp / (&tp + fp + fn_),
        RankLoss::Auc | RankLoss::Pauc(_) => panic!("ranks have no labels"),
    };
    let right = (BigRational::one() + &square) * tp;
    BigRational::one() - &right / (&right + square * fn_ + fp)
}

/// The least objective of all trees that keep the limits, by looking at every set of leaves that a
/// tree can have.
///
/// # Panics
/// If there are more than [`crate::MOST_ROWS`] rows.
pub fn rank_optimum(problem: &OracleProblem, positive: usize, loss: &RankLoss) -> BigRational {
    let by_leaves = rank_optima_by_leaves(problem, positive, loss);
    by_leaves.into_iter().flatten().min().expect("a lone leaf is always a tree")
}

/// The least objective of the trees that keep the limits, for each number of leaves: that of a lone leaf
/// first, and nothing where no tree has so many.
///
/// # Panics
/// If there are more than [`crate::MOST_ROWS`] rows.
pub fn rank_optima_by_leaves(
    problem: &OracleProblem,
    positive: usize,
    loss: &RankLoss,
) -> Vec<Option<BigRational>> {
    assert!(problem.rows.len() <= crate::MOST_ROWS, "too many rows");
    let rows = (0..problem.rows.len()).fold(0u64, |set, row| set | 1 << row);
    let mut search = Partitions { problem, all: rows, memo: HashMap::new() };
    let most = problem.max_leaves.map_or(usize::MAX, |most| most.max(1) as usize);
    let partitions = search.of(rows, problem.max_depth);
    let allowed = partitions.iter().filter(|leaves| leaves.len() <= most);
    let objective = |leaves: &Vec<u64>| {
        let weights: Vec<Leaf> =
            leaves.iter().map(|&leaf| weights(problem, positive, members(leaf))).collect();
        penalised(problem, loss, &weights)
    };
    let mut least: Vec<Option<BigRational>> = vec![None; problem.rows.len()];
    for leaves in allowed {
        let (found, of_leaves) = (objective(leaves), &mut least[leaves.len() - 1]);
        if of_leaves.as_ref().is_none_or(|known| found < *known) {
            *of_leaves = Some(found);
        }
    }
    least
}

/// Sets of leaves, each a set of rows.
type Parted = Rc<BTreeSet<Vec<u64>>>;

/// Every way in which a tree can part a set of rows into leaves.
struct Partitions<'a> {
    problem: &'a OracleProblem,
    all: u64,
    memo: HashMap<(u64, Option<u32>), Parted>,
}

impl Partitions<'_> {
    fn of(&mut self, rows: u64, depth: Option<u32>) -> Parted {
        if let Some(known) = self.memo.get(&(rows, depth)) {
            return known.clone();
        }
        let mut found = BTreeSet::new();
        if rows == self.all || rows.count_ones() >= self.problem.min_leaf {
            found.insert(vec![rows]);
        }
        let features = if depth == Some(0) { 0 } else { self.problem.features() };
        for feature in 0..features {
            let asked = members(rows).filter(|&row| self.problem.rows[row][feature]);
            let yes = asked.fold(0u64, |set, row| set | 1 << row);
            if yes == 0 || yes == rows {
                continue;
            }
            let below = depth.map(|depth| depth - 1);
            let (left, right) = (self.of(yes, below), self.of(rows & !yes, below));
            for a in left.iter() {
                for b in right.iter() {
                    let mut leaves: Vec<u64> = a.iter().chain(b).copied().collect();
                    leaves.sort_unstable();
                    found.insert(leaves);
                }
            }
        }
        let found = Rc::new(found);
        self.memo.insert((rows, depth), found.clone());
        found
    }
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |row| set >> row & 1 == 1)
}

fn weights(problem: &OracleProblem, positive: usize, rows: impl Iterator<Item = usize>) -> Leaf {
    rows.fold((0, 0), |(neg, pos), row| match problem.labels[row] == positive {
        true => (neg, pos + problem.weights[row]),
        false => (neg + problem.weights[row], pos),
    })
}

fn collect(
    problem: &OracleProblem,
    positive: usize,
    tree: &OracleTree,
    rows: Vec<usize>,
    leaves: &mut Vec<Leaf>,
) {
    match tree {
        OracleTree::Leaf(_) => leaves.push(weights(problem, positive, rows.into_iter())),
        OracleTree::Split(feature, yes, no) => {
            let (left, right) = rows.into_iter().partition(|&row| problem.rows[row][*feature]);
            collect(problem, positive, yes, left, leaves);
            collect(problem, positive, no, right, leaves);
        }
    }
}

fn penalised(problem: &OracleProblem, loss: &RankLoss, leaves: &[Leaf]) -> BigRational {
    loss_of(loss, leaves) + &problem.lambda * whole(leaves.len() as u64)
}

fn loss_of(loss: &RankLoss, leaves: &[Leaf]) -> BigRational {
    match loss {
        RankLoss::Auc => BigRational::one() - ranked_right(leaves),
        RankLoss::Pauc(theta) => BigRational::one() - area_left_of(theta, leaves),
        RankLoss::FScoreByRule(omega) => {
            let positive = |&(neg, pos): &Leaf| omega * whole(pos) > whole(neg);
            let labels: Vec<bool> = leaves.iter().map(positive).collect();
            of_labels(loss, leaves, &labels)
        }
        RankLoss::FScore | RankLoss::FBeta(_) | RankLoss::Jaccard => {
            let every = (0u64..1 << leaves.len()).map(|set| {
                let labels: Vec<bool> = (0..leaves.len()).map(|at| set >> at & 1 == 1).collect();
                of_labels(loss, leaves, &labels)
            });
            every.min().expect("there are labels")
        }
    }
}

fn of_labels(loss: &RankLoss, leaves: &[Leaf], labels: &[bool]) -> BigRational {
    let (mut tp, mut fp, mut fn_) = (0, 0, 0);
    for (&(neg, pos), &label) in leaves.iter().zip(labels) {
        if label {
            tp += pos;
            fp += neg;
        } else {
            fn_ += pos;
        }
    }
    loss_of_mistakes(loss, tp, fp, fn_)
}

/// The share of positives in a leaf; leaves without weight rank nothing.
fn score(&(neg, pos): &Leaf) -> BigRational {
    if pos + neg == 0 { BigRational::zero() } else { whole(pos) / whole(pos + neg) }
}

fn ranked_right(leaves: &[Leaf]) -> BigRational {
    let (mut right, mut all) = (BigRational::zero(), BigRational::zero());
    for a in leaves {
        for b in leaves {
            let pairs = whole(a.1) * whole(b.0);
            let share = match score(a).cmp(&score(b)) {
                std::cmp::Ordering::Less => BigRational::zero(),
                std::cmp::Ordering::Equal => BigRational::new(1.into(), 2.into()),
                std::cmp::Ordering::Greater => BigRational::one(),
            };
            right += &pairs * share;
            all += pairs;
        }
    }
    right / all
}

/// The points of the ROC curve are the rates above each threshold on the score.
fn area_left_of(theta: &BigRational, leaves: &[Leaf]) -> BigRational {
    let total = |part: fn(&Leaf) -> u64| whole(leaves.iter().map(part).sum());
    let (all_neg, all_pos) = (total(|leaf| leaf.0), total(|leaf| leaf.1));
    let thresholds: BTreeSet<BigRational> = leaves.iter().map(score).collect();
    let (mut x, mut y) = (BigRational::zero(), BigRational::zero());
    let mut area = BigRational::zero();
    for threshold in thresholds.iter().rev() {
        let above = || leaves.iter().filter(|leaf| score(leaf) >= *threshold);
        let next_x = whole(above().map(|leaf| leaf.0).sum()) / &all_neg;
        let next_y = whole(above().map(|leaf| leaf.1).sum()) / &all_pos;
        let end = next_x.clone().min(theta.clone());
        if end > x {
            let slope = (&next_y - &y) / (&next_x - &x);
            let width = &end - &x;
            area += &width * (&y + slope * &width / whole(2));
        }
        (x, y) = (next_x, next_y);
    }
    area
}

fn whole(number: u64) -> BigRational {
    BigRational::from(BigInt::from(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Ranges, generate_within};
    use crate::{check_limits, every_tree};

    fn fraction(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    #[test]
    fn each_loss_of_two_leaves_is_what_the_definition_says() {
        // (negatives, positives).
        let leaves = [(1, 2), (3, 1)];
        // Right: 2·3 = 6 of 12; tied: 1·2 + 3·1 = 5.
        assert_eq!(loss_of(&RankLoss::Auc, &leaves), fraction(7, 24));
        // The curve rises to 2/3 at x = 1/4, and then to 1: left of 1/2 that is 1/12 + 13/72.
        assert_eq!(loss_of(&RankLoss::Pauc(fraction(1, 2)), &leaves), fraction(53, 72));
        // TP 2, FP 1, FN 1.
        assert_eq!(loss_of(&RankLoss::FScore, &leaves), fraction(1, 3));
        assert_eq!(loss_of(&RankLoss::Jaccard, &leaves), fraction(1, 2));
        assert_eq!(loss_of(&RankLoss::FScoreByRule(fraction(1, 3)), &leaves), fraction(1, 1));
        assert_eq!(loss_of(&RankLoss::FBeta(fraction(2, 1)), &leaves), fraction(4, 19));
    }

    #[test]
    fn the_whole_partial_area_is_the_share_of_pairs() {
        for seed in 0..300 {
            let mut stream = crate::random::Stream::new(seed);
            let mut leaf = || (stream.below(5) as u64, stream.below(5) as u64);
            let leaves = [leaf(), leaf(), leaf(), leaf(), (1, 1)];
            let whole_area = loss_of(&RankLoss::Pauc(fraction(1, 1)), &leaves);
            assert_eq!(loss_of(&RankLoss::Auc, &leaves), whole_area, "{leaves:?}");
        }
    }

    #[test]
    fn sets_of_leaves_are_those_of_all_trees() {
        let ranges =
            Ranges { rows: 8, long_rows: 9, features: 2, classes: 2..=2, ..Ranges::default() };
        for seed in 0..400 {
            let problem = generate_within(seed, &ranges).problem;
            let both = (0..2).all(|class| {
                let rows = problem.labels.iter().zip(&problem.weights);
                rows.filter(|(label, _)| **label == class).any(|(_, &weight)| weight > 0)
            });
            if !both {
                continue;
            }
            for loss in [RankLoss::Auc, RankLoss::FScore, RankLoss::Pauc(fraction(1, 4))] {
                let trees = every_tree(&problem).into_iter();
                let trees = trees.filter(|tree| check_limits(&problem, tree).is_ok());
                let least = trees.map(|tree| rank_objective(&problem, 1, &loss, &tree)).min();
                assert_eq!(least, Some(rank_optimum(&problem, 1, &loss)), "seed {seed}\n{problem}");
            }
        }
    }
}
