//! The oracle's loss as the search's objective.
use gosdt_oracle::Loss;
use gosdt_search::Objective;

pub fn objective_of(loss: &Loss) -> Objective {
    match loss.clone() {
        Loss::Accuracy => Objective::Accuracy,
        Loss::Balanced => Objective::Balanced,
        Loss::Weighted { positive, omega } => Objective::Weighted { positive, omega },
        Loss::Costs(matrix) => Objective::Costs(matrix),
    }
}
