//! Owns what a key is called apart from what changes from one to the next: numbers, mail addresses, UUIDs, hashes and long ids.
//! Does not own the key (`key`).

/// How many hex digits a hash has at the least, of which one is a digit: words such as "facade" are none.
const FEWEST_HEX: usize = 8;
/// How many letters and digits in a row an id has at the least that is neither a number nor hex (a ULID has 26), and how many of them
/// are digits.
const FEWEST_LETTERS: (usize, usize) = (20, 2);
/// How many hex digits stand between the hyphens of a UUID, and how long it is.
const UUID: [usize; 5] = [8, 4, 4, 4, 12];
const UUID_LENGTH: usize = 36;
/// What stands for each.
const ANY: u8 = b'*';

/// Returns a key with `*` in place of each number, mail address and id: "orders:*" for "orders:42". Never longer than the key.
pub(super) fn normalised(key: &[u8]) -> Vec<u8> {
    let mut name = Vec::with_capacity(key.len());
    let mut rest = key;
    while let Some(&first) = rest.first() {
        let begins = key[..key.len() - rest.len()].last().is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if let Some(after) = begins.then(|| after_mail(rest)).flatten() {
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
        // What stands right before a UUID is no part of it, though it may be hex as well: "image3f2a8c1e-...".
        let glued = length.saturating_sub(UUID[0]);
        if let Some(after) = after_uuid(&rest[glued..]) {
            push_word(&rest[..glued], &mut name);
            name.push(ANY);
            rest = after;
            continue;
        }
        let (word, after) = rest.split_at(length);
        push_word(word, &mut name);
        rest = after;
    }
    name
}

/// Returns what follows a mail address, if the text begins with one.
fn after_mail(text: &[u8]) -> Option<&[u8]> {
    let count = |text: &[u8], others: &[u8]| {
        let is_in = |byte: &&u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || others.contains(byte);
        text.iter().take_while(is_in).count()
    };
    let local = count(text, b".-_+'%");
    let rest = text[local..].strip_prefix(b"@").filter(|_| local > 0)?;
    let (host, after) = rest.split_at(count(rest, b".-"));
    let dot = host.iter().rposition(|&byte| byte == b'.').unwrap_or_default();
    (dot > 0 && host.len() > dot + 2).then_some(after)
}

/// Returns what follows a UUID, if the text begins with one.
fn after_uuid(text: &[u8]) -> Option<&[u8]> {
    let (uuid, after) = text.split_at_checked(UUID_LENGTH)?;
    let parts = || uuid.split(|byte| *byte == b'-');
    let is_uuid = parts().map(<[u8]>::len).eq(UUID) && parts().flatten().all(u8::is_ascii_hexdigit);
    is_uuid.then_some(after)
}

fn push_word(word: &[u8], name: &mut Vec<u8>) {
    if is_id(word) {
        name.push(ANY);
        return;
    }
    for part in word.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        if part[0].is_ascii_digit() { name.push(ANY) } else { name.extend_from_slice(part) }
    }
}

fn is_id(word: &[u8]) -> bool {
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_hash = digits > 0 && word.len() >= FEWEST_HEX && word.iter().all(u8::is_ascii_hexdigit);
    is_hash || (word.len() >= FEWEST_LETTERS.0 && digits >= FEWEST_LETTERS.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(key: &str) -> String {
        String::from_utf8(normalised(key.as_bytes())).unwrap()
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
    fn hashes_become_a_star_and_words_do_not() {
        assert_eq!(name("framework/schedule-da39a3ee5e6b4b0d3255bfef95601890afd80709"), "framework/schedule-*");
        assert_eq!(name("doc:deadbee1"), "doc:*");
        assert_eq!(name("ulid:01ARZ3NDEKTSV4RRFFQ69G5FAV"), "ulid:*");
        for word in ["facade", "effaced:decade", "App\\Jobs\\SendNotificationsToEverySubscriber", "", ":", "a*b"] {
            assert_eq!(name(word), word);
        }
    }

    #[test]
    fn mail_addresses_become_one_star() {
        for mail in ["a@b.org", "john.doe+news@mail.example.com", "o'neil_7@x-y.co.uk", "j\u{f6}rg@m\u{fc}ller.de"] {
            assert_eq!(name(&format!("user:{mail}:mail")), "user:*:mail");
            assert_eq!(name(&format!("{{{mail}}}_LOCK.")), "{*}_LOCK.");
        }
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
        assert_eq!(normalised(b"\xff\x0042\xc3\xa9"), b"\xff\x00*\xc3\xa9");
        for length in 0..300_u16 {
            let key: Vec<u8> = (0..length).map(|at| (at.wrapping_mul(193) % 251) as u8).collect();
            assert!(normalised(&key).len() <= key.len());
        }
    }
}
