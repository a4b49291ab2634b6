//! Prediction on raw tables, columns matched by name.
//!
//! Only what a row's way through the tree asks about is read: any other cell may hold anything.
use crate::boolean::side_of;
use crate::{ColumnKind, Model, ModelColumn, ModelError, Node, printable};
use gosdt_data::{Missing, RawTable, Reading, Test, is_missing};
use std::collections::{BTreeMap, BTreeSet};

/// Predictions for the rows of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Predictions {
    /// The leaf (node index) of each row.
    pub leaves: Vec<usize>,
    /// The predicted class of each row.
    pub classes: Vec<usize>,
}

impl Model {
    /// Predicts every row of `raw`.
    ///
    /// The table needs the columns that the tree asks about, in any order; others are ignored. A
    /// category that was not seen in training is none of those that the tree asks for. A missing
    /// value is an error where the row's way through the tree asks for it, unless the model was
    /// fitted with missing values as a category.
    pub fn predict(&self, raw: &RawTable) -> Result<Predictions, ModelError> {
        self.validate()?;
        let leaves = Plan::new(self, raw)?.leaves()?;
        let classes = leaves.iter().map(|&leaf| self.class_of(leaf)).collect();
        Ok(Predictions { leaves, classes })
    }

    /// The share of each class among the training weight of leaf node `leaf`. Where that weight is
    /// 0, the leaf's class has the whole share. Empty when there is no such leaf.
    pub fn shares(&self, leaf: usize) -> Vec<f64> {
        let Some(Node::Leaf { class, weights, .. }) = self.tree.nodes.get(leaf) else {
            return Vec::new();
        };
        let total: f64 = weights.iter().sum();
        let share = |(at, weight): (usize, &f64)| match total > 0.0 {
            true => weight / total,
            false => f64::from(u8::from(at == *class)),
        };
        weights.iter().enumerate().map(share).collect()
    }

    /// The class of a leaf that a plan arrived at.
    fn class_of(&self, leaf: usize) -> usize {
        match self.tree.nodes[leaf] {
            Node::Leaf { class, .. } => class,
            Node::Split { .. } => unreachable!("every way through a tree ends in a leaf"),
        }
    }
}

/// The tree with its questions resolved to places in the table.
struct Plan<'a> {
    model: &'a Model,
    raw: &'a RawTable,
    /// One per node.
    steps: Vec<Step<'a>>,
    missing_goes: bool,
}

/// What to do at a node.
enum Step<'a> {
    Stay,
    Ask { column: usize, position: usize, question: Question<'a>, yes: usize, no: usize },
}

/// A test, with what it takes to read the cell.
enum Question<'a> {
    AtMost { threshold: f64, reading: &'a Reading },
    Category(&'a str),
    Boolean { spelling: &'a [String; 2], side: usize },
    Missing,
}

/// What a cell answers.
enum Answer {
    Yes,
    No,
    Missing,
    Unreadable,
}

/// Why a row cannot be predicted: what is wrong with its cell in a column of the model.
enum Trouble {
    Missing { column: usize },
    Unreadable { column: usize, position: usize },
}

impl<'a> Plan<'a> {
    fn new(model: &'a Model, raw: &'a RawTable) -> Result<Plan<'a>, ModelError> {
        let positions = find_columns(model, raw)?;
        let steps = model.tree.nodes.iter().map(|node| Step::new(model, &positions, node));
        let missing_goes = model.missing == Missing::Category;
        Ok(Plan { model, raw, steps: steps.collect(), missing_goes })
    }

    /// The leaf of each row; of missing values the first is reported, and how many rows have one.
    fn leaves(&self) -> Result<Vec<usize>, ModelError> {
        let mut leaves = Vec::with_capacity(self.raw.rows());
        let mut first_missing = None;
        for row in 0..self.raw.rows() {
            match self.leaf_of(row) {
                Ok(leaf) => leaves.push(leaf),
                Err(Trouble::Missing { column }) => {
                    first_missing.get_or_insert((row, column));
                }
                Err(Trouble::Unreadable { column, position }) => {
                    return Err(self.unreadable(row, column, position));
                }
            }
        }
        match first_missing {
            None => Ok(leaves),
            Some((row, column)) => {
                Err(self.missing_value(row, column, self.raw.rows() - leaves.len()))
            }
        }
    }

    fn leaf_of(&self, row: usize) -> Result<usize, Trouble> {
        let mut at = 0;
        while let Step::Ask { column, position, question, yes, no } = &self.steps[at] {
            let (column, position) = (*column, *position);
            at = match question.ask(self.raw.cell(row, position)) {
                Answer::Yes => *yes,
                Answer::No => *no,
                Answer::Missing if self.missing_goes => *no,
                Answer::Missing => return Err(Trouble::Missing { column }),
                Answer::Unreadable => return Err(Trouble::Unreadable { column, position }),
            };
        }
        Ok(at)
    }

    fn missing_value(&self, row: usize, column: usize, rows: usize) -> ModelError {
        ModelError::MissingValue {
            source_name: self.raw.source.clone(),
            line: self.raw.line(row),
            column: self.model.columns[column].name.clone(),
            rows,
        }
    }

    fn unreadable(&self, row: usize, column: usize, position: usize) -> ModelError {
        let text = self.raw.cell(row, position);
        let column = &self.model.columns[column];
        ModelError::UnreadableCell {
            source_name: self.raw.source.clone(),
            line: self.raw.line(row),
            column: column.name.clone(),
            text: text.to_owned(),
            expected: column.expectation(text),
        }
    }
}

impl<'a> Step<'a> {
    fn new(model: &'a Model, positions: &BTreeMap<usize, usize>, node: &'a Node) -> Step<'a> {
        let Node::Split { column, test, yes, no, .. } = node else { return Step::Stay };
        let question = Question::new(&model.columns[*column], test);
        Step::Ask { column: *column, position: positions[column], question, yes: *yes, no: *no }
    }
}

impl<'a> Question<'a> {
    fn new(column: &'a ModelColumn, test: &'a Test) -> Question<'a> {
        match (test, &column.kind) {
            (Test::IsMissing, _) => Question::Missing,
            (Test::AtMost(threshold), _) => {
                Question::AtMost { threshold: *threshold, reading: &column.reading }
            }
            (Test::Is(value), ColumnKind::Boolean { spelling }) => {
                Question::Boolean { spelling, side: usize::from(spelling[1] == *value) }
            }
            (Test::Is(value), _) => Question::Category(value),
        }
    }

    fn ask(&self, text: &str) -> Answer {
        match self {
            Question::AtMost { threshold, reading } => match reading.number(text) {
                Some(number) if number.is_finite() => Answer::from(number <= *threshold),
                _ => Answer::without_value(text),
            },
            Question::Category(value) if text == *value => Answer::Yes,
            Question::Category(_) if is_missing(text) => Answer::Missing,
            Question::Category(_) => Answer::No,
            Question::Boolean { spelling, side } => match side_of(text, spelling) {
                Some(found) => Answer::from(found == *side),
                None => Answer::without_value(text),
            },
            Question::Missing => Answer::from(is_missing(text)),
        }
    }
}

impl Answer {
    fn without_value(text: &str) -> Answer {
        if is_missing(text) { Answer::Missing } else { Answer::Unreadable }
    }
}

impl From<bool> for Answer {
    fn from(yes: bool) -> Answer {
        if yes { Answer::Yes } else { Answer::No }
    }
}

impl ModelColumn {
    /// What a cell should have held, given that it holds `text`.
    fn expectation(&self, text: &str) -> String {
        match &self.kind {
            ColumnKind::Boolean { spelling: [no, yes] } => {
                format!("`{}` or `{}`", printable(no), printable(yes))
            }
            _ if self.reading.number(text).is_some() => "a finite number".into(),
            _ => self.reading.expectation(),
        }
    }
}

/// The place in the table of each column that the tree asks about.
fn find_columns(model: &Model, raw: &RawTable) -> Result<BTreeMap<usize, usize>, ModelError> {
    let mut positions = BTreeMap::new();
    let mut missing = Vec::new();
    let mut first = None;
    for column in asked_columns(model) {
        let ModelColumn { name, reading, .. } = &model.columns[column];
        let name = reading.source(name);
        match raw.column_index(name) {
            Ok(position) => {
                positions.insert(column, position);
            }
            Err(error) => {
                first.get_or_insert(error);
                missing.push(name.to_string());
            }
        }
    }
    match first {
        None => Ok(positions),
        Some(first) => Err(ModelError::MissingColumns { first: Box::new(first), missing }),
    }
}

fn asked_columns(model: &Model) -> BTreeSet<usize> {
    let column = |node: &Node| match node {
        Node::Split { column, .. } => Some(*column),
        Node::Leaf { .. } => None,
    };
    model.tree.nodes.iter().filter_map(column).collect()
}
