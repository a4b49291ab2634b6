use crate::program::Folder;

/// A table in which the price decides, with decimal commas and points between thousands.
fn prices() -> String {
    let line = |at: usize| format!("{}.{:03},5;{}\n", at / 10 + 1, 97 * at % 1000, at / 10 % 2);
    format!("price;bought\n{}", (0..60).map(line).collect::<String>())
}

#[test]
fn numbers_with_commas_are_refused_by_name_and_read_when_told() {
    let folder = Folder::new("decimal-comma").with("data.csv", prices());
    let run = folder.gosdt(&["fit", "data.csv"]);
    assert_eq!(run.code, Some(2));
    let named = "`price`: 60 of 60 cells are numbers with a decimal comma and a point between \
                 thousands; read them with `--decimal , --thousands .`";
    assert!(run.err.contains(named), "{}", run.err);
    let told = ["--decimal", ",", "--thousands", "."];
    let fit = ["fit", "data.csv", "-o", "m.json", "--lambda", "0.02"];
    let out = folder.gosdt(&[&fit[..], &told].concat()).expect_success();
    assert!(out.contains("price <= "), "{out}");
    assert!(out.contains("accuracy 1.0000"), "{out}");
    // The model reads new cells in the same way, and no others.
    let folder = folder.with("new.csv", "price\n\"1.500,5\"\n\"2.500,5\"\n");
    let labels = folder.gosdt(&["predict", "m.json", "new.csv"]).expect_success();
    assert_eq!(labels, "bought\n0\n1\n");
    let folder = folder.with("new.csv", "price\n1500.5\n");
    let run = folder.gosdt(&["predict", "m.json", "new.csv"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("`1500.5`") && run.err.contains("decimal character `,`"),
        "{}",
        run.err
    );
    let evaluated =
        folder.gosdt(&["evaluate", "m.json", "data.csv", "--baseline-from", "data.csv"]);
    assert!(evaluated.expect_success().contains("1.0000"));
}

#[test]
fn dates_are_used_when_told_and_kept_by_the_model() {
    let day = |at: usize| format!("2024-{:02}-{:02},{}\n", at % 12 + 1, at % 28 + 1, at % 12 / 6);
    let data = format!("day,late\n{}", (0..60).map(day).collect::<String>());
    let folder = Folder::new("dates").with("data.csv", data);
    let run = folder.gosdt(&["fit", "data.csv"]);
    assert!(run.code == Some(2) && run.err.contains("or `--date day` to use year"), "{}", run.err);
    let fit = ["fit", "data.csv", "--date", "day", "-o", "m.json", "--lambda", "0.02"];
    let out = folder.gosdt(&fit).expect_success();
    assert!(out.contains("day.month <= 6.5?"), "{out}");
    let folder = folder.with("new.csv", "day\n5 July 1999\n1999-06-30 12:00\n");
    let labels = folder.gosdt(&["predict", "m.json", "new.csv"]).expect_success();
    assert_eq!(labels, "late\n1\n0\n");
}

#[test]
fn ordered_categories_are_split_at_thresholds() {
    let sizes = ["small", "medium", "large", "huge"];
    let line = |at: usize| format!("{},{}\n", sizes[at % 4], at % 4 / 2);
    let data = format!("size,fits\n{}", (0..40).map(line).collect::<String>());
    let folder = Folder::new("ordered").with("data.csv", data);
    let order = "size=small,medium,large,huge";
    let fit = ["fit", "data.csv", "--ordered", order, "-o", "m.json", "--lambda", "0.02"];
    let out = folder.gosdt(&fit).expect_success();
    assert!(out.contains("size <= medium?"), "{out}");
    let rules = folder.gosdt(&["show", "m.json", "--as", "rules"]).expect_success();
    assert!(rules.contains("IF size > medium THEN 1"), "{rules}");
    let folder = folder.with("new.csv", "size\nhuge\nsmall\n");
    let labels = folder.gosdt(&["predict", "m.json", "new.csv"]).expect_success();
    assert_eq!(labels, "fits\n1\n0\n");
    let folder = folder.with("new.csv", "size\ngigantic\n");
    let run = folder.gosdt(&["predict", "m.json", "new.csv"]);
    assert!(run.err.contains("one of small, medium, large, huge"), "{}", run.err);
    let run = folder.gosdt(&[&fit[..], &["--certificate", "c.proof"]].concat());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("gosdt-check reads plain numbers"), "{}", run.err);
}

#[test]
fn identifiers_are_left_out_with_a_warning() {
    let line = |at: usize| format!("k{at},{},{}\n", at % 5, at % 2);
    let data = format!("customer_id,n,y\n{}", (0..100).map(line).collect::<String>());
    let folder = Folder::new("identifiers").with("data.csv", data);
    let run = folder.gosdt(&["fit", "data.csv", "-o", "m.json"]);
    let warning = "warning: `customer_id`: 100 different values in 100 rows; left out, \
                   `--categorical customer_id` to force";
    assert!(run.err.contains(warning), "{}", run.err);
    assert!(!folder.read("m.json").contains("k99"));
    let forced = ["fit", "data.csv", "--categorical", "customer_id", "--lambda", "0.3"];
    assert!(!folder.gosdt(&forced).err.contains("left out"));
}

#[test]
fn a_numeric_target_is_refused_with_advice() {
    let line = |at: usize| format!("{},{}.25\n", at % 5, at);
    let data = format!("n,price\n{}", (0..60).map(line).collect::<String>());
    let run = Folder::new("numeric-target").with("data.csv", data).gosdt(&["fit", "data.csv"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("`price` has 60 different numbers"), "{}", run.err);
    assert!(run.err.contains("`--categorical price` makes each number a class"), "{}", run.err);
}

#[test]
fn files_that_are_no_text_say_what_they_are() {
    let sheet = b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00[Content_Types].xml";
    let folder = Folder::new("other-kinds")
        .with("book.csv", sheet)
        .with("rows.csv", "{\"a\": 1, \"y\": 0}\n{\"a\": 2, \"y\": 1}\n")
        .with("data.zip", b"PK\x03\x04\n\x00\x00\x00\x00\x00data.csv");
    for (name, expected) in [
        ("book.csv", "book.csv is an Excel workbook (.xlsx): save the sheet as CSV"),
        ("rows.csv", "rows.csv is JSON Lines: write it as CSV"),
        ("data.zip", "data.zip is a zip archive: unpack it first"),
    ] {
        let run = folder.gosdt(&["fit", name]);
        assert_eq!(run.code, Some(2));
        assert!(run.err.contains(expected), "{}", run.err);
    }
}

#[test]
fn a_lone_leaf_says_what_to_try() {
    let line = |at: usize| format!("{},{}\n", at % 7, u8::from(at.is_multiple_of(20)));
    let data = format!("n,y\n{}", (0..100).map(line).collect::<String>());
    let folder = Folder::new("lone-leaf").with("data.csv", data);
    let run = folder.gosdt(&["fit", "data.csv", "--lambda", "0.2"]);
    assert!(run.err.contains("try a smaller λ, or look at the path"), "{}", run.err);
    assert!(run.err.contains("95.0 % of the rows have one class"), "{}", run.err);
    let run = folder.gosdt(&["fit", "data.csv", "--max-leaves", "1"]);
    assert!(run.err.contains("the limits allow no split"), "{}", run.err);
}

#[test]
fn leaves_say_why_they_have_their_class() {
    let line = |at: usize| format!("{},{}\n", u8::from(at < 30), u8::from(at < 6));
    let data = format!("a b,y\n{}", (0..100).map(line).collect::<String>());
    let folder = Folder::new("weighted-leaves").with("data.csv", data.replace("a b", "n"));
    let fit = ["fit", "data.csv", "--objective", "balanced", "-o", "m.json", "--report", "r.html"];
    let out = folder.gosdt(&fit).expect_success();
    // 6 of 30 rows are positive; they count 1/6 each, the 24 others 1/94 each.
    assert!(out.contains("1  (30 rows, 20.0 %; 79.7 % of the weight)"), "{out}");
    assert!(folder.read("r.html").contains("79.7 % of the weight"));
    let evaluated = folder.gosdt(&["evaluate", "m.json", "data.csv"]).expect_success();
    assert!(evaluated.contains("F1  rows"), "{evaluated}");
    assert!(folder.read("r.html").contains("<th scope=\"col\">rows</th>"));
}

#[test]
fn only_columns_that_lack_values_speak_of_missing_ones() {
    let line = |at: usize| {
        let (a, b) = (at % 10, at / 10 % 10);
        let known = if at == 57 { String::new() } else { a.to_string() };
        format!("{known},{b},{}\n", u8::from(a > 4 && b > 4))
    };
    let data = format!("a,b,y\n{}", (0..100).map(line).collect::<String>());
    let folder = Folder::new("or-missing").with("data.csv", data);
    let fit = ["fit", "data.csv", "--missing", "category", "-o", "m.json"];
    folder.gosdt(&fit).expect_success();
    let rules = folder.gosdt(&["show", "m.json", "--as", "rules"]).expect_success();
    assert!(rules.contains("b > 4.5 ") && !rules.contains("b > 4.5 (or missing)"), "{rules}");
    assert!(rules.contains("a > 4.5 (or missing)"), "{rules}");
}
