//! Link arguments, and facts of the build that phpinfo shows.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // PHP's symbols are those of the program that loads the extension; Apple's linker wants to be told.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        println!("cargo:rustc-link-arg-cdylib=-Wl,-undefined,dynamic_lookup");
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=REDISLOCK_RUSTC={}", version.trim());
}
