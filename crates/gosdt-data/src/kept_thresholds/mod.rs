//! Fewer thresholds than there are: rows that the kept ones cannot tell apart become one class.
//!
//! `rule` is what may be asked for; `quantiles` and `boosting` choose the cuts of a column, `cut`
//! takes listed ones.
mod boosting;
mod cut;
mod quantiles;
mod rule;

pub use rule::{ColumnThresholds, Thresholds, ThresholdsError};

use crate::Table;
use crate::ranked_column::{DistinctValues, RankedColumn, RankedColumns};
use crate::stop::{Poll, Stopped};
use boosting::guessed_cuts;
pub(crate) use cut::Cut;
use cut::given_cuts;
pub(crate) use quantiles::quantile_cuts;

impl RankedColumns {
    /// Keeps some thresholds of numeric columns; `stop` is called as by [`RankedColumns::new`].
    ///
    /// # Panics
    /// When it is not the table that was ranked.
    pub fn keep(
        mut self,
        thresholds: &Thresholds,
        table: &Table,
        stop: &dyn Fn() -> bool,
    ) -> Result<RankedColumns, Stopped> {
        let mut poll = Poll::new(stop);
        for (at, cuts) in self.cuts(thresholds, table, &mut poll)?.into_iter().enumerate() {
            let offered = self.columns[at].gaps();
            self.thresholds.add(offered, cuts.as_ref().map_or(offered, Vec::len));
            if let Some(cuts) = cuts {
                self.columns[at].keep(&cuts, &mut poll)?;
            }
        }
        Ok(self)
    }

    /// The cuts of each column, or `None` where it stays as it is.
    fn cuts(
        &self,
        thresholds: &Thresholds,
        table: &Table,
        poll: &mut Poll,
    ) -> Result<Vec<Option<Vec<Cut>>>, Stopped> {
        match thresholds {
            Thresholds::All => Ok(vec![None; self.columns.len()]),
            Thresholds::Quantile { most } => {
                let cuts = |column: &RankedColumn| column.quantile_cuts(table, *most, poll);
                self.columns.iter().map(cuts).collect()
            }
            Thresholds::Guess { trees, depth } => guessed_cuts(self, table, *trees, *depth, poll),
            Thresholds::Given(listed) => {
                let given = |(column, named): (&RankedColumn, &crate::Column)| {
                    let listed = listed.iter().find(|one| one.column == named.name)?;
                    Some(given_cuts(column.numbers()?, &listed.at))
                };
                Ok(self.columns.iter().zip(&table.columns).map(given).collect())
            }
        }
    }
}

impl RankedColumn {
    /// Number of thresholds that a numeric column offers.
    fn gaps(&self) -> usize {
        self.numbers().map_or(0, |numbers| numbers.len() - 1)
    }

    fn quantile_cuts(
        &self,
        table: &Table,
        most: u32,
        poll: &mut Poll,
    ) -> Result<Option<Vec<Cut>>, Stopped> {
        let Some(numbers) = self.numbers() else { return Ok(None) };
        let weights = self.rank_weights(table, poll)?;
        let cuts = quantile_cuts(&weights[..numbers.len()], most).into_iter();
        Ok(Some(cuts.map(|after| Cut::between(numbers, after)).collect()))
    }

    /// Replaces ranks by numbers of intervals between cuts, which are in ascending order.
    fn keep(&mut self, cuts: &[Cut], poll: &mut Poll) -> Result<(), Stopped> {
        let interval = self.intervals(cuts);
        poll.in_parts(0..self.ranks.len(), |part| {
            self.ranks[part].iter_mut().for_each(|rank| *rank = interval[*rank as usize]);
        })?;
        let thresholds = cuts.iter().map(|cut| cut.threshold).collect();
        self.values = DistinctValues::Intervals(thresholds);
        self.drop_useless_ranks();
        Ok(())
    }

    /// The interval of each rank; missing values have one of their own after all others.
    fn intervals(&self, cuts: &[Cut]) -> Vec<u32> {
        let numbers = self.count() - usize::from(self.missing);
        let (mut intervals, mut passed) = (Vec::with_capacity(self.count()), 0);
        for rank in 0..numbers as u32 {
            passed += usize::from(cuts.get(passed).is_some_and(|cut| cut.after < rank));
            intervals.push(passed as u32);
        }
        intervals.extend(self.missing.then_some(cuts.len() as u32 + 1));
        intervals
    }
}
