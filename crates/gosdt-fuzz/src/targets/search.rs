//! The search against the oracle: the same optimum, whichever way splits are stored.
use gosdt_oracle::random::{Ranges, generate_within};
use gosdt_oracle::{Loss, OracleProblem, optimum};
use gosdt_search::{
    Costs, Feature, Limits, Objective, Points, Problem, SearchOptions, Silent, Status, Storage,
    search,
};

/// Searches a random problem.
pub fn run(seed: u64) -> Result<(), String> {
    let ranges = Ranges { rows: 10, long_rows: 16, features: 4, ..Ranges::default() };
    let generated = generate_within(seed, &ranges);
    let problem = problem(&generated.problem, &generated.places);
    let expected = optimum(&generated.problem);
    for storage in [Storage::Bits, Storage::Ranks] {
        let options = SearchOptions { storage, ..SearchOptions::default() };
        let found = search(&problem, &options, &mut Silent);
        let upper = problem.costs().rational(found.upper);
        if found.status != Status::Optimal || found.lower != found.upper || upper != expected {
            return Err(format!("{storage:?}: {found:?}, the optimum is {expected}"));
        }
    }
    Ok(())
}

/// The oracle's problem, for the search: each row is a point.
fn problem(problem: &OracleProblem, places: &[(u32, Option<u32>)]) -> Problem {
    let len = problem.rows.len();
    let mut weights = vec![0; len * problem.classes];
    let mut totals = vec![0; problem.classes];
    for (row, (&class, &weight)) in problem.labels.iter().zip(&problem.weights).enumerate() {
        weights[row * problem.classes + class] = weight;
        totals[class] += weight;
    }
    let feature = |(at, &(column, place)): (usize, &(u32, Option<u32>))| {
        let mut bits = vec![0u64; len.div_ceil(64)];
        for (row, _) in problem.rows.iter().enumerate().filter(|(_, answers)| answers[at]) {
            bits[row / 64] |= 1 << (row % 64);
        }
        Feature { bits, column, place }
    };
    let features: Vec<Feature> = places.iter().enumerate().map(feature).collect();
    let points =
        Points { len, classes: problem.classes, weights, rows: vec![1; len], columns: Vec::new() };
    let points = points.with_features(&features).expect("thresholds are nested");
    let costs = Costs::new(&objective(&problem.loss), &problem.lambda, &totals, len);
    let limits = Limits {
        max_depth: problem.max_depth,
        max_leaves: problem.max_leaves,
        min_leaf: problem.min_leaf,
    };
    Problem::new(points, costs.expect("costs"), limits).expect("a problem")
}

fn objective(loss: &Loss) -> Objective {
    match loss {
        Loss::Accuracy => Objective::Accuracy,
        Loss::Balanced => Objective::Balanced,
        Loss::Weighted { positive, omega } => {
            Objective::Weighted { positive: *positive, omega: omega.clone() }
        }
        Loss::Costs(matrix) => Objective::Costs(matrix.clone()),
    }
}
