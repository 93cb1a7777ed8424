//! Owns matching a key's name against a pattern as SCAN's MATCH does (`stringmatchlen` of Redis's util.c).
//! Does not own which keys are matched (`scan`): a permit is found by a name of its own, and its key's name decides.

/// Tells whether a name is one that the pattern means.
///
/// Only the last star is tried with more and more bytes of the name: a longer match of an earlier one leaves those behind it less to
/// choose from. So the time is at most the product of both lengths, and no stack grows with them: it runs for every name of a scan, also in
/// a fiber.
pub(super) fn matches(mut pattern: &[u8], mut name: &[u8]) -> bool {
    // What follows the last star, and the rest of the name that it was last tried with.
    let mut star: Option<(&[u8], &[u8])> = None;
    loop {
        if let [b'*', after @ ..] = pattern {
            (star, pattern) = (Some((after, name)), after);
        } else if pattern.is_empty() && name.is_empty() {
            return true;
        } else if let Some(rests) = first_byte(pattern, name) {
            (pattern, name) = rests;
        } else {
            let Some((after, [_, shorter @ ..])) = star else { return false };
            (star, pattern, name) = (Some((after, shorter)), after, shorter);
        }
    }
}

/// Returns what is left of both if a pattern that begins with no star means the first byte of the name.
fn first_byte<'p, 'n>(pattern: &'p [u8], name: &'n [u8]) -> Option<(&'p [u8], &'n [u8])> {
    let ([first, rest @ ..], [byte, after @ ..]) = (pattern, name) else { return None };
    let (is_meant, rest) = match (first, rest) {
        (b'?', rest) => (true, rest),
        (b'[', rest) => class(rest, *byte),
        (b'\\', [literal, rest @ ..]) | (literal, rest) => (literal == byte, rest),
    };
    is_meant.then_some((rest, after))
}

/// Reads a class of bytes, of which the opening bracket was read; tells whether a byte is in it, and what follows it. One that is
/// not closed ends with the pattern.
fn class(pattern: &[u8], byte: u8) -> (bool, &[u8]) {
    let (is_not, mut rest) = match pattern {
        [b'^', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let mut is_in = false;
    loop {
        rest = match rest {
            [] => break,
            [b']', after @ ..] => {
                rest = after;
                break;
            }
            [b'\\', literal, after @ ..] => {
                is_in |= *literal == byte;
                after
            }
            [from, b'-', to, after @ ..] => {
                is_in |= (*from.min(to)..=*from.max(to)).contains(&byte);
                after
            }
            [literal, after @ ..] => {
                is_in |= *literal == byte;
                after
            }
        };
    }
    (is_in != is_not, rest)
}

/// Returns the pattern that finds what another one means, and the permits of what it means.
pub(super) fn with_permits(pattern: &[u8]) -> Vec<u8> {
    let escapes = pattern.iter().rev().take_while(|byte| **byte == b'\\').count();
    let mut wide = pattern.to_vec();
    // An open escape would make a star of it that is found.
    if escapes % 2 == 0 && !pattern.ends_with(b"*") {
        wide.push(b'*');
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_matched_as_redis_does() {
        for (pattern, name, expected) in [
            ("*", "", true),
            ("job", "job", true),
            ("job", "jobs", false),
            ("j*b", "jab-b", true),
            ("j*b*", "jxx", false),
            ("j?b", "job", true),
            ("j?b", "jb", false),
            ("[a-c]x", "bx", true),
            ("[c-a]x", "bx", true),
            ("[^a-c]x", "bx", false),
            ("[ab", "b", true),
            ("[\\]]", "]", true),
            ("\\*", "*", true),
            ("\\*", "x", false),
            ("a\\", "a\\", true),
            ("**a", "bba", true),
        ] {
            assert_eq!(matches(pattern.as_bytes(), name.as_bytes()), expected, "{pattern} {name}");
        }
    }

    /// As a star is defined: it stands for no byte, for one, for two.
    fn matches_by_definition(pattern: &[u8], name: &[u8]) -> bool {
        match pattern {
            [] => name.is_empty(),
            [b'*', after @ ..] => (0..=name.len()).any(|skipped| matches_by_definition(after, &name[skipped..])),
            _ => first_byte(pattern, name).is_some_and(|(pattern, name)| matches_by_definition(pattern, name)),
        }
    }

    fn words(letters: &[u8], longest: u32) -> impl Iterator<Item = Vec<u8>> {
        let of_length = move |length| {
            let digits =
                move |number: usize| (0..length).map(move |place| number / letters.len().pow(place) % letters.len());
            (0..letters.len().pow(length)).map(move |number| digits(number).map(|digit| letters[digit]).collect())
        };
        (0..=longest).flat_map(of_length)
    }

    #[test]
    fn every_short_pattern_means_what_its_stars_are_defined_to_mean() {
        for pattern in words(b"*?a[]\\", 5) {
            for name in words(b"a*", 4) {
                let text =
                    || (String::from_utf8_lossy(&pattern).into_owned(), String::from_utf8_lossy(&name).into_owned());
                assert_eq!(matches(&pattern, &name), matches_by_definition(&pattern, &name), "{:?}", text());
            }
        }
    }

    #[test]
    fn what_stars_may_mean_in_many_ways_costs_no_time() {
        let name = "a".repeat(200);
        assert!(!matches("*a".repeat(60).as_bytes(), "a".repeat(59).as_bytes()));
        assert!(!matches(format!("{}b", "*a".repeat(60)).as_bytes(), name.as_bytes()));
        assert!(matches(format!("{}*", "*a".repeat(60)).as_bytes(), name.as_bytes()));
    }

    /// A fiber's stack is small.
    #[test]
    fn sixty_thousand_stars_need_no_stack() {
        let name = "a".repeat(60_000);
        assert!(matches("*a".repeat(60_000).as_bytes(), name.as_bytes()));
        assert!(matches("*".repeat(60_000).as_bytes(), name.as_bytes()));
    }

    #[test]
    fn permits_are_found_along_with_their_key() {
        assert_eq!(with_permits(b"job"), b"job*");
        assert_eq!(with_permits(b"job:*"), b"job:*");
        assert_eq!(with_permits(b"job\\*"), b"job\\*");
        assert_eq!(with_permits(b"a\\\\"), b"a\\\\*");
        assert_eq!(with_permits(b"a\\"), b"a\\");
    }
}
