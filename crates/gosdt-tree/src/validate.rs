//! Whether a model can be: every index points somewhere, every question fits its column, every
//! number is a number. What passes here can be predicted with and printed without a further look.
use crate::tree::at_node;
use crate::{Certificate, ColumnKind, Model, ModelColumn, ModelError, Node, ObjectiveSpec, Status};
use gosdt_data::{Missing, Test};
use std::collections::HashSet;

type Checked = Result<(), ModelError>;

impl Model {
    /// Checks the whole model; the error says what is wrong and where.
    pub fn validate(&self) -> Checked {
        self.check_heading()?;
        self.check_classes()?;
        self.check_columns()?;
        self.objective.check(self.classes.len())?;
        self.certificate.check()?;
        self.tree.validate()?;
        self.tree.nodes.iter().enumerate().try_for_each(|(at, node)| self.check_node(at, node))
    }

    fn check_heading(&self) -> Checked {
        require(self.format == Model::FORMAT, "format", || {
            format!("it must be \"{}\"", Model::FORMAT)
        })?;
        require(self.version == Model::VERSION, "version", || {
            format!("{} is not a version (this gosdt reads {})", self.version, Model::VERSION)
        })
    }

    fn check_classes(&self) -> Checked {
        require(!self.classes.is_empty(), "classes", || "there is none".into())?;
        check_distinct("classes", &self.classes)?;
        let positive = self.positive.unwrap_or(0);
        require(positive < self.classes.len(), "positive", || self.no_class(positive))
    }

    fn check_columns(&self) -> Checked {
        check_distinct("columns", self.columns.iter().map(|column| &column.name))?;
        self.columns.iter().try_for_each(ModelColumn::check)
    }

    fn check_node(&self, at: usize, node: &Node) -> Checked {
        self.check_weights(node.weights()).map_err(|problem| at_node(at, problem))?;
        match node {
            Node::Leaf { class, .. } if *class < self.classes.len() => Ok(()),
            Node::Leaf { class, .. } => Err(at_node(at, self.no_class(*class))),
            Node::Split { column, test, .. } => {
                self.check_test(*column, test).map_err(|problem| at_node(at, problem))
            }
        }
    }

    fn check_weights(&self, weights: &[f64]) -> Result<(), String> {
        if weights.len() != self.classes.len() {
            let classes = self.classes.len();
            return Err(format!("{} weights for {classes} classes", weights.len()));
        }
        if let Some(weight) = weights.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0))
        {
            return Err(format!("the weight {weight} is not a finite number of at least 0"));
        }
        match weights.iter().sum::<f64>().is_finite() {
            true => Ok(()),
            false => Err("the weights are too large to add up".into()),
        }
    }

    fn check_test(&self, column: usize, test: &Test) -> Result<(), String> {
        let count = self.columns.len();
        let Some(column) = self.columns.get(column) else {
            return Err(format!("column {column} does not exist (the model has {count})"));
        };
        match test {
            Test::IsMissing if self.missing == Missing::Category => Ok(()),
            Test::IsMissing => {
                Err("it asks for missing values, but the model was fitted without them".into())
            }
            Test::AtMost(threshold) => column.check_threshold(*threshold),
            Test::Is(value) => column.check_value(value),
        }
    }

    fn no_class(&self, class: usize) -> String {
        format!("class {class} does not exist (the model has {})", self.classes.len())
    }
}

impl ModelColumn {
    fn check(&self) -> Checked {
        let place = || format!("column {:?}", self.name);
        match &self.kind {
            ColumnKind::Numeric => self.check_levels(),
            ColumnKind::Boolean { spelling } => check_distinct(&place(), spelling),
            ColumnKind::Categorical { categories } => check_distinct(&place(), categories),
        }
    }

    fn check_levels(&self) -> Checked {
        let Some(levels) = &self.reading.levels else { return Ok(()) };
        let place = format!("column {:?}", self.name);
        require(!levels.is_empty(), &place, || "it is ordered and has no categories".into())?;
        check_distinct(&place, levels)
    }

    fn check_threshold(&self, threshold: f64) -> Result<(), String> {
        match self.kind {
            ColumnKind::Numeric if threshold.is_finite() => Ok(()),
            ColumnKind::Numeric => Err(format!("the threshold {threshold} is not a finite number")),
            _ => Err(format!("it compares column {:?}, which is not numeric", self.name)),
        }
    }

    fn check_value(&self, value: &String) -> Result<(), String> {
        let values: &[String] = match &self.kind {
            ColumnKind::Numeric => {
                return Err(format!(
                    "it asks column {:?}, which is numeric, for a value",
                    self.name
                ));
            }
            ColumnKind::Boolean { spelling } => spelling,
            ColumnKind::Categorical { categories } => categories,
        };
        match values.contains(value) {
            true => Ok(()),
            false => Err(format!("{value:?} is not a value of column {:?}", self.name)),
        }
    }
}

impl ObjectiveSpec {
    fn check(&self, classes: usize) -> Checked {
        check_printable("objective.name", &self.name)?;
        check_printable("objective.lambda", &self.lambda)?;
        let Some(costs) = &self.costs else { return Ok(()) };
        let square = costs.len() == classes && costs.iter().all(|row| row.len() == classes);
        require(square, "objective.costs", || {
            format!("the matrix must have {classes} rows and columns, one for each class")
        })?;
        costs.iter().flatten().try_for_each(|cost| check_printable("objective.costs", cost))
    }
}

impl Certificate {
    fn check(&self) -> Checked {
        let numbers = [
            ("objective", self.objective),
            ("loss", self.loss),
            ("lower_bound", self.lower_bound),
            ("upper_bound", self.upper_bound),
            ("gap", self.gap),
        ];
        let broken = numbers.into_iter().find(|(_, number)| !number.is_finite());
        broken.map_or(Ok(()), |(field, number)| {
            let problem = format!("{number} is not a finite number");
            Err(ModelError::damaged(format!("certificate.{field}"), problem))
        })?;
        self.check_thresholds()
    }

    /// A tree that was not compared with all others must not be called plainly optimal.
    fn check_thresholds(&self) -> Checked {
        let place = "certificate.thresholds";
        if let Some(thresholds) = &self.thresholds {
            check_printable(place, &thresholds.rule)?;
            require(thresholds.kept <= thresholds.offered, place, || {
                format!("{} of {} were kept", thresholds.kept, thresholds.offered)
            })?;
        }
        let fits = match self.status {
            Status::Optimal => self.among().is_none(),
            Status::OptimalAmongThresholds => self.among().is_some(),
            _ => true,
        };
        require(fits, "certificate.status", || {
            format!("\"{}\" does not fit the thresholds that were kept", self.status)
        })?;
        let fits = !(self.exact && self.status == Status::OptimalUpToRounding);
        require(fits, "certificate.status", || {
            format!("\"{}\" does not fit costs that are exact", self.status)
        })
    }
}

fn require(holds: bool, place: &str, problem: impl Fn() -> String) -> Checked {
    if holds { Ok(()) } else { Err(ModelError::damaged(place, problem())) }
}

fn check_distinct<'a>(place: &str, names: impl IntoIterator<Item = &'a String>) -> Checked {
    let mut seen = HashSet::new();
    match names.into_iter().find(|name| !seen.insert(name.as_str())) {
        None => Ok(()),
        Some(twice) => Err(ModelError::damaged(place, format!("{twice:?} occurs twice"))),
    }
}

/// These words are gosdt's own, and programs print them as they are.
fn check_printable(place: &str, text: &str) -> Checked {
    let printable = text.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    require(printable, place, || format!("{text:?} holds characters that have no place here"))
}
