//! The model's tree, scored on the rows.
use crate::costs::Costs;
use crate::json::Json;
use crate::table::{Column, MISSING, Table};

/// What a tree costs and how large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    /// Its loss and its leaves, in units of the costs.
    pub cost: i64,
    /// Number of leaves.
    pub leaves: u64,
    /// Largest number of splits above a leaf.
    pub depth: u64,
    /// The fewest rows of a leaf.
    pub fewest_rows: u64,
}

impl Scored {
    /// Scores the tree of a model: every row goes down from the root.
    pub fn new(model: &Json, table: &Table, costs: &Costs) -> Result<Scored, String> {
        let nodes = model.get("tree").get("nodes").items();
        let columns = model.get("columns").items();
        let mut rows_at: Vec<Option<Vec<usize>>> = vec![None; nodes.len()];
        let mut depths = vec![0; nodes.len()];
        *rows_at.first_mut().ok_or("the model has no tree")? =
            Some((0..table.labels.len()).collect());
        let mut scored = Scored { cost: 0, leaves: 0, depth: 0, fewest_rows: u64::MAX };
        // A child comes after its parent and has one parent: one pass reaches every node once.
        for (at, node) in nodes.iter().enumerate() {
            let wrong = |what: &str| format!("node {at} of the model: {what}");
            let rows = rows_at[at].take().ok_or_else(|| wrong("no node leads here"))?;
            if node.get("node").text() == Some("leaf") {
                let class = node.get("class").number::<usize>();
                let cells = class
                    .and_then(|class| costs.cells.get(class))
                    .ok_or_else(|| wrong("no class"))?;
                let cost =
                    |row: &usize| cells[table.labels[*row] as usize] * table.weights[*row] as i64;
                scored.cost += rows.iter().map(cost).sum::<i64>();
                scored.cost = scored.cost.saturating_add(costs.per_leaf);
                scored.leaves += 1;
                scored.depth = scored.depth.max(depths[at]);
                scored.fewest_rows = scored.fewest_rows.min(rows.len() as u64);
                continue;
            }
            let column = node.get("column").number::<usize>();
            let column = column.and_then(|at| Some((table.columns.get(at)?, columns.get(at)?)));
            let answers =
                column.and_then(|(values, column)| answers(node.get("test"), values, column));
            let answers = answers.ok_or_else(|| wrong("its test does not fit its column"))?;
            let (yes, no): (Vec<usize>, Vec<usize>) =
                rows.into_iter().partition(|row| answers(*row));
            for (child, rows) in [("yes", yes), ("no", no)] {
                let child = node.get(child).number::<usize>().filter(|child| *child > at);
                let child = child.filter(|child| rows_at.get(*child).is_some_and(Option::is_none));
                let child = child.ok_or_else(|| wrong("a child is not a later node of its own"))?;
                (rows_at[child], depths[child]) = (Some(rows), depths[at] + 1);
            }
        }
        Ok(scored)
    }

    /// Checks the limits of the model; a lone leaf has rows enough.
    pub fn check_limits(&self, objective: &Json) -> Result<(), String> {
        let most = |key: &str| objective.get(key).number::<u64>().unwrap_or(u64::MAX);
        let least = objective.get("min_leaf").number::<u64>().unwrap_or(1);
        match self.depth <= most("max_depth")
            && self.leaves <= most("max_leaves")
            && (self.fewest_rows >= least || self.leaves == 1)
        {
            true => Ok(()),
            false => Err("the tree does not keep the limits".into()),
        }
    }
}

/// How rows answer a test; `None` if it does not fit the column. Missing values answer no, except to
/// the test for them.
fn answers<'a>(
    test: &Json,
    values: &'a Column,
    column: &Json,
) -> Option<Box<dyn Fn(usize) -> bool + 'a>> {
    match (values, test.text()) {
        (Column::Numbers(values), Some("is_missing")) => Some(Box::new(|row| values[row].is_nan())),
        (Column::Texts(codes), Some("is_missing")) => Some(Box::new(|row| codes[row] == MISSING)),
        (Column::Numbers(values), None) => {
            let threshold: f64 = test.get("at_most").number()?;
            Some(Box::new(move |row| values[row] <= threshold))
        }
        (Column::Texts(codes), None) => {
            let texts = [column.get("spelling").items(), column.get("categories").items()].concat();
            let asked = test.get("is").text()?;
            let asked = texts.iter().position(|text| text.text() == Some(asked))? as u32;
            Some(Box::new(move |row| codes[row] == asked))
        }
        _ => None,
    }
}
