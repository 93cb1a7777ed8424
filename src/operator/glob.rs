//! Owns matching a key's name against a pattern as SCAN's MATCH does (`stringmatchlen` of Redis's util.c).
//! Does not own which keys are matched (`scan`): a permit is found by a name of its own, and its key's name decides.

/// Tells whether a name is one that the pattern means.
pub(super) fn matches(mut pattern: &[u8], mut name: &[u8]) -> bool {
    while let [first, rest @ ..] = pattern {
        match first {
            b'*' => {
                let rest = &rest[rest.iter().take_while(|byte| **byte == b'*').count()..];
                // The empty end of the name, too.
                return rest.is_empty() || (0..=name.len()).any(|skipped| matches(rest, &name[skipped..]));
            }
            b'?' => {
                let [_, after @ ..] = name else { return false };
                (pattern, name) = (rest, after);
            }
            b'[' => {
                let [byte, after @ ..] = name else { return false };
                let (is_in, rest) = class(rest, *byte);
                if !is_in {
                    return false;
                }
                (pattern, name) = (rest, after);
            }
            _ => {
                let (literal, rest) = match (first, rest) {
                    (b'\\', [literal, rest @ ..]) => (literal, rest),
                    _ => (first, rest),
                };
                let [byte, after @ ..] = name else { return false };
                if byte != literal {
                    return false;
                }
                (pattern, name) = (rest, after);
            }
        }
    }
    name.is_empty()
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

    #[test]
    fn permits_are_found_along_with_their_key() {
        assert_eq!(with_permits(b"job"), b"job*");
        assert_eq!(with_permits(b"job:*"), b"job:*");
        assert_eq!(with_permits(b"job\\*"), b"job\\*");
        assert_eq!(with_permits(b"a\\\\"), b"a\\\\*");
        assert_eq!(with_permits(b"a\\"), b"a\\");
    }
}
