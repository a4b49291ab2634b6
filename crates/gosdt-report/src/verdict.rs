//! The verdict in a sentence.
use crate::numbers::{at_most, count, counted, number, seconds};
use gosdt::{Decimal, Path};
use gosdt_tree::{Model, ObjectiveSpec, Status};

/// Whether the tree is proven to be the best, or else how far from it at most. `elapsed` is the
/// time of the search in seconds, where it is known.
pub fn verdict(model: &Model, elapsed: Option<f64>) -> String {
    let proof = &model.certificate;
    if is_proven(model) {
        let among = among(model);
        return format!("Proven optimal{among}: {} has a lower objective.", every_tree(model));
    }
    if proof.status == Status::NearOptimal {
        let above = number(proof.gap);
        return format!(
            "Chosen among all near-optimal trees: {above} above the optimum{}.",
            among(model)
        );
    }
    if proof.status == Status::OptimalUpToRounding {
        let (among, gap) = (among(model), at_most(proof.gap));
        return format!("Optimal{among} up to {gap}, which the rounding of costs leaves open.");
    }
    let stopped = stopped(proof.status);
    let after = elapsed.map_or(String::new(), |time| format!(" after {}", seconds(time)));
    format!("{stopped}{after}; at most {} above the optimum{}.", at_most(proof.gap), among(model))
}

/// What ended a search that proved nothing: with a proof this is not asked.
fn stopped(status: Status) -> &'static str {
    match status {
        Status::TimeLimit => "Stopped by the time limit",
        Status::MemoryLimit => "Stopped by the memory limit",
        Status::Interrupted => "Interrupted",
        Status::Optimal
        | Status::OptimalAmongThresholds
        | Status::OptimalUpToRounding
        | Status::NearOptimal => "Ended",
    }
}

/// Whether a path is proven, or else for which λ it is not and how far from it at most.
pub(crate) fn path_verdict(path: &Path) -> String {
    let (first, last) = (&path.trees[0], &path.trees[path.trees.len() - 1]);
    let range = |high: &Decimal, low: &Decimal| {
        format!("λ from {} to {}", number(high.to_f64()), number(low.to_f64()))
    };
    if path.unproven.is_empty() {
        let trees = match path.trees.len() {
            1 => "this tree has".to_string(),
            trees => format!("one of these {trees} trees has"),
        };
        let all = range(&first.high, &last.low);
        let (among, least) = match first.model.certificate.among() {
            Some(_) => (among(&first.model), "the least objective on these thresholds"),
            None => (String::new(), "the least objective there is"),
        };
        if path.status == Status::OptimalUpToRounding {
            let gap = path.trees.iter().map(|tree| tree.gap).fold(0.0, f64::max);
            let gap = at_most(gap);
            return format!(
                "Optimal{among} up to {gap}: for every {all}, {trees} {least}, but for the rounding of costs."
            );
        }
        return format!("Proven optimal{among}: for every {all}, {trees} {least}.");
    }
    let open = path.unproven.iter().map(|open| range(&open.high, &open.low));
    let open: Vec<String> = open.collect();
    let gap = path.unproven.iter().map(|open| open.gap).fold(0.0, f64::max);
    format!(
        "{} after {}; for {}, at most {} above the optimum{}.{}",
        stopped(path.status),
        seconds(path.seconds),
        open.join(" and "),
        at_most(gap),
        among(&first.model),
        if open == [range(&first.high, &last.low)] { "" } else { " The rest is proven." }
    )
}

/// Whether no tree is better, of those that were compared.
pub(crate) fn is_proven(model: &Model) -> bool {
    model.certificate.status.is_proven()
}

/// What trees were compared, where not all: ` among at most 8 thresholds per column (…)`.
fn among(model: &Model) -> String {
    let among = model.certificate.among();
    among.map_or(String::new(), |thresholds| format!(" among {}", thresholds.words()))
}

/// All trees that the proof speaks of.
fn every_tree(model: &Model) -> String {
    let limits = limits(&model.objective);
    let splits = match model.certificate.binary_features {
        0 => return format!("the data offer no split; no tree{limits}"),
        1 => "this one split".to_string(),
        splits => format!("these {} splits", count(splits)),
    };
    format!("no tree{limits} on {splits}")
}

/// What was asked of trees besides a low objective: ` of depth at most 4 with at most 8 leaves`.
fn limits(objective: &ObjectiveSpec) -> String {
    let depth = objective.max_depth.map(|depth| format!(" of depth at most {depth}"));
    let leaves = objective
        .max_leaves
        .map(|leaves| format!(" with at most {}", counted(leaves.into(), "leaf", "leaves")));
    let rows = (objective.min_leaf > 1)
        .then(|| format!(" with at least {} rows in each leaf", count(objective.min_leaf.into())));
    let all: Vec<String> = [depth, leaves, rows].into_iter().flatten().collect();
    all.join(",")
}
