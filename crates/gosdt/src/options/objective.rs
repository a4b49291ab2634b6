//! What a tree is to minimise besides its leaves.
use super::cost_matrix::CostMatrix;
use super::decimal::Decimal;
use super::error::OptionsError;
use gosdt_rank::RankObjective;
use std::fmt;

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
    /// `pauc:T`, `fscore` (or `f1`), `fscore:W`, `fbeta:B` or `jaccard`, in small or large letters.
    ///
    /// ```
    /// use gosdt::ObjectiveChoice;
    ///
    /// assert_eq!(ObjectiveChoice::parse("Accuracy")?, ObjectiveChoice::Accuracy);
    /// assert_eq!(ObjectiveChoice::parse("weighted:2.5")?.to_string(), "weighted:2.5");
    /// assert_eq!(ObjectiveChoice::parse("F1")?.to_string(), "fscore");
    /// let refused = ObjectiveChoice::parse("accuraccy").unwrap_err();
    /// assert!(refused.to_string().contains("did you mean accuracy?"));
    /// # Ok::<(), gosdt::OptionsError>(())
    /// ```
    pub fn parse(text: &str) -> Result<ObjectiveChoice, OptionsError> {
        match ObjectiveChoice::cost_file(text) {
            Some(path) => Ok(ObjectiveChoice::Costs(CostMatrix::read(path)?)),
            None => ObjectiveChoice::named(text),
        }
    }

    /// The file of `cost:FILE`.
    pub fn cost_file(text: &str) -> Option<&str> {
        let (family, path) = text.split_once(':')?;
        family.trim().eq_ignore_ascii_case("cost").then_some(path)
    }

    /// Reads an objective as [`ObjectiveChoice::parse`] does, but for `cost:FILE`, which is refused: a
    /// name that comes from elsewhere must not make anyone read a file.
    pub fn named(text: &str) -> Result<ObjectiveChoice, OptionsError> {
        let (family, number) = match text.split_once(':') {
            Some((family, number)) => (family, Some(number)),
            None => (text, None),
        };
        let family = family.trim().to_ascii_lowercase();
        match (family.as_str(), number) {
            ("accuracy", None) => Ok(ObjectiveChoice::Accuracy),
            ("balanced", None) => Ok(ObjectiveChoice::Balanced),
            ("weighted", Some(omega)) => Ok(ObjectiveChoice::Weighted(omega.parse()?)),
            ("auc", None) => Ok(ObjectiveChoice::Auc),
            ("pauc", Some(theta)) => Ok(ObjectiveChoice::Pauc(theta.parse()?)),
            ("fscore" | "f1", None) => Ok(ObjectiveChoice::FScore(None)),
            ("fscore", Some(omega)) => Ok(ObjectiveChoice::FScore(Some(omega.parse()?))),
            ("fbeta", Some(beta)) => Ok(ObjectiveChoice::FBeta(beta.parse()?)),
            ("jaccard", None) => Ok(ObjectiveChoice::Jaccard),
            _ => Err(match RankObjective::refusal(&family) {
                Some(reason) => OptionsError::Refused(reason),
                None => OptionsError::UnknownObjective(text.to_string()),
            }),
        }
    }

    /// The objective if it is one that ranks.
    pub(super) fn ranked(&self) -> Option<RankObjective> {
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
