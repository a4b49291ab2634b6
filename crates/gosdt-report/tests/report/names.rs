//! No name becomes markup, wherever it stands.
use crate::samples::{leaf, model, split};
use gosdt_report::{Page, Terminal, drawing, svg};
use gosdt_tree::Model;

const NASTY: [&str; 8] = [
    "<script>alert(1)</script>",
    "</style><style>*{display:none}",
    "]]>",
    "a & b",
    "\" onload=\"alert(1)",
    "' onload='alert(1)",
    "line\nbreak\u{1b}[2J\u{0}",
    "{{ 7 * 7 }}",
];

fn everywhere(name: &str) -> Model {
    let nodes =
        vec![split(0, 0.5, [1, 2], &[2.0, 2.0]), leaf(0, &[2.0, 0.0]), leaf(1, &[0.0, 2.0])];
    model(name, &["plain", name], &[name], nodes)
}

/// How often each letter that means something to a parser occurs.
fn markup(text: &str) -> [usize; 2] {
    ["<", ">"].map(|letter| text.matches(letter).count())
}

#[test]
fn no_name_adds_or_closes_a_tag() {
    let harmless = everywhere("harmless");
    for name in NASTY {
        let model = everywhere(name);
        assert_eq!(markup(&svg(&model)), markup(&svg(&harmless)), "{name}");
        let command = format!("gosdt fit {name}");
        let page =
            |model| Page { command: Some(&command), data: Some(name), ..Page::new(model) }.html();
        let expected = Page { command: Some("gosdt"), data: Some("d"), ..Page::new(&harmless) };
        assert_eq!(markup(&page(&model)), markup(&expected.html()), "{name}");
    }
}

#[test]
fn no_name_ends_an_attribute() {
    for name in NASTY {
        let (picture, page) = (svg(&everywhere(name)), Page::new(&everywhere(name)).html());
        for text in [&picture, &page] {
            assert!(!text.contains("onload=\"") && !text.contains("onload='"), "{name}");
        }
    }
}

#[test]
fn no_control_reaches_the_file_or_the_terminal() {
    let model = everywhere(NASTY[6]);
    let plain = Terminal { width: 80, colour: false };
    let command = "gosdt fit 'a\u{1b}b'";
    let page = Page { command: Some(command), ..Page::new(&model) };
    for text in [svg(&model), page.html(), drawing(&model, &plain)] {
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text}");
    }
}
