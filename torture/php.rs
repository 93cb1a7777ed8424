//! Owns the commands that run a script in PHP with the extension under test: once in a process, and, where there is PHP's embed
//! library, several times in one (restart.c).
//! Does not start processes of the torture (crew.rs).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::orders::TIMEOUT;

/// How often PHP is started in one process.
const STARTS: &str = "4";

/// The words before a script's, and what has to be in the environment.
#[derive(Debug, Default)]
pub(crate) struct Php {
    pub(crate) words: Vec<String>,
    pub(crate) environment: Vec<(String, String)>,
}

impl Php {
    /// PHP with an extension and no php.ini.
    pub(crate) fn once(extension: &str) -> Self {
        let php = program();
        let loaded = modules(Command::new(&php).args(["-n", "-m"]));
        let options = settings(&loaded, extension).into_iter().flat_map(|line| ["-d".to_owned(), line]);
        Self { words: [php, "-n".to_owned()].into_iter().chain(options).collect(), environment: Vec::new() }
    }

    /// The same, started several times in one process; the reason where this machine cannot do it. `folder` is for what has to be
    /// written.
    pub(crate) fn restarted(folder: &Path, extension: &str) -> Result<Self, String> {
        let program = compiled(folder)?;
        let probe = folder.join("modules.php");
        fs::write(&probe, "<?php echo implode(\"\\n\", get_loaded_extensions());").unwrap();
        let ini = folder.join("php.ini");
        fs::write(&ini, "").unwrap();
        let environment = vec![
            ("PHPRC".to_owned(), text(folder)),
            // None of this system's own.
            ("PHP_INI_SCAN_DIR".to_owned(), String::new()),
        ];
        let ask = || {
            let mut command = Command::new(&program);
            modules(command.args(["1", "-"]).arg(&probe).envs(environment.iter().cloned()))
        };
        fs::write(&ini, settings(&ask(), extension).join("\n") + "\nlog_errors=0\n").unwrap();
        let loaded = ask();
        for needed in ["pcntl", "posix", "redislock"] {
            if !loaded.contains(needed) {
                return Err(format!("PHP's embed library does not load {needed}"));
            }
        }
        Ok(Self { words: vec![text(&program), STARTS.to_owned()], environment })
    }
}

/// The file of the extension under test.
pub(crate) fn built() -> String {
    env::var("REDISLOCK_SO").expect("REDISLOCK_SO, the file of the built extension")
}

pub(crate) fn program() -> String {
    env::var("PHP").unwrap_or_else(|_| "php".to_owned())
}

fn text(path: &Path) -> String {
    path.to_str().expect("a path that is text").to_owned()
}

fn modules(command: &mut Command) -> BTreeSet<String> {
    let printed = command.output().expect("PHP").stdout;
    String::from_utf8_lossy(&printed).to_lowercase().lines().map(str::to_owned).collect()
}

/// Lines of a php.ini for a PHP that has some modules by itself.
fn settings(loaded: &BTreeSet<String>, extension: &str) -> Vec<String> {
    let needed = ["pcntl", "posix"].into_iter().filter(|name| !loaded.contains(*name));
    let lines = needed.map(|name| format!("extension={name}")).chain([
        format!("extension={extension}"),
        format!("redislock.io_timeout={TIMEOUT}"),
        format!("redislock.connect_timeout={TIMEOUT}"),
    ]);
    lines.collect()
}

/// Compiles the program that restarts PHP.
fn compiled(folder: &Path) -> Result<PathBuf, String> {
    let config = |option: &str| {
        let program = env::var("PHP_CONFIG").unwrap_or_else(|_| "php-config".to_owned());
        let output = Command::new(program).arg(option).output().map_err(|error| format!("php-config: {error}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let version: Vec<_> = config("--version")?.split('.').take(2).map(str::to_owned).collect();
    let libraries = config("--prefix")? + "/lib";
    fs::create_dir_all(folder).unwrap();
    let (source, program) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("torture/restart.c"), folder.join("restart"));
    let mut reason = String::new();
    // Debian has one beside another; elsewhere there is one.
    for name in [format!("-lphp{}", version.join(".")), "-lphp".to_owned()] {
        let mut compiler = Command::new("cc");
        compiler.arg("-o").arg(&program).args(config("--includes")?.split_whitespace()).arg(&source);
        compiler.args([&format!("-L{libraries}"), &format!("-Wl,-rpath,{libraries}"), &name]);
        let output = compiler.output().map_err(|error| format!("cc: {error}"))?;
        if output.status.success() {
            return Ok(program);
        }
        reason = String::from_utf8_lossy(&output.stderr).into_owned();
    }
    Err(format!("no program can be linked with PHP's embed library: {}", reason.lines().last().unwrap_or_default()))
}
