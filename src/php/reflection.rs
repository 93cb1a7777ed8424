//! Owns what the macros registered and is put right: types that they cannot express, defaults, sensitivity, the constructor.
//! Does not own checking arguments (`php::arguments`).

use ext_php_rs::class::RegisteredClass;
use ext_php_rs::ffi::{IS_ARRAY, IS_CALLABLE, IS_DOUBLE, IS_FALSE, IS_LONG, IS_NULL, IS_STRING, IS_TRUE};

use crate::php::class::RedisLock;
use crate::php::construction;
use crate::php::engine::{self, Parameter};

const STRING: u32 = 1 << IS_STRING;
const ARRAY: u32 = 1 << IS_ARRAY;
const NULL: u32 = 1 << IS_NULL;
const NUMBER: u32 = 1 << IS_LONG | 1 << IS_DOUBLE;
const BOOL: u32 = 1 << IS_TRUE | 1 << IS_FALSE;
const CALLABLE: u32 = 1 << IS_CALLABLE;

const SERVER: u32 = STRING | ARRAY | NULL;
const INT: u32 = 1 << IS_LONG;

const PARAMETERS: [Parameter; 31] = [
    Parameter { method: c"__construct", index: 0, types: STRING | ARRAY, default: None, sensitive: false },
    Parameter { method: c"__construct", index: 1, types: NUMBER | NULL, default: Some(c"null"), sensitive: false },
    Parameter { method: c"__construct", index: 2, types: SERVER, default: Some(c"null"), sensitive: true },
    Parameter { method: c"__construct", index: 3, types: STRING | NULL, default: Some(c"null"), sensitive: true },
    Parameter { method: c"__construct", index: 4, types: BOOL, default: Some(c"true"), sensitive: false },
    Parameter { method: c"__construct", index: 5, types: BOOL, default: Some(c"false"), sensitive: false },
    Parameter { method: c"__construct", index: 6, types: NUMBER, default: Some(c"INF"), sensitive: false },
    Parameter { method: c"__construct", index: 7, types: BOOL, default: Some(c"false"), sensitive: false },
    Parameter { method: c"__construct", index: 8, types: INT, default: Some(c"0"), sensitive: false },
    Parameter { method: c"__construct", index: 9, types: INT, default: Some(c"1"), sensitive: false },
    Parameter { method: c"__construct", index: 10, types: NUMBER, default: Some(c"0"), sensitive: false },
    Parameter { method: c"acquire", index: 0, types: NUMBER, default: Some(c"0"), sensitive: false },
    Parameter { method: c"extend", index: 0, types: NUMBER | NULL, default: Some(c"null"), sensitive: false },
    Parameter { method: c"run", index: 0, types: CALLABLE, default: None, sensitive: false },
    Parameter { method: c"run", index: 1, types: NUMBER, default: Some(c"0"), sensitive: false },
    Parameter { method: c"releaseAll", index: 0, types: INT, default: Some(c"0"), sensitive: false },
    Parameter { method: c"describe", index: 0, types: STRING, default: None, sensitive: false },
    Parameter { method: c"describe", index: 1, types: SERVER, default: Some(c"null"), sensitive: true },
    Parameter { method: c"locks", index: 0, types: STRING, default: Some(c"'*'"), sensitive: false },
    Parameter { method: c"locks", index: 1, types: SERVER, default: Some(c"null"), sensitive: true },
    Parameter { method: c"locks", index: 2, types: BOOL, default: Some(c"false"), sensitive: false },
    Parameter { method: c"locks", index: 3, types: INT, default: Some(c"1000"), sensitive: false },
    Parameter { method: c"scan", index: 0, types: STRING, default: Some(c"'*'"), sensitive: false },
    Parameter { method: c"scan", index: 1, types: SERVER, default: Some(c"null"), sensitive: true },
    Parameter { method: c"scan", index: 2, types: BOOL, default: Some(c"false"), sensitive: false },
    Parameter { method: c"scan", index: 3, types: INT, default: Some(c"1000"), sensitive: false },
    Parameter { method: c"scan", index: 4, types: INT, default: Some(c"10000000"), sensitive: false },
    Parameter { method: c"scan", index: 5, types: NUMBER, default: Some(c"10"), sensitive: false },
    Parameter { method: c"diagnose", index: 0, types: SERVER, default: Some(c"null"), sensitive: true },
    Parameter { method: c"diagnose", index: 1, types: STRING | NULL, default: Some(c"null"), sensitive: false },
    Parameter { method: c"diagnose", index: 2, types: BOOL, default: Some(c"false"), sensitive: false },
];

/// Prepares [`correct`]. Only while the module starts.
pub(super) fn prepare() {
    PARAMETERS.iter().for_each(engine::keep_default);
    engine::keep_attributes();
}

/// Corrects what the macros registered.
pub(super) fn correct() {
    let class = RedisLock::get_metadata().ce();
    for parameter in &PARAMETERS {
        engine::describe(class, parameter);
    }
    // A false that nobody sees is work without the lock.
    engine::must_be_used(class, c"acquire");
    construction::take_over(class);
    engine::never_equal::<RedisLock>();
}
