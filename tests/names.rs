//! Owns what a test may be called, and that whoever names a test names one that is there.
//! Does not own what SECURITY.md names (php-tests/docs).

use std::fs;

use crate::layers::{folder, module, rust_files};

/// A name is read in a line beside others.
const MOST_LETTERS: usize = 80;

/// All tests in Rust, as cargo prints them.
fn all() -> Vec<String> {
    ["src", "tests", "torture"]
        .into_iter()
        .flat_map(|name| rust_files(&folder(name)))
        .flat_map(|file| {
            let source = fs::read_to_string(&file).unwrap();
            let mut path = module(&file);
            if source.contains("\nmod tests {") {
                path.push("tests".to_owned());
            }
            let tests =
                source.split("#[test]\n").skip(1).filter_map(|test| test.split("fn ").nth(1)?.split('(').next());
            tests.map(|test| [&path[..], &[test.to_owned()]].concat().join("::")).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_name_of_a_test_has_80_letters_at_most() {
    let all = all();
    assert!(all.len() > 900, "the tests were not found: {} seen", all.len());
    let long: Vec<_> = all.iter().filter(|name| name.rsplit("::").next().unwrap().len() > MOST_LETTERS).collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn a_test_that_is_left_out_or_that_finds_a_mutation_is_there() {
    let (all, read) = (all(), |name: &str| fs::read_to_string(folder(name)).unwrap());
    let is_there = |part: &str| all.iter().any(|test| test.contains(part));
    for (script, list) in [
        (".ci/matrix", "not_with_redis6_2=("),
        (".ci/matrix", "not_without_tls=("),
        (".ci/arm64", "too_much_for_qemu=("),
    ] {
        let script = read(script);
        let list = script.split(list).nth(1).and_then(|rest| rest.split(')').next()).unwrap().lines();
        let parts = list.filter(|line| !line.trim_start().starts_with('#')).flat_map(str::split_whitespace);
        let missing: Vec<_> =
            parts.map(|part| part.trim_start_matches("--skip=")).filter(|part| !is_there(part)).collect();
        assert!(missing.is_empty(), "left out, and not there: {missing:#?}");
    }
    for patch in fs::read_dir(folder("tests/mutations")).unwrap() {
        let patch = fs::read_to_string(patch.unwrap().path()).unwrap();
        for test in patch.lines().filter_map(|line| line.strip_prefix("found by: ")) {
            // A program's own tests have no module.
            let names = [test.to_owned(), format!("process::{test}")];
            let is_phpt = test.starts_with("php-tests/") && folder(test).exists();
            assert!(is_phpt || all.iter().any(|name| names.contains(name)), "there is no {test}");
        }
    }
}
