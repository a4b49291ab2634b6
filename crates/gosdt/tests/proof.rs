//! Certificates: what a fit writes, the checker accepts from the text of the data; and whatever is done
//! to a certificate, nothing false is accepted.
use gosdt::{
    CostMatrix, CsvOptions, FitOptions, Missing, ObjectiveChoice, Proof, ProofError, ProofOptions,
    Schema, Silent, Status, Table, Thresholds, demo, fit_with_proof, read_csv_from,
};
use gosdt_check::{Failure, Fraction, Verdict, check, on_large_stack};
use gosdt_oracle::random::Stream;
use std::time::Duration;

/// A table as text and as it was read, a model file and its certificate.
struct Certified {
    text: String,
    model: String,
    proof: Proof,
    lower_bound: f64,
    status: Status,
}

impl Certified {
    fn new(text: String, schema: &Schema, options: &FitOptions) -> Certified {
        let raw = read_csv_from(text.as_bytes(), "made", &CsvOptions::default()).unwrap();
        let table = Table::from_raw(&raw, schema).unwrap();
        let how = ProofOptions::default();
        let (fitted, proof) = fit_with_proof(&table, options, &how, &mut Silent).unwrap();
        let certificate = &fitted.model.certificate;
        Certified {
            proof: proof.unwrap_or_else(|error| panic!("{error}\n{options:?}\n{text}")),
            model: fitted.model.to_json(),
            lower_bound: certificate.lower_bound,
            status: certificate.status,
            text,
        }
    }

    fn check(&self) -> Result<Verdict, Failure> {
        on_large_stack(|| check(&self.text, self.model.as_bytes(), &self.proof.bytes))
    }

    /// Checks the certificate; the bound must be that of the fit.
    fn verdict(&self) -> Verdict {
        let verdict = self.check().unwrap_or_else(|failure| {
            panic!("{failure:?}\n{}\n{}", self.model, self.text);
        });
        assert_eq!(value(verdict.bound), self.lower_bound);
        if self.status.is_optimal() || self.status == Status::OptimalAmongThresholds {
            assert_eq!(verdict.bound, verdict.objective);
        }
        assert_eq!(verdict.lemmas, self.proof.lemmas);
        verdict
    }
}

fn value(fraction: Fraction) -> f64 {
    fraction.over as f64 / fraction.under as f64
}

/// Rows with numbers, a boolean, categories and missing values; a label that depends on them and on
/// chance; a weight.
fn csv(stream: &mut Stream, missing: bool) -> String {
    let (rows, classes) = (20 + stream.below(50), 2 + stream.below(2));
    let mut text = "x,flag,colour,w,label\n".to_string();
    for _ in 0..rows {
        let [x, y, colour] = [stream.below(12), stream.below(2), stream.below(4)];
        let noise = if stream.once_in(4) { stream.below(classes) } else { 0 };
        let label = (usize::from(x > 5) + y * colour / 2 + noise) % classes;
        let gone = missing && stream.once_in(8);
        let x = if gone { "?".to_string() } else { format!("{}.5", x) };
        let colour = match missing && stream.once_in(9) {
            true => "NA",
            false => ["red", "a \"deep\", blue", "green", "grey"][colour],
        };
        let colour = format!("\"{}\"", colour.replace('"', "\"\""));
        let weight = ["1", "0.5", "2", "0"][stream.below(4)];
        text += &format!("{x},{},{colour},{weight},class {label}\n", ["No", "yes"][y]);
    }
    text
}

fn random_options(stream: &mut Stream, classes: usize) -> FitOptions {
    let limit = |stream: &mut Stream, most: usize| match stream.once_in(3) {
        true => Some(1 + stream.below(most) as u32),
        false => None,
    };
    let costs =
        "predicted,class 0,class 1,class 2\nclass 0,0,2,1\nclass 1,0.5,0,3\nclass 2,1,1,0.25\n";
    let objective = match (stream.below(5), classes) {
        (0, _) => ObjectiveChoice::Balanced,
        (1, 2) => ObjectiveChoice::parse("weighted:2.5").unwrap(),
        (2, 3) => ObjectiveChoice::Costs(CostMatrix::parse(costs, "costs").unwrap()),
        _ => ObjectiveChoice::Accuracy,
    };
    let thresholds = match stream.once_in(4) {
        true => "quantile:4".parse().unwrap(),
        false => Thresholds::All,
    };
    FitOptions {
        objective,
        lambda: ["0", "0.003", "0.01", "1/30", "0.1"][stream.below(5)].parse().unwrap(),
        max_depth: limit(stream, 4),
        max_leaves: limit(stream, 6),
        min_leaf: if stream.once_in(3) { 2 + stream.below(5) as u32 } else { 1 },
        thresholds,
        threads: Some(1),
        ..FitOptions::default()
    }
}

fn random_case(seed: u64) -> Certified {
    let mut stream = Stream::new(seed);
    let missing = *stream.pick(&[Missing::Error, Missing::Drop, Missing::Category]);
    let text = csv(&mut stream, missing != Missing::Error);
    let classes = if text.contains("class 2") { 3 } else { 2 };
    let options = random_options(&mut stream, classes);
    let weighted = stream.once_in(2);
    let schema = Schema {
        target: Some("label".to_string()),
        weights: weighted.then(|| "w".to_string()),
        ignore: if weighted { vec![] } else { vec!["w".to_string()] },
        missing,
        ..Schema::default()
    };
    Certified::new(text, &schema, &options)
}

#[test]
fn what_is_written_is_accepted_whatever_the_options() {
    let mut lemmas = 0;
    for seed in 0..400 {
        lemmas += random_case(seed).verdict().lemmas;
    }
    assert!(lemmas > 4000, "{lemmas}");
}

#[test]
fn known_optima_are_certified() {
    let with = |lambda: &str| FitOptions {
        lambda: lambda.parse().unwrap(),
        threads: Some(1),
        ..FitOptions::default()
    };
    let cases = [
        ("monk-1", with("0.01")),
        ("monk-2", with("0.01")),
        ("monk-3", with("0.01")),
        ("tic-tac-toe", with("0.01")),
        ("balance-scale", with("0.01")),
        ("monk-2", FitOptions { max_depth: Some(4), ..with("0.005") }),
        ("tic-tac-toe", FitOptions { max_depth: Some(3), ..with("0") }),
        ("monk-2", FitOptions { max_leaves: Some(8), ..with("0.001") }),
        ("balance-scale", FitOptions { max_leaves: Some(6), ..with("0") }),
        ("monk-2", FitOptions { min_leaf: 20, ..with("0.01") }),
        ("monk-3", FitOptions { objective: ObjectiveChoice::Balanced, ..with("0.01") }),
    ];
    for (name, options) in cases {
        let text = demo::find(name).unwrap().csv();
        let verdict = Certified::new(text, &Schema::default(), &options).verdict();
        assert_eq!(verdict.bound, verdict.objective, "{name}");
    }
}

/// Without a price of leaves, many thresholds are stored as ranks.
#[test]
fn columns_of_ranks_are_certified() {
    let mut stream = Stream::new(9);
    let mut text = "x,y,label\n".to_string();
    for _ in 0..700 {
        let [x, y] = [stream.below(1 << 20), stream.below(1 << 20)];
        let noise = usize::from(stream.once_in(6));
        text += &format!(
            "{x},{y},{}\n",
            (usize::from(x > 1 << 18) + usize::from(y > 1 << 19) + noise) % 2
        );
    }
    let free = FitOptions { lambda: "0".parse().unwrap(), ..FitOptions::default() };
    let depth = FitOptions { max_depth: Some(2), ..free.clone() };
    let rows = FitOptions { min_leaf: 30, ..depth.clone() };
    let leaves = FitOptions { max_leaves: Some(3), ..free };
    for options in [depth, rows, leaves] {
        Certified::new(text.clone(), &Schema::default(), &options).verdict();
    }
}

#[test]
fn lower_bound_of_a_stopped_search_is_certified() {
    let text = demo::find("tic-tac-toe").unwrap().csv();
    let options = FitOptions {
        lambda: "0.0005".parse().unwrap(),
        time_limit: Some(Duration::from_millis(300)),
        threads: Some(1),
        ..FitOptions::default()
    };
    let stopped = Certified::new(text, &Schema::default(), &options);
    assert_eq!(stopped.status, Status::TimeLimit);
    let verdict = stopped.verdict();
    assert!(value(verdict.bound) < value(verdict.objective));
}

#[test]
fn proof_that_takes_too_long_is_given_up() {
    let table = demo::find("tic-tac-toe").unwrap().table().unwrap();
    let options = FitOptions { lambda: "0.005".parse().unwrap(), ..FitOptions::default() };
    let how = ProofOptions { time_limit: Some(Duration::ZERO), ..ProofOptions::default() };
    let (fitted, proof) = fit_with_proof(&table, &options, &how, &mut Silent).unwrap();
    assert!(fitted.model.certificate.status.is_optimal());
    assert!(matches!(proof, Err(ProofError::Stopped(_))), "{proof:?}");
}

/// Fits rows that differ in two columns, with weights of twenty binary digits, within 1,000 MB. Returns why
/// there is no certificate.
fn refused(rows: usize) -> String {
    let mut text = "x,y,w,label\n".to_string();
    for row in 0..rows {
        let (y, weight) = (row * 7919 % rows, 1 + row * row % (1 << 20));
        text += &format!("{row},{y},{weight},{}\n", usize::from(row > rows / 2) ^ (y % 5 / 4));
    }
    let raw = read_csv_from(text.as_bytes(), "made", &CsvOptions::default()).unwrap();
    let schema = Schema { weights: Some("w".to_string()), ..Schema::default() };
    let table = Table::from_raw(&raw, &schema).unwrap();
    let options = FitOptions {
        lambda: "0".parse().unwrap(),
        max_depth: Some(1),
        threads: Some(1),
        memory_limit: Some(1_000_000_000),
        ..FitOptions::default()
    };
    let how = ProofOptions::default();
    let (fitted, proof) = fit_with_proof(&table, &options, &how, &mut Silent).unwrap();
    assert!(fitted.model.certificate.status.is_optimal(), "the tree is not affected");
    let error = proof.unwrap_err();
    assert!(matches!(error, ProofError::Memory(_)), "{error}");
    error.to_string()
}

/// Six bits for every row and threshold are too much, whatever the weights.
#[test]
fn bits_for_all_thresholds_that_do_not_fit_into_memory_are_refused() {
    let why = refused(27_000);
    assert!(why.contains("every row and threshold, takes about 1094 MB"), "{why}");
    assert!(why.contains("the memory limit of 1000 MB leaves"), "{why}");
}

/// Six would fit, but while the root is laid out there is one more for each digit of three sums.
#[test]
fn bits_for_all_digits_that_do_not_fit_into_memory_are_refused() {
    let why = refused(8_000);
    assert!(why.contains("every row and threshold, takes about 1056 MB"), "{why}");
    assert!(why.contains("the memory limit of 1000 MB leaves"), "{why}");
}

#[test]
fn objective_that_ranks_is_refused() {
    let table = demo::find("monk-1").unwrap().table().unwrap();
    let options = FitOptions { objective: ObjectiveChoice::Auc, ..FitOptions::default() };
    let (_, proof) =
        fit_with_proof(&table, &options, &ProofOptions::default(), &mut Silent).unwrap();
    assert_eq!(proof, Err(ProofError::Objective("auc".to_string())));
}

#[test]
fn certificate_of_another_table_is_refused() {
    let mut certified = random_case(3);
    certified.text = certified.text.replacen("yes", "no", 1);
    assert!(matches!(certified.check(), Err(Failure::Input(_))));
}

/// Changes bytes, cuts off ends and repeats parts, of header, proof and model alike.
#[test]
fn nothing_false_is_accepted_of_changed_certificates() {
    let mut stream = Stream::new(1);
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..40 {
        let whole = random_case(seed);
        let optimum = whole.verdict().bound;
        let header = whole.proof.bytes.len() - whole.proof.lemma_bytes;
        for _ in 0..60 {
            let (mut bytes, mut model) =
                (whole.proof.bytes.clone(), whole.model.clone().into_bytes());
            let from = if stream.once_in(3) { 0 } else { header };
            let target = if stream.once_in(8) { &mut model } else { &mut bytes };
            let at = from.min(target.len() - 1) + stream.below(target.len().saturating_sub(from));
            let at = at.min(target.len() - 1);
            match stream.below(5) {
                0 => target.truncate(at),
                1 => target.insert(at, stream.below(256) as u8),
                2 => drop(target.remove(at)),
                3 => target[at] ^= 1 << stream.below(8),
                _ => target[at] = target[at].wrapping_add(1),
            }
            match on_large_stack(|| check(&whole.text, &model, &bytes)) {
                Err(_) => refused += 1,
                Ok(verdict) => {
                    accepted += 1;
                    assert!(value(verdict.bound) <= value(optimum), "{seed}: {}", verdict.text);
                }
            }
        }
    }
    assert!(refused > accepted, "{refused} refused, {accepted} accepted");
}

#[test]
fn hostile_files_are_refused() {
    let whole = random_case(5);
    let mut stream = Stream::new(2);
    let header = whole.proof.bytes.len() - whole.proof.lemma_bytes;
    for length in 0..300 {
        let mut bytes = whole.proof.bytes[..header].to_vec();
        bytes.extend((0..length).map(|_| stream.below(256) as u8));
        let verdict = on_large_stack(|| check(&whole.text, whole.model.as_bytes(), &bytes));
        assert!(verdict.is_err() || length > 0);
    }
    // The highest bound that can be written, of no lemma below it.
    let highest = [&whole.proof.bytes[..header], &[0xff; 8], &[0x7f, 0]].concat();
    assert!(check(&whole.text, whole.model.as_bytes(), &highest).is_err());
    let deep = [b"[".repeat(100_000), b"{\"a\":".repeat(100_000)];
    for text in deep {
        assert!(check(&whole.text, whole.model.as_bytes(), &text).is_err());
        assert!(check(&whole.text, &text, &whole.proof.bytes).is_err());
    }
    for text in ["", "\"", "a,b\n\"1,2\n", "\n\n", "label\n"] {
        assert!(check(text, whole.model.as_bytes(), &whole.proof.bytes).is_err());
    }
}
