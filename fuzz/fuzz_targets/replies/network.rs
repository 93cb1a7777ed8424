//! Owns where connections lead: wherever an answer sends the core, it meets the fake server, and no other machine ever hears
//! of a fuzzer.
//! Does not own the server.
//! Called by the C library's callers in this process: these two functions come before its own.

use std::ffi::{CStr, c_char, c_int};
use std::mem::{size_of, transmute};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net;
use std::ptr::addr_of;
use std::sync::OnceLock;

/// Where connections lead.
struct Places {
    tcp: u16,
    /// A queue that is full: who connects there waits for ever.
    hole: u16,
    _full: (TcpListener, Vec<TcpStream>),
}

static PLACES: OnceLock<Places> = OnceLock::new();

/// The fake server's unix socket has a name and no file.
pub fn unix_name() -> net::SocketAddr {
    let name = format!("redislock-fuzz-{}", std::process::id());
    net::SocketAddr::from_abstract_name(name).unwrap()
}

/// Leads all connections to this port from now on.
pub fn lead_to(tcp: u16) {
    let full = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    // SAFETY: it is a socket that listens, and may be told so again; 0 makes its queue as short as it can be.
    assert_eq!(unsafe { libc::listen(full.as_raw_fd(), 0) }, 0);
    let hole = full.local_addr().unwrap();
    let limit = std::time::Duration::from_millis(100);
    let inside = std::iter::from_fn(|| TcpStream::connect_timeout(&hole, limit).ok()).take(64).collect();
    let _ = PLACES.set(Places { tcp, hole: hole.port(), _full: (full, inside) });
}

/// Connects to the fake server, whatever the address; some ports refuse, some never answer.
///
/// # Safety
/// As of connect(2): `address` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn connect(socket: c_int, address: *const libc::sockaddr, length: libc::socklen_t) -> c_int {
    let Some(places) = PLACES.get() else {
        // SAFETY: the caller's own arguments.
        return unsafe { connect_really(socket, address, length) };
    };
    // SAFETY: every address begins with its family.
    match c_int::from(unsafe { (*address).sa_family }) {
        libc::AF_INET if length as usize >= size_of::<libc::sockaddr_in>() => {
            // SAFETY: that is what addresses of this family are, and it is long enough; unaligned reads are allowed.
            let mut there = unsafe { address.cast::<libc::sockaddr_in>().read_unaligned() };
            let port = match u16::from_be(there.sin_port) % 16 {
                14 => places.hole,
                15 => return refuse(),
                _ => places.tcp,
            };
            (there.sin_port, there.sin_addr.s_addr) = (port.to_be(), u32::from_be_bytes([127, 0, 0, 1]).to_be());
            // SAFETY: an address of its own size.
            unsafe { connect_really(socket, addr_of!(there).cast(), size_of::<libc::sockaddr_in>() as u32) }
        }
        libc::AF_UNIX => {
            let name = unix_name();
            let name = name.as_abstract_name().unwrap();
            // SAFETY: all zeros are an address of a unix socket.
            let mut there: libc::sockaddr_un = unsafe { std::mem::zeroed() };
            there.sun_family = libc::AF_UNIX as u16;
            for (to, from) in there.sun_path[1..].iter_mut().zip(name) {
                *to = from.cast_signed();
            }
            let length = std::mem::offset_of!(libc::sockaddr_un, sun_path) + 1 + name.len();
            // SAFETY: an address of at least this size.
            unsafe { connect_really(socket, addr_of!(there).cast(), length as u32) }
        }
        _ => refuse(),
    }
}

unsafe fn connect_really(socket: c_int, address: *const libc::sockaddr, length: libc::socklen_t) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { libc::syscall(libc::SYS_connect, socket, address, length) as c_int }
}

fn refuse() -> c_int {
    // SAFETY: this thread's own number.
    unsafe { *libc::__errno_location() = libc::ECONNREFUSED };
    -1
}

type GetAddrInfo =
    unsafe extern "C" fn(*const c_char, *const c_char, *const libc::addrinfo, *mut *mut libc::addrinfo) -> c_int;

/// Knows numbers, and every name with an even number of bytes; sends nothing.
///
/// # Safety
/// As of getaddrinfo(3).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getaddrinfo(
    name: *const c_char,
    service: *const c_char,
    hints: *const libc::addrinfo,
    found: *mut *mut libc::addrinfo,
) -> c_int {
    // SAFETY: the C library has such a function after this one, of this type.
    let real = unsafe { libc::dlsym(libc::RTLD_NEXT, c"getaddrinfo".as_ptr()) };
    if real.is_null() || name.is_null() {
        return libc::EAI_FAIL;
    }
    // SAFETY: as above.
    let real = unsafe { transmute::<*mut libc::c_void, GetAddrInfo>(real) };
    // SAFETY: plain numbers and pointers; all zeros are no wishes at all.
    let mut wishes = if hints.is_null() { unsafe { std::mem::zeroed() } } else { unsafe { *hints } };
    wishes.ai_flags |= libc::AI_NUMERICHOST;
    // SAFETY: the caller's own arguments, and wishes that outlive the call.
    let known = unsafe { real(name, service, &raw const wishes, found) };
    // SAFETY: the caller's name is text of C.
    if known != libc::EAI_NONAME || unsafe { CStr::from_ptr(name) }.count_bytes() % 2 == 1 {
        return known;
    }
    // SAFETY: as above.
    unsafe { real(c"127.0.0.1".as_ptr(), service, &raw const wishes, found) }
}

/// The server's port, bound where connections are led to.
pub fn listen() -> TcpListener {
    TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap()
}
