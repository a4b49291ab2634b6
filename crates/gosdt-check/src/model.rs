//! The model's tree, scored on the rows.
use crate::{json::Json, problem::Problem, table::Table, table::texts_of};

/// What the tree of a model costs, in units of the problem: every row goes down from the root. The tree
/// must keep the limits of the model; a lone leaf has rows enough.
pub fn score(model: &Json, table: &Table, problem: &Problem) -> Result<i64, String> {
    let nodes = model.list("tree.nodes").len();
    let mut rows_at = vec![None; nodes];
    let first = rows_at.first_mut().ok_or("the model has no tree")?;
    *first = Some(((0..table.labels.len()).collect::<Vec<usize>>(), 0));
    let (mut cost, mut leaves) = (0i64, 0);
    // A child comes after its parent and has one parent: one pass reaches every node once.
    for at in 0..nodes {
        let wrong = |what: &str| format!("node {at} of the model: {what}");
        let path = |key: &str| format!("tree.nodes.{at}.{key}");
        let (rows, depth) = rows_at[at].take().ok_or_else(|| wrong("no node leads here"))?;
        if model.text(&path("node")) == "leaf" {
            let cells = problem.cells.get(model.number(&path("class")).unwrap_or(usize::MAX));
            let cells = cells.ok_or_else(|| wrong("no class"))?;
            let loss = |row: &usize| cells[table.labels[*row]] * table.weights[*row];
            cost = cost.saturating_add(rows.iter().map(loss).sum::<i64>() + problem.per_leaf);
            leaves += 1;
            let has_rows = nodes == 1 || rows.len() as i64 >= problem.least_rows;
            if !has_rows || depth > problem.limits.depth || leaves > problem.limits.leaves {
                return Err(wrong("it does not keep the limits"));
            }
            continue;
        }
        let answers = answers(model, &path(""), table);
        let answers = answers.ok_or_else(|| wrong("its test does not fit its column"))?;
        let (yes, no): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| answers[*row]);
        for (child, rows) in [("yes", yes), ("no", no)] {
            let child = model.number::<usize>(&path(child)).filter(|child| *child > at);
            let child = child.filter(|child| rows_at.get(*child).is_some_and(Option::is_none));
            let child = child.ok_or_else(|| wrong("a child is not a later node of its own"))?;
            rows_at[child] = Some((rows, depth + 1));
        }
    }
    Ok(cost)
}

/// How the rows answer the test of a node; `None` if it does not fit its column. Missing values answer
/// no, except to the test for them.
fn answers(model: &Json, node: &str, table: &Table) -> Option<Vec<bool>> {
    let at = model.number(&format!("{node}column"))?;
    let [test, is] = ["test", "test.is"].map(|key| model.text(&format!("{node}{key}")));
    let code = texts_of(model, at).iter().position(|text| *text == is);
    let most = model.number::<f64>(&format!("{node}test.at_most"));
    let column = table.columns.get(at)?;
    let answer = |value: &f64| match (test, column.ordered) {
        ("is_missing", _) => Some(value.is_nan()),
        (_, true) => most.map(|most| *value <= most),
        (_, false) => code.map(|code| *value == code as f64),
    };
    column.values.iter().map(answer).collect()
}
