//! Owns the search for texts that the parser of addresses does not stand, or whose passwords it shows.
//! Does not own what is right about an address (the tests in src/address).
//! Called by `make fuzz`.

#![no_main]

use std::str;

use libfuzzer_sys::fuzz_target;
use redislock::topology::Servers;

/// In no other part of an address.
const SECRET: &str = "s3cr3t-0f-n0b0dy";
const SCHEMES: [&str; 7] =
    ["redis", "rediss", "unix", "redis-sentinel", "rediss-sentinel", "redis-cluster", "rediss-cluster"];

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = str::from_utf8(bytes) else { return };
    look_at(text);
    // The same text around a password, and as a sentinels' login.
    let Some((&choice, rest)) = bytes.split_first() else { return };
    let Ok(rest) = str::from_utf8(rest) else { return };
    let (user, place) = rest.split_once('\n').unwrap_or(("", rest));
    // A slash ends what a user's name can be.
    let user = user.replace('/', "");
    if user.contains(SECRET) || place.contains(SECRET) {
        return;
    }
    let scheme = SCHEMES[usize::from(choice) % SCHEMES.len()];
    // Passwords with signs in front that should have been percent-encoded.
    for before in ["", "/", "12/", "?", "#", "@", ":"] {
        let texts = [
            format!("{scheme}://{user}:{before}{SECRET}@{place}"),
            format!("redis-sentinel://{place}?sentinel_user={user}&sentinel_password={before}{SECRET}"),
        ];
        for text in texts {
            assert!(!look_at(&text).contains(SECRET), "{text}");
        }
    }
});

/// Everything that anybody may be shown of it.
fn look_at(text: &str) -> String {
    let shown = match Servers::parse(text) {
        Ok(servers) => {
            let files = servers.files().count();
            // Of each node: certificates, and a certificate of its own with its key.
            assert!(files <= 3 * (1 + text.matches(',').count()));
            format!("{servers} {servers:?}")
        }
        Err(error) => error.to_string(),
    };
    assert!(shown.chars().all(|character| !character.is_control()), "{shown:?}");
    shown
}
