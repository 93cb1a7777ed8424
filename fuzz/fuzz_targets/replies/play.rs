//! Owns how an input is read: a line that says what a program does, and after it what the server says to it.
//! Does not own either of them.
//! Called by the target, and by `server`.
//!
//! The first line is letters: `u t s c q`, the layout (a unix socket, TCP with a login and a database, sentinels, a cluster,
//! a quorum); in capitals what the lock is like; other small ones what is called, in this order. Everything after it is
//! said as it stands, but for what follows a `~`: see [`Deed`].

/// How the nodes are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    Unix,
    Tcp,
    Sentinels,
    Cluster,
    Quorum,
}

/// What is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verb {
    Acquire,
    Wait,
    Extend,
    Release,
    IsHeld,
    EnsureHeld,
    IsLocked,
    Holder,
    Force,
    Describe,
    Scan,
    SurveyAll,
    EndRun,
    GiveBack,
    Abandon,
    EndRequest,
    Sleep,
}

/// What the server does, one thing after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Say(Vec<u8>),
    /// `~t`: the token of the last request that had one; in an error, of this one.
    SayToken(Within),
    /// `~w`: the password of the address, if this server was told it.
    SayPassword,
    /// `~z`: what was said last, 255 times more.
    SayAgain,
    /// `~p`: a pause, so that what follows is read for itself.
    Pause,
    /// `~l`: a long one, half a timeout.
    LongPause,
    /// `~n`: waits for the next request.
    Hear,
    /// `~c`: closes the connection.
    Close,
    /// `~r`: the same with a reset.
    Reset,
    /// `~s`: says nothing more on this connection.
    FallSilent,
}

/// What a secret is said in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Which repeats the request that it is about, and nothing else.
    Error,
    Value,
}

/// What happens when it has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every request closes its connection.
    Closes,
    /// No request is answered.
    IsSilent,
    /// It begins again.
    Repeats,
}

/// One input.
#[derive(Clone, Debug)]
pub struct Play {
    pub layout: Layout,
    pub given: bool,
    pub fence: bool,
    pub replicas: bool,
    pub renews: bool,
    pub long: bool,
    pub leaves: bool,
    pub patient: bool,
    pub verbs: Vec<Verb>,
    pub deeds: Vec<Deed>,
    pub ending: Ending,
    /// A password or token is told where no error stands: a name that a hostile server gives a node is shown.
    pub tells_secrets_as_names: bool,
}

/// More calls find nothing more, and take longer.
const MOST_VERBS: usize = 6;

impl Play {
    /// Reads any bytes; libFuzzer finds out what `secrets` are, and tells them.
    pub fn read(bytes: &[u8], secrets: &[&str]) -> Self {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (line, rest) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
        let mut play = Self {
            layout: Layout::Unix,
            given: false,
            fence: false,
            replicas: false,
            renews: false,
            long: false,
            leaves: false,
            patient: false,
            verbs: Vec::new(),
            deeds: Vec::new(),
            ending: Ending::Closes,
            tells_secrets_as_names: false,
        };
        for &letter in line {
            play.read_letter(letter);
        }
        play.verbs.truncate(MOST_VERBS);
        if play.verbs.is_empty() {
            play.verbs.push(Verb::Acquire);
        }
        play.read_deeds(rest);
        let tells = |secret: &&str| bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
        play.tells_secrets_as_names |= secrets.iter().any(tells);
        play
    }

    fn read_letter(&mut self, letter: u8) {
        match letter {
            b'u' => self.layout = Layout::Unix,
            b't' => self.layout = Layout::Tcp,
            b's' => self.layout = Layout::Sentinels,
            b'c' => self.layout = Layout::Cluster,
            b'q' => self.layout = Layout::Quorum,
            b'G' => self.given = true,
            b'F' => self.fence = true,
            b'R' => self.replicas = true,
            b'K' => self.renews = true,
            b'L' => self.long = true,
            b'I' => self.leaves = true,
            b'P' => self.patient = true,
            b'S' => self.ending = Ending::IsSilent,
            b'O' => self.ending = Ending::Repeats,
            _ => self.verbs.extend(verb(letter)),
        }
    }

    fn read_deeds(&mut self, bytes: &[u8]) {
        let mut said = Vec::new();
        // What the line that is being said began with.
        let mut kind = None;
        let mut rest = bytes;
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            if byte != b'~' {
                kind = if byte == b'\n' { None } else { kind.or(Some(byte)) };
                said.push(byte);
                continue;
            }
            let Some((&letter, after)) = rest.split_first() else { break };
            let within = if kind == Some(b'-') { Within::Error } else { Within::Value };
            let Some(deed) = deed(letter, within) else { continue };
            rest = after;
            if matches!(deed, Deed::SayToken(_) | Deed::SayPassword) && within == Within::Value {
                self.tells_secrets_as_names = true;
            }
            if !said.is_empty() {
                self.deeds.push(Deed::Say(std::mem::take(&mut said)));
            }
            self.deeds.push(deed);
        }
        if !said.is_empty() {
            self.deeds.push(Deed::Say(said));
        }
    }
}

fn verb(letter: u8) -> Option<Verb> {
    Some(match letter {
        b'a' => Verb::Acquire,
        b'w' => Verb::Wait,
        b'e' => Verb::Extend,
        b'r' => Verb::Release,
        b'h' => Verb::IsHeld,
        b'n' => Verb::EnsureHeld,
        b'l' => Verb::IsLocked,
        b'o' => Verb::Holder,
        b'f' => Verb::Force,
        b'd' => Verb::Describe,
        b'v' => Verb::Scan,
        b'y' => Verb::SurveyAll,
        b'x' => Verb::EndRun,
        b'g' => Verb::GiveBack,
        b'b' => Verb::Abandon,
        b'm' => Verb::EndRequest,
        b'z' => Verb::Sleep,
        _ => return None,
    })
}

fn deed(letter: u8, within: Within) -> Option<Deed> {
    Some(match letter {
        b't' => Deed::SayToken(within),
        b'w' => Deed::SayPassword,
        b'z' => Deed::SayAgain,
        b'p' => Deed::Pause,
        b'l' => Deed::LongPause,
        b'n' => Deed::Hear,
        b'c' => Deed::Close,
        b'r' => Deed::Reset,
        b's' => Deed::FallSilent,
        _ => return None,
    })
}
