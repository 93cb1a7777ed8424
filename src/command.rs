//! Owns writing commands as Redis reads them (RESP arrays of bulk strings), for the few that every lock sends.
//! Does not own which words they have (`scripts`, `topology`, `connection`).
//!
//! Rare commands are the redis crate's `Cmd`, which gathers its words in buffers of its own first: 3,400 instructions for a call
//! of ours instead of 600.

/// Writes one command onto the end of a buffer.
#[derive(Debug)]
pub struct Command<'a> {
    out: &'a mut Vec<u8>,
    /// How many words it still lacks.
    missing: usize,
}

impl<'a> Command<'a> {
    /// Begins a command of `words` words.
    pub fn new(out: &'a mut Vec<u8>, words: usize) -> Self {
        let mut command = Self { out, missing: words };
        command.length(b'*', words);
        command
    }

    /// Writes a word: any bytes.
    pub fn word(&mut self, word: impl AsRef<[u8]>) -> &mut Self {
        self.joined([word.as_ref()])
    }

    /// Writes words that were encoded before.
    pub fn encoded(&mut self, words: usize, bytes: &[u8]) -> &mut Self {
        debug_assert!(self.missing >= words, "more words than announced");
        let ends = bytes.windows(2).filter(|pair| pair == b"\r\n").count();
        debug_assert_eq!(ends, 2 * words, "each comes after its length");
        self.missing -= words;
        self.out.extend_from_slice(bytes);
        self
    }

    /// Writes a word that lies in pieces.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "for what every lock sends: where the pieces are known, little is left of it"
    )]
    pub fn joined<const PIECES: usize>(&mut self, pieces: [&[u8]; PIECES]) -> &mut Self {
        let length = pieces.iter().map(|piece| piece.len()).sum();
        debug_assert!(self.missing > 0, "more words than announced");
        self.missing -= 1;
        // For the word and its end, too: the room is looked for once.
        self.out.reserve(length + LINE + 2);
        self.length(b'$', length);
        for piece in pieces {
            self.out.extend_from_slice(piece);
        }
        self.out.extend_from_slice(b"\r\n");
        self
    }

    /// Writes a number as a word.
    pub fn number(&mut self, number: u64) -> &mut Self {
        // Most numbers have one digit or two: counts, 0 for what is not wanted, and a ttl in seconds.
        if let Some(&[tens, ones]) = usize::try_from(number).ok().and_then(|number| TWO_DIGITS.get(number)) {
            return match number {
                0..10 => self.encoded(1, &[b'$', b'1', b'\r', b'\n', ones, b'\r', b'\n']),
                _ => self.encoded(1, &[b'$', b'2', b'\r', b'\n', tens, ones, b'\r', b'\n']),
            };
        }
        let mut room = [0; DIGITS];
        let at = decimal(number, &mut room);
        self.word(&room[at..])
    }

    /// Writes a line of a number, in one piece whose length is known here: a copy of any length is a call.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of `joined`")]
    fn length(&mut self, kind: u8, length: usize) {
        if let Some(&[tens, ones]) = TWO_DIGITS.get(length) {
            if length < 10 {
                self.out.extend_from_slice(&[kind, ones, b'\r', b'\n']);
            } else {
                self.out.extend_from_slice(&[kind, tens, ones, b'\r', b'\n']);
            }
            return;
        }
        self.long_length(kind, length);
    }

    #[cold]
    fn long_length(&mut self, kind: u8, length: usize) {
        let mut line = [0; LINE];
        line[LINE - 2..].copy_from_slice(b"\r\n");
        // A usize has at most 64 bits wherever PHP runs.
        let at = decimal(length as u64, &mut line[..LINE - 2]) - 1;
        line[at] = kind;
        self.out.extend_from_slice(&line[at..]);
    }
}

impl Drop for Command<'_> {
    fn drop(&mut self) {
        debug_assert!(self.missing == 0 || std::thread::panicking(), "{} words are missing", self.missing);
    }
}

/// The digits of the largest number.
const DIGITS: usize = 20;
/// What stands before a word, at the longest: its kind, its length, the end of a line.
const LINE: usize = 1 + DIGITS + 2;

/// The digits of the numbers below 100.
static TWO_DIGITS: [[u8; 2]; 100] = {
    let mut digits = [*b"00"; 100];
    let mut number = 1;
    while number < 100 {
        let [tens, ones] = digits[number - 1];
        digits[number] = if ones == b'9' { [tens + 1, b'0'] } else { [tens, ones + 1] };
        number += 1;
    }
    digits
};

/// Writes a number's digits at the end of some room for all of them; returns where they begin.
#[cold]
fn decimal(mut number: u64, room: &mut [u8]) -> usize {
    let mut at = room.len();
    loop {
        at -= 1;
        // A digit fits.
        room[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_writes_what_the_redis_crate_writes() {
        for (number, length) in [(0, 0), (9, 9), (10, 10), (99, 99), (1_000, 100), (u64::MAX, 1_000)] {
            let (mut out, long) = (b"before".to_vec(), vec![b'x'; length]);
            Command::new(&mut out, 7)
                .encoded(3, b"$3\r\nSET\r\n$2\r\nNX\r\n$2\r\nEX\r\n")
                .word(b"k\r\n\0\xff")
                .joined([b"", b"ab", b"c"])
                .number(number)
                .word(&long);
            let mut expected = redis::cmd("SET");
            expected.arg("NX").arg("EX").arg(b"k\r\n\0\xff").arg("abc").arg(number).arg(&long);
            assert_eq!(out, [&b"before"[..], &expected.get_packed_command()].concat());
        }
    }

    #[test]
    #[should_panic(expected = "1 words are missing")]
    fn words_that_were_announced_must_come() {
        Command::new(&mut Vec::new(), 2).word("PING");
    }

    #[test]
    #[should_panic(expected = "more words than announced")]
    fn others_must_not() {
        Command::new(&mut Vec::new(), 1).word("PING").word("me");
    }

    #[test]
    #[should_panic(expected = "more words than announced")]
    fn nor_those_that_are_encoded_already() {
        Command::new(&mut Vec::new(), 1).encoded(2, b"$4\r\nPING\r\n$2\r\nme\r\n");
    }
}
