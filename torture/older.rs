//! Owns the extensions of older versions: they have to share locks with the one under test.
//! Does not start processes with it (crew.rs).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs};

use crate::php;

/// What names it in this repository's history: its tag, or the commit.
const NAMES: [&str; 2] = ["v1.0.0", "b76c524807fdcd501f56e0f9069c2ba022be8398"];

/// A shorter torture does not wait for a build, which takes longer.
const SHORT: Duration = Duration::from_secs(30);

/// The files that TORTURE_OLDER names, with colons between them.
pub(crate) fn named() -> Result<Vec<String>, String> {
    let names = env::var("TORTURE_OLDER").unwrap_or_default();
    let files = names.split(':').filter(|file| !file.is_empty());
    let there = |file: &str| {
        if Path::new(file).exists() { Ok(file.to_owned()) } else { Err(format!("TORTURE_OLDER: no file {file}")) }
    };
    files.map(there).collect()
}

/// Those, or 1.0.0 as it is built once for this PHP, without optimization; the reason where a torture of this length has none.
pub(crate) fn extensions(length: Duration) -> Result<Vec<String>, String> {
    let files = named()?;
    if !files.is_empty() {
        return Ok(files);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = NAMES.iter().find_map(|name| {
        let mut git = Command::new("git");
        git.arg("-C").arg(root).args(["rev-parse", "--verify", "--quiet", &format!("{name}^{{commit}}")]);
        ran(&mut git).ok()
    });
    let commit = named.ok_or("neither TORTURE_OLDER nor the commit of 1.0.0 is there")?;
    let version = ran(Command::new(php::program()).args(["-n", "-r", "echo PHP_VERSION, '-', PHP_ZTS, PHP_DEBUG;"]))?;
    let folder = root.join("target/older").join(format!("{version}-{}", &commit[..7]));
    let library = folder.join("libredislock.so");
    if !library.exists() {
        if length < SHORT {
            return Err(
                "a short run builds no 1.0.0; TORTURE_OLDER names its file, or make torture builds it".to_owned()
            );
        }
        println!("builds the version before, 1.0.0, for the torture of versions");
        build(root, &commit, &folder)?;
    }
    Ok(vec![library.to_str().expect("a path that is text").to_owned()])
}

fn build(root: &Path, commit: &str, folder: &Path) -> Result<(), String> {
    let (source, target): (PathBuf, PathBuf) = (folder.join("source"), folder.join("build"));
    let git = |words: &[&str]| ran(Command::new("git").arg("-C").arg(root).arg("worktree").args(words).arg(&source));
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    // What an earlier try has left.
    drop(git(&["remove", "--force"]));
    let add = ["worktree", "add", "--quiet", "--detach", "--force"];
    ran(Command::new("git").arg("-C").arg(root).args(add).arg(&source).arg(commit))?;
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--locked", "--lib"]).current_dir(&source).env("CARGO_TARGET_DIR", &target);
    let built = ran(&mut cargo);
    drop(git(&["remove", "--force"]));
    built?;
    // Whole, or not there.
    let (made, there) = (target.join("debug/libredislock.so"), folder.join("libredislock.so"));
    fs::rename(made, there).map_err(|error| error.to_string())?;
    fs::remove_dir_all(target).map_err(|error| error.to_string())
}

/// What it prints; the last line of its trouble where it fails.
fn ran(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let trouble = String::from_utf8_lossy(&output.stderr);
    Err(format!("{}: {}", command.get_program().display(), trouble.lines().last().unwrap_or_default()))
}
