//! Owns the start of processes that must not outlive the test process, whatever ends it.
//! Does not know what they are; their ordinary end is the business of the holder of the `Child`.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, mpsc};
use std::thread;

type Order = (Command, mpsc::Sender<std::io::Result<Child>>);

/// Finds a program in PATH.
pub(crate) fn in_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A command for `program` that the kernel kills together with this process, where it can (Linux with util-linux).
pub(crate) fn mortal(program: &Path) -> Command {
    match setpriv() {
        // setpriv becomes the program by exec, so the pid of the child is the program's.
        Some(setpriv) => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "KILL"]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// Starts the command from a thread that lives as long as this process: the kernel's signal at the parent's death is sent at
/// the death of the *thread* that started the child, and the thread of a cargo test ends with its test.
pub(crate) fn spawn(command: Command) -> std::io::Result<Child> {
    static ORDERS: OnceLock<Mutex<mpsc::Sender<Order>>> = OnceLock::new();
    let orders = ORDERS.get_or_init(|| {
        let (sender, receiver) = mpsc::channel::<Order>();
        thread::spawn(move || {
            for (mut command, answer) in receiver {
                // Fails only when the one who asked is gone.
                let _ = answer.send(command.spawn());
            }
        });
        Mutex::new(sender)
    });
    let (answer, child) = mpsc::channel();
    orders.lock().unwrap().send((command, answer)).unwrap();
    child.recv().unwrap()
}

/// Sends a signal by name. The shell's own `kill`: the program of that name is missing on a minimal Debian.
pub(super) fn signal(pid: u32, name: &str) {
    let command = format!("kill -s {name} {pid}");
    let status = Command::new("sh").args(["-c", &command]).status().unwrap();
    assert!(status.success(), "could not send SIG{name} to process {pid}");
}

/// util-linux has the option; the setpriv of busybox has not.
fn setpriv() -> Option<&'static OsStr> {
    static SETPRIV: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = SETPRIV.get_or_init(|| {
        let setpriv = in_path("setpriv")?;
        let mut trial = Command::new(&setpriv);
        trial.args(["--pdeathsig", "KILL", "true"]).stderr(Stdio::null());
        trial.status().is_ok_and(|status| status.success()).then_some(setpriv)
    });
    found.as_ref().map(|path| path.as_os_str())
}
