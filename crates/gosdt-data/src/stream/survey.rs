//! What the columns hold, and how, before rows are merged by intervals.
use super::batch::{Batch, BatchColumn};
use super::distribution::Distribution;
use crate::typed_column::{PAIRS, Pair, side};
use crate::{CellProblem, ColumnCuts, NumberFormat, Role, is_missing};
use hashbrown::HashSet;

/// Other texts among numbers, above which a column is one of categories without a doubt.
const MOST_OTHERS: usize = 100;
/// Distinct numbers, from which on a few other texts are taken for mistakes.
pub(crate) const MANY_NUMBERS: usize = 100;

/// What is known of a column of features.
pub(crate) struct ColumnSurvey {
    role: Role,
    /// How numbers are written in text.
    format: NumberFormat,
    pair: PairState,
    numbers: Distribution,
    /// Cells with a number.
    cells: usize,
    /// Whether all numbers are whole.
    are_whole: bool,
    others: HashSet<String>,
    first_other: Option<Found>,
    infinite: Option<Found>,
}

/// A cell that was found: its text and the place of its row.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) text: String,
    pub(crate) file: usize,
    pub(crate) line: u64,
}

/// Whether a column can still be boolean.
#[derive(Clone, Copy)]
enum PairState {
    Unknown,
    Of(&'static Pair),
    None,
}

impl ColumnSurvey {
    /// Of a column with a role, for at most so many thresholds. Dates and ordered categories are texts
    /// until all of them are known.
    pub(crate) fn new(role: Role, format: NumberFormat, most: u32) -> ColumnSurvey {
        ColumnSurvey {
            role: if matches!(role, Role::Date | Role::Ordered) { Role::Categorical } else { role },
            format,
            pair: PairState::Unknown,
            numbers: Distribution::new(most),
            cells: 0,
            are_whole: true,
            others: HashSet::new(),
            first_other: None,
            infinite: None,
        }
    }

    /// Takes text for categories, whatever it looks like, unless it was said to be numbers.
    pub(crate) fn keep_as_text(&mut self) {
        if self.role == Role::Feature {
            self.role = Role::Categorical;
        }
    }

    /// Adds the cells of a batch in the first pass; `weights` has none for rows to leave out.
    pub(crate) fn add(
        &mut self,
        column: usize,
        batch: &Batch,
        file: usize,
        weights: &[Option<u128>],
    ) {
        match &batch.columns[column] {
            BatchColumn::Numbers(numbers) => {
                self.pair = PairState::None;
                for (row, number) in numbers.iter().enumerate() {
                    if let (Some(weight), false) = (weights[row], number.is_nan()) {
                        let found =
                            || Found { text: number.to_string(), file, line: batch.lines[row] };
                        self.add_number(*number, weight, found);
                    }
                }
            }
            BatchColumn::Texts(texts) => {
                for (row, text) in texts.iter().enumerate() {
                    if let (Some(weight), false) = (weights[row], is_missing(text)) {
                        let found = || Found { text: text.into(), file, line: batch.lines[row] };
                        self.add_text(text, weight, found);
                    }
                }
            }
            BatchColumn::Booleans(_) | BatchColumn::Skipped => self.role = Role::Categorical,
        }
    }

    fn add_number(&mut self, number: f64, weight: u128, found: impl Fn() -> Found) {
        self.cells += 1;
        self.are_whole &= number.fract() == 0.0;
        match number.is_infinite() {
            true => drop(self.infinite.get_or_insert_with(found)),
            false => self.numbers.add(number, weight),
        }
    }

    fn add_text(&mut self, text: &str, weight: u128, found: impl Fn() -> Found) {
        self.pair = self.pair.after(text);
        if self.role == Role::Categorical || self.others.len() > MOST_OTHERS {
            return;
        }
        match self.format.number(text) {
            Some(number) => self.add_number(number, weight, found),
            None => {
                self.first_other.get_or_insert_with(found);
                if !self.others.contains(text) {
                    self.others.insert(text.to_string());
                }
            }
        }
    }

    /// Adds the numbers of a batch once more.
    pub(crate) fn add_again(&mut self, column: &BatchColumn, weights: &[Option<u128>]) {
        match column {
            BatchColumn::Numbers(numbers) => {
                for (number, weight) in numbers.iter().zip(weights) {
                    if let (Some(weight), false) = (weight, number.is_nan()) {
                        self.numbers.add_again(*number, *weight);
                    }
                }
            }
            BatchColumn::Texts(texts) => {
                for (text, weight) in texts.iter().zip(weights) {
                    let number = self.format.number(text).filter(|number| number.is_finite());
                    if let (Some(weight), Some(number)) = (weight, number) {
                        self.numbers.add_again(number, *weight);
                    }
                }
            }
            BatchColumn::Booleans(_) | BatchColumn::Skipped => {}
        }
    }

    /// Ends the first pass: whether the column is numeric, or what is wrong with it.
    pub(crate) fn is_numeric(&self) -> Result<bool, (Found, CellProblem)> {
        let is_boolean = self.role == Role::Feature && matches!(self.pair, PairState::Of(_));
        if self.role == Role::Categorical || is_boolean || self.numbers.distinct() == 0 {
            return Ok(false);
        }
        let numbers = self.numbers.distinct();
        if let Some(other) = &self.first_other {
            let text = other.text.clone();
            return match self.role {
                Role::Numeric => Err((other.clone(), CellProblem::NotANumber(text))),
                _ if are_mistakes(self.others.len(), numbers) => {
                    Err((other.clone(), CellProblem::AmongNumbers { text, numbers }))
                }
                _ => Ok(false),
            };
        }
        match &self.infinite {
            Some(found) => Err((found.clone(), CellProblem::Infinite(found.text.clone()))),
            None => Ok(true),
        }
    }

    /// The cells and the distinct numbers of a column of whole numbers of which nothing is said: these may
    /// be names of rows. The distinct numbers are `None` where they are too many to be counted.
    pub(crate) fn whole_numbers(&self) -> Option<(usize, Option<usize>)> {
        let is_open = self.role == Role::Feature && self.are_whole;
        is_open.then(|| (self.cells, self.numbers.counted()))
    }

    /// Ends a pass. Returns whether another one is needed.
    pub(crate) fn end_pass(&mut self) -> bool {
        self.numbers.end_pass()
    }

    /// The cuts of a numeric column next to its quantiles, where it has two numbers, and how many cuts
    /// there could be. Weights are multiples of `unit`.
    pub(crate) fn into_cuts(
        self,
        name: &str,
        most: u32,
        unit: u128,
    ) -> Option<(ColumnCuts, usize)> {
        let found = self.numbers.into_numbers();
        let weight = |weight: &u128| u64::try_from(weight / unit).unwrap_or(u64::MAX);
        let weights: Vec<u64> = found.weights.iter().map(weight).collect();
        let cuts = ColumnCuts::at_quantiles(name, &found.numbers, &weights, most)?;
        Some((cuts, found.distinct - 1))
    }
}

/// Whether a few texts among many numbers are mistakes rather than categories.
pub(crate) fn are_mistakes(others: usize, numbers: usize) -> bool {
    numbers >= MANY_NUMBERS && others * MANY_NUMBERS <= numbers
}

impl PairState {
    fn after(self, text: &str) -> PairState {
        match self {
            PairState::Unknown => PAIRS
                .iter()
                .find(|pair| side(text, pair).is_some())
                .map_or(PairState::None, PairState::Of),
            PairState::Of(pair) if side(text, pair).is_some() => self,
            _ => PairState::None,
        }
    }
}
