//! Owns what the pattern of a scan means: a star stands for any bytes, and everything else for itself.
//! Does not own which keys are matched (`scan`): a permit is found by a name of its own, and its key's name decides.

use crate::operator::Scan;

/// Tells whether a name is one that the pattern means. What stands between two stars is looked for where it comes first: a later place
/// leaves less to choose from.
pub(super) fn matches(scan: &Scan, name: &[u8]) -> bool {
    let (prefix, pattern) = scan.pattern.split_at(scan.prefix);
    let mut parts = pattern.split(|byte| *byte == b'*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(prefix).and_then(|name| name.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts.filter(|part| !part.is_empty()) {
        let Some(start) = rest.windows(part.len()).position(|bytes| bytes == part) else { return false };
        rest = &rest[start + part.len()..];
    }
    rest.ends_with(last)
}

/// Returns what finds the same names by SCAN, and the permits of those.
pub(super) fn with_permits(scan: &Scan) -> Vec<u8> {
    let mut wide = Vec::new();
    for (index, byte) in scan.pattern.iter().enumerate() {
        if matches!(byte, b'?' | b'[' | b']' | b'\\') || (*byte == b'*' && index < scan.prefix) {
            wide.push(b'\\');
        }
        wide.push(*byte);
    }
    if !scan.pattern[scan.prefix..].ends_with(b"*") {
        wide.push(b'*');
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operator::Bounds;

    fn scan(prefix: &str, pattern: &str) -> Scan {
        let bytes = [prefix, pattern].concat().into_bytes();
        Scan { pattern: bytes, prefix: prefix.len(), every_make: false, most: 1, bounds: Bounds::NONE }
    }

    fn matches(pattern: &str, name: &str) -> bool {
        super::matches(&scan("", pattern), name.as_bytes())
    }

    #[test]
    fn a_star_stands_for_any_bytes_and_all_else_for_itself() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("", "", true),
            ("", "job", false),
            ("job", "job", true),
            ("job", "jobs", false),
            ("j*b", "jab-b", true),
            ("j*b*", "jxx", false),
            ("j*b", "jb", true),
            ("j*jb", "jb", false),
            ("j?b", "job", false),
            ("App\\Jobs\\*", "App\\Jobs\\Import", true),
            ("[a-c]", "a", false),
            ("[a-c]", "[a-c]", true),
            ("**a", "bba", true),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_star_in_the_prefix_stands_for_itself() {
        let scan = scan("a*b:", "job*");
        assert!(super::matches(&scan, b"a*b:job1"));
        assert!(!super::matches(&scan, b"aXb:job1"));
        assert_eq!(with_permits(&scan), b"a\\*b:job*");
    }

    /// As a star is defined: it stands for no byte, for one, for two.
    fn matches_by_definition(pattern: &[u8], name: &[u8]) -> bool {
        match (pattern, name) {
            ([], name) => name.is_empty(),
            ([b'*', after @ ..], name) => {
                (0..=name.len()).any(|skipped| matches_by_definition(after, &name[skipped..]))
            }
            ([byte, after @ ..], [first, rest @ ..]) => byte == first && matches_by_definition(after, rest),
            (_, []) => false,
        }
    }

    fn words(letters: &str, longest: u32) -> impl Iterator<Item = String> {
        let letters: Vec<char> = letters.chars().collect();
        (0..=longest).flat_map(move |length| {
            let letters = letters.clone();
            (0..letters.len().pow(length)).map(move |number| {
                (0..length).map(|place| letters[number / letters.len().pow(place) % letters.len()]).collect()
            })
        })
    }

    #[test]
    fn every_short_pattern_means_what_its_stars_are_defined_to_mean() {
        for pattern in words("*ab", 6) {
            for name in words("ab*", 5) {
                let expected = matches_by_definition(pattern.as_bytes(), name.as_bytes());
                assert_eq!(matches(&pattern, &name), expected, "{pattern} {name}");
            }
        }
    }

    #[test]
    fn what_stars_may_mean_in_many_ways_costs_no_time() {
        let name = "a".repeat(200);
        assert!(!matches(&"*a".repeat(60), &"a".repeat(59)));
        assert!(!matches(&format!("{}b", "*a".repeat(60)), &name));
        assert!(matches(&format!("{}*", "*a".repeat(60)), &name));
        assert!(matches(&"*a".repeat(60_000), &"a".repeat(60_000)));
    }

    #[test]
    fn permits_are_found_along_with_their_key() {
        assert_eq!(with_permits(&scan("", "job")), b"job*");
        assert_eq!(with_permits(&scan("", "job:*")), b"job:*");
        assert_eq!(with_permits(&scan("", "a[1]?\\")), b"a\\[1\\]\\?\\\\*");
    }
}
