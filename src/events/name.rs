//! Owns what a key is called apart from what changes from one to the next: numbers, UUIDs and hashes.
//! Does not own the key (`key`).

/// How many hex digits a hash has at the least, of which one is a digit: words such as "facade" are none.
const FEWEST_HEX: usize = 8;
/// How many letters and digits in a row an id has at the least that is neither a number nor hex (a ULID has 26), and how many of them
/// are digits.
const FEWEST_LETTERS: (usize, usize) = (20, 4);
/// How many hex digits stand between the hyphens of a UUID.
const UUID: [usize; 5] = [8, 4, 4, 4, 12];
/// What stands for each.
const ANY: u8 = b'*';

/// Where the text of a key ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Where the key does.
    Own,
    /// Where the key was cut, which may be within an id: what is left of it changes from one key to the next all the same.
    Cut,
}

/// Returns a key with `*` in place of each number, UUID and hash: "orders:*" for "orders:42". Never longer than the key.
pub(super) fn normalised(key: &[u8], end: End) -> Vec<u8> {
    let mut name = Vec::with_capacity(key.len());
    let mut rest = key;
    while let Some(&first) = rest.first() {
        let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        if length == 0 {
            name.push(first);
            rest = &rest[1..];
            continue;
        }
        let (word, after) = rest.split_at(length);
        if end == End::Cut && after.is_empty() && may_be_of_an_id(word) {
            name.push(ANY);
            break;
        }
        // What stands right before a UUID is no part of it, though it may be hex as well: "image3f2a8c1e-...".
        let glued = length.saturating_sub(UUID[0]);
        if let Some(after) = after_uuid(&rest[glued..], end) {
            push_word(&word[..glued], &mut name);
            name.push(ANY);
            rest = after;
            continue;
        }
        push_word(word, &mut name);
        rest = after;
    }
    name
}

/// Returns what follows a UUID, if the text begins with one, or with as much of one as a cut has left.
fn after_uuid(text: &[u8], end: End) -> Option<&[u8]> {
    let mut rest = text;
    for (part, &digits) in UUID.iter().enumerate() {
        if rest.is_empty() && end == End::Cut {
            break;
        }
        if part > 0 {
            rest = rest.strip_prefix(b"-")?;
        }
        let digits = if end == End::Cut { digits.min(rest.len()) } else { digits };
        let (these, after) = rest.split_at_checked(digits)?;
        if !these.iter().all(u8::is_ascii_hexdigit) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

fn push_word(word: &[u8], name: &mut Vec<u8>) {
    if is_id(word) { name.push(ANY) } else { without_numbers(word, name) }
}

/// Tells whether a word may be what a cut has left of an id.
fn may_be_of_an_id(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit) || word.iter().all(u8::is_ascii_hexdigit)
}

fn is_id(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_hash = digits > 0 && word.len() >= FEWEST_HEX && word.iter().all(u8::is_ascii_hexdigit);
    is_hash || (word.len() >= FEWEST_LETTERS.0 && digits >= FEWEST_LETTERS.1)
}

fn without_numbers(word: &[u8], name: &mut Vec<u8>) {
    for part in word.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        if part[0].is_ascii_digit() { name.push(ANY) } else { name.extend_from_slice(part) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(key: &str) -> String {
        String::from_utf8(normalised(key.as_bytes(), End::Own)).unwrap()
    }

    #[test]
    fn numbers_become_a_star_wherever_they_are() {
        assert_eq!(name("orders:42"), "orders:*");
        assert_eq!(name("tenant7:order42a:2026-11-25"), "tenant*:order*a:*-*-*");
        assert_eq!(name("{user:5}:mail"), "{user:*}:mail");
        assert_eq!(name("42"), "*");
    }

    #[test]
    fn uuids_become_one_star() {
        assert_eq!(name("job:3f2a8c1e-77aa-4bcd-9e01-5566778899aa"), "job:*");
        assert_eq!(name("job:3F2A8C1E-77AA-4BCD-9E01-5566778899AA.lock"), "job:*.lock");
        assert_eq!(name("cafecafe-cafe-cafe-cafe-cafecafecafe"), "*");
        assert_eq!(name("3f2a8c1e-77aa-4bcd-9e01-5566778899a"), "*-*aa-*bcd-*e*-*");
    }

    #[test]
    fn a_uuid_that_is_glued_to_letters_is_one_star() {
        assert_eq!(name("job3f2a8c1e-77aa-4bcd-9e1f-0123456789ab"), "job*");
        assert_eq!(name("image3f2a8c1e-77aa-4bcd-9e1f-0123456789ab"), "image*");
        assert_eq!(name("order7x3f2a8c1e-77aa-4bcd-9e1f-0123456789ab"), "order*x*");
        assert_eq!(name("3f2a8c1e-77aa-4bcd-9e1f-0123456789abjob"), "*job");
        assert_eq!(name("3f2a8c1e-77aa-4bcd-9e1f-0123456789abadded"), "*added");
    }

    #[test]
    fn an_id_that_a_cut_has_shortened_is_one_star() {
        let uuid = "3f2a8c1e-77aa-4bcd-9e1f-0123456789ab";
        let sha1 = "da39a3ee5e6b4b0d3255bfef95601890afd80709";
        for (id, before) in [(uuid, "job:"), (uuid, "job-"), (sha1, "job:"), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", "job:")] {
            for length in 1..=id.len() {
                let key = format!("{before}{}", &id[..length]);
                assert_eq!(normalised(key.as_bytes(), End::Cut), format!("{before}*").as_bytes(), "{key}");
            }
        }
        for length in UUID[0] + 1..=uuid.len() {
            let key = format!("job{}", &uuid[..length]);
            assert_eq!(normalised(key.as_bytes(), End::Cut), b"job*", "{key}");
        }
        // A word and what ends before the cut are as ever.
        assert_eq!(normalised(b"order7:facade:SendInvoi", End::Cut), b"order*:facade:SendInvoi");
        assert_eq!(normalised(b"order7:facade:", End::Cut), b"order*:facade:");
        assert_eq!(name("job:3f2"), "job:*f*");
    }

    #[test]
    fn hashes_become_a_star_and_words_do_not() {
        assert_eq!(name("framework/schedule-da39a3ee5e6b4b0d3255bfef95601890afd80709"), "framework/schedule-*");
        assert_eq!(name("doc:deadbee1"), "doc:*");
        assert_eq!(name("ulid:01ARZ3NDEKTSV4RRFFQ69G5FAV"), "ulid:*");
        for word in ["facade", "effaced:decade", "App\\Jobs\\SendNotificationsToEverySubscriber", "", ":", "a*b"] {
            assert_eq!(name(word), word);
        }
    }

    #[test]
    fn any_bytes_have_a_name_that_is_no_longer() {
        assert_eq!(normalised(b"\xff\x0042\xc3\xa9", End::Own), b"\xff\x00*\xc3\xa9");
        for length in 0..300_u16 {
            let key: Vec<u8> = (0..length).map(|at| (at.wrapping_mul(193) % 251) as u8).collect();
            for end in [End::Own, End::Cut] {
                assert!(normalised(&key, end).len() <= key.len());
            }
        }
    }
}
