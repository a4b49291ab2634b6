//! What a user should know about a fit beside its result.
use gosdt_data::Table;
use gosdt_search::Costs;

/// Of a proven tree that was not chosen by the rule among equally good ones.
pub(crate) const NOT_CHOSEN: &str = "stopped after the proof and before a rule chose among equally \
                                     good trees: another run may show another of them";

/// Says how many rows were left out, if any were.
pub(crate) fn dropped_rows_warning(table: &Table) -> Option<String> {
    match table.dropped_rows {
        0 => None,
        1 => Some("1 row with a missing value was left out".to_string()),
        rows => Some(format!("{rows} rows with missing values were left out")),
    }
}

/// The warnings that these costs give rise to.
pub(crate) fn warnings(table: &Table, costs: &Costs) -> Vec<String> {
    let mut warnings: Vec<String> = dropped_rows_warning(table).into_iter().collect();
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
    let each = table.heaviest().into_iter().enumerate();
    each.map(|(class, weight)| i128::from(weight) * dearest(class)).max().unwrap_or(0)
}
