//! Owns the check that the source is one spine: imports run downwards from layer to layer, and no files, the torture's neither,
//! import each other in a circle.
//! Does not own what the files do: it reads them as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest; the modules of one row may use each other.
const LAYERS: [&[&str]; 11] = [
    &[
        "clock",
        "command",
        "error",
        "events",
        "failure",
        "histogram",
        "key",
        "label",
        "leaves",
        "loss",
        "process",
        "refusal",
        "scope",
        "settings",
        "stats",
        "token",
        "ttl",
        "wait",
    ],
    &["address"],
    &["net"],
    &["scripts"],
    &["connection"],
    &["node"],
    &["topology"],
    &["operator", "lease"],
    &["renewal"],
    &["lock"],
    &["php"],
];

/// A module's path, such as `node::link::pool`.
type Module = Vec<String>;

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("module {module} has no layer: add it to src/lib.rs and to this test"))
}

fn sources() -> PathBuf {
    folder("src")
}

pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

pub(crate) fn module(file: &Path) -> Module {
    let inside = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().with_extension("");
    let parts = inside.iter().skip(1).map(|part| part.to_str().unwrap().to_owned());
    parts.filter(|part| !["mod", "lib", "main"].contains(&part.as_str())).collect()
}

/// The paths after every `crate::`, comments and unit tests left out.
fn imports(source: &str) -> Vec<Module> {
    let from_root = |path: Named| path.parts.strip_prefix(&["crate".to_owned()]).map(<[String]>::to_vec);
    paths(source).into_iter().filter_map(from_root).collect()
}

/// A path in the code, such as `crate::a::b`.
struct Named {
    parts: Vec<String>,
    /// What it is called from here on, if it stands in a `use`.
    name: Option<String>,
}

/// All paths of a source, comments and unit tests left out.
fn paths(source: &str) -> Vec<Named> {
    let lines = source.split("#[cfg(test)]\nmod tests").next().unwrap().lines();
    let code = lines.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let text: Vec<char> = code.chars().collect();
    let (mut at, mut found) = (0, Vec::<Named>::new());
    while at < text.len() {
        if !is_of_word(text[at]) {
            at += 1;
            continue;
        }
        let (start, in_use) = (found.len(), found.last().is_some_and(|last| last.parts == ["use"]));
        path(&text, &mut at, &[], &mut found);
        if !in_use {
            found[start..].iter_mut().for_each(|path| path.name = None);
        }
    }
    found.retain(|path| path.parts.len() > 1 || path.name.is_some());
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Reads `a::b`, or `a::{b, c::d as e}`, from `at` on.
fn path(text: &[char], at: &mut usize, before: &[String], found: &mut Vec<Named>) {
    let word = |at: &mut usize| {
        let word: String = text[*at..].iter().take_while(|c| is_of_word(**c)).collect();
        *at += word.chars().count();
        word
    };
    let mut parts = before.to_vec();
    loop {
        if text.get(*at) == Some(&'{') {
            *at += 1;
            while *at < text.len() && text[*at] != '}' {
                if is_of_word(text[*at]) || text[*at] == '{' {
                    path(text, at, &parts, found);
                } else {
                    *at += 1;
                }
            }
            *at += 1;
            return;
        }
        let part = word(at);
        if part != "self" {
            parts.push(part);
        }
        if text.get(*at..*at + 2) != Some(&[':', ':']) {
            let mut name = parts.last().cloned();
            if text[*at..].starts_with(&[' ', 'a', 's', ' ']) {
                *at += 4;
                name = Some(word(at));
            }
            return found.push(Named { parts, name });
        }
        *at += 2;
    }
}

/// What a file names of the crate, each path from the root on, with its name if it stands in a `use`.
type Names = Vec<(Option<String>, Module)>;

fn names(module: &Module, source: &str) -> Names {
    let is_child = |name: &str| source.lines().any(|line| line.ends_with(&format!("mod {name};")));
    let parent = &module[..module.len().saturating_sub(1)];
    let from_root = |Named { parts, name }: Named| {
        let (base, below) = match parts[0].as_str() {
            "crate" => (&[][..], &parts[1..]),
            "super" => (parent, &parts[1..]),
            child if is_child(child) => (module.as_slice(), &parts[..]),
            _ => return None,
        };
        Some((name, [base, below].concat()))
    };
    paths(source).into_iter().filter_map(from_root).collect()
}

/// Which file imports which. What a file merely re-exports is imported from where it is defined. What a file imports of the modules above it
/// is left out: they make it, and it may look up.
fn graph(sources: impl Iterator<Item = (Module, String)>) -> BTreeMap<Module, BTreeSet<Module>> {
    let files: BTreeMap<Module, Names> =
        sources.map(|(module, source)| (module.clone(), names(&module, &source))).collect();
    let imports = |(module, names): (&Module, &Names)| {
        let definers = names.iter().map(|(_, path)| definer(&files, path));
        (module.clone(), definers.filter(|definer| !module.starts_with(definer)).collect())
    };
    files.iter().map(imports).collect()
}

/// The file that defines what a path leads to.
fn definer(files: &BTreeMap<Module, Names>, path: &[String]) -> Module {
    let length = (0..=path.len()).rev().find(|length| files.contains_key(&path[..*length])).unwrap_or(0);
    let (file, below) = path.split_at(length);
    let names = files.get(file).into_iter().flatten();
    let used = below.first().and_then(|first| names.into_iter().find(|(name, _)| name.as_ref() == Some(first)));
    used.map_or_else(|| file.to_vec(), |(_, path)| definer(files, &[path, &below[1..]].concat()))
}

#[test]
fn every_import_points_to_the_same_layer_or_one_below() {
    let mut checked = 0;
    for file in rust_files(&sources()) {
        let importer = module(&file).join("::");
        let top = importer.split("::").next().unwrap();
        if top.is_empty() {
            continue;
        }
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            let import = import.join("::");
            assert!(
                layer(import.split("::").next().unwrap()) <= layer(top),
                "{importer} imports crate::{import}, which is above it"
            );
            checked += 1;
        }
    }
    assert!(checked > 50, "the sources were not found: {checked} imports seen");
}

#[test]
fn php_uses_locks_and_what_operators_ask_and_below_them_only_values() {
    let values = [LAYERS[0], LAYERS[1], &["lock", "operator", "php"]].concat();
    for file in rust_files(&sources().join("php")) {
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            assert!(values.contains(&import[0].as_str()), "{} imports crate::{}", file.display(), import.join("::"));
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    for name in ["src", "torture"] {
        let sources = rust_files(&folder(name)).into_iter();
        let graph = graph(sources.map(|file| (module(&file), fs::read_to_string(file).unwrap())));
        assert!(graph.values().flatten().count() > 50, "the imports of {name} were not found");
        let shown: Vec<String> = circles(graph)
            .iter()
            .map(|(module, imports)| {
                let imports: Vec<String> = imports.iter().map(|import| import.join("::")).collect();
                format!("{} imports {}", module.join("::"), imports.join(", "))
            })
            .collect();
        assert!(shown.is_empty(), "a circle in {name}:\n{}", shown.join("\n"));
    }
}

/// Keeps of a graph what is in a circle, or between two.
fn circles(mut graph: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    // A file that imports no other is in no circle; without it the next may be so.
    loop {
        let free: Vec<Module> =
            graph.iter().filter(|(_, imports)| imports.is_empty()).map(|(module, _)| module.clone()).collect();
        if free.is_empty() {
            break;
        }
        for module in &free {
            graph.remove(module);
            for imports in graph.values_mut() {
                imports.remove(module);
            }
        }
    }
    // What merely leads into a circle is not part of it.
    loop {
        let imported: BTreeSet<Module> = graph.values().flatten().cloned().collect();
        let before = graph.len();
        graph.retain(|module, _| imported.contains(module));
        if graph.len() == before {
            break;
        }
    }
    graph
}

#[test]
fn the_paths_of_a_group_are_read_one_by_one() {
    let read = |source: &str| imports(source).iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(read("use crate::a::{self, b::{C, D}, e};"), ["a", "a::b::C", "a::b::D", "a::e"]);
    assert_eq!(read("// crate::no\nlet x = crate::a::b(1);\n#[cfg(test)]\nmod tests { use crate::no; }"), ["a::b"]);
}

#[test]
fn a_circle_through_a_reexport_or_a_parent_is_seen() {
    let circle = |sources: &[(&str, &str)]| {
        let path = |module: &str| module.split("::").map(str::to_owned).collect();
        let sources = sources.iter().map(|(module, source)| (path(module), (*source).to_owned()));
        circles(graph(sources)).into_keys().map(|module: Module| module.join("::")).collect::<Vec<_>>()
    };
    let [parent, child] = ["pub(crate) mod b;\npub use b::{self as other, Thing as Same};", "use crate::c::d;"];
    for import in ["use crate::a::Same;", "use crate::a::b::Thing;", "use std::x;\nlet x = crate::a::other::y();"] {
        assert_eq!(circle(&[("a", parent), ("a::b", child), ("c", import)]), ["a::b", "c"], "{import}");
    }
    let siblings = [("a", parent), ("a::b", "use super::c;"), ("a::c", "use super::Same;")];
    assert_eq!(circle(&siblings), ["a::b", "a::c"]);
    let through_parent = [("a", "mod b;\nlet x = b::y();"), ("a::b", child), ("c", "use crate::a::z;")];
    assert_eq!(circle(&through_parent), ["a", "a::b", "c"]);
    let looks_up = [("a", parent), ("a::b", "use crate::a::z;\nuse super::y;"), ("c", "use crate::a::Same;")];
    assert!(circle(&looks_up).is_empty());
}

#[test]
fn only_php_knows_ext_php_rs_and_only_php_is_unsafe() {
    for file in rust_files(&sources()) {
        let inside = file.strip_prefix(sources()).unwrap().to_owned();
        if inside.starts_with("php") {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        assert!(!source.contains("ext_php_rs"), "{}", inside.display());
        assert!(!source.contains("unsafe"), "{}", inside.display());
    }
}

#[test]
fn every_file_and_function_that_the_map_names_is_there() {
    let map = fs::read_to_string(sources().join("lib.rs")).unwrap();
    let (mut checked, mut wrong) = (0, Vec::new());
    for row in map.lines().filter_map(|line| line.strip_prefix("//! | ")) {
        let mut source = None;
        // The questions, too, have words in backticks.
        for word in row.split_once(" | ").unwrap().1.split('`').skip(1).step_by(2) {
            if word.contains(['/', '.']) {
                let path = [sources(), folder(".")].map(|root| root.join(word)).into_iter().find(|path| path.exists());
                source = path.as_deref().filter(|path| path.is_file()).map(|path| fs::read_to_string(path).unwrap());
                wrong.extend(path.is_none().then(|| word.to_owned()));
            } else if let Some(source) = &source {
                let is_there = ["fn ", "enum "].iter().any(|kind| {
                    let declared = format!("{kind}{word}");
                    source
                        .match_indices(&declared)
                        .any(|(at, _)| !source[at + declared.len()..].starts_with(is_of_word))
                });
                wrong.extend((!is_there).then(|| format!("{word} in {row}")));
            }
            checked += 1;
        }
    }
    assert!(checked > 80 && wrong.is_empty(), "{checked} checked, {wrong:#?}");
}

#[test]
fn a_type_name_exists_once_in_the_crate() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in rust_files(&sources()) {
        let source = fs::read_to_string(&file).unwrap();
        let code = source.split("#[cfg(test)]\nmod tests").next().unwrap();
        for line in code.lines().map(str::trim_start) {
            let line = line.split_once("pub").map_or(line, |(before, after)| match before {
                "" => after.split_once(' ').map_or(after, |(_, declared)| declared),
                _ => line,
            });
            let declared = ["struct ", "enum ", "trait ", "type "].iter().find_map(|kind| line.strip_prefix(kind));
            // What a trait has its types called is the trait's.
            let Some(declared) = declared.filter(|_| !line.starts_with("type Target")) else { continue };
            let name: String = declared.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            places.entry(name).or_default().push(module(&file).join("::"));
        }
    }
    assert!(places.len() > 150, "the types were not found: {} seen", places.len());
    let twice: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
