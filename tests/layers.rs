//! Owns the check that imports run downwards only: php, renewal, lock, topology, connection, scripts, leaves.
//! Reads the sources as text; knows nothing of what they do.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest to the highest; modules of one row may use each other.
const LAYERS: [&[&str]; 9] = [
    &["clock", "command", "error", "failure", "key", "label", "process", "settings", "stats", "token", "ttl", "wait"],
    &["address"],
    &["net"],
    &["scripts"],
    &["connection"],
    &["topology"],
    &["lock"],
    &["renewal"],
    &["php"],
];

fn layer(module: &str) -> usize {
    let found = LAYERS.iter().position(|layer| layer.contains(&module));
    found.unwrap_or_else(|| panic!("module {module} has no layer: add it to src/lib.rs and to this test"))
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The first module behind every `crate::`.
fn imports(source: &str) -> Vec<String> {
    let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    source.split("crate::").skip(1).map(name).collect()
}

#[test]
fn every_import_points_to_the_same_layer_or_one_below() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut checked = 0;
    for file in rust_files(&sources) {
        let inside = file.strip_prefix(&sources).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" {
            continue;
        }
        for import in imports(&fs::read_to_string(&file).unwrap()) {
            assert!(layer(&import) <= layer(module), "{} imports crate::{import}, which is above it", inside.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "the sources were not found: {checked} imports seen");
}

#[test]
fn only_php_knows_ext_php_rs_and_only_php_is_unsafe() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for file in rust_files(&sources) {
        let inside = file.strip_prefix(&sources).unwrap();
        if inside.starts_with("php") {
            continue;
        }
        let source = fs::read_to_string(&file).unwrap();
        assert!(!source.contains("ext_php_rs"), "{}", inside.display());
        assert!(!source.contains("unsafe"), "{}", inside.display());
    }
}
