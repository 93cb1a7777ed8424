//! Owns a network of its own for some processes, tied to this machine's by one cable that can be pulled: a network namespace and
//! a pair of veth devices. What goes wrong on it is the kernel's own doing, retransmission included.
//! Needs root and iproute2. Does not start those processes.

use std::path::Path;
use std::process::{self, Child, Command, Stdio};

use super::spawner::{in_path, mortal, spawn};
use super::{PATIENCE, eventually};

/// One cable. Its network, and with it both devices, is gone when dropped, or when this process dies.
#[derive(Debug)]
pub(crate) struct Cable {
    keeper: Child,
    device: String,
    here: String,
}

impl Cable {
    /// Lays one; the reason where that is not possible.
    pub(crate) fn lay() -> Result<Self, String> {
        let program = |name| in_path(name).ok_or_else(|| format!("there is no {name}"));
        let (unshare, _) = (program("unshare")?, program("nsenter")?);
        let mut command = mortal(&unshare);
        command.args(["--net", "sleep", "infinity"]).stdin(Stdio::null()).stderr(Stdio::null());
        let keeper = spawn(command).map_err(|error| error.to_string())?;
        let id = process::id();
        // Of the addresses that are for measurements of networks, and for nothing else (RFC 2544).
        let (here, there) = (format!("198.18.{}.1", id % 250), format!("198.18.{}.2", id % 250));
        let cable = Self { keeper, device: format!("rl{id}"), here };
        let network = cable.network();
        let own = std::fs::read_link("/proc/self/ns/net").map_err(|error| error.to_string())?;
        if !eventually(PATIENCE, || cable.has_ended() || std::fs::read_link(&network).is_ok_and(|other| other != own))
            || cable.has_ended()
        {
            return Err("a network namespace needs root".to_owned());
        }
        let keeper = cable.keeper.id().to_string();
        ip(&["link", "add", &cable.device, "type", "veth", "peer", "name", "cable", "netns", &keeper])?;
        ip(&["address", "add", &format!("{}/30", cable.here), "dev", &cable.device])?;
        ip(&["link", "set", &cable.device, "up"])?;
        for words in [&["address", "add", &format!("{there}/30"), "dev", "cable"][..], &["link", "set", "cable", "up"]]
        {
            run(Command::new("nsenter").arg(format!("--net={network}")).arg("ip").args(words))?;
        }
        Ok(cable)
    }

    /// The address of this end.
    pub(crate) fn here(&self) -> &str {
        &self.here
    }

    /// What stands before a command that is to run at the other end.
    pub(crate) fn enter(&self) -> [String; 2] {
        ["nsenter".to_owned(), format!("--net={}", self.network())]
    }

    /// From now on nothing arrives on either side, and neither is told.
    pub(crate) fn pull(&self) {
        ip(&["link", "set", &self.device, "down"]).expect("a cable that can be pulled");
    }

    pub(crate) fn plug(&self) {
        ip(&["link", "set", &self.device, "up"]).expect("a cable that can be plugged in");
    }

    fn network(&self) -> String {
        format!("/proc/{}/ns/net", self.keeper.id())
    }

    /// Of a process that has ended and was not waited for, only the name is left.
    fn has_ended(&self) -> bool {
        !Path::new(&format!("/proc/{}/exe", self.keeper.id())).exists()
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        let _ = self.keeper.kill();
        let _ = self.keeper.wait();
    }
}

fn ip(words: &[&str]) -> Result<(), String> {
    run(Command::new("ip").args(words))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}
