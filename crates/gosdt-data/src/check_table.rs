//! Tables from memory: every promise of [`Table`]'s fields is checked here.
use crate::labels::check_class_count;
use crate::missing::refuse;
use crate::raw_table::check_names;
use crate::stop::{Poll, Stopped};
use crate::{
    CellProblem, Column, DataError, Labels, MergedRows, Missing, MissingColumn, Place, Role, Table,
    Values, Weights,
};

impl Table {
    /// A table from typed columns; `source` is a name for messages.
    ///
    /// Missing values are treated as `missing` says: refused, their rows dropped, or kept.
    ///
    /// ```
    /// use gosdt_data::{Column, Labels, Missing, Table, Values};
    ///
    /// let ages = Column { name: "age".into(), values: Values::Numeric(vec![31.0, f64::NAN, 52.0]) };
    /// let classes = vec!["ill".into(), "well".into()];
    /// let labels = Labels { name: "state".into(), classes, codes: vec![1, 0, 0] };
    /// let table = Table::new("people", vec![ages], labels, None, Missing::Drop)?;
    /// assert_eq!((table.rows, table.dropped_rows), (2, 1));
    /// # Ok::<(), gosdt_data::DataError>(())
    /// ```
    pub fn new(
        source: impl Into<String>,
        columns: Vec<Column>,
        labels: Labels,
        weights: Option<Weights>,
        missing: Missing,
    ) -> Result<Table, DataError> {
        let table = Table::unchecked(source.into(), columns, labels, (weights, None), missing);
        table.checked(&mut Poll::new(&|| false))
    }

    /// A table whose rows each stand for several equal rows of the data: as [`Table::new`], where
    /// the weight of a row is that of all rows that it stands for.
    pub fn new_merged(
        source: impl Into<String>,
        columns: Vec<Column>,
        labels: Labels,
        (weights, merged): (Weights, MergedRows),
        missing: Missing,
    ) -> Result<Table, DataError> {
        let weights = (Some(weights), Some(merged));
        let table = Table::unchecked(source.into(), columns, labels, weights, missing);
        table.checked(&mut Poll::new(&|| false))
    }

    /// A table of these parts, which are to be [`Table::checked`].
    pub(crate) fn unchecked(
        source: String,
        columns: Vec<Column>,
        labels: Labels,
        (weights, merged): (Option<Weights>, Option<MergedRows>),
        missing: Missing,
    ) -> Table {
        let (rows, dropped_rows) = (labels.codes.len(), 0);
        let (readings, notes) = Default::default();
        Table {
            source,
            rows,
            columns,
            labels,
            weights,
            dropped_rows,
            missing,
            merged,
            readings,
            notes,
        }
    }

    /// The table, if it is sound, without the rows that are to be dropped.
    pub(crate) fn checked(mut self, poll: &mut Poll) -> Result<Table, DataError> {
        self.check_size()?;
        self.check_column_names()?;
        for column in &self.columns {
            poll.spend(self.rows)?;
            self.check_column(column)?;
        }
        self.check_labels()?;
        self.settle_missing(poll)?;
        self.check_two_classes()?;
        self.check_weights()?;
        Ok(self)
    }

    fn check_size(&self) -> Result<(), DataError> {
        let source_name = self.source.clone();
        if self.rows == 0 {
            return Err(DataError::NoRows { source_name });
        }
        if u32::try_from(self.rows).is_err() {
            return Err(DataError::TooManyRows { source_name, rows: self.rows });
        }
        if self.columns.is_empty() {
            return Err(DataError::NoFeatures { source_name, target: self.labels.name.clone() });
        }
        let features = self.columns.iter().map(|column| (&column.name, column.values.len()));
        let weights = self.weights.iter().map(|weights| (&weights.name, weights.values.len()));
        features.chain(weights).try_for_each(|(name, found)| self.check_length(name, found))?;
        self.merged.as_ref().map_or(Ok(()), |merged| self.check_merged(merged))
    }

    fn check_merged(&self, merged: &MergedRows) -> Result<(), DataError> {
        self.check_length("rows", merged.counts.len())?;
        let wanted = "the largest weight of each class";
        let fits = merged.heaviest.len() == self.labels.classes.len();
        self.check_listed(&self.labels.name, fits, wanted)?;
        let rows = merged.counts.iter().map(|count| u64::from(*count)).sum::<u64>();
        match u32::try_from(rows) {
            Ok(_) => Ok(()),
            Err(_) => {
                let (source_name, rows) = (self.source.clone(), rows as usize);
                Err(DataError::TooManyRows { source_name, rows })
            }
        }
    }

    fn check_length(&self, name: &str, found: usize) -> Result<(), DataError> {
        if found == self.rows {
            return Ok(());
        }
        let (source_name, column) = (self.source.clone(), name.to_string());
        Err(DataError::Length { source_name, column, expected: self.rows, found })
    }

    fn check_column_names(&self) -> Result<(), DataError> {
        let names = self.columns.iter().map(|column| &column.name).chain([&self.labels.name]);
        check_names(&self.source, &names.cloned().collect::<Vec<_>>())
    }

    fn check_column(&self, column: &Column) -> Result<(), DataError> {
        match &column.values {
            Values::Numeric(values) => self.check_finite(&column.name, values),
            Values::Boolean { spelling, .. } => {
                self.check_listed(&column.name, spelling[0] != spelling[1], "distinct")
            }
            Values::Categorical { categories, codes } => {
                let sorted = categories.is_sorted_by(|a, b| a < b);
                self.check_listed(&column.name, sorted, "sorted and distinct")?;
                self.check_codes(&column.name, codes.iter().copied(), categories.len())
            }
        }
    }

    fn check_labels(&self) -> Result<(), DataError> {
        let Labels { name, classes, codes } = &self.labels;
        check_class_count(&self.source, name, classes.len())?;
        let mut sorted: Vec<&String> = classes.iter().collect();
        sorted.sort_unstable();
        self.check_listed(name, sorted.is_sorted_by(|a, b| a < b), "distinct")?;
        self.check_codes(name, codes.iter().map(|code| Some(*code)), classes.len())
    }

    fn check_listed(&self, name: &str, fine: bool, wanted: &'static str) -> Result<(), DataError> {
        if fine {
            return Ok(());
        }
        let (source_name, column) = (self.source.clone(), name.to_string());
        Err(DataError::BadValues { source_name, column, wanted })
    }

    fn check_finite(&self, name: &str, values: &[f64]) -> Result<(), DataError> {
        match values.iter().position(|value| value.is_infinite()) {
            Some(row) => {
                Err(self.bad_cell(row, name, CellProblem::Infinite(values[row].to_string())))
            }
            None => Ok(()),
        }
    }

    fn check_codes(
        &self,
        name: &str,
        codes: impl Iterator<Item = Option<u32>>,
        values: usize,
    ) -> Result<(), DataError> {
        for (row, code) in codes.enumerate() {
            if let Some(code) = code.filter(|code| *code as usize >= values) {
                return Err(self.bad_cell(row, name, CellProblem::CodeOutOfRange { code, values }));
            }
        }
        Ok(())
    }

    fn bad_cell(&self, row: usize, name: &str, problem: CellProblem) -> DataError {
        let (source_name, column) = (self.source.clone(), name.to_string());
        DataError::Cell { source_name, place: Place::Row(row + 1), column, problem }
    }

    fn settle_missing(&mut self, poll: &mut Poll) -> Result<(), DataError> {
        match self.missing {
            Missing::Error => refuse(&self.source, self.missing_columns(poll)?),
            Missing::Drop => self.drop_incomplete_rows(poll),
            Missing::Category => Ok(()),
        }
    }

    fn missing_columns(&self, poll: &mut Poll) -> Result<Vec<MissingColumn>, Stopped> {
        let mut columns = vec![];
        for Column { name, values } in &self.columns {
            let missing = |row| values.is_missing(row);
            let about = (|row: usize| Place::Row(row + 1), |row| self.count(row));
            let role = Role::Feature;
            columns.extend(MissingColumn::survey(name, role, self.rows, missing, about, poll)?);
        }
        Ok(columns)
    }

    fn drop_incomplete_rows(&mut self, poll: &mut Poll) -> Result<(), DataError> {
        let mut complete = vec![true; self.rows];
        for Column { values, .. } in &self.columns {
            poll.in_parts(0..self.rows, |part| {
                part.for_each(|row| complete[row] &= !values.is_missing(row));
            })?;
        }
        let rows = complete.iter().filter(|complete| **complete).count();
        if rows == 0 {
            let source_name = self.source.clone();
            let rows = self.data_rows() as usize;
            return Err(DataError::NoCompleteRow { source_name, rows });
        }
        if rows < self.rows {
            self.keep_rows(&complete, rows, poll)?;
        }
        Ok(())
    }

    fn keep_rows(&mut self, kept: &[bool], rows: usize, poll: &mut Poll) -> Result<(), Stopped> {
        for column in &mut self.columns {
            poll.spend(self.rows)?;
            column.values.keep(kept);
        }
        keep(&mut self.labels.codes, kept);
        self.weights.iter_mut().for_each(|weights| keep(&mut weights.values, kept));
        let before = self.data_rows();
        self.merged.iter_mut().for_each(|merged| keep(&mut merged.counts, kept));
        self.rows = rows;
        self.dropped_rows = (before - self.data_rows()) as usize;
        Ok(())
    }

    fn check_two_classes(&self) -> Result<(), DataError> {
        let Labels { name, classes, codes } = &self.labels;
        if codes.iter().any(|code| *code != codes[0]) {
            return Ok(());
        }
        let (source_name, column) = (self.source.clone(), name.clone());
        Err(DataError::OneClass { source_name, column, class: classes[codes[0] as usize].clone() })
    }

    fn check_weights(&self) -> Result<(), DataError> {
        let Some(Weights { name, values, denominator }) = &self.weights else {
            return Ok(());
        };
        let (source_name, column) = (self.source.clone(), name.clone());
        if *denominator == 0 {
            return Err(DataError::ZeroDenominator { source_name, column });
        }
        let mut total = 0u64;
        for (row, value) in values.iter().enumerate() {
            let problem = CellProblem::WeightOverflow { decimals: denominator.ilog10() };
            let sum = total.checked_add(*value);
            total = sum.ok_or_else(|| self.bad_cell(row, name, problem))?;
        }
        if total == 0 { Err(DataError::NoWeight { source_name, column }) } else { Ok(()) }
    }
}

impl Values {
    fn keep(&mut self, kept: &[bool]) {
        match self {
            Values::Numeric(values) => keep(values, kept),
            Values::Boolean { values, .. } => keep(values, kept),
            Values::Categorical { codes, .. } => keep(codes, kept),
        }
    }
}

/// Keeps the values whose flag is set.
fn keep<T>(values: &mut Vec<T>, kept: &[bool]) {
    let mut flags = kept.iter();
    values.retain(|_| flags.next() == Some(&true));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of a table of three rows; a test breaks one.
    struct Parts {
        columns: Vec<Column>,
        labels: Labels,
        weights: Option<Weights>,
        missing: Missing,
    }

    fn column(name: &str, values: Values) -> Column {
        Column { name: name.into(), values }
    }

    fn categorical(categories: &[&str], codes: [Option<u32>; 3]) -> Values {
        let categories = categories.iter().map(|text| text.to_string()).collect();
        Values::Categorical { categories, codes: codes.to_vec() }
    }

    fn weights(values: [u64; 3]) -> Option<Weights> {
        Some(Weights { name: "w".into(), values: values.to_vec(), denominator: 10 })
    }

    fn parts() -> Parts {
        let spelling = ["no", "yes"].map(String::from);
        let flags = vec![Some(true), Some(false), Some(true)];
        Parts {
            columns: vec![
                column("x", Values::Numeric(vec![1.0, 2.0, 3.0])),
                column("b", Values::Boolean { spelling, values: flags }),
                column("c", categorical(&["p", "q"], [Some(0), Some(1), Some(0)])),
            ],
            labels: Labels {
                name: "y".into(),
                classes: vec!["z".into(), "a".into()],
                codes: vec![0, 1, 0],
            },
            weights: weights([5, 0, 10]),
            missing: Missing::Error,
        }
    }

    fn table(change: impl Fn(&mut Parts)) -> Result<Table, DataError> {
        let mut parts = parts();
        change(&mut parts);
        Table::new("memory", parts.columns, parts.labels, parts.weights, parts.missing)
    }

    fn error(change: impl Fn(&mut Parts)) -> String {
        let error = table(change).unwrap_err().to_string();
        error.strip_prefix("memory").unwrap_or(&error).to_string()
    }

    #[test]
    fn sound_parts_make_a_table() {
        let table = table(|_| ()).unwrap();
        assert_eq!((table.rows, table.dropped_rows, table.source.as_str()), (3, 0, "memory"));
    }

    #[test]
    fn lengths_must_agree() {
        let short = error(|parts| parts.columns[0].values = Values::Numeric(vec![1.0]));
        assert_eq!(short, ": column `x` has 1 values, expected 3");
        let long = error(|parts| parts.weights.as_mut().unwrap().values.push(1));
        assert_eq!(long, ": column `w` has 4 values, expected 3");
    }

    #[test]
    fn table_without_rows_or_features_is_refused() {
        assert_eq!(error(|parts| parts.labels.codes.clear()), " has column names but no rows");
        let none = error(|parts| parts.columns.clear());
        assert_eq!(none, ": no feature column is left beside the label `y`");
    }

    #[test]
    fn names_must_be_distinct_and_not_empty() {
        let twice = error(|parts| parts.columns[1].name = "x".into());
        assert_eq!(twice, ": the column name `x` occurs more than once; rename one");
        let label = error(|parts| parts.columns[1].name = "y".into());
        assert_eq!(label, ": the column name `y` occurs more than once; rename one");
        assert_eq!(
            error(|parts| parts.columns[1].name.clear()),
            ": column 2 has no name; give it one"
        );
    }

    #[test]
    fn infinite_number_is_refused() {
        let infinite = [1.0, f64::NEG_INFINITY, 3.0];
        let error = error(|parts| parts.columns[0].values = Values::Numeric(infinite.to_vec()));
        assert!(error.starts_with(", row 2, column `x`: `-inf` is an infinite number"), "{error}");
    }

    #[test]
    fn codes_must_be_in_range() {
        let feature = categorical(&["p", "q"], [Some(0), Some(2), None]);
        let feature = error(|parts| parts.columns[2].values = feature.clone());
        let expected = ", row 2, column `c`: the code 2 is out of range: there are 2 values";
        assert_eq!(feature, expected);
        let label = error(|parts| parts.labels.codes[2] = 7);
        assert_eq!(label, ", row 3, column `y`: the code 7 is out of range: there are 2 values");
    }

    #[test]
    fn listed_values_must_be_distinct_and_categories_sorted() {
        let wanted = "the distinct values listed for column";
        let unsorted = categorical(&["q", "p"], [Some(0); 3]);
        let unsorted = error(|parts| parts.columns[2].values = unsorted.clone());
        assert_eq!(unsorted, format!(": {wanted} `c` are not sorted and distinct"));
        let classes = error(|parts| parts.labels.classes[1] = "z".into());
        assert_eq!(classes, format!(": {wanted} `y` are not distinct"));
        let spelling = error(|parts| {
            let values = vec![None; 3];
            parts.columns[1].values = Values::Boolean { spelling: Default::default(), values };
        });
        assert_eq!(spelling, format!(": {wanted} `b` are not distinct"));
    }

    #[test]
    fn one_class_is_refused_by_name() {
        let error = error(|parts| parts.labels.codes = vec![1; 3]);
        let expected = ": the label column `y` has one class only, `a`; there must be at least two";
        assert_eq!(error, expected);
    }

    #[test]
    fn weights_must_have_a_sum() {
        let zero = error(|parts| parts.weights = weights([0; 3]));
        assert_eq!(zero, ": all weights in column `w` are 0");
        let large = error(|parts| parts.weights = weights([1, u64::MAX, 1]));
        let expected = ", row 2, column `w`: the weights up to here sum to more than 64 bits hold";
        assert!(large.starts_with(expected), "{large}");
        let over = error(|parts| parts.weights.as_mut().unwrap().denominator = 0);
        assert_eq!(over, ": the denominator of the weights `w` is 0");
    }

    fn with_gaps(parts: &mut Parts) {
        parts.columns[0].values = Values::Numeric(vec![1.0, 2.0, f64::NAN]);
        parts.labels.codes = vec![0, 1, 1];
    }

    #[test]
    fn missing_values_are_refused_by_default() {
        let error = error(with_gaps);
        assert!(error.starts_with(": missing values in `x` (1, first in row 3). "), "{error}");
    }

    #[test]
    fn missing_values_drop_their_rows() {
        let dropped = table(|parts| {
            with_gaps(parts);
            parts.missing = Missing::Drop;
        });
        let dropped = dropped.unwrap();
        assert_eq!((dropped.rows, dropped.dropped_rows), (2, 1));
        assert_eq!(dropped.columns[0].values, Values::Numeric(vec![1.0, 2.0]));
        assert!(dropped.columns.iter().all(|column| column.values.len() == 2));
        assert_eq!(dropped.labels.codes, [0, 1]);
        assert_eq!(dropped.weights.unwrap().values, [5, 0]);
    }

    #[test]
    fn dropping_every_row_is_refused() {
        let error = error(|parts| {
            parts.columns[0].values = Values::Numeric(vec![f64::NAN; 3]);
            parts.missing = Missing::Drop;
        });
        assert!(error.starts_with(": each of the 3 rows has a missing value"), "{error}");
    }

    #[test]
    fn missing_values_stay_as_a_category() {
        let kept = table(|parts| {
            with_gaps(parts);
            parts.missing = Missing::Category;
        });
        let kept = kept.unwrap();
        assert_eq!(kept.rows, 3);
        assert!(kept.columns[0].values.is_missing(2));
    }
}
