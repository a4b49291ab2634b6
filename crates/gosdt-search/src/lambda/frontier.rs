//! What is known of loss + λ · leaves for all λ between two ends.
//!
//! Every tree is a line in λ, and the optimum is the lower envelope of these lines. The envelope of
//! the known trees is an upper bound. A search at one λ gives a lower bound there; since the optimum
//! is concave, the straight line between two such bounds is a lower bound for all λ between them.
//! Where lower and upper bound meet at both ends of a straight piece they meet on all of it, so it is
//! enough to search at the ends and at the λ where two neighbouring trees tie:
//! [`Frontier::untried`] tells where to search next.
use crate::outcome::Shape;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// A tree as a line in λ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// The tree.
    pub tree: Shape,
    /// Its leaves.
    pub leaves: usize,
    /// Its loss.
    pub loss: BigRational,
}

impl TreeLine {
    /// loss + λ · leaves.
    pub fn at(&self, lambda: &BigRational) -> BigRational {
        &self.loss + lambda * BigRational::from(BigInt::from(self.leaves))
    }

    /// The λ where this line meets one with more leaves.
    fn meets(&self, more: &TreeLine) -> BigRational {
        (&self.loss - &more.loss) / BigRational::from(BigInt::from(more.leaves - self.leaves))
    }
}

/// A tree and the λ for which it is the best of those known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Piece {
    /// The tree.
    pub line: TreeLine,
    /// The smallest λ.
    pub low: BigRational,
    /// The largest λ.
    pub high: BigRational,
    /// The most that the tree may be above the optimum, for any of these λ. 0 is a proof.
    pub gap: BigRational,
}

/// A range of λ for which the optimum is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenRange {
    /// The smallest λ.
    pub low: BigRational,
    /// The largest λ.
    pub high: BigRational,
    /// The most that the best known tree may be above the optimum, for any of these λ.
    pub gap: BigRational,
}

/// What a search at one λ proved.
#[derive(Clone, Debug)]
struct Tried {
    lambda: BigRational,
    /// No tree has a smaller objective.
    lower: BigRational,
    /// Whether a known tree has just this one.
    exact: bool,
}

/// The trees known and the bounds proven between two λ.
#[derive(Clone, Debug)]
pub struct Frontier {
    from: BigRational,
    to: BigRational,
    /// The trees that are the best for some range of λ, by ascending leaves.
    lines: Vec<TreeLine>,
    /// Where each ties with the next.
    ties: Vec<BigRational>,
    /// The λ where searches were made, descending.
    tried: Vec<Tried>,
    /// The λ to search at while descending, if the smallest λ is out of reach.
    steps: Vec<BigRational>,
}

/// The most steps while descending: the last is about a thousandth of the first.
const MOST_STEPS: usize = 10;

impl Frontier {
    /// A frontier between a larger and a smaller λ of which nothing is known yet.
    pub fn new(from: BigRational, to: BigRational) -> Frontier {
        let (from, to) = if from < to { (to, from) } else { (from, to) };
        let (lines, ties, tried, steps) = Default::default();
        Frontier { from, to, lines, ties, tried, steps }
    }

    /// From now on, search downwards from the largest λ, halving it at every step, instead of from both
    /// ends: the proven range then grows from the largest λ, however hard the smallest λ is.
    pub fn descend(&mut self) {
        let half = BigRational::new(1.into(), 2.into());
        let steps = std::iter::successors(Some(&self.from * &half), |last| Some(last * &half));
        self.steps = steps.take(MOST_STEPS).take_while(|lambda| *lambda > self.to).collect();
    }

    /// Takes over what a search at `lambda` found: a tree, and a bound that no tree goes below.
    pub fn learn(&mut self, lambda: &BigRational, lower: BigRational, line: TreeLine) {
        let lower = lower.max(self.lower(lambda));
        match self.place(lambda) {
            Ok(at) => self.tried[at].lower = lower,
            Err(at) => {
                self.tried.insert(at, Tried { lambda: lambda.clone(), lower, exact: false });
            }
        }
        let known = |other: &TreeLine| (other.leaves, &other.loss) == (line.leaves, &line.loss);
        if !self.lines.iter().any(known) {
            self.add(line);
        }
        self.find_exact();
    }

    /// Marks the λ where lower and upper bound have met.
    fn find_exact(&mut self) {
        for at in (0..self.tried.len()).filter(|&at| !self.tried[at].exact).collect::<Vec<_>>() {
            let upper = self.upper(&self.tried[at].lambda);
            self.tried[at].exact = upper.as_ref() == Some(&self.tried[at].lower);
        }
    }

    /// The position of `lambda` among those tried, or where it belongs.
    fn place(&self, lambda: &BigRational) -> Result<usize, usize> {
        self.tried.binary_search_by(|tried| lambda.cmp(&tried.lambda))
    }

    /// Adds a tree and keeps those that are the best for some range of λ.
    fn add(&mut self, line: TreeLine) {
        let mut lines = std::mem::take(&mut self.lines);
        lines.push(line);
        self.ties.clear();
        let most_leaves = |line: &&TreeLine| (line.at(&self.from), std::cmp::Reverse(line.leaves));
        let mut here = lines.iter().min_by_key(most_leaves);
        let mut high = self.from.clone();
        while let Some(line) = here {
            self.lines.push(line.clone());
            let next = next_line(&lines, line, &self.to, &high);
            here = next.map(|(low, line)| {
                self.ties.push(low.clone());
                high = low;
                line
            });
        }
    }

    /// The best known tree at `lambda`.
    pub fn best(&self, lambda: &BigRational) -> Option<&TreeLine> {
        self.lines.get(self.ties.partition_point(|tie| tie > lambda))
    }

    /// The objective of the best known tree at `lambda`.
    pub fn upper(&self, lambda: &BigRational) -> Option<BigRational> {
        self.best(lambda).map(|line| line.at(lambda))
    }

    /// No tree has a smaller objective at `lambda`.
    pub fn lower(&self, lambda: &BigRational) -> BigRational {
        let at = match self.place(lambda) {
            Ok(at) => return self.tried[at].lower.clone(),
            Err(at) => at,
        };
        let above = at.checked_sub(1).map(|at| &self.tried[at]);
        match (above, self.tried.get(at)) {
            (Some(high), Some(low)) => {
                let share = (lambda - &low.lambda) / (&high.lambda - &low.lambda);
                &low.lower + (&high.lower - &low.lower) * share
            }
            (Some(high), None) => &high.lower * lambda / &high.lambda,
            // A tree has at least one leaf.
            (None, Some(low)) => &low.lower + (lambda - &low.lambda),
            (None, None) => BigRational::zero(),
        }
    }

    fn gap(&self, lambda: &BigRational) -> BigRational {
        self.upper(lambda).unwrap_or_else(Zero::zero) - self.lower(lambda)
    }

    /// The best known trees with the λ for which they are, from the largest λ to the smallest. A
    /// tree that is among the best for a single λ only is left out.
    pub fn pieces(&self) -> Vec<Piece> {
        let highs = [&self.from].into_iter().chain(&self.ties);
        let lows = self.ties.iter().chain([&self.to]);
        let ranges = lows.zip(highs);
        self.lines
            .iter()
            .zip(ranges)
            .map(|(line, (low, high))| self.piece(line, low, high))
            .collect()
    }

    fn piece(&self, line: &TreeLine, low: &BigRational, high: &BigRational) -> Piece {
        let tried = self.tried.iter().map(|tried| &tried.lambda);
        let inside = tried.filter(|lambda| low < *lambda && *lambda < high);
        // Both bounds are straight between these.
        let bends = inside.chain([low, high]);
        let gap = bends.map(|lambda| self.gap(lambda)).max().unwrap_or_else(Zero::zero);
        Piece { line: line.clone(), low: low.clone(), high: high.clone(), gap }
    }

    /// The λ that a proof of the whole range needs: the ends, then the ties, from the largest. While
    /// descending, all of them from the largest, with the steps where something is not proven.
    fn wanted(&self) -> Vec<&BigRational> {
        let ends_and_ties = [&self.from, &self.to].into_iter().chain(&self.ties);
        let steps = self.steps.iter().filter(|lambda| !self.gap(lambda).is_zero());
        let mut wanted: Vec<&BigRational> = ends_and_ties.chain(steps).collect();
        if !self.steps.is_empty() {
            wanted.sort_by(|a, b| b.cmp(a));
            wanted.dedup();
        }
        wanted
    }

    /// The λ to search at next; `None` when all that are needed were tried.
    pub fn untried(&self) -> Option<&BigRational> {
        self.wanted().into_iter().find(|lambda| self.place(lambda).is_err())
    }

    /// The λ where the optimum is not known, among those that a proof needs.
    pub fn unproven(&self) -> impl Iterator<Item = &BigRational> {
        self.wanted().into_iter().filter(|lambda| !self.is_exact(lambda))
    }

    fn is_exact(&self, lambda: &BigRational) -> bool {
        self.place(lambda).is_ok_and(|at| self.tried[at].exact)
    }

    /// The λ tried that are next to, or the same as, a λ that is not proven yet.
    pub fn needed(&self) -> Vec<BigRational> {
        let near = self.unproven().flat_map(|lambda| match self.place(lambda) {
            Ok(at) => at.saturating_sub(1)..at + 2,
            Err(at) => at.saturating_sub(1)..at + 1,
        });
        near.filter_map(|at| self.tried.get(at)).map(|tried| tried.lambda.clone()).collect()
    }

    /// The λ where the lower or the upper bound bends, descending: both are straight between them.
    fn bends(&self) -> Vec<&BigRational> {
        let tried = self.tried.iter().map(|tried| &tried.lambda);
        let mut bends: Vec<&BigRational> = tried.chain(self.wanted()).collect();
        bends.sort_by(|a, b| b.cmp(a));
        bends.dedup();
        bends
    }

    /// The smallest λ such that the range from there to the largest is proven; `None` if nothing is.
    pub fn proven_to(&self) -> Option<BigRational> {
        let open = self.ties.iter().find(|tie| !self.is_exact(tie));
        let proven = self
            .tried
            .iter()
            .take_while(|tried| tried.exact && open.is_none_or(|open| tried.lambda > *open));
        let lowest = proven.last().filter(|_| self.is_exact(&self.from))?;
        Some(lowest.lambda.clone())
    }

    /// How many trees are the best known for some λ.
    pub fn trees(&self) -> usize {
        self.lines.len()
    }

    /// The ranges of λ for which the optimum is not known, from the largest λ to the smallest.
    pub fn open_ranges(&self) -> Vec<OpenRange> {
        let bends = self.bends().into_iter().map(|lambda| (lambda, self.gap(lambda)));
        let bends: Vec<(&BigRational, BigRational)> = bends.collect();
        let mut open: Vec<OpenRange> = Vec::new();
        for pair in bends.windows(2) {
            let [(high, above), (low, below)] = pair else { continue };
            let gap = above.max(below).clone();
            match open.last_mut() {
                _ if gap.is_zero() => {}
                Some(last) if last.low == **high => {
                    last.low = (*low).clone();
                    last.gap = gap.max(last.gap.clone());
                }
                _ => open.push(OpenRange { low: (*low).clone(), high: (*high).clone(), gap }),
            }
        }
        open
    }

    /// Whether the optimum is known for every λ.
    pub fn is_proven(&self) -> bool {
        self.unproven().next().is_none()
    }

    /// The larger end.
    pub fn from(&self) -> &BigRational {
        &self.from
    }

    /// The smaller end.
    pub fn to(&self) -> &BigRational {
        &self.to
    }
}

/// The tree that becomes the best when λ falls from `high`, and the λ where it does: of several the
/// one with most leaves, since the others are among the best for that λ only.
fn next_line<'a>(
    lines: &'a [TreeLine],
    here: &TreeLine,
    to: &BigRational,
    high: &BigRational,
) -> Option<(BigRational, &'a TreeLine)> {
    let more = lines.iter().filter(|line| line.leaves > here.leaves);
    let met = more.map(|line| (here.meets(line), line));
    let inside = met.filter(|(lambda, _)| lambda > to && lambda < high);
    inside.max_by(|(a, one), (b, other)| (a, one.leaves).cmp(&(b, other.leaves)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(numerator: i64, denominator: i64) -> BigRational {
        BigRational::new(numerator.into(), denominator.into())
    }

    /// A stand-in for a tree with this loss in tenths.
    fn line(leaves: usize, tenths: i64) -> TreeLine {
        TreeLine { tree: Shape::leaf(0), leaves, loss: ratio(tenths, 10) }
    }

    fn leaves(frontier: &Frontier) -> Vec<usize> {
        frontier.pieces().iter().map(|piece| piece.line.leaves).collect()
    }

    /// Tells the frontier the optimum among these lines wherever it asks.
    fn searched(lines: &[TreeLine], from: BigRational, to: BigRational) -> Frontier {
        let mut frontier = Frontier::new(from, to);
        while let Some(lambda) = frontier.untried().cloned() {
            let best = lines.iter().min_by_key(|line| line.at(&lambda)).expect("a line");
            frontier.learn(&lambda, best.at(&lambda), best.clone());
        }
        frontier
    }

    #[test]
    fn only_trees_with_a_range_are_listed() {
        // Losses 5, 3, 2, 1, 0: from one leaf to three at λ = 1/10 each leaf, so that two leaves are
        // among the best there only; four leaves are never.
        let lines = [line(1, 5), line(2, 4), line(3, 3), line(4, 3), line(7, 1), line(8, 1)];
        let frontier = searched(&lines, ratio(1, 2), ratio(1, 100));
        assert_eq!(leaves(&frontier), [1, 3, 7]);
        let ties: Vec<BigRational> =
            frontier.pieces().into_iter().skip(1).map(|piece| piece.high).collect();
        assert_eq!(ties, [ratio(1, 10), ratio(1, 20)]);
        assert!(frontier.is_proven());
        assert_eq!(frontier.proven_to(), Some(ratio(1, 100)));
        assert_eq!(frontier.needed(), []);
        assert_eq!(frontier.open_ranges(), []);
    }

    #[test]
    fn at_an_end_that_is_a_tie_the_tree_with_a_range_is_listed() {
        let lines = [line(1, 5), line(3, 3), line(7, 1)];
        let frontier = searched(&lines, ratio(1, 10), ratio(1, 20));
        assert_eq!(leaves(&frontier), [3]);
        let one = searched(&lines, ratio(1, 10), ratio(1, 10));
        assert_eq!(one.pieces().len(), 1);
        assert!(one.is_proven());
    }

    #[test]
    fn superfluous_leaves_that_cost_nothing_are_found_out() {
        let lines = [line(9, 0), line(5, 0), line(1, 5)];
        let frontier = searched(&lines, ratio(1, 2), ratio(0, 1));
        assert_eq!(leaves(&frontier), [1, 5]);
    }

    #[test]
    fn what_is_not_proven_has_its_largest_gap_at_the_tie() {
        let mut frontier = Frontier::new(ratio(2, 10), ratio(0, 1));
        assert!(!frontier.is_proven());
        assert_eq!(frontier.proven_to(), None);
        frontier.learn(&ratio(2, 10), ratio(7, 10), line(1, 5));
        assert_eq!(frontier.proven_to(), Some(ratio(2, 10)));
        frontier.learn(&ratio(0, 1), ratio(0, 1), line(6, 0));
        // They tie at 1/10, where both have 6/10; the chord of the bounds has 7/20 there.
        let pieces = frontier.pieces();
        assert_eq!(leaves(&frontier), [1, 6]);
        assert!(pieces.iter().all(|piece| piece.gap == ratio(1, 4)));
        assert_eq!(frontier.needed(), [ratio(2, 10), ratio(0, 1)]);
        frontier.learn(&ratio(1, 10), ratio(1, 2), line(1, 5));
        assert!(frontier.pieces().iter().all(|piece| piece.gap == ratio(1, 10)));
        assert_eq!(frontier.unproven().collect::<Vec<_>>(), [&ratio(1, 10)]);
        assert_eq!(frontier.lower(&ratio(5, 100)), ratio(1, 4));
        let all = OpenRange { low: ratio(0, 1), high: ratio(2, 10), gap: ratio(1, 10) };
        assert_eq!(frontier.open_ranges(), [all]);
        frontier.learn(&ratio(1, 20), ratio(3, 10), line(6, 0));
        let upper = OpenRange { low: ratio(1, 20), high: ratio(2, 10), gap: ratio(1, 10) };
        assert_eq!(frontier.open_ranges(), [upper]);
    }
}
