//! How λ was chosen: mean loss with its error against λ, as SVG for the page.
use crate::axis::Axis;
use crate::numbers::number;
use askama::Template;
use gosdt::{Candidate, Selection};

/// Labels of λ nearer to each other than this are left out.
const LABEL_ROOM: f64 = 42.0;

/// The picture of a cross-validation.
#[derive(Template)]
#[template(path = "selection.svg", escape = "html")]
pub(crate) struct SelectionChart {
    up: Axis,
    candidates: Vec<Dot>,
    labels: Vec<(f64, String)>,
    line: String,
    /// One standard error above the least mean loss.
    enough: f64,
    /// The candidates of the two rules, and how they are drawn.
    rings: [(f64, f64, &'static str); 2],
}

/// A candidate: its place, those of its error's ends, and what it is.
struct Dot {
    x: f64,
    y: f64,
    low: f64,
    high: f64,
    title: String,
}

impl SelectionChart {
    /// The chart, unless there was nothing to choose.
    pub(crate) fn new(selection: &Selection) -> Option<SelectionChart> {
        let candidates = &selection.candidates;
        if candidates.len() < 2 {
            return None;
        }
        let places = logarithms(candidates);
        let across = Axis { low: places[places.len() - 1], high: places[0], from: 80.0, to: 684.0 };
        let up = vertical(candidates);
        let dots: Vec<Dot> = candidates
            .iter()
            .zip(&places)
            .map(|(one, place)| dot(one, across.at(*place), up))
            .collect();
        let least = &candidates[selection.min];
        Some(SelectionChart {
            enough: up.at(least.mean_loss + least.loss_error),
            labels: labels(candidates, &dots),
            line: dots.iter().map(|dot| format!("{:.1},{:.1} ", dot.x, dot.y)).collect(),
            rings: [selection.min, selection.one_se].map(|at| {
                let class = if at == selection.chosen { "picked" } else { "decisions" };
                (dots[at].x, dots[at].y, class)
            }),
            candidates: dots,
            up,
        })
    }

    fn losses(&self) -> Vec<(f64, String)> {
        self.up.ticks().into_iter().map(|value| (self.up.at(value), number(value))).collect()
    }
}

/// The logarithm of each λ; 0 is drawn a third below the least that is not.
fn logarithms(candidates: &[Candidate]) -> Vec<f64> {
    let values: Vec<f64> = candidates.iter().map(|candidate| candidate.lambda.to_f64()).collect();
    let least = values.iter().copied().filter(|value| *value > 0.0).fold(f64::INFINITY, f64::min);
    let least = if least.is_finite() { least } else { 1.0 };
    values.iter().map(|value| if *value > 0.0 { *value } else { least / 3.0 }.log10()).collect()
}

fn vertical(candidates: &[Candidate]) -> Axis {
    let ends = |sign: f64| {
        candidates.iter().map(move |candidate| candidate.mean_loss + sign * candidate.loss_error)
    };
    let low = ends(-1.0).fold(f64::INFINITY, f64::min);
    let high = ends(1.0).fold(f64::NEG_INFINITY, f64::max);
    let room = 0.06 * (high - low).max(1e-9);
    Axis { low: low - room, high: high + room, from: 220.0, to: 14.0 }
}

fn dot(candidate: &Candidate, x: f64, up: Axis) -> Dot {
    let (mean, error) = (candidate.mean_loss, candidate.loss_error);
    Dot {
        x,
        y: up.at(mean),
        low: up.at(mean - error),
        high: up.at(mean + error),
        title: format!(
            "λ = {}: loss {} ± {}, {:.1} leaves",
            candidate.lambda,
            number(mean),
            number(error),
            candidate.mean_leaves
        ),
    }
}

/// As many values of λ as there is room for, the largest first.
fn labels(candidates: &[Candidate], dots: &[Dot]) -> Vec<(f64, String)> {
    let mut labels: Vec<(f64, String)> = Vec::new();
    for (candidate, dot) in candidates.iter().zip(dots) {
        if labels.last().is_none_or(|(x, _)| x - dot.x >= LABEL_ROOM) {
            labels.push((dot.x, number(candidate.lambda.to_f64())));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use gosdt::SelectRule;

    fn selection(lambdas: &[&str]) -> Selection {
        let candidate = |(at, text): (usize, &&str)| Candidate {
            lambda: text.parse().unwrap(),
            mean_loss: 0.3 - 0.01 * at as f64,
            loss_error: 0.02,
            mean_accuracy: 0.7,
            accuracy_error: 0.02,
            mean_leaves: 1.5,
            proven: 5,
            losses: vec![0.3; 5],
            accuracies: vec![0.7; 5],
            leaves: vec![1; 5],
        };
        let candidates: Vec<Candidate> = lambdas.iter().enumerate().map(candidate).collect();
        let min = candidates.len() - 1;
        Selection {
            folds: 5,
            candidates,
            min,
            one_se: 0,
            rule: SelectRule::OneSe,
            chosen: 0,
            seconds: 1.0,
        }
    }

    #[test]
    fn equal_ratios_are_equal_distances() {
        let chart = SelectionChart::new(&selection(&["0.1", "0.01", "0.001"])).unwrap();
        let x: Vec<f64> = chart.candidates.iter().map(|dot| dot.x).collect();
        assert!((x[0] - x[1] - (x[1] - x[2])).abs() < 1e-9, "{x:?}");
        assert!(x[0] > x[1]);
        assert_eq!(chart.labels[1].1, "0.01");
    }

    #[test]
    fn a_penalty_of_nothing_has_a_place_too() {
        let chart = SelectionChart::new(&selection(&["0.1", "0"])).unwrap();
        assert!(chart.candidates.iter().all(|dot| dot.x.is_finite()));
        assert!(!chart.to_string().contains("NaN"));
    }

    #[test]
    fn labels_have_room() {
        let many: Vec<String> = (0..60).map(|at| format!("{}", 1.0 / f64::from(at + 2))).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let chart = SelectionChart::new(&selection(&many)).unwrap();
        assert!(chart.labels.windows(2).all(|pair| pair[0].0 - pair[1].0 >= LABEL_ROOM));
    }

    #[test]
    fn one_candidate_is_no_choice() {
        assert!(SelectionChart::new(&selection(&["0.1"])).is_none());
    }
}
