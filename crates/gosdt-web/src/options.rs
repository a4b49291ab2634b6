//! Requests as the library wants them.
use crate::error::Failure;
use crate::request::{Columns, Layout, Options};
use gosdt::{CostMatrix, CsvOptions, FitOptions, Missing, ObjectiveChoice, Schema};
use std::time::Duration;

/// Bytes of so many megabytes.
pub(crate) fn bytes(megabytes: u64) -> u64 {
    megabytes.saturating_mul(1_000_000)
}

impl Layout {
    pub(crate) fn options(&self) -> Result<CsvOptions, Failure> {
        let delimiter = self.delimiter.map(|c| match u8::try_from(c) {
            Ok(byte) if byte.is_ascii() && !b"\"\r\n".contains(&byte) => Ok(byte),
            _ => Err(Failure("the delimiter is one ASCII character other than a quote".into())),
        });
        Ok(CsvOptions { delimiter: delimiter.transpose()?, header: self.header })
    }
}

impl Columns {
    pub(crate) fn schema(&self) -> Result<Schema, Failure> {
        let missing = match self.missing.as_deref() {
            None | Some("error") => Missing::Error,
            Some("drop") => Missing::Drop,
            Some("category") => Missing::Category,
            Some(other) => {
                return Err(Failure(format!("there is no rule `{other}` for missing values")));
            }
        };
        Ok(Schema {
            target: self.target.clone(),
            weights: self.weights.clone(),
            ignore: self.ignore.clone(),
            numeric: self.numeric.clone(),
            categorical: self.categorical.clone(),
            missing,
            ..Schema::default()
        })
    }
}

impl Options {
    /// The options of a fit. A browser has one thread for it.
    pub(crate) fn fit_options(&self) -> Result<FitOptions, Failure> {
        let thresholds = self.thresholds.as_deref().unwrap_or("all").parse()?;
        Ok(FitOptions {
            objective: self.objective()?,
            positive: self.positive.clone(),
            lambda: self.lambda.parse()?,
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_leaf.unwrap_or(1),
            thresholds,
            time_limit: self.time_limit()?,
            memory_limit: Some(bytes(self.memory_limit)),
            threads: Some(1),
            ..FitOptions::default()
        })
    }

    /// A page cannot read the file that `cost:FILE` names; it hands over the text.
    fn objective(&self) -> Result<ObjectiveChoice, Failure> {
        match &self.costs {
            Some(text) => Ok(ObjectiveChoice::Costs(CostMatrix::parse(text, "the costs")?)),
            None if self.objective.starts_with("cost") => Err(Failure(
                "the costs are missing: a line for each label, or `predicted,true,cost`".into(),
            )),
            None => Ok(ObjectiveChoice::named(&self.objective)?),
        }
    }

    fn time_limit(&self) -> Result<Option<Duration>, Failure> {
        let refuse = |_| Failure("the time limit is a number of seconds, 0 or more".into());
        let limit = |seconds| Duration::try_from_secs_f64(seconds).map_err(refuse);
        self.time_limit.map(limit).transpose()
    }
}
