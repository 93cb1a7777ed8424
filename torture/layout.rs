//! Owns the names of the layouts: how the servers of a torture are arranged.
//! Does not start servers (orders.rs).

/// How the Redis servers are arranged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// One, reached by TCP, by a unix socket, by TLS, and through a proxy; with a password, and a clock that jumps.
    #[default]
    OneMaster,
    /// One, at the other end of a cable.
    Cable,
    /// A master and two replicas, and three sentinels.
    Sentinels,
    /// Three masters with a replica each.
    Cluster,
    /// Five that know nothing of each other.
    Quorum,
    /// As OneMaster, and half of the processes load the version that was landed before.
    Versions,
}

impl Layout {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::OneMaster => "one-master",
            Self::Cable => "cable",
            Self::Sentinels => "sentinels",
            Self::Cluster => "cluster",
            Self::Quorum => "quorum",
            Self::Versions => "versions",
        }
    }

    /// Whether all ask one server, and no other answers in its place.
    pub(crate) fn is_one_server(self) -> bool {
        matches!(self, Self::OneMaster | Self::Cable | Self::Versions)
    }

    /// Of eight parts of the time, how many: most faults are those of one master.
    pub(crate) fn share(self) -> u32 {
        if self == Self::OneMaster { 3 } else { 1 }
    }
}
