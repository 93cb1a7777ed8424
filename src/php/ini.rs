//! Owns the ini settings: their table, checking values, and what each thread reads of them.
//! Does not own ranges and defaults (`settings`).

use std::cell::RefCell;
use std::ffi::{c_int, c_void};

use ext_php_rs::ffi::{ZEND_RESULT_CODE_FAILURE as FAILURE, ZEND_RESULT_CODE_SUCCESS as SUCCESS, zend_ini_entry};
use ext_php_rs::flags::IniEntryPermission;
use ext_php_rs::types::ZendStr;
use ext_php_rs::zend::{IniEntryDef, IniEntryDefs};

use crate::address::Address;
use crate::events;
use crate::key::{Key, KeyError};
use crate::label::Label;
use crate::lock::{Servers, spin, tracking};
use crate::php::engine;
use crate::settings::{self, Timeouts};
use crate::ttl::Ttl;

/// PHP is reading php.ini (`ZEND_INI_STAGE_STARTUP`).
const STARTUP: c_int = 1;
/// phpinfo shows the value from before any ini_set (`ZEND_INI_DISPLAY_ORIG`).
const ORIGINAL: c_int = 1;

const SYSTEM: IniEntryPermission = IniEntryPermission::System;
const ALL: IniEntryPermission = IniEntryPermission::All;

const SERVER: &str = "redislock.server";

static TABLE: IniEntryDefs<11> = IniEntryDefs::new([
    IniEntryDef { displayer: Some(show_server), ..entry(c"redislock.server", c"redis://127.0.0.1:6379", SYSTEM) },
    entry(c"redislock.connect_timeout", c"1", SYSTEM),
    entry(c"redislock.io_timeout", c"1", SYSTEM),
    entry(c"redislock.spin", c"1", SYSTEM),
    entry(c"redislock.tracking", c"auto", SYSTEM),
    entry(c"redislock.prefix", c"", ALL),
    // Every script may set it: it proves nothing, and a job may say which it is.
    entry(c"redislock.label", c"", ALL),
    entry(c"redislock.ttl", c"30", ALL),
    entry(c"redislock.report_lost", c"0", ALL),
    entry(c"redislock.events", c"0", SYSTEM),
    IniEntryDef::end(),
]);

const fn entry(
    name: &'static std::ffi::CStr,
    default: &'static std::ffi::CStr,
    who: IniEntryPermission,
) -> IniEntryDef {
    IniEntryDef { on_modify: Some(change), ..IniEntryDef::new(name, default, who) }
}

/// The values in force on one thread.
struct Values {
    /// Or what is wrong with it.
    server: Result<Servers, String>,
    timeouts: Timeouts,
    prefix: Vec<u8>,
    label: Option<Label>,
    ttl: Ttl,
    report_lost: bool,
    /// Prefix and address of an earlier moment.
    last: Option<(Vec<u8>, Result<Servers, String>)>,
}

thread_local! {
    /// PHP calls [`change`] for every setting on every thread before a script runs there.
    static VALUES: RefCell<Option<Values>> = const { RefCell::new(None) };
}

fn with<T>(read: impl FnOnce(&mut Values) -> T) -> T {
    VALUES.with(|values| read(values.borrow_mut().get_or_insert_with(Values::default)))
}

impl Default for Values {
    fn default() -> Self {
        Self {
            server: Ok(Address::local().into()),
            timeouts: Timeouts::default(),
            prefix: Vec::new(),
            label: None,
            ttl: settings::ttl(settings::TTL).unwrap_or(Ttl::Forever),
            report_lost: false,
            last: None,
        }
    }
}

/// Registers the settings. Only while the module starts.
pub(super) fn register(module: c_int) {
    IniEntryDef::register(TABLE.as_slice(), module);
}

/// Returns the address in force, or what is wrong with it: a default in its place would be another Redis, where
/// none excludes another.
pub(super) fn server() -> Result<Servers, String> {
    with(|values| values.server.clone())
}

pub(super) fn timeouts() -> Timeouts {
    with(|values| values.timeouts)
}

pub(super) fn prefix() -> Vec<u8> {
    with(|values| values.prefix.clone())
}

/// Names a lock, after the prefix, which is not copied for that.
pub(super) fn key(name: &[u8]) -> Result<Key, KeyError> {
    with(|values| Key::new(&values.prefix, name))
}

/// Returns what a new lock takes from the settings beside its server and its prefix, in one look.
pub(super) fn of_a_lock() -> (Ttl, Option<Label>, Timeouts) {
    with(|values| (values.ttl, values.label.clone(), values.timeouts))
}

/// Tells whether this thread's settings name the same locks, by prefix and address, as when it was last called.
pub(super) fn are_the_same_locks() -> bool {
    with(|values| {
        let are_same =
            values.last.as_ref().is_some_and(|(prefix, server)| *prefix == values.prefix && *server == values.server);
        if !are_same {
            values.last = Some((values.prefix.clone(), values.server.clone()));
        }
        are_same
    })
}

pub(super) fn report_lost() -> bool {
    with(|values| values.report_lost)
}

/// Takes a new value; refused, `ini_set` returns false, and php.ini's is replaced by the default with a warning. A
/// wrong address is taken as it is: the call that needs it reports that.
unsafe extern "C" fn change(
    entry: *mut zend_ini_entry,
    new: *mut ZendStr,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    stage: c_int,
) -> c_int {
    // SAFETY: PHP's own pointers, used during this call only.
    let (name, text) = unsafe { (engine::ini_entry(entry, false).name, engine::bytes(new)) };
    let name = String::from_utf8_lossy(name);
    let Err(problem) = apply(&name, text.unwrap_or_default()) else {
        return SUCCESS;
    };
    let consequence = if name == SERVER { "" } else { "; its default is used" };
    if stage == STARTUP {
        // Without the value: it may hold a password.
        engine::startup_warning(&format!("{name} {problem}{consequence}"));
    }
    if name != SERVER {
        return FAILURE;
    }
    with(|values| values.server = Err(problem));
    SUCCESS
}

fn apply(name: &str, value: &[u8]) -> Result<(), String> {
    let text = || std::str::from_utf8(value).map_err(|_| "must be text".to_owned());
    let switch = || settings::switch(text()?).ok_or_else(|| "must be on or off".to_owned());
    let timeout = || settings::timeout(text()?).ok_or_else(|| "must be 0.001 to 3600 seconds".to_owned());
    let tracking = || settings::tracking(text()?).ok_or_else(|| "must be auto or 0".to_owned());
    let kept = || settings::events(text()?).ok_or_else(|| format!("must be 0 to {} events", events::MOST));
    with(|values| {
        match name {
            "redislock.prefix" => values.prefix = value.to_vec(),
            "redislock.label" => values.label = Label::parse(value).map_err(|error| error.to_string())?,
            SERVER => values.server = Ok(Servers::parse(text()?).map_err(|error| error.to_string())?),
            "redislock.connect_timeout" => values.timeouts.connect = timeout()?,
            "redislock.io_timeout" => values.timeouts.io = timeout()?,
            "redislock.ttl" => {
                values.ttl = settings::ttl(text()?).map_err(|error| {
                    error.map_or_else(|| "must be a number of seconds, or INF".to_owned(), |error| error.to_string())
                })?;
            }
            "redislock.spin" => spin::allow(switch()?),
            "redislock.tracking" => tracking::allow(tracking()?),
            "redislock.events" => events::keep(kept()?),
            _ => values.report_lost = switch()?,
        }
        Ok(())
    })
}

/// Shows the address without its password. (`ini_get` returns it: PHP offers no way to hide a value there.)
unsafe extern "C" fn show_server(entry: *mut zend_ini_entry, kind: c_int) {
    // SAFETY: PHP's own pointer, used during this call only.
    let value = unsafe { engine::ini_entry(entry, kind == ORIGINAL) }.value.unwrap_or_default();
    let shown = match Servers::parse(&String::from_utf8_lossy(value)) {
        Ok(servers) if servers.is_memory() => format!("{servers} (for tests: it excludes no other process)"),
        Ok(servers) => servers.to_string(),
        Err(_) => "(not an address)".to_owned(),
    };
    // phpinfo() may be a page of HTML. An ampersand stands between the options of TLS; none of them begins like the name
    // of a character, and outside of them it is a user's and does no harm.
    engine::print(&shown.replace('<', "%3C").replace('>', "%3E"));
}
