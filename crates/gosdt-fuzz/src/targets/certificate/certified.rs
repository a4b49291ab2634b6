//! Fits with certificates, made once.
use super::claim::Claim;
use super::forge::Files;
use super::made::Made;
use gosdt::{
    CostMatrix, CsvOptions, FitOptions, Missing, ObjectiveChoice, ProofOptions, Schema, Silent,
    Table, fit_with_proof, read_csv_from,
};
use gosdt_oracle::random::Stream;
use gosdt_oracle::{Loss, OracleProblem, RankLoss};
use num_rational::BigRational;
use std::sync::LazyLock;

/// How many are made.
const MANY: u64 = 160;

/// What is changed.
pub static CERTIFIED: LazyLock<Vec<Certified>> =
    LazyLock::new(|| (0..MANY).map(Certified::new).collect());

/// A table, its model and its certificate.
pub struct Certified {
    pub files: Files,
}

/// An objective by its name, as the oracle has it.
struct Objective {
    choice: ObjectiveChoice,
    loss: Loss,
    rank: Option<RankLoss>,
}

impl Objective {
    fn additive(choice: ObjectiveChoice, loss: Loss) -> Objective {
        Objective { choice, loss, rank: None }
    }

    fn new(stream: &mut Stream, classes: usize) -> Objective {
        let ratio = |over: i64, under: i64| BigRational::new(over.into(), under.into());
        let ranked = |name: &str, loss: RankLoss| Objective {
            rank: Some(loss),
            ..Objective::additive(parsed(name), Loss::Accuracy)
        };
        match (stream.below(8), classes) {
            (0, _) => Objective::additive(ObjectiveChoice::Balanced, Loss::Balanced),
            (1, 2) => {
                let loss = Loss::Weighted { positive: 1, omega: ratio(5, 2) };
                Objective::additive(parsed("weighted:2.5"), loss)
            }
            (2, _) => Objective::costs(stream, classes),
            (3, 2) => ranked("auc", RankLoss::Auc),
            (4, 2) => ranked("fscore", RankLoss::FScore),
            _ => Objective::additive(ObjectiveChoice::Accuracy, Loss::Accuracy),
        }
    }

    /// Random costs, of which right answers may have some, too.
    fn costs(stream: &mut Stream, classes: usize) -> Objective {
        let mut cell = |right: bool| stream.below(if right { 2 } else { 4 });
        let matrix: Vec<Vec<usize>> =
            (0..classes).map(|label| (0..classes).map(|of| cell(label == of)).collect()).collect();
        let names = |at: usize| format!("class {at}");
        let head: Vec<String> = (0..classes).map(names).collect();
        let line = |(label, row): (usize, &Vec<usize>)| {
            let cells: Vec<String> = row.iter().map(usize::to_string).collect();
            format!("{},{}\n", names(label), cells.join(","))
        };
        let lines: String = matrix.iter().enumerate().map(line).collect();
        let text = format!("predicted,{}\n{lines}", head.join(","));
        let exact = |cell: &usize| BigRational::from_integer((*cell).into());
        let loss = Loss::Costs(matrix.iter().map(|row| row.iter().map(exact).collect()).collect());
        let matrix = CostMatrix::parse(&text, "costs").expect("a cost file");
        Objective::additive(ObjectiveChoice::Costs(matrix), loss)
    }
}

fn parsed(name: &str) -> ObjectiveChoice {
    ObjectiveChoice::parse(name).expect("an objective")
}

impl Certified {
    /// That of a number; where its objective has no certificates, with accuracy in its place.
    fn new(number: u64) -> Certified {
        let mut stream = Stream::new(number);
        let made = Made::new(&mut stream, 10);
        let objective = Objective::new(&mut stream, made.classes);
        let options = options(&mut stream);
        Certified::with(&made, &objective, &options).unwrap_or_else(|| {
            let accuracy = Objective::additive(ObjectiveChoice::Accuracy, Loss::Accuracy);
            Certified::with(&made, &accuracy, &options).expect("accuracy has certificates")
        })
    }

    fn with(made: &Made, objective: &Objective, options: &FitOptions) -> Option<Certified> {
        let data = made.csv();
        let raw = read_csv_from(data.as_bytes(), "made", &CsvOptions::default()).expect("csv");
        let schema = Schema {
            weights: Some("w".to_string()),
            missing: Missing::Category,
            ..Schema::default()
        };
        let table = Table::from_raw(&raw, &schema).expect("a table");
        let options = FitOptions { objective: objective.choice.clone(), ..options.clone() };
        let how = ProofOptions::default();
        let (fitted, proof) = fit_with_proof(&table, &options, &how, &mut Silent).expect("a fit");
        let proof = proof.ok()?;
        let (header, lemmas) = proof.bytes.split_at(proof.bytes.len() - proof.lemma_bytes);
        let problem = OracleProblem {
            rows: made.answers(),
            labels: made.labels.clone(),
            classes: made.classes,
            weights: made.weights.clone(),
            loss: objective.loss.clone(),
            lambda: options.lambda.value().clone(),
            max_depth: options.max_depth,
            max_leaves: options.max_leaves,
            min_leaf: options.min_leaf,
        };
        let files = Files {
            data,
            model: fitted.model.to_json().into_bytes(),
            header: header.to_vec(),
            proof: lemmas.to_vec(),
            claim: Claim::new(problem, objective.rank.clone()),
        };
        Some(Certified { files })
    }
}

fn options(stream: &mut Stream) -> FitOptions {
    let limit = |stream: &mut Stream, most: usize| match stream.once_in(3) {
        true => Some(1 + stream.below(most) as u32),
        false => None,
    };
    FitOptions {
        lambda: stream.pick(&["0", "0.01", "0.04", "1/30", "0.1"]).parse().expect("a decimal"),
        max_depth: limit(stream, 3),
        max_leaves: limit(stream, 5),
        min_leaf: if stream.once_in(3) { 2 } else { 1 },
        threads: Some(1),
        ..FitOptions::default()
    }
}
