//! What a user should know about a fit beside its result.
use gosdt_data::Table;
use gosdt_search::Costs;
use gosdt_tree::{Model, ObjectiveSpec};

/// Of a proven tree that was not chosen by the rule among equally good ones.
pub(crate) const NOT_CHOSEN: &str = "stopped after the proof and before a rule chose among equally \
                                     good trees: another run may show another of them";

/// Says which columns and how many rows were left out.
pub(crate) fn table_warnings(table: &Table) -> Vec<String> {
    let columns = table.notes.iter().map(ToString::to_string);
    let rows = match table.dropped_rows {
        0 => None,
        1 => Some("1 row with a missing value was left out".to_string()),
        rows => Some(format!("{rows} rows with missing values were left out")),
    };
    columns.chain(rows).collect()
}

/// What to try where the best tree is a lone leaf.
pub(crate) fn lone_leaf_warning(model: &Model) -> Option<String> {
    if model.tree.leaves() > 1 {
        return None;
    }
    let ObjectiveSpec { name, lambda, max_depth, max_leaves, min_leaf, .. } = &model.objective;
    let status = model.certificate.status;
    if *max_depth == Some(0) || *max_leaves == Some(1) {
        return Some("the tree is a lone leaf, since the limits allow no split".to_string());
    }
    if !status.is_proven() {
        let text = "the tree is a lone leaf: the search was stopped before it found a better one; give \
                    it more time or memory, or a limit on the depth";
        return Some(text.to_string());
    }
    let limits = if *min_leaf > 1 { " (and keeps the least number of rows in a leaf)" } else { "" };
    let weights = model.tree.nodes[0].weights();
    let largest = weights.iter().copied().fold(0.0, f64::max) / weights.iter().sum::<f64>();
    let rare = if name == "accuracy" && largest >= 0.75 {
        format!("; {:.1} % of the rows have one class: try the objective balanced", 100.0 * largest)
    } else {
        String::new()
    };
    Some(format!(
        "the tree is a lone leaf: no tree lowers the loss by λ = {lambda} for each further \
         leaf{limits}; try a smaller λ, or look at the path, which has the best tree for each \
         λ{rare}"
    ))
}

/// The warnings that these costs give rise to.
pub(crate) fn warnings(table: &Table, costs: &Costs) -> Vec<String> {
    let mut warnings = table_warnings(table);
    if i128::from(costs.per_leaf()) < dearest_row(table, costs) {
        let text = "λ is below one row's weight: a leaf may be spent on a single row";
        warnings.push(text.to_string());
    }
    if !costs.is_exact() {
        let text = "the costs need more than 64 bits and were rounded down: the bounds hold, and no \
                    tree is better by more than the gap; simpler decimals avoid this";
        warnings.push(text.to_string());
    }
    warnings
}

/// The most that a single row can cost.
fn dearest_row(table: &Table, costs: &Costs) -> i128 {
    let dearest = |class: usize| {
        let each = (0..costs.labels()).map(|label| costs.per_weight(label, class));
        i128::from(each.max().unwrap_or(0))
    };
    let by_class: Vec<i128> = (0..costs.classes()).map(dearest).collect();
    let weight = |row: usize| table.weights.as_ref().map_or(1, |weights| weights.values[row]);
    let codes = table.labels.codes.iter().enumerate();
    codes.map(|(row, &code)| i128::from(weight(row)) * by_class[code as usize]).max().unwrap_or(0)
}
