//! Modules depend on each other one way: no crate of the workspace has a cycle among the modules of a
//! folder.
//!
//! A module depends on another one if any of its files names a path into it, by `crate::` or `super::`,
//! directly or through a re-export. Tests are left out.
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates that still have cycles: none is to be added, and one without cycles is to be removed.
const WITH_CYCLES: &[&str] = &["gosdt-data", "gosdt-oracle", "gosdt-tree"];

/// The names on the way to a module or an item.
type Names = Vec<String>;

/// Dependencies between the modules of one folder.
type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_depend_on_each_other_one_way() {
    let mut with_cycles = Vec::new();
    for folder in folders(&workspace().join("crates")) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let cycles = Crate::read(&folder.join("src")).cycles();
        println!("{name}: {cycles:?}");
        if !cycles.is_empty() {
            with_cycles.push(name);
        }
    }
    assert_eq!(with_cycles, WITH_CYCLES, "crates with cycles; see the output for where");
}

/// ARCHITECTURE.md has the picture of the search's modules: what each uses, from the bottom up.
#[test]
fn the_picture_of_the_modules_is_true() {
    let krate = Crate::read(&workspace().join("crates/gosdt-search/src"));
    let picture = picture(krate.graphs().get(&Names::new()).expect("modules"));
    let page = fs::read_to_string(workspace().join("ARCHITECTURE.md")).expect("a page");
    let expected =
        format!("<!-- modules of gosdt-search -->\n```text\n{picture}```\n<!-- end -->\n");
    assert!(page.contains(&expected), "ARCHITECTURE.md should have\n{expected}");
}

/// A line per module, after all that it uses.
fn picture(graph: &Graph) -> String {
    let all: BTreeSet<&String> = graph.keys().chain(graph.values().flatten()).collect();
    let depth = |module: &String| -> usize { reachable(graph, module).len() };
    let mut modules: Vec<&String> = all.into_iter().collect();
    modules.sort_by_key(|module| (depth(module), module.as_str()));
    let line = |module: &&String| {
        let uses = graph.get(*module).into_iter().flatten();
        let uses: Vec<&str> = uses.filter(|used| used != module).map(String::as_str).collect();
        match uses.is_empty() {
            true => format!("{module}\n"),
            false => format!("{module:<8} ─→ {}\n", uses.join(", ")),
        }
    };
    modules.iter().map(line).collect()
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn folders(of: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(of).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<PathBuf> = entries.filter(|path| path.join("src").is_dir()).collect();
    found.sort();
    found
}

/// The modules of a crate, with their sources.
struct Crate {
    sources: BTreeMap<Names, String>,
}

impl Crate {
    fn read(src: &Path) -> Crate {
        let mut krate = Crate { sources: BTreeMap::new() };
        krate.read_folder(src, &Vec::new());
        let tests: Vec<Names> =
            krate.sources.iter().flat_map(|(at, s)| test_modules(at, s)).collect();
        krate.sources.retain(|module, _| !tests.contains(module));
        krate.sources.values_mut().for_each(|source| *source = without_comments_and_tests(source));
        krate
    }

    fn read_folder(&mut self, folder: &Path, module: &Names) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                self.read_folder(&path, &child(module, &stem));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let is_folder = ["lib", "main", "mod"].contains(&stem.as_str());
                let module = if is_folder { module.clone() } else { child(module, &stem) };
                self.sources.insert(module, fs::read_to_string(&path).expect("a text"));
            }
        }
    }

    /// The module that a path leads to, following re-exports.
    fn resolve(&self, path: &[String]) -> Names {
        let mut module = Names::new();
        for name in path {
            let next = child(&module, name);
            if self.sources.contains_key(&next) {
                module = next;
            } else {
                return self.re_exported(&module, name).unwrap_or(module);
            }
        }
        module
    }

    /// The child that a module re-exports a name from.
    fn re_exported(&self, module: &Names, name: &str) -> Option<Names> {
        let uses = self.sources.get(module)?.split(';').filter_map(|statement| {
            let (visibility, tree) = statement.split_once("use ")?;
            visibility.trim_end().ends_with(['b', ')']).then(|| expand(tree))
        });
        let path = uses.flatten().find(|path| path.last().is_some_and(|last| last == name))?;
        let first = child(module, &path[0]);
        let full: Names = module.iter().chain(&path[..path.len() - 1]).cloned().collect();
        self.sources.contains_key(&first).then(|| self.resolve(&full))
    }

    /// The dependencies, by folder.
    fn graphs(&self) -> BTreeMap<Names, Graph> {
        let mut graphs: BTreeMap<Names, Graph> = BTreeMap::new();
        for (from, source) in &self.sources {
            for path in paths(from, source) {
                let to = self.resolve(&path);
                let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
                if let (Some(a), Some(b)) = (from.get(common), to.get(common)) {
                    let graph = graphs.entry(from[..common].to_vec()).or_default();
                    graph.entry(a.clone()).or_default().insert(b.clone());
                }
            }
        }
        graphs
    }

    /// One way round for every module that depends on itself.
    fn cycles(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (folder, graph) in self.graphs() {
            let cyclic = graph.keys().filter(|module| reachable(&graph, module).contains(*module));
            let cyclic: Vec<&str> = cyclic.map(String::as_str).collect();
            if !cyclic.is_empty() {
                found.push(format!("{}: {}", folder.join("/"), cyclic.join(" ")));
            }
        }
        found
    }
}

fn child(module: &[String], name: &str) -> Names {
    module.iter().cloned().chain([name.to_string()]).collect()
}

/// All modules that `from` depends on.
fn reachable(graph: &Graph, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_string()];
    while let Some(module) = open.pop() {
        for next in graph.get(&module).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// The modules in files of their own that are compiled for tests alone.
fn test_modules(module: &Names, source: &str) -> Vec<Names> {
    let after = source.split("#[cfg(test)]").skip(1).filter_map(|rest| rest.split_once(';'));
    let names = after.filter_map(|(item, _)| item.split_once("mod ")).map(|(_, name)| name.trim());
    let plain = names.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    plain.map(|name| child(module, name)).collect()
}

/// The code of a file. Its tests come last.
fn without_comments_and_tests(source: &str) -> String {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths in a source that start at `crate` or `super`, from the root of the crate.
fn paths(module: &Names, source: &str) -> Vec<Names> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("crate::") {
        found.extend(expand(&source[at + "crate::".len()..]));
    }
    for (at, _) in source.match_indices("super::") {
        if !source[..at].ends_with("super::") && !module.is_empty() {
            let rest = source[at..].trim_start_matches("super::");
            let ups = (source.len() - at - rest.len()) / "super::".len();
            let above = &module[..module.len().saturating_sub(ups)];
            let full = |path: Names| above.iter().cloned().chain(path).collect();
            found.extend(expand(rest).into_iter().map(full));
        }
    }
    found
}

/// The paths that a use tree stands for: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<Names> {
    let tree = tree.trim_start();
    if let Some(rest) = tree.strip_prefix('{') {
        return branches(rest).into_iter().flat_map(expand).collect();
    }
    let end = tree.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tree.len());
    let (name, rest) = tree.split_at(end);
    if name.is_empty() {
        return Vec::new();
    }
    let prefixed = |path: Names| [name.to_string()].into_iter().chain(path).collect();
    match rest.strip_prefix("::") {
        Some(rest) if !expand(rest).is_empty() => expand(rest).into_iter().map(prefixed).collect(),
        _ => vec![vec![renamed(name, rest).to_string()]],
    }
}

/// The name that `name as other` gives.
fn renamed<'a>(name: &'a str, rest: &'a str) -> &'a str {
    let other = rest.strip_prefix(" as ").map(|rest| rest.split([',', ';', '}']).next());
    other.flatten().map_or(name, str::trim)
}

/// The parts between the commas of a group that was opened.
fn branches(group: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(&group[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// A crate of these files.
fn made(files: &[(&str, &str)]) -> Crate {
    let names = |path: &str| path.split('/').filter(|n| !n.is_empty()).map(String::from).collect();
    let source = |text: &str| without_comments_and_tests(text);
    Crate { sources: files.iter().map(|(path, text)| (names(path), source(text))).collect() }
}

#[test]
fn a_use_tree_stands_for_its_paths() {
    let paths = |tree: &str| expand(tree).iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(paths("a::{b, c::{D, e}, f::G as h};"), ["a::b", "a::c::D", "a::c::e", "a::f::h"]);
    assert_eq!(paths("{a, b::*}"), ["a", "b"]);
    assert_eq!(paths("a::b(x)"), ["a::b"]);
}

#[test]
fn cycles_are_found_through_re_exports_and_in_folders() {
    let one_way = [("", "mod a; mod b; pub use b::B;"), ("a", "use crate::B;"), ("b", "")];
    assert!(made(&one_way).cycles().is_empty());
    let round =
        [("", "mod a; mod b; pub use b::B;"), ("a", "use crate::B;"), ("b", "crate::a::f()")];
    assert_eq!(made(&round).cycles(), [": a b"]);
    let inside = [
        ("", "mod f;"),
        ("f", "mod a; mod b; pub(crate) use a::A;"),
        ("f/a", "use super::b::B;"),
        ("f/b", "use crate::f::A; // use crate::g"),
    ];
    assert_eq!(made(&inside).cycles(), ["f: a b"]);
}

#[test]
fn tests_depend_on_what_they_like() {
    let files =
        [("", ""), ("a", "use crate::b;"), ("b", "#[cfg(test)]\nmod tests { use crate::a; }")];
    assert!(made(&files).cycles().is_empty());
    assert_eq!(test_modules(&Names::new(), "#[cfg(test)]\npub(crate) mod cases;"), [["cases"]]);
}
