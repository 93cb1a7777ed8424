//! Owns: writing commands as Redis reads them (RESP arrays of bulk strings), for the few that every lock sends.
//! Does not own: which words they have (`scripts`, `topology`, `connection`).
//! Called by: `scripts`, `topology`, `connection::blocking`. Rare commands are the redis crate's `Cmd`, which gathers its
//! words in buffers of its own first: 3,400 instructions for a call of ours instead of 600.

/// Writes one command onto the end of a buffer.
#[derive(Debug)]
pub struct Command<'a> {
    out: &'a mut Vec<u8>,
    /// How many words it still lacks.
    missing: usize,
}

impl<'a> Command<'a> {
    /// Begins a command of so many words.
    pub fn new(out: &'a mut Vec<u8>, words: usize) -> Self {
        let mut command = Self { out, missing: words };
        command.length(b'*', words);
        command
    }

    /// Writes a word: any bytes.
    pub fn word(&mut self, word: impl AsRef<[u8]>) -> &mut Self {
        self.joined(&[word.as_ref()])
    }

    /// Writes a word that lies in pieces.
    pub fn joined(&mut self, pieces: &[&[u8]]) -> &mut Self {
        debug_assert!(self.missing > 0, "more words than announced");
        self.missing -= 1;
        self.length(b'$', pieces.iter().map(|piece| piece.len()).sum());
        for piece in pieces {
            self.out.extend_from_slice(piece);
        }
        self.out.extend_from_slice(b"\r\n");
        self
    }

    /// Writes a number as a word.
    pub fn number(&mut self, number: u64) -> &mut Self {
        let mut room = [0; DIGITS];
        self.word(decimal(number, &mut room))
    }

    fn length(&mut self, kind: u8, length: usize) {
        let mut room = [0; DIGITS];
        self.out.push(kind);
        // A usize has at most 64 bits wherever PHP runs.
        self.out.extend_from_slice(decimal(length as u64, &mut room));
        self.out.extend_from_slice(b"\r\n");
    }
}

impl Drop for Command<'_> {
    fn drop(&mut self) {
        debug_assert!(self.missing == 0 || std::thread::panicking(), "{} words are missing", self.missing);
    }
}

/// The digits of the largest number.
const DIGITS: usize = 20;

fn decimal(mut number: u64, room: &mut [u8; DIGITS]) -> &[u8] {
    let mut at = DIGITS;
    loop {
        at -= 1;
        // A digit fits.
        room[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &room[at..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_writes_what_the_redis_crate_writes() {
        for number in [0, 9, 10, 1_000, u64::MAX] {
            let mut out = b"before".to_vec();
            Command::new(&mut out, 4).word("SET").word(b"k\r\n\0\xff").joined(&[b"", b"ab", b"c"]).number(number);
            let mut expected = redis::cmd("SET");
            expected.arg(b"k\r\n\0\xff").arg("abc").arg(number);
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
}
