//! The way from values to places in a chart.

/// An axis of a chart: values from `low` to `high` stand between two places.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

impl Axis {
    /// The place of a value.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let range = self.high - self.low;
        let share = if range > 0.0 { (value - self.low) / range } else { 0.5 };
        self.from + share * (self.to - self.from)
    }

    /// About five round values between the ends.
    pub(crate) fn ticks(&self) -> Vec<f64> {
        let range = self.high - self.low;
        if !(range > 0.0 && range.is_finite()) {
            return vec![self.low];
        }
        let step = round_step(range / 5.0);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last).map(|tick| tick as f64 * step).collect()
    }
}

/// 1, 2 or 5 times a power of ten, at least `step`.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= step);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = |low, high| Axis { low, high, from: 0.0, to: 100.0 };
        assert_eq!(axis(0.0, 60.0).ticks(), [0.0, 20.0, 40.0, 60.0]);
        assert_eq!(axis(0.0, 1.0).ticks().len(), 6);
        assert_eq!(axis(3.0, 3.0).ticks(), [3.0]);
        for (low, high) in [(0.013, 0.87), (1e-9, 2e-9), (-5.0, 1e6)] {
            let ticks = axis(low, high).ticks();
            assert!((2..=8).contains(&ticks.len()), "{ticks:?}");
            assert!(ticks.iter().all(|tick| (low..=high * (1.0 + 1e-9)).contains(tick)));
        }
    }

    #[test]
    fn values_go_to_their_places() {
        let axis = Axis { low: 0.0, high: 2.0, from: 100.0, to: 0.0 };
        assert_eq!(axis.at(0.0), 100.0);
        assert_eq!(axis.at(0.5), 75.0);
    }
}
