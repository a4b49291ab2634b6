//! Optima of data sets that follow from their definitions. Each objective is stated exactly, and
//! recomputed from the raw rows by the oracle, which shares no code with the search.
use gosdt::demo::{self, Demo};
use gosdt::{
    CostMatrix, CsvOptions, FitOptions, Model, Node, ObjectiveChoice, Proof, ProofOptions,
    RawTable, Silent, Test, fit, fit_with_proof, parse_decimal, read_csv_from,
};
use gosdt_check::{check, on_large_stack};
use gosdt_oracle::{Loss, OracleProblem, OracleTree, objective};
use num_rational::BigRational;
use num_traits::ToPrimitive;

fn options(lambda: &str) -> FitOptions {
    FitOptions { lambda: lambda.parse().unwrap(), ..FitOptions::default() }
}

/// Fits, demands the proof, has it checked from the rows alone, and returns the objective as the oracle sees it.
fn optimum(name: &str, options: &FitOptions, loss: Loss) -> BigRational {
    let demo = demo::find(name).unwrap();
    let table = demo.table().unwrap();
    let how = ProofOptions::default();
    let (fitted, proof) = fit_with_proof(&table, options, &how, &mut Silent).unwrap();
    check_proof(demo, &fitted.model, &proof.unwrap());
    let certificate = &fitted.model.certificate;
    assert_eq!((certificate.status.is_optimal(), certificate.gap), (true, 0.0));
    assert_eq!(certificate.lower_bound, certificate.upper_bound);
    let recomputed = recompute(demo, &fitted.model, loss);
    assert_eq!(certificate.objective, recomputed.to_f64().unwrap());
    recomputed
}

/// Checks a certificate from the text of the rows.
fn check_proof(demo: &Demo, model: &Model, proof: &Proof) {
    let (csv, model) = (demo.csv(), model.to_json());
    let checked = on_large_stack(|| check(&csv, model.as_bytes(), &proof.bytes));
    let verdict = checked.unwrap_or_else(|failure| panic!("{}: {failure:?}", demo.name));
    assert_eq!(verdict.bound, verdict.objective, "{}", demo.name);
}

/// The objective of a model's tree, from the text of the rows.
fn recompute(demo: &Demo, model: &Model, loss: Loss) -> BigRational {
    let csv = demo.csv();
    let raw = read_csv_from(csv.as_bytes(), demo.name, &CsvOptions::default()).unwrap();
    let label = |row: usize| {
        let text = raw.cell(row, raw.names.len() - 1);
        model.classes.iter().position(|class| class == text).unwrap()
    };
    let problem = OracleProblem {
        rows: (0..raw.rows()).map(|row| answers(model, &raw, row)).collect(),
        labels: (0..raw.rows()).map(label).collect(),
        classes: model.classes.len(),
        weights: vec![1; raw.rows()],
        loss,
        lambda: parse_decimal(&model.objective.lambda).unwrap(),
        max_depth: None,
        max_leaves: None,
        min_leaf: 1,
    };
    objective(&problem, &oracle_tree(model, 0))
}

/// A row's answer at every node; no at leaves, which ask nothing.
fn answers(model: &Model, raw: &RawTable, row: usize) -> Vec<bool> {
    let answer = |node: &Node| match node {
        Node::Leaf { .. } => false,
        Node::Split { column, test, .. } => {
            let cell = raw.cell(row, raw.position(&model.columns[*column].name).unwrap());
            match test {
                Test::AtMost(threshold) => cell.parse::<f64>().unwrap() <= *threshold,
                Test::Is(value) => cell == value,
                Test::IsMissing => false,
            }
        }
    };
    model.tree.nodes.iter().map(answer).collect()
}

fn oracle_tree(model: &Model, node: usize) -> OracleTree {
    match &model.tree.nodes[node] {
        Node::Leaf { class, .. } => OracleTree::Leaf(*class),
        Node::Split { yes, no, .. } => {
            let (yes, no) = (oracle_tree(model, *yes), oracle_tree(model, *no));
            OracleTree::Split(node, Box::new(yes), Box::new(no))
        }
    }
}

/// wrong / rows + λ · leaves, exactly.
fn accuracy_objective(wrong: u32, rows: u32, lambda: &str, leaves: u32) -> BigRational {
    let whole = |n: u32| BigRational::from_integer(n.into());
    whole(wrong) / whole(rows) + parse_decimal(lambda).unwrap() * whole(leaves)
}

#[test]
fn accuracy_optima_are_reached() {
    let cases = [
        ("monk-1", "0.01", 0, 432, 7),
        ("monk-2", "0.01", 46, 432, 19),
        ("monk-2", "0.03", 142, 432, 1),
        ("monk-3", "0.01", 0, 432, 5),
        ("monk-3", "0.03", 12, 432, 3),
        ("tic-tac-toe", "0.03125", 288, 958, 2),
        ("tic-tac-toe", "1/32", 288, 958, 2),
        ("tic-tac-toe", "0.01", 154, 958, 9),
        ("tic-tac-toe", "0.005", 52, 958, 20),
        ("balance-scale", "0.01", 120, 625, 7),
    ];
    for (name, lambda, wrong, rows, leaves) in cases {
        let found = optimum(name, &options(lambda), Loss::Accuracy);
        assert_eq!(found, accuracy_objective(wrong, rows, lambda, leaves), "{name} {lambda}");
    }
}

#[test]
fn a_balanced_optimum_is_what_the_oracle_computes() {
    let balanced = FitOptions { objective: ObjectiveChoice::Balanced, ..options("0.03") };
    let found = optimum("monk-3", &balanced, Loss::Balanced);
    // Twelve of the 228 positives are missed: 12/228/2 + 3 · 0.03.
    assert_eq!(found, parse_decimal("1/38").unwrap() + parse_decimal("0.09").unwrap());
}

#[test]
fn a_weighted_optimum_is_what_the_oracle_computes() {
    let choice = ObjectiveChoice::parse("weighted:3").unwrap();
    let weighted = FitOptions { objective: choice, ..options("0.01") };
    let omega = parse_decimal("3").unwrap();
    optimum("monk-2", &weighted, Loss::Weighted { positive: 1, omega: omega.clone() });
    let other = FitOptions { positive: Some("0".to_string()), ..weighted };
    optimum("monk-2", &other, Loss::Weighted { positive: 0, omega });
}

#[test]
fn a_cost_optimum_is_what_the_oracle_computes() {
    let text = "predicted,L,B,R\nL,0,0.5,2\nB,1,0,1\nR,2.5,0.5,0\n";
    let matrix = CostMatrix::parse(text, "costs").unwrap();
    let classes = ["B", "L", "R"].map(String::from);
    let cells = matrix.for_classes(&classes).unwrap();
    let cells = cells.iter().map(|row| row.iter().map(|cell| cell.value().clone()).collect());
    let loss = Loss::Costs(cells.collect());
    let costs = FitOptions { objective: ObjectiveChoice::Costs(matrix), ..options("0.05") };
    optimum("balance-scale", &costs, loss);
}

#[test]
fn a_rougher_limit_never_lowers_the_optimum() {
    let with = |max_depth| FitOptions { max_depth, ..options("0.005") };
    let depths = [None, Some(5), Some(4), Some(3), Some(2), Some(1), Some(0)];
    let optima = depths.map(|depth| optimum("monk-2", &with(depth), Loss::Accuracy));
    assert!(optima.is_sorted(), "{optima:?}");
    assert!(optima[0] < optima[6]);
}

#[test]
fn every_listed_optimum_has_the_same_objective() {
    let demo = demo::find("monk-1").unwrap();
    let several = FitOptions { all_optima: 20, ..options("0.01") };
    let fitted = fit(&demo.table().unwrap(), &several, &mut Silent).unwrap();
    assert!(fitted.optima.len() > 1, "{}", fitted.optima.len());
    assert_eq!(fitted.optima[0], fitted.model.tree);
    for tree in &fitted.optima {
        let model = Model { tree: tree.clone(), ..fitted.model.clone() };
        let found = recompute(demo, &model, Loss::Accuracy);
        assert_eq!(found, accuracy_objective(0, 432, "0.01", 7));
    }
}
