//! The tree of a fit that is stopped.
use gosdt::{
    CsvOptions, FitOptions, ObjectiveChoice, Progress, Schema, Status, Table, Watch, baseline, fit,
    read_csv_from,
};
use gosdt_oracle::random::Stream;
use std::fmt::Write;

/// Says stop as soon as the search has told anything: it has expanded next to nothing by then.
#[derive(Default)]
struct StopAtOnce {
    told: Vec<Option<f64>>,
}

impl Watch for StopAtOnce {
    fn progress(&mut self, progress: &Progress) {
        self.told.push(progress.upper_bound);
    }

    fn should_stop(&mut self) -> bool {
        !self.told.is_empty()
    }
}

/// Numbers in six columns, all multiples of `step`, of which three together tell the class of most rows.
fn table(classes: u64, step: usize, seed: u64) -> Table {
    let mut stream = Stream::new(seed);
    let mut text = String::from("a,b,c,d,e,f,class\n");
    for _ in 0..1500 {
        let cells: Vec<usize> = (0..6).map(|_| stream.below(10_000) / step * step).collect();
        let sum = (cells[0] / 2_500 + cells[1] / 3_000 + usize::from(cells[2] > 6_000)) as u64;
        let class =
            if stream.once_in(10) { stream.below(classes as usize) as u64 } else { sum % classes };
        let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
        writeln!(text, "{},{class}", cells.join(",")).unwrap();
    }
    let raw = read_csv_from(text.as_bytes(), "made", &CsvOptions::default()).unwrap();
    Table::from_raw(&raw, &Schema { target: None, ..Schema::default() }).unwrap()
}

#[test]
fn a_stopped_fit_is_no_worse_than_the_baseline_beside_it() {
    for (classes, objective) in [
        (2, ObjectiveChoice::Accuracy),
        (2, ObjectiveChoice::Balanced),
        (3, ObjectiveChoice::Accuracy),
    ] {
        // With all thresholds, which are ranked, and with few, which are bits.
        for (max_leaves, step) in [(None, 1), (Some(6), 1), (None, 100), (Some(6), 100)] {
            let table = table(classes, step, classes);
            let options = FitOptions {
                lambda: "0.002".parse().unwrap(),
                objective: objective.clone(),
                max_leaves,
                ..FitOptions::default()
            };
            let mut watch = StopAtOnce::default();
            let model = fit(&table, &options, &mut watch).unwrap().model;
            assert_ne!(model.certificate.status, Status::Optimal, "it was stopped");
            let greedy = baseline(&table, &model).unwrap().pruned;
            let what = format!("{classes} classes, {objective}, {max_leaves:?}, {step}");
            assert!(greedy.tree.leaves() > 2, "{what}: the baseline is worth a comparison");
            assert!(model.certificate.objective <= greedy.objective + 1e-12, "{what}");
            let uppers: Vec<f64> = watch.told.iter().flatten().copied().collect();
            assert!(uppers.is_sorted_by(|before, after| before >= after), "{what}: {uppers:?}");
        }
    }
}

/// Tables of few splits are searched before greedy trees are grown: they are grown once the search is stopped.
#[test]
fn a_stopped_fit_of_few_splits_is_no_worse_than_the_baseline_either() {
    for seed in [23, 30, 31] {
        let table = table(2, 1000, seed);
        let options = FitOptions { lambda: "0.002".parse().unwrap(), ..FitOptions::default() };
        let model = fit(&table, &options, &mut StopAtOnce::default()).unwrap().model;
        assert_ne!(model.certificate.status, Status::Optimal, "{seed}: it was stopped");
        let greedy = baseline(&table, &model).unwrap().pruned;
        assert!(model.certificate.objective <= greedy.objective + 1e-12, "{seed}");
    }
}
