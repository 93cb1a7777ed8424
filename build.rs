//! Link arguments, and facts of the build that phpinfo shows.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // PHP's symbols are those of the program that loads the extension; Apple's linker wants to be told.
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        println!("cargo:rustc-link-arg-cdylib=-Wl,-undefined,dynamic_lookup");
    } else {
        // The library stays mapped when PHP unloads it: a thread that sits in the system's resolver cannot be ended, and must
        // find its code when it comes back. The linkers of ELF systems know the option.
        println!("cargo:rustc-link-arg-cdylib=-Wl,-z,nodelete");
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    // How `make optimize` compiles.
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let profile = if flags.contains("profile-use") { ", by a profile" } else { "" };
    println!("cargo:rustc-env=REDISLOCK_RUSTC={}{profile}", version.trim());
}
