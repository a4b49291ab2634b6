//! How many trees have which objective, as SVG for the page.
use crate::numbers::number;
use askama::Template;
use num_bigint::BigUint;

/// The most bars; more objectives are put together.
const MOST_BARS: usize = 40;

/// The picture of a histogram.
#[derive(Template)]
#[template(path = "histogram.svg", escape = "html")]
pub(crate) struct HistogramChart {
    bars: Vec<Bar>,
    labels: Vec<(f64, String)>,
}

/// A bar: its place, and what it stands for.
struct Bar {
    x: f64,
    y: f64,
    width: f64,
    title: String,
}

impl HistogramChart {
    /// The chart of how many trees have each objective.
    pub(crate) fn new(histogram: &[(f64, BigUint)]) -> HistogramChart {
        let per_bar = histogram.len().div_ceil(MOST_BARS).max(1);
        let groups: Vec<&[(f64, BigUint)]> = histogram.chunks(per_bar).collect();
        let sums: Vec<BigUint> =
            groups.iter().map(|group| group.iter().map(|(_, trees)| trees).sum()).collect();
        let highest = sums.iter().map(logarithm).fold(1e-9, f64::max);
        let width = 680.0 / groups.len().max(1) as f64;
        let bar = |at: usize, group: &[(f64, BigUint)], sum: &BigUint| Bar {
            x: 20.0 + at as f64 * width + 0.1 * width,
            y: 190.0 - 176.0 * logarithm(sum) / highest,
            width: 0.8 * width,
            title: format!("objective up to {}: {sum} trees", number(group[group.len() - 1].0)),
        };
        let places = groups.iter().zip(&sums).enumerate();
        let bars = places.map(|(at, (group, sum))| bar(at, group, sum)).collect();
        let every = groups.len().div_ceil(7).max(1);
        let label = |(at, group): (usize, &&[(f64, BigUint)])| {
            (20.0 + (at as f64 + 0.5) * width, number(group[group.len() - 1].0))
        };
        let labels = groups.iter().enumerate().step_by(every).map(label).collect();
        HistogramChart { bars, labels }
    }
}

/// One more than the number of digits after the first, in between as the logarithm goes.
fn logarithm(count: &BigUint) -> f64 {
    let digits = count.to_string();
    let head: f64 = digits[..digits.len().min(15)].parse().unwrap_or(1.0);
    1.0 + head.max(1.0).log10() + digits.len().saturating_sub(15) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_grow_with_the_number_of_digits_also_of_huge_counts() {
        let huge = BigUint::from(10u32).pow(300);
        assert!((logarithm(&huge) - 301.0).abs() < 1e-9);
        let chart = HistogramChart::new(&[(0.1, BigUint::from(1u32)), (0.2, huge)]);
        assert!(chart.bars[0].y > chart.bars[1].y);
        assert!(chart.bars.iter().all(|bar| (13.0..190.0).contains(&bar.y)));
        assert_eq!(HistogramChart::new(&[]).bars.len(), 0);
    }
}
