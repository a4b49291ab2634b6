//! `docs/theorems.md` names every theorem's file, and every file and test that the documents name exists.
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    fs::read_to_string(repository().join("docs").join(name)).expect("the document is there")
}

/// The targets of a document's links, without those to the web.
fn links(text: &str) -> Vec<String> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|link| !link.starts_with("http")).map(str::to_string).collect()
}

#[test]
fn every_theorem_is_named() {
    let links = links(&document("theorems.md"));
    let bounds = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bounds");
    let mut theorems = 0;
    for entry in fs::read_dir(bounds).expect("the theorems are there") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        if name != "mod.rs" && name != "cases.rs" {
            let link = format!("../crates/gosdt-search/src/bounds/{name}");
            assert!(links.contains(&link), "{name} is not in docs/theorems.md");
            theorems += 1;
        }
    }
    assert!(theorems >= 9, "{theorems}");
}

#[test]
fn every_file_named_exists() {
    for name in ["theorems.md", "algorithm.md"] {
        let links = links(&document(name));
        assert!(links.len() > 10, "{name} has {} links", links.len());
        for link in links {
            let path = repository().join("docs").join(&link);
            assert!(path.exists(), "{name} names {link}, which is not there");
        }
    }
}

/// A test named in the text is one: somewhere under `crates` or among those of the Python package there
/// is a function of that name.
#[test]
fn every_test_named_exists() {
    let text = document("theorems.md") + &document("promises.md");
    let names = text.split('`').skip(1).step_by(2).filter(|name| is_a_sentence(name));
    let names: Vec<&str> = names.collect();
    assert!(!names.is_empty());
    let mut found = sources(&repository().join("crates"), "rs");
    found.extend(sources(&repository().join("python/tests"), "py"));
    for name in names {
        let keyword = if name.starts_with("test_") { "def" } else { "fn" };
        let function = format!("{keyword} {name}(");
        assert!(found.iter().any(|source| source.contains(&function)), "{name}");
    }
}

fn is_a_sentence(name: &str) -> bool {
    name.matches('_').count() > 3 && !name.contains('.')
}

fn sources(folder: &Path, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path, kind));
        } else if path.extension().is_some_and(|extension| extension == kind) {
            found.push(fs::read_to_string(&path).expect("a text"));
        }
    }
    found
}

#[test]
fn every_technique_is_named() {
    let text = document("theorems.md") + &document("algorithm.md");
    for name in gosdt_search::Techniques::names() {
        assert!(text.contains(&format!("`{name}`")), "{name} is in neither document");
    }
}
