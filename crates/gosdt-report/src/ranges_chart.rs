//! The ranges of the importance of columns, as SVG for the page.
use crate::axis::Axis;
use crate::fitted_text::shorten;
use crate::numbers::{number, three_digits};
use askama::Template;
use gosdt::ImportanceRange;
use gosdt_tree::printable;

/// The picture of the ranges.
#[derive(Template)]
#[template(path = "ranges.svg", escape = "html")]
pub(crate) struct RangesChart {
    across: Axis,
    ranges: Vec<RangeLine>,
}

/// A column: its name, the places of its least, most and mean importance, and all in words.
struct RangeLine {
    name: String,
    y: u32,
    least: f64,
    most: f64,
    mean: f64,
    title: String,
}

/// The most columns that are drawn: those that trees rely on most.
const MOST_COLUMNS: usize = 40;

impl RangesChart {
    /// The chart of these columns, the most important first.
    pub(crate) fn new(ranges: &[ImportanceRange]) -> RangesChart {
        let mut ranges: Vec<&ImportanceRange> = ranges.iter().collect();
        ranges.sort_by(|a, b| b.most.total_cmp(&a.most));
        ranges.truncate(MOST_COLUMNS);
        let low = ranges.iter().map(|range| range.least).fold(0.0, f64::min);
        let high = ranges.iter().map(|range| range.most).fold(1e-9, f64::max);
        let across = Axis { low, high, from: 215.0, to: 690.0 };
        let line = |(at, range): (usize, &&ImportanceRange)| {
            let name = printable(&range.column).into_owned();
            let [least, most, mean] = [range.least, range.most, range.mean].map(three_digits);
            RangeLine {
                y: 20 + 24 * at as u32,
                least: across.at(range.least),
                most: across.at(range.most),
                mean: across.at(range.mean),
                title: format!(
                    "{name}: from {least} to {most}, mean {mean}; asked by {:.1} % of the trees",
                    100.0 * range.used_by
                ),
                name: shorten(&name, 26),
            }
        };
        RangesChart { ranges: ranges.iter().enumerate().map(line).collect(), across }
    }

    fn height(&self) -> u32 {
        24 * self.ranges.len() as u32 + 46
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let ticks = self.across.ticks().into_iter();
        ticks.map(|value| (self.across.at(value), number(value))).collect()
    }
}
