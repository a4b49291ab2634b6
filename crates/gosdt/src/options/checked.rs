//! Options that fit a table.
use super::decimal::Decimal;
use super::error::OptionsError;
use super::given::FitOptions;
use super::objective::ObjectiveChoice;
use super::quoted::quoted;
use gosdt_data::{Labels, Thresholds};
use gosdt_rank::RankObjective;
use gosdt_search::Instant;
use gosdt_search::{Limits, Objective, SearchOptions, usual_memory_limit};
use gosdt_tree::ObjectiveSpec;
use num_rational::BigRational;
use num_traits::Signed;

/// Which search an objective needs.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// A sum over leaves.
    Additive(Objective),
    /// One that is not.
    Ranked(RankObjective),
}

/// Options that fit a table; made by [`FitOptions::check`] only.
#[derive(Clone, Debug)]
pub struct CheckedOptions {
    pub(crate) goal: Goal,
    pub(crate) positive: Option<usize>,
    pub(crate) lambda: BigRational,
    pub(crate) limits: Limits,
    pub(crate) thresholds: Thresholds,
    pub(crate) search: SearchOptions,
    pub(crate) spec: ObjectiveSpec,
    /// Whether to keep the search, so that its proof can be written.
    pub(crate) keep_search: bool,
}

impl CheckedOptions {
    /// When work that began at `started` is to end.
    pub(crate) fn deadline(&self, started: Instant) -> Option<Instant> {
        self.search.time_limit.and_then(|limit| started.checked_add(limit))
    }

    /// Takes the time since `started` off the time limit.
    pub(crate) fn count_time_since(&mut self, started: Instant) {
        let limit = self.search.time_limit;
        self.search.time_limit = limit.map(|limit| limit.saturating_sub(started.elapsed()));
    }
}

impl FitOptions {
    /// Checks the options, by themselves and against the labels.
    pub fn check(&self, labels: &Labels) -> Result<CheckedOptions, OptionsError> {
        if self.lambda.value().is_negative() {
            return Err(OptionsError::NegativeLambda(self.lambda.clone()));
        }
        self.check_counts()?;
        let positive = self.positive_class(labels)?;
        let limits = Limits {
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_leaf,
        };
        Ok(CheckedOptions {
            goal: self.goal(labels, positive)?,
            positive,
            lambda: self.lambda.value().clone(),
            limits,
            thresholds: self.thresholds.clone(),
            search: self.search_options(),
            spec: self.spec(labels)?,
            keep_search: false,
        })
    }

    fn check_counts(&self) -> Result<(), OptionsError> {
        let counts = [
            ("the most leaves allowed", self.max_leaves == Some(0)),
            ("the least number of rows in a leaf", self.min_leaf == 0),
            ("the number of threads", self.threads == Some(0)),
            ("the number of optimal trees to list", self.all_optima == 0),
        ];
        match counts.iter().find(|(_, zero)| *zero) {
            Some((what, _)) => Err(OptionsError::Zero(what)),
            None => Ok(()),
        }
    }

    fn positive_class(&self, labels: &Labels) -> Result<Option<usize>, OptionsError> {
        let (column, classes) = (labels.name.clone(), labels.classes.len());
        match &self.positive {
            None if classes == 2 => Ok(Some(1)),
            None => Ok(None),
            Some(_) if classes != 2 => {
                Err(OptionsError::PositiveNeedsTwoClasses { column, classes })
            }
            Some(label) => match labels.classes.iter().position(|class| class == label) {
                Some(class) => Ok(Some(class)),
                None => Err(OptionsError::UnknownPositive {
                    label: label.clone(),
                    column,
                    known: quoted(&labels.classes),
                }),
            },
        }
    }

    fn goal(&self, labels: &Labels, positive: Option<usize>) -> Result<Goal, OptionsError> {
        let Some(objective) = self.objective.ranked() else {
            return Ok(Goal::Additive(self.additive(labels, positive)?));
        };
        let name = self.objective.to_string();
        match (labels.classes.len(), self.all_optima) {
            (2, 1) => Ok(Goal::Ranked(objective)),
            (2, _) => Err(OptionsError::RankedListsOne(name)),
            (classes, _) => Err(OptionsError::RankedNeedsTwoClasses {
                objective: name,
                column: labels.name.clone(),
                classes,
            }),
        }
    }

    fn additive(
        &self,
        labels: &Labels,
        positive: Option<usize>,
    ) -> Result<Objective, OptionsError> {
        match (&self.objective, positive) {
            (ObjectiveChoice::Accuracy, _) => Ok(Objective::Accuracy),
            (ObjectiveChoice::Balanced, _) => Ok(Objective::Balanced),
            (ObjectiveChoice::Weighted(omega), _) if !omega.value().is_positive() => {
                Err(OptionsError::BadOmega(omega.clone()))
            }
            (ObjectiveChoice::Weighted(omega), Some(positive)) => {
                Ok(Objective::Weighted { positive, omega: omega.value().clone() })
            }
            (ObjectiveChoice::Weighted(_), None) => Err(OptionsError::WeightedNeedsTwoClasses {
                column: labels.name.clone(),
                classes: labels.classes.len(),
            }),
            (ObjectiveChoice::Costs(matrix), _) => {
                let cells = matrix.for_classes(&labels.classes)?;
                let value = |cell: &&Decimal| cell.value().clone();
                Ok(Objective::Costs(
                    cells.iter().map(|row| row.iter().map(value).collect()).collect(),
                ))
            }
            (ranked, _) => Err(OptionsError::UnknownObjective(ranked.to_string())),
        }
    }

    fn search_options(&self) -> SearchOptions {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        SearchOptions {
            time_limit: self.time_limit,
            memory_limit: self.memory_limit.or_else(usual_memory_limit),
            threads: self.threads.unwrap_or_else(cores),
            all_optima: self.all_optima,
            ..SearchOptions::default()
        }
    }

    fn spec(&self, labels: &Labels) -> Result<ObjectiveSpec, OptionsError> {
        let costs = match &self.objective {
            ObjectiveChoice::Costs(matrix) => Some(matrix.for_classes(&labels.classes)?),
            _ => None,
        };
        let spelled = |row: Vec<&Decimal>| row.iter().map(ToString::to_string).collect();
        Ok(ObjectiveSpec {
            name: self.objective.to_string(),
            lambda: self.lambda.to_string(),
            costs: costs.map(|rows| rows.into_iter().map(spelled).collect()),
            max_depth: self.max_depth,
            max_leaves: self.max_leaves,
            min_leaf: self.min_leaf,
        })
    }
}
