use crate::samples::{chain, coupons};
use gosdt_report::{Terminal, drawing};

#[test]
fn the_tree_has_lines_counts_and_shares() {
    let expected = "\
age ≤ 22.5?
├─ yes no      40 rows  100.0 %  ████████████
└─ no  visits ≤ 3?
   ├─ yes yes  40 rows   87.5 %  ███████████░
   └─ no  no   20 rows   75.0 %  █████████░░░
";
    assert_eq!(drawing(&coupons(), &Terminal { width: 80, colour: false }), expected);
}

#[test]
fn colours_are_all_that_colour_adds() {
    let [plain, coloured] =
        [false, true].map(|colour| drawing(&coupons(), &Terminal { width: 80, colour }));
    assert!(coloured.contains("\u{1b}[") && !plain.contains('\u{1b}'));
    let mut bare = String::new();
    for part in coloured.split('\u{1b}') {
        bare.push_str(part.split_once('m').filter(|_| part.starts_with('[')).map_or(part, |p| p.1));
    }
    // A coloured bar is full: its colours are the classes'.
    assert_eq!(bare, plain.replace('░', "█"));
}

#[test]
fn lines_are_no_wider_than_the_terminal() {
    for width in [70, 100] {
        let drawn = drawing(&chain(6), &Terminal { width, colour: false });
        for line in drawn.lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}
