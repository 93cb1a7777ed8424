//! Owns what a key is called apart from what changes from one to the next: numbers, mail addresses, and ids that a program makes.
//! Does not own the key (`key`).
//!
//! An id of random letters (of a PHP session, base64url) may have no digit at all. It is told from words by its pairs of letters: of those
//! in words nine of ten are among a third of all.

/// How many hex digits a hash has at the least, of which one is a digit: words such as "facade" are none.
const FEWEST_HEX: usize = 8;
/// How many letters and digits in a row an id has at the least that is neither a number nor hex (a ULID has 26), and how many of them
/// are digits.
const FEWEST_LETTERS: (usize, usize) = (20, 4);
/// The letters that often follow each letter in English, from a to z, with what names of classes and programs have besides.
const FOLLOWERS: &str = "abcdgiklmnprstuvy aeilorsu acehiklortu adeilorsu abcdefgiklmnprstvwxy aefilor aehinoru aeiortu \
    abcdefglmnoprstvz aeou aeisu adeilostuy abeilmopsu acdefginostuv abcdgklmnoprstuvw aehiloprstu u acdegilmnorstuy \
    acehilmopstu acehilorstuy abcegilmnprst aei aeio acipt eims aei";
/// What the session handler of phpredis puts behind an id.
const LOCK: &[u8] = b"_LOCK";
/// What an id may have between its letters, as words have.
const JOINTS: &[u8] = b"-_,";
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

/// Returns a key with `*` in place of each number, mail address and id: "orders:*" for "orders:42". Never longer than the key.
pub(super) fn normalised(key: &[u8], end: End) -> Vec<u8> {
    let mut name = Vec::with_capacity(key.len());
    let mut rest = key;
    while let Some(&first) = rest.first() {
        let begins = key[..key.len() - rest.len()].last().is_none_or(|&byte| !is_of_an_id(byte));
        if let Some(after) = begins.then(|| after_mail(rest, end).or_else(|| after_random(rest, end))).flatten() {
            name.push(ANY);
            rest = after;
            continue;
        }
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

fn is_of_an_id(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || JOINTS.contains(&byte)
}

/// Returns what follows a mail address, if the text begins with one, or with what a cut has left of one from its `@` on.
fn after_mail(text: &[u8], end: End) -> Option<&[u8]> {
    let count = |text: &[u8], others: &[u8]| {
        let is_in = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || others.contains(byte);
        text.iter().take_while(is_in).count()
    };
    let local = count(text, b".-_+'%");
    let rest = text[local..].strip_prefix(b"@").filter(|_| local > 0)?;
    let (host, after) = rest.split_at(count(rest, b".-"));
    let dot = host.iter().rposition(|&byte| byte == b'.').unwrap_or_default();
    (dot > 0 && host.len() > dot + 2 || end == End::Cut && after.is_empty()).then_some(after)
}

/// Returns what follows an id of random letters, if the text begins with one. One that has words before it is none, if it can be told from
/// them by itself: a UUID, or one without a hyphen.
fn after_random(text: &[u8], end: End) -> Option<&[u8]> {
    let length = text.iter().take_while(|&&byte| is_of_an_id(byte)).count();
    let lock = if text[..length].ends_with(LOCK) { LOCK.len() } else { 0 };
    let (id, after) = text.split_at(length - lock);
    let last = id.rsplit(|byte| JOINTS.contains(byte)).next().unwrap_or_default();
    let is_mixed = last.iter().any(u8::is_ascii_lowercase) && last.iter().any(u8::is_ascii_uppercase);
    let has_uuid = || (0..id.len().saturating_sub(UUID[0])).any(|at| after_uuid(&id[at..], end).is_some());
    (is_random(id) && (is_mixed || last.len() < FEWEST_LETTERS.0) && !has_uuid()).then_some(after)
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
    is_hash || (word.len() >= FEWEST_LETTERS.0 && digits >= FEWEST_LETTERS.1) || is_random(word)
}

/// Tells whether a letter often follows another in words.
fn follows(one: u8, next: u8) -> bool {
    let letter = one.to_ascii_lowercase().wrapping_sub(b'a');
    FOLLOWERS.split(' ').nth(letter.into()).is_some_and(|all| all.as_bytes().contains(&next.to_ascii_lowercase()))
}

/// Tells whether letters and digits are too mixed for words, from the beginning or from a hyphen on.
fn is_random(text: &[u8]) -> bool {
    let weigh = |at: usize| {
        let (one, next) = (text[at], text[at + 1]);
        let goes_on = text.get(at + 2).is_some_and(u8::is_ascii_lowercase);
        match (one.is_ascii_digit(), next.is_ascii_digit()) {
            (true, true) => 0,
            _ if JOINTS.contains(&one) || JOINTS.contains(&next) => 0,
            (true, false) | (false, true) => 4,
            // "camelCase", and "aBC", which is none.
            _ if one.is_ascii_lowercase() && next.is_ascii_uppercase() => 4 * i32::from(!goes_on),
            _ if one != next && !follows(one, next) => 2,
            // "Ca" or "Ca9", and any other.
            _ => 2 * i32::from(!goes_on && one.is_ascii_uppercase() && next.is_ascii_lowercase()) - 1,
        }
    };
    let mut weight = 0;
    // Of less there is no need to weigh any.
    text.len() >= FEWEST_LETTERS.0
        && (0..text.len() - 1).rev().any(|at| {
            weight += weigh(at);
            let begins = at == 0 || JOINTS.contains(&text[at - 1]);
            begins && weight > 0 && text.len() - at >= FEWEST_LETTERS.0
        })
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
        assert_eq!(name("3f2a8c1e-77aa-4bcd-9e01-5566778899a"), "*", "a digit short, and as random");
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

    /// The next 64 bits of a generator that needs no crate (xorshift).
    fn next(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    const ALPHABET: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-,";

    /// Ids of each kind, of each length that there is.
    fn ids(state: &mut u64) -> Vec<String> {
        let mut text = |alphabet: &[u8], length: usize| -> String {
            (0..length).map(|_| char::from(alphabet[(next(state) >> 33) as usize % alphabet.len()])).collect()
        };
        let base64url: Vec<u8> = ALPHABET.iter().map(|&byte| if byte == b',' { b'_' } else { byte }).collect();
        let crockford = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let mut ids: Vec<String> = [22, 26, 32, 48, 128, 250]
            .into_iter()
            .flat_map(|length| {
                [&ALPHABET[..16], &ALPHABET[..32], ALPHABET, &ALPHABET[..62], &base64url].map(|all| (all, length))
            })
            .map(|(alphabet, length)| text(alphabet, length))
            .collect();
        ids.push(format!("01{}", text(crockford, 24)));
        ids.push(format!("01{}", text(crockford, 24)).to_lowercase());
        ids.push([8, 4, 4, 4, 12].map(|length| text(&ALPHABET[..16], length)).join("-"));
        ids
    }

    #[test]
    fn ids_of_a_kind_have_one_name() {
        let mut state = 0x2545_f491_4f6c_dd1d;
        for id in (0..400).flat_map(|_| ids(&mut state)) {
            for before_and_after in
                [("sess:", ""), ("PHPREDIS_SESSION:", "_LOCK"), ("laravel_cache:user:", ":x"), ("{", "}.")]
            {
                let (before, after) = before_and_after;
                assert_eq!(name(&format!("{before}{id}{after}")), format!("{before}*{after}"), "{id}");
            }
            // Where the id may have a hyphen itself, what stands before it is taken for a part of it.
            let glued = name(&format!("my_application_sessions_{id}"));
            assert!(glued == "*" || glued == "my_application_sessions_*", "{id}: {glued}");
        }
    }

    #[test]
    fn mail_addresses_become_one_star() {
        for mail in ["a@b.org", "john.doe+news@mail.example.com", "o'neil_7@x-y.co.uk", "j\u{f6}rg@m\u{fc}ller.de"] {
            assert_eq!(name(&format!("user:{mail}:mail")), "user:*:mail");
            assert_eq!(name(&format!("{{{mail}}}_LOCK.")), "{*}_LOCK.");
        }
        assert_eq!(normalised(b"user:john@exam", End::Cut), b"user:*");
        for word in ["@example.com", "queue@host", "lock@", "a@b."] {
            assert_eq!(name(word), word);
        }
    }

    #[test]
    fn words_of_keys_stay() {
        for word in [
            "orders:reindex-all-products",
            "report:daily",
            "PHPREDIS_SESSION",
            "laravel_unique_job:App\\Jobs\\RecalculateShippingCostsForEveryWarehouse",
            "cache_invalidate_product_category_tree",
            "generate-monthly-sales-reports-for-all-branches",
            "SYNCHRONIZE_INVENTORY_WITH_WAREHOUSE",
            "framework/schedule-overlapping",
            "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk",
            "XMLHttpRequestForURLOfTheJSONExport",
            "kundenstammdaten-abgleich-mit-buchhaltung",
        ] {
            assert_eq!(name(word), word);
        }
        assert_eq!(name("export-2026-11-25-of-all-orders"), "export-*-*-*-of-all-orders");
        assert_eq!(name("import_job_42_of_customer_7"), "import_job_*_of_customer_*");
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
