//! The optimal trees of one fold for all λ: one series of searches that share what they prove.
use super::stop_flag::StopFlag;
use crate::certify::certify_line;
use crate::fit::FitError;
use crate::model::NodeCounts;
use crate::options::CheckedOptions;
use crate::training_data::TrainingData;
use gosdt_search::Instant;
use gosdt_search::{
    CostError, Frontier, Objective, SearchOptions, SearchSeries, SeriesError, Status, TreeLine,
};
use num_rational::BigRational;
use num_traits::Zero;
use std::collections::VecDeque;
use std::time::Duration;

/// The searches of one fold. The optimum is concave in λ and a tree is a line in it, so that between
/// two λ that have the same optimal tree none is searched.
pub(super) struct FoldSeries<'a> {
    data: TrainingData<'a>,
    series: SearchSeries,
    frontier: Frontier,
    lambdas: Vec<BigRational>,
    options: &'a SearchOptions,
    /// The loss of rows that no test tells apart.
    unavoidable: BigRational,
}

/// The best tree for one λ.
pub(super) struct FoldTree {
    pub(super) line: TreeLine,
    pub(super) counts: NodeCounts,
    /// Whether no tree is better.
    pub(super) proven: bool,
}

impl<'a> FoldSeries<'a> {
    /// A series for the λ of the options, which go from the largest to the smallest. `None` where a
    /// search by itself would have to round its costs: a series does not.
    pub(super) fn new(
        data: TrainingData<'a>,
        objective: &Objective,
        options: &'a [CheckedOptions],
    ) -> Result<Option<FoldSeries<'a>>, FitError> {
        let series = match SearchSeries::new(data.points(), objective.clone(), options[0].limits) {
            Err(SeriesError::Costs(CostError::TooWide)) => return Ok(None),
            other => other?,
        };
        let lambdas: Vec<BigRational> = options.iter().map(|one| one.lambda.clone()).collect();
        let exact = |lambda: &BigRational| series.costs_at(lambda).is_ok();
        if !series.is_exact() || !lambdas.iter().all(exact) {
            return Ok(None);
        }
        let frontier = Frontier::new(lambdas[0].clone(), lambdas[lambdas.len() - 1].clone());
        let unavoidable = unavoidable_loss(&data, &series)?;
        let options = &options[0].search;
        Ok(Some(FoldSeries { data, series, frontier, lambdas, options, unavoidable }))
    }

    /// Searches for at most `time`, and calls `done` with the number of λ that are dealt with so
    /// far; then the tree of each λ.
    pub(super) fn solve(
        mut self,
        time: Option<Duration>,
        stop: StopFlag<'_>,
        mut done: impl FnMut(usize),
    ) -> Result<Vec<FoldTree>, FitError> {
        let started = Instant::now();
        for (before, at) in ends_first(self.lambdas.len()).into_iter().enumerate() {
            if self.proven(&self.lambdas[at]) {
                done(before + 1);
                continue;
            }
            let left = time.map(|time| time.saturating_sub(started.elapsed()));
            let share = left.map(|left| left / (self.lambdas.len() - before) as u32);
            self.search(at, share, stop)?;
            done(before + 1);
            if stop.is_set() {
                break;
            }
        }
        self.trees()
    }

    fn search(
        &mut self,
        at: usize,
        time_limit: Option<Duration>,
        mut stop: StopFlag<'_>,
    ) -> Result<(), FitError> {
        let lambda = self.lambdas[at].clone();
        let costs = self.series.costs_at(&lambda)?;
        let options = SearchOptions { time_limit, ..self.options.clone() };
        let found = self.series.search(&lambda, costs, &self.frontier, &options, &mut stop);
        let is_best_of_all = found.status == Status::Optimal && found.line.loss == self.unavoidable;
        self.frontier.learn(&lambda, found.lower, found.line.clone());
        if is_best_of_all {
            // Trees with fewer leaves gain less by a smaller λ, and no other tree has less loss.
            let last = self.lambdas[self.lambdas.len() - 1].clone();
            self.frontier.learn(&last, found.line.at(&last), found.line);
        }
        Ok(())
    }

    fn proven(&self, lambda: &BigRational) -> bool {
        self.frontier.upper(lambda).is_some_and(|upper| upper == self.frontier.lower(lambda))
    }

    /// The best tree for each λ, certified. Of trees that tie it is the one with fewer leaves, as far
    /// as the searches met it.
    fn trees(&self) -> Result<Vec<FoldTree>, FitError> {
        let losses = self.series.costs_at(&BigRational::zero())?;
        let tree = |lambda: &BigRational| {
            let line = self.frontier.best(lambda)?.clone();
            let counts = certify_line(&line, &losses, self.series.limits(), self.data.classes);
            let proven = self.proven(lambda);
            Some(counts.map(|counts| FoldTree { line, counts, proven }))
        };
        Ok(self.lambdas.iter().filter_map(tree).collect::<Result<_, _>>()?)
    }
}

/// The loss that no tree avoids.
fn unavoidable_loss(
    data: &TrainingData<'_>,
    series: &SearchSeries,
) -> Result<BigRational, FitError> {
    let losses = series.costs_at(&BigRational::zero())?;
    Ok(losses.rational(data.unavoidable_cost(&losses)))
}

/// The numbers below `len` in an order in which all but the ends lie between two before them: both
/// ends, then the middle of every gap.
fn ends_first(len: usize) -> Vec<usize> {
    let last = len.saturating_sub(1);
    let mut order: Vec<usize> = if last > 0 { vec![0, last] } else { vec![0; len] };
    let mut gaps = VecDeque::from([(0, last)]);
    while let Some((low, high)) = gaps.pop_front() {
        if high - low > 1 {
            let middle = (low + high) / 2;
            order.push(middle);
            gaps.extend([(low, middle), (middle, high)]);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo;
    use crate::fit::search;
    use crate::options::{FitOptions, Goal};
    use crate::watch::Silent;
    use std::sync::atomic::AtomicBool;

    fn options(lambda: &str) -> FitOptions {
        FitOptions { lambda: lambda.parse().unwrap(), threads: Some(2), ..FitOptions::default() }
    }

    /// Ties at some λ of the list included.
    #[test]
    fn the_trees_are_as_good_as_those_of_searches_by_themselves() {
        let lambdas = ["0.3", "0.25", "0.1", "1/20", "0.03", "1/48", "0.01", "0.004", "0.003"];
        for name in ["monk-1", "monk-2", "monk-3"] {
            let table = demo::find(name).unwrap().table().unwrap();
            let classes = gosdt_data::group_rows(&table, &|| false).unwrap();
            let data = TrainingData { table: &table, classes: &classes };
            let checked = lambdas.map(|lambda| options(lambda).check(&table.labels).unwrap());
            let Goal::Additive(objective) = &checked[0].goal else { panic!("accuracy is a sum") };
            let series = FoldSeries::new(data, objective, &checked).unwrap().unwrap();
            let stop = AtomicBool::new(false);
            let mut done = Vec::new();
            let trees = series.solve(None, StopFlag(&stop), |count| done.push(count)).unwrap();
            assert_eq!((trees.len(), done.len()), (lambdas.len(), lambdas.len()));
            for (tree, options) in trees.iter().zip(&checked) {
                let alone = search(&data, options, &mut Silent).unwrap();
                let leaves = BigRational::from_integer(alone.trees[0].0.leaves().into());
                let optimum = &alone.loss + &options.lambda * leaves;
                assert_eq!(tree.line.at(&options.lambda), optimum, "{name} {}", options.lambda);
                assert!(tree.proven, "{name} {}", options.lambda);
            }
        }
    }

    #[test]
    fn every_number_comes_once_and_between_two_before_it() {
        assert_eq!(ends_first(0), [0; 0]);
        assert_eq!(ends_first(1), [0]);
        assert_eq!(ends_first(2), [0, 1]);
        assert_eq!(ends_first(6), [0, 5, 2, 1, 3, 4]);
        for len in 3..40 {
            let order = ends_first(len);
            for (at, number) in order.iter().enumerate().skip(2) {
                let before = &order[..at];
                assert!(!before.contains(number));
                assert!(before.iter().any(|other| other < number));
                assert!(before.iter().any(|other| other > number));
            }
            assert_eq!(order.len(), len);
        }
    }
}
