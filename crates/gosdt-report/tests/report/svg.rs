use crate::samples::{chain, coupons, full, leaf, model};
use gosdt_report::svg;

#[test]
fn questions_are_in_the_users_words() {
    let picture = svg(&coupons());
    for words in [">age ≤ 22.5<", ">visits ≤ 3<", ">100 rows<", ">40 rows · 100.0 %<"] {
        assert!(picture.contains(words), "{words} is not in {picture}");
    }
}

#[test]
fn every_leaf_can_be_reached_and_says_its_rule() {
    let picture = svg(&coupons());
    assert_eq!(picture.matches("tabindex=\"0\"").count(), 3);
    let rule = "aria-label=\"If age &#62; 22.5 and visits ≤ 3, then yes\"";
    assert!(picture.contains(rule), "{picture}");
}

#[test]
fn a_purer_leaf_has_a_stronger_colour() {
    let picture = svg(&coupons());
    let strengths: Vec<f64> = picture
        .split("fill-opacity=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(strengths, [0.5, 0.4, 0.3]);
}

#[test]
fn a_lone_leaf_is_a_picture_too() {
    let picture = svg(&model("label", &["only"], &[], vec![leaf(0, &[7.0])]));
    assert!(picture.contains("aria-label=\"Always only\""), "{picture}");
}

#[test]
fn a_leaf_without_weight_is_drawn() {
    let picture = svg(&model("label", &["no", "yes"], &[], vec![leaf(0, &[0.0, 0.0])]));
    assert!(picture.contains("0 rows · no weight") && !picture.contains("NaN"), "{picture}");
}

#[test]
fn groups_that_are_opened_are_closed() {
    for model in [coupons(), chain(60), full(5)] {
        let picture = svg(&model);
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
        assert!(picture.ends_with("</g>\n</svg>\n"), "{picture}");
    }
}

#[test]
fn long_names_are_shortened_and_said_in_full_on_hover() {
    let picture = svg(&chain(3));
    assert!(picture.contains(">the measurem… series ≤ 0.5<"), "{picture}");
    assert!(picture.contains("<title>the measurement number 0 of the series ≤ 0.5?\n"));
}

#[test]
fn a_wide_tree_lies_and_a_narrow_one_stands() {
    assert!(svg(&full(6)).contains("class=\"gosdt-tree lies\""));
    assert!(svg(&full(3)).contains("class=\"gosdt-tree\""));
}

#[test]
fn the_deepest_tree_that_a_model_may_have_is_drawn() {
    assert!(svg(&chain(1000)).contains("Decision tree with 1000 leaves"));
}
