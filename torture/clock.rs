//! Owns the wall clock of a server: a library that answers its time calls (clock.c), and how far it is from this machine's.
//! Does not start the server; lends it the environment. Does not decide when the clock jumps (nemesis.rs).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::time::Nanos;

/// How far a wall clock is ahead of this machine's, in ns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offset(Arc<AtomicI64>);

impl Offset {
    pub(crate) fn get(&self) -> Nanos {
        self.0.load(Ordering::SeqCst)
    }
}

#[derive(Debug)]
pub(crate) struct Clock {
    library: PathBuf,
    file: PathBuf,
    offset: Offset,
}

impl Clock {
    /// Compiles the library; the reason where that cannot be done.
    pub(crate) fn make(folder: &Path) -> Result<Self, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("torture/clock.c");
        let (library, file) = (folder.join("clock.so"), folder.join("clock"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).arg("-ldl");
        let output = compiler.output().map_err(|error| format!("cc: {error}"))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let clock = Self { library, file, offset: Offset::default() };
        clock.put(0).map_err(|error| error.to_string())?;
        Ok(clock)
    }

    /// What a server has to be started with.
    pub(crate) fn environment(&self) -> [(String, String); 2] {
        let text = |path: &Path| path.to_str().expect("a path that is text").to_owned();
        [("LD_PRELOAD".to_owned(), text(&self.library)), ("TORTURE_CLOCK".to_owned(), text(&self.file))]
    }

    pub(crate) fn offset(&self) -> Offset {
        self.offset.clone()
    }

    /// Moves it, for good.
    pub(crate) fn jump(&self, by: Nanos) {
        let offset = self.offset.get() + by;
        self.put(offset).expect("a clock that can be set");
        // Later than the server's: what the observer reads in between it takes for earlier or for now, never for later.
        self.offset.0.store(offset, Ordering::SeqCst);
    }

    fn put(&self, offset: Nanos) -> io::Result<()> {
        use std::io::Write;
        let mut file = fs::File::options().create(true).truncate(false).write(true).open(&self.file)?;
        file.write_all(&offset.to_ne_bytes())
    }
}
