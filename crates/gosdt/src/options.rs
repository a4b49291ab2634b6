//! Options as given → options that fit the table.
use crate::{CostMatrix, CostMatrixError, Decimal, DecimalError};
use gosdt_data::Labels;
use gosdt_rank::RankObjective;
use gosdt_search::{Limits, Objective, SearchOptions};
use gosdt_tree::{Model, ObjectiveSpec};
use num_rational::BigRational;
use num_traits::Signed;
use std::fmt;
use std::time::Duration;

/// What to minimise besides the leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ObjectiveChoice {
    /// Share of the weight that is predicted wrong.
    #[default]
    Accuracy,
    /// Mean over the classes of the share of the class that is predicted wrong.
    Balanced,
    /// (FP + ω·FN) / (ω·N⁺ + N⁻): a missed positive costs as much as ω false alarms.
    /// \[range: ω > 0; two classes\]
    Weighted(Decimal),
    /// Mean cost, from a table of costs by predicted and true class.
    Costs(CostMatrix),
    /// 1 − area under the ROC curve of the leaves' shares of positives. \[two classes\]
    Auc,
    /// 1 − the part of that area left of false positive rate θ, not divided by θ.
    /// \[range: 0 < θ ≤ 1; two classes\]
    Pauc(Decimal),
    /// 1 − F₁, with the leaves labelled as is best for it, or, given ω, positive iff ω·n⁺ > n⁻.
    /// \[range: ω > 0; two classes\]
    FScore(Option<Decimal>),
    /// 1 − F_β, with the best labels. \[range: β > 0; two classes\]
    FBeta(Decimal),
    /// 1 − TP / (TP + FP + FN), with the best labels. \[two classes\]
    Jaccard,
}

impl ObjectiveChoice {
    /// Reads `accuracy`, `balanced`, `weighted:W`, `cost:FILE` (the file is read at once), `auc`,
    /// `pauc:T`, `fscore`, `fscore:W`, `fbeta:B` or `jaccard`.
    ///
    /// ```
    /// use gosdt::ObjectiveChoice;
    ///
    /// assert_eq!(ObjectiveChoice::parse("accuracy")?, ObjectiveChoice::Accuracy);
    /// assert_eq!(ObjectiveChoice::parse("weighted:2.5")?.to_string(), "weighted:2.5");
    /// assert!(ObjectiveChoice::parse("accuraccy").is_err());
    /// # Ok::<(), gosdt::OptionsError>(())
    /// ```
    pub fn parse(text: &str) -> Result<ObjectiveChoice, OptionsError> {
        match text.split_once(':') {
            None if text == "accuracy" => Ok(ObjectiveChoice::Accuracy),
            None if text == "balanced" => Ok(ObjectiveChoice::Balanced),
            Some(("weighted", omega)) => Ok(ObjectiveChoice::Weighted(omega.parse()?)),
            Some(("cost", path)) => Ok(ObjectiveChoice::Costs(CostMatrix::read(path)?)),
            None if text == "auc" => Ok(ObjectiveChoice::Auc),
            None if text == "fscore" => Ok(ObjectiveChoice::FScore(None)),
            None if text == "jaccard" => Ok(ObjectiveChoice::Jaccard),
            Some(("pauc", theta)) => Ok(ObjectiveChoice::Pauc(theta.parse()?)),
            Some(("fscore", omega)) => Ok(ObjectiveChoice::FScore(Some(omega.parse()?))),
            Some(("fbeta", beta)) => Ok(ObjectiveChoice::FBeta(beta.parse()?)),
            _ => Err(match RankObjective::refusal(text.split(':').next().unwrap_or(text)) {
                Some(reason) => OptionsError::Refused(reason),
                None => OptionsError::UnknownObjective(text.to_string()),
            }),
        }
    }

    /// The objective if it is one that ranks.
    fn ranked(&self) -> Option<RankObjective> {
        let value = |number: &Decimal| number.value().clone();
        match self {
            ObjectiveChoice::Auc => Some(RankObjective::Auc),
            ObjectiveChoice::Pauc(theta) => Some(RankObjective::Pauc { theta: value(theta) }),
            ObjectiveChoice::FScore(omega) => {
                Some(RankObjective::FScore { omega: omega.as_ref().map(value) })
            }
            ObjectiveChoice::FBeta(beta) => Some(RankObjective::FBeta { beta: value(beta) }),
            ObjectiveChoice::Jaccard => Some(RankObjective::Jaccard),
            _ => None,
        }
    }
}

/// As in a model file: a cost matrix is just `cost`.
impl fmt::Display for ObjectiveChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ObjectiveChoice::Accuracy => f.write_str("accuracy"),
            ObjectiveChoice::Balanced => f.write_str("balanced"),
            ObjectiveChoice::Weighted(omega) => write!(f, "weighted:{omega}"),
            ObjectiveChoice::Costs(_) => f.write_str("cost"),
            ObjectiveChoice::Auc => f.write_str("auc"),
            ObjectiveChoice::Pauc(theta) => write!(f, "pauc:{theta}"),
            ObjectiveChoice::FScore(None) => f.write_str("fscore"),
            ObjectiveChoice::FScore(Some(omega)) => write!(f, "fscore:{omega}"),
            ObjectiveChoice::FBeta(beta) => write!(f, "fbeta:{beta}"),
            ObjectiveChoice::Jaccard => f.write_str("jaccard"),
        }
    }
}

/// How to fit. Nothing is checked before [`crate::fit`] is called.
#[derive(Clone, Debug, PartialEq)]
pub struct FitOptions {
    /// What to minimise besides the leaves. \[default: accuracy\]
    pub objective: ObjectiveChoice,
    /// The positive label, for two classes. \[default: the last class in the labels' order\]
    pub positive: Option<String>,
    /// λ, the price of a leaf. \[default: 0.01\] \[range: ≥ 0\]
    pub lambda: Decimal,
    /// Largest depth; a lone leaf has depth 0. \[default: none\]
    pub max_depth: Option<u32>,
    /// Most leaves. \[default: none\] \[range: ≥ 1\]
    pub max_leaves: Option<u32>,
    /// Least number of rows in a leaf; a lone leaf is always allowed. \[default: 1\] \[range: ≥ 1\]
    pub min_leaf: u32,
    /// Stop this long after `fit` was called. \[default: none\]
    pub time_limit: Option<Duration>,
    /// Keep the process below this many bytes: forget what is cheap to find again, then stop with the
    /// best tree. \[default: none\]
    pub memory_limit: Option<u64>,
    /// Worker threads; `None` is one per core. Any number finds the same tree. \[default: none\] \[range: ≥ 1\]
    pub threads: Option<usize>,
    /// List up to this many optimal trees. \[default: 1\] \[range: ≥ 1\]
    pub all_optima: usize,
}

impl Default for FitOptions {
    fn default() -> Self {
        FitOptions {
            objective: ObjectiveChoice::default(),
            positive: None,
            lambda: "0.01".parse().expect("this is a decimal"),
            max_depth: None,
            max_leaves: None,
            min_leaf: 1,
            time_limit: None,
            memory_limit: None,
            threads: None,
            all_optima: 1,
        }
    }
}

/// Options that do not fit, or do not fit the table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// No such objective.
    #[error(
        "'{0}' is not an objective; choose accuracy, balanced, weighted:W (a number W > 0), \
         cost:FILE (a CSV file with a row per predicted class), auc, pauc:T (a rate T up to 1), \
         fscore, fscore:W, fbeta:B or jaccard"
    )]
    UnknownObjective(String),
    /// An objective for which no proof of optimality is known.
    #[error("{0}")]
    Refused(&'static str),
    /// AUC and its kin on more than two classes.
    #[error(
        "{objective} needs two classes, but '{column}' has {classes}; use accuracy or balanced"
    )]
    RankedNeedsTwoClasses {
        /// The objective.
        objective: String,
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// Several optimal trees for AUC and its kin.
    #[error("{0} finds one optimal tree and cannot list others; ask for 1")]
    RankedListsOne(String),
    /// A number that is not one.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
    /// The cost matrix.
    #[error(transparent)]
    CostMatrix(#[from] CostMatrixError),
    /// λ < 0.
    #[error("λ is {0}; it must not be negative")]
    NegativeLambda(Decimal),
    /// A range of λ that holds none.
    #[error("λ is to go from {from} down to {to}; the first must not be the smaller")]
    EmptyRange {
        /// The largest λ.
        from: String,
        /// The smallest λ.
        to: String,
    },
    /// Several optimal trees for each λ of a path.
    #[error("a path has one tree for each λ and cannot list others; ask for 1")]
    PathListsOne,
    /// ω ≤ 0.
    #[error("the weight of the positive class is {0}; it must be greater than 0")]
    BadOmega(Decimal),
    /// Weighted accuracy on more than two classes.
    #[error(
        "weighted:W needs two classes, but '{column}' has {classes}; \
         use balanced or a cost matrix (cost:FILE)"
    )]
    WeightedNeedsTwoClasses {
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// A positive label on more than two classes.
    #[error("a positive label is for two classes, but '{column}' has {classes}; leave it out")]
    PositiveNeedsTwoClasses {
        /// The label column.
        column: String,
        /// Its number of classes.
        classes: usize,
    },
    /// A positive label that does not occur.
    #[error("the positive label '{label}' is not in column '{column}'; its labels are {known}")]
    UnknownPositive {
        /// What was asked for.
        label: String,
        /// The label column.
        column: String,
        /// The labels that there are.
        known: String,
    },
    /// A count that must be at least 1.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
}

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
    pub(crate) search: SearchOptions,
    pub(crate) spec: ObjectiveSpec,
}

impl FitOptions {
    /// The options that say what a model's tree was to be: objective, λ and limits. How it was
    /// searched for (time, memory, threads) is not in a model.
    pub fn of_model(model: &Model) -> Result<FitOptions, OptionsError> {
        let spec = &model.objective;
        let objective = match &spec.costs {
            Some(costs) => {
                let text: String = costs.iter().map(|row| row.join(",") + "\n").collect();
                ObjectiveChoice::Costs(CostMatrix::parse(&text, "the model's costs")?)
            }
            // A model from elsewhere must not make us read a file.
            None if spec.name.starts_with("cost") => {
                return Err(OptionsError::UnknownObjective(spec.name.clone()));
            }
            None => ObjectiveChoice::parse(&spec.name)?,
        };
        Ok(FitOptions {
            objective,
            positive: model.positive.and_then(|class| model.classes.get(class).cloned()),
            lambda: spec.lambda.parse()?,
            max_depth: spec.max_depth,
            max_leaves: spec.max_leaves,
            min_leaf: spec.min_leaf,
            ..FitOptions::default()
        })
    }

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
            search: self.search_options(),
            spec: self.spec(labels)?,
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
            memory_limit: self.memory_limit,
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

/// `'a', 'b', 'c'`, at most ten of them.
pub(crate) fn quoted(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(10).map(|name| format!("'{name}'")).collect();
    let more = if names.len() > 10 { ", …" } else { "" };
    shown.join(", ") + more
}
