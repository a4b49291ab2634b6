//! How the bounds met: lower and upper bound over time, as SVG for the page.
use crate::axis::Axis;
use crate::numbers::{number, seconds};
use askama::Template;
use gosdt::Progress;
use std::fmt::Write;

/// More moments than this are not told apart in the picture.
const MOST_MOMENTS: usize = 400;

/// The picture of a search.
#[derive(Template)]
#[template(path = "bounds.svg", escape = "html")]
pub(crate) struct BoundsChart {
    across: Axis,
    up: Axis,
    upper: String,
    lower: String,
    gap: String,
    last: [f64; 3],
}

/// A moment of the search, in numbers: time, lower bound, upper bound.
type Moment = [f64; 3];

impl BoundsChart {
    /// The chart, unless the search was over at the first look.
    pub(crate) fn new(trace: &[Progress]) -> Option<BoundsChart> {
        let moments = thinned(changes(trace));
        let last = *moments.last()?;
        if moments.len() < 2 {
            return None;
        }
        let across = Axis { low: 0.0, high: last[0], from: 64.0, to: 700.0 };
        let up = vertical(&moments);
        let [lower, upper] =
            [1, 2].map(|bound| steps(&moments, |moment| [moment[0], moment[bound]], across, up));
        let back: Vec<Moment> = moments.iter().rev().copied().collect();
        Some(BoundsChart {
            gap: format!("M{upper}L{}Z", steps(&back, |moment| [moment[0], moment[1]], across, up)),
            upper: format!("M{upper}"),
            lower: format!("M{lower}"),
            last: [across.at(last[0]), up.at(last[1]), up.at(last[2])],
            across,
            up,
        })
    }

    fn times(&self) -> Vec<(f64, String)> {
        let label = |time: f64| if time == 0.0 { "0".to_string() } else { seconds(time) };
        self.across.ticks().into_iter().map(|time| (self.across.at(time), label(time))).collect()
    }

    fn objectives(&self) -> Vec<(f64, String)> {
        self.up.ticks().into_iter().map(|value| (self.up.at(value), number(value))).collect()
    }
}

/// The first and the last moment at which there was a tree, and those between them at which a bound
/// moved.
fn changes(trace: &[Progress]) -> Vec<Moment> {
    let moments = trace.iter().filter_map(|moment| {
        Some([moment.elapsed.as_secs_f64(), moment.lower_bound, moment.upper_bound?])
    });
    let finite: Vec<Moment> =
        moments.filter(|moment| moment.iter().all(|value| value.is_finite())).collect();
    let moved = |at: &usize| {
        *at == 0 || *at + 1 == finite.len() || finite[*at][1..] != finite[*at - 1][1..]
    };
    (0..finite.len()).filter(moved).map(|at| finite[at]).collect()
}

/// At most so many moments that the page stays small; the last one stays.
fn thinned(moments: Vec<Moment>) -> Vec<Moment> {
    let every = moments.len().div_ceil(MOST_MOMENTS).max(1);
    let last = moments.len().saturating_sub(1);
    let kept =
        |(at, moment): (usize, Moment)| (at.is_multiple_of(every) || at == last).then_some(moment);
    moments.into_iter().enumerate().filter_map(kept).collect()
}

fn vertical(moments: &[Moment]) -> Axis {
    let low = moments.iter().map(|moment| moment[1]).fold(f64::INFINITY, f64::min);
    let high = moments.iter().map(|moment| moment[2]).fold(f64::NEG_INFINITY, f64::max);
    let room = 0.06 * (high - low).max(1e-9);
    Axis { low: (low - room).max(low.min(0.0)), high: high + room, from: 220.0, to: 14.0 }
}

/// A path of steps through values that hold from one moment to the next; without its `M`.
fn steps(
    moments: &[Moment],
    value: impl Fn(&Moment) -> [f64; 2],
    across: Axis,
    up: Axis,
) -> String {
    let mut path = String::new();
    let mut before: Option<[f64; 2]> = None;
    for moment in moments {
        let [time, bound] = value(moment);
        let (x, y) = (across.at(time), up.at(bound));
        let _ = match before {
            None => write!(path, "{x:.1} {y:.1}"),
            // Backwards in time, the value at the earlier moment holds until the later one.
            Some([last_x, _]) if x < last_x => write!(path, "V{y:.1}H{x:.1}"),
            Some(_) => write!(path, "H{x:.1}V{y:.1}"),
        };
        before = Some([x, y]);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn moment(millis: u64, lower_bound: f64, upper_bound: f64) -> Progress {
        let elapsed = Duration::from_millis(millis);
        Progress { elapsed, lower_bound, upper_bound: Some(upper_bound), nodes: 0, memory: 0 }
    }

    #[test]
    fn a_search_that_was_over_at_once_has_no_chart() {
        assert!(BoundsChart::new(&[]).is_none());
        assert!(BoundsChart::new(&[moment(3, 0.1, 0.1)]).is_none());
    }

    #[test]
    fn moments_without_news_are_left_out() {
        let trace = [0, 10, 20, 30, 40].map(|time| moment(time, 0.1 + (time / 30) as f64, 2.0));
        let times: Vec<f64> = changes(&trace).iter().map(|moment| moment[0]).collect();
        assert_eq!(times, [0.0, 0.03, 0.04]);
    }

    #[test]
    fn moments_without_a_tree_are_left_out() {
        let first = Progress { upper_bound: None, ..moment(0, 0.0, 1.0) };
        let found = changes(&[first, moment(10, 0.0, 1.0), moment(20, 0.5, 1.0)]);
        assert_eq!(found, [[0.01, 0.0, 1.0], [0.02, 0.5, 1.0]]);
    }

    #[test]
    fn a_long_search_makes_no_long_page() {
        let trace: Vec<Progress> =
            (0..100_000).map(|at| moment(at * 50, at as f64 * 1e-6, 1.0)).collect();
        let chart = BoundsChart::new(&trace).unwrap().to_string();
        assert!(chart.len() < 40_000, "{}", chart.len());
    }

    #[test]
    fn the_gap_lies_between_the_two_steps() {
        let chart = BoundsChart::new(&[moment(0, 0.0, 1.0), moment(10, 0.5, 0.5)]).unwrap();
        let (up, across) = (chart.up, chart.across);
        let corners = [(0.0, 1.0), (0.01, 1.0), (0.01, 0.5), (0.01, 0.0), (0.0, 0.0)];
        let spelled = |(time, value): (f64, f64)| (across.at(time), up.at(value));
        let [a, b, c, _, e] = corners.map(spelled);
        let forth = format!("M{:.1} {:.1}H{:.1}V{:.1}", a.0, a.1, b.0, c.1);
        let back = format!("L{:.1} {:.1}V{:.1}H{:.1}Z", c.0, c.1, e.1, e.0);
        assert_eq!(chart.gap, forth + &back);
    }
}
