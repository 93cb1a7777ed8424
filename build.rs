//! Link arguments, the Lua scripts as they are sent, and facts of the build that phpinfo shows.

use std::path::PathBuf;
use std::process::Command;
use std::{fs, io};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = write_scripts() {
        println!("cargo::error=src/lua: {error}");
    }
    if std::env::var("CARGO_CFG_TARGET_ENV").as_deref() == Ok("musl")
        && let Err(error) = take_own_unwinder()
    {
        println!("cargo::error=the unwinder for musl: {error}");
    }
    // PHP's symbols are those of the program that loads the extension; Apple's linker wants to be told.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        println!("cargo:rustc-link-arg-cdylib=-Wl,-undefined,dynamic_lookup");
    } else {
        // The library stays mapped when PHP unloads it: a thread that sits in the system's resolver cannot be ended, and must
        // find its code when it comes back. The linkers of ELF systems know the option.
        println!("cargo:rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
    println!("cargo:rustc-check-cfg=cfg(php85, php86)");
    if std::env::var_os("CARGO_FEATURE_PHP").is_some() {
        look_at_php();
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=REDISLOCK_RUSTC={}", version.trim());
}

/// Links the unwinder that rustup's toolchains for musl bring, where they are asked for libgcc_s: Alpine's images of PHP lack that.
/// A panic never leaves the library, so that it may have an unwinder of its own. Other toolchains keep libgcc_s.
fn take_own_unwinder() -> io::Result<()> {
    let target = std::env::var("TARGET").unwrap_or_default();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output()?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let unwinder = sysroot.join("lib/rustlib").join(target).join("lib/self-contained/libunwind.a");
    if unwinder.exists() {
        let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
        // The linker finds this script by the name of the library.
        fs::write(folder.join("libgcc_s.so"), format!("INPUT(\"{}\")", unwinder.display()))?;
        println!("cargo:rustc-link-search=native={}", folder.display());
    }
    Ok(())
}

/// Writes each script of src/lua whole, with the parts that it includes, then as servers get it, and its SHA-1, for src/scripts/texts.rs
/// to include. Comments are left out of what is sent, because the server would read and hash them with every EVAL.
fn write_scripts() -> io::Result<()> {
    println!("cargo:rerun-if-changed=src/lua");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    for file in fs::read_dir("src/lua")? {
        let path = file?.path();
        // An editor may keep files of its own beside them.
        let (Some(name), true) = (path.file_name(), path.extension().is_some_and(|extension| extension == "lua"))
        else {
            continue;
        };
        let mut whole = String::new();
        for line in fs::read_to_string(&path)?.lines() {
            match line.strip_prefix("-- include ") {
                Some(part) => whole += &fs::read_to_string(format!("src/lua/parts/{part}"))?,
                None => whole.extend([line, "\n"]),
            }
        }
        let lines = whole.lines().map(str::trim_start).filter(|line| !line.starts_with("--"));
        let text = lines.collect::<Vec<_>>().join("\n");
        let sha = sha1_smol::Sha1::from(&text).digest().to_string();
        let sent = folder.join(name);
        fs::write(sent.with_extension("whole"), &whole)?;
        fs::write(sent.with_extension("sha1"), sha)?;
        fs::write(sent, text)?;
    }
    Ok(())
}

/// Learns from the headers what PHP is built for, and refuses one that composer.json does not name: its structures may be others,
/// and what was built for it would write past them.
fn look_at_php() {
    println!("cargo:rerun-if-env-changed=PHP_CONFIG");
    let php_config = std::env::var("PHP_CONFIG").unwrap_or_else(|_| "php-config".to_owned());
    let output = Command::new(php_config).arg("--include-dir").output().ok();
    let folder = output.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let read = |file: &str| {
        println!("cargo:rerun-if-changed={file}");
        fs::read_to_string(file).unwrap_or_default()
    };
    let version = read(&format!("{}/main/php_version.h", folder.trim()));
    let number = |part: &str| {
        let name = format!("#define PHP_{part}_VERSION ");
        version.lines().find_map(|line| line.strip_prefix(&name)).unwrap_or_default().trim().to_owned()
    };
    for minor in [5, 6] {
        if number("MAJOR") == "8" && number("MINOR").parse().is_ok_and(|own: u32| own >= minor) {
            println!("cargo:rustc-cfg=php8{minor}");
        }
    }
    let release = format!("{}.{}", number("MAJOR"), number("MINOR"));
    // Without headers ext-php-rs says what is missing.
    if release != "." && !read("composer.json").contains(&format!("~{release}.0")) {
        println!(
            "cargo::error=redislock is not built for PHP {release}; composer.json names the releases it is built for"
        );
    }
}
