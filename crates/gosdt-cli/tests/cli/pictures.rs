use crate::program::{Folder, WEATHER};

#[test]
fn a_report_is_one_page_about_the_fit() {
    let folder = Folder::new("report").with("my data.csv", WEATHER);
    let args = ["fit", "my data.csv", "--lambda", "0.05", "--report", "report.html"];
    let run = folder.gosdt(&args);
    assert!(run.err.contains("the report is in report.html"), "{}", run.err);
    let page = folder.read("report.html");
    for part in [
        "Proven optimal: no tree on these 3 splits has a lower objective.",
        "Decision tree for <span class=\"name\">play</span>",
        "How the bounds met",
        "gosdt fit &#39;my data.csv&#39; --lambda 0.05 --report report.html</code>",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert_eq!(folder.names(), ["my data.csv", "report.html"]);
}

#[test]
fn a_demo_has_a_report_too() {
    let folder = Folder::new("demo-report");
    folder.gosdt(&["demo", "monk-1", "--report", "r.html", "-q"]).expect_success();
    assert!(folder.read("r.html").contains("gosdt demo monk-1 --report r.html -q</code>"));
}

#[test]
fn test_rows_are_measured_and_play_no_part_in_the_fit() {
    let test = "play,wind,rain\nno,weak,no\nyes,weak,yes\nno,strong,yes\nno,strong,yes\n";
    let folder = Folder::new("test-rows").with("data.csv", WEATHER).with("test.csv", test);
    let fit = ["fit", "data.csv", "--lambda", "0.05", "--json", "-q"];
    let alone = folder.gosdt(&fit).expect_success();
    let with = [&fit[..], &["--test", "test.csv", "--report", "r.html"]].concat();
    let tested = folder.gosdt(&with).expect_success();
    let [alone, tested] =
        [alone, tested].map(|text| serde_json::from_str::<serde_json::Value>(&text).unwrap());
    assert_eq!(tested["tree"], alone["tree"]);
    assert_eq!(tested["test"]["accuracy"], 0.75);
    assert_eq!(tested["test"]["rows"], 4);
    assert!(alone.get("test").is_none());
    assert!(folder.read("r.html").contains("accuracy, test (test.csv)"));

    let text = folder.gosdt(&["fit", "data.csv", "--test", "test.csv", "-q"]).expect_success();
    assert!(text.contains("test        accuracy 0.7500"), "{text}");
}

#[test]
fn test_rows_have_the_weights_that_the_data_has() {
    let data = "x,w,label\n1,1,a\n2,1,b\n";
    let test = "x,w,label\n1,9,a\n2,1,a\n";
    let folder = Folder::new("test-weights").with("data.csv", data).with("test.csv", test);
    let args = ["fit", "data.csv", "--weights", "w", "--test", "test.csv", "-q"];
    let text = folder.gosdt(&args).expect_success();
    assert!(text.contains("test        accuracy 0.9000"), "{text}");
}

#[test]
fn a_test_table_that_cannot_be_used_is_refused_before_the_search() {
    let folder = Folder::new("bad-test").with("data.csv", WEATHER).with("test.csv", "rain\nno\n");
    let fit = |test| folder.gosdt(&["fit", "data.csv", "--test", test, "-o", "m.json"]);
    fit("nowhere.csv").expect_refusal(&["nowhere.csv"]);
    fit("test.csv").expect_refusal(&["test.csv", "play"]);
    assert_eq!(folder.names(), ["data.csv", "test.csv"]);
    let input = WEATHER.as_bytes();
    folder
        .gosdt_reading(input, &["fit", "-", "--test", "-"])
        .expect_refusal(&["--test needs a file of its own"]);
}

#[test]
fn a_tree_that_cannot_be_measured_on_the_test_rows_is_still_handed_over() {
    let test = "rain,wind,play\nno,weak,perhaps\n";
    let folder = Folder::new("odd-test").with("data.csv", WEATHER).with("test.csv", test);
    let args = ["fit", "data.csv", "--test", "test.csv", "-o", "m.json", "--report", "r.html"];
    let run = folder.gosdt(&args);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("perhaps") && run.out.contains("status      optimal"), "{run:?}");
    assert_eq!(folder.names(), ["data.csv", "m.json", "r.html", "test.csv"]);
}

#[test]
fn a_model_is_shown_as_a_picture_and_as_a_page() {
    let folder = Folder::new("show-pictures").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]).expect_success();
    let svg = folder.gosdt(&["show", "m.json", "--as", "svg"]).expect_success();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    let page = folder.gosdt(&["show", "m.json", "--as", "html"]).expect_success();
    assert!(page.starts_with("<!DOCTYPE html>"), "{page}");
    assert!(page.contains("gosdt show m.json --as html</code>"), "{page}");
    let quiet = folder.gosdt(&["show", "m.json", "--as", "svg", "-o", "m.svg"]).expect_success();
    assert_eq!((quiet.as_str(), folder.read("m.svg")), ("", svg));
}

#[cfg(feature = "png")]
#[test]
fn a_model_is_shown_as_an_image_where_there_are_fonts() {
    let folder = Folder::new("show-png").with("data.csv", WEATHER);
    folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]).expect_success();
    let run = folder.gosdt(&["show", "m.json", "--as", "png", "-o", "m.png"]);
    match run.code {
        Some(0) => {
            let image = std::fs::read(folder.path("m.png")).unwrap();
            assert!(image.starts_with(b"\x89PNG") && image.len() > 5000, "{}", image.len());
        }
        _ => assert!(run.err.contains("there are no fonts"), "{run:?}"),
    }
}

#[test]
fn a_pipe_gets_indented_text() {
    let folder = Folder::new("show-pipe").with("data.csv", WEATHER);
    let fitted = folder.gosdt(&["fit", "data.csv", "--lambda", "0.05", "-o", "m.json"]);
    let shown = folder.gosdt(&["show", "m.json"]).expect_success();
    assert!(shown.contains("\n  yes: ") && !shown.contains('├'), "{shown}");
    assert!(fitted.out.starts_with(&shown), "{}", fitted.out);
}
