//! Owns PHP's call of our constructor, with the arguments where PHP has put them.
//! Does not own what they mean (`php::class`, `php::arguments`), which parameters there are (the macros and `php::reflection`).
//!
//! What the macros generate makes a String of the name of each parameter at every call, and a list of them (ext-php-rs 0.16.4,
//! args.rs): for the nine of this class 3,500 of the 15,400 instructions of a cycle of new, acquire() and release() (callgrind).

use std::mem::offset_of;
use std::panic::AssertUnwindSafe;

use ext_php_rs::class::RegisteredClass;
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::ffi;
use ext_php_rs::types::{ZendClassObject, Zval};
use ext_php_rs::zend::{ClassEntry, ExecuteData, ZendObjectHandlers, run_handler};

use crate::php::arguments::{OPTIONS, Optional, Required};
use crate::php::class::RedisLock;
use crate::php::engine::Thrown;

/// The key and what may be left out.
const PARAMETERS: usize = 1 + OPTIONS;

/// Has PHP call the constructor without the macros' lists. Once for each start of the module, before any script runs. Where PHP
/// has taken the constructor away (disable_classes) there is nothing to do.
pub(super) fn take_over(class: &ClassEntry) {
    // SAFETY: the constructor of our class is an internal function, registered for the process; no thread runs a script yet.
    unsafe {
        if let Some(function) = class.constructor.as_mut() {
            function.internal_function.handler = Some(construct);
        }
    }
}

extern "C" fn construct(frame: *mut ExecuteData, _: *mut Zval) {
    run_handler(AssertUnwindSafe(|| {
        // SAFETY: PHP calls with the frame of the call, which nothing else touches until it returns.
        if let Err(error) = construct_in(unsafe { &mut *frame }) {
            error.throw();
        }
    }));
}

fn construct_in(frame: &mut ExecuteData) -> PhpResult<()> {
    // SAFETY: every member of the union is a number of 32 bits; in a frame it is that of the arguments.
    let given = unsafe { frame.This.u2.num_args } as usize;
    if !(1..=PARAMETERS).contains(&given) {
        // SAFETY: throws PHP's ArgumentCountError about the function that runs.
        unsafe { ffi::zend_wrong_parameters_count_error(1, u32::try_from(PARAMETERS).unwrap_or(u32::MAX)) };
        return Err(Thrown.into());
    }
    let argument = |index| {
        // SAFETY: the frame has `given` arguments, each of which lives, at a place of its own, until the call ends. PHP has
        // put defaults in place of those that named arguments have skipped.
        (index < given).then(|| unsafe { frame.zend_call_arg(index) }).flatten().map(Zval::dereference_mut)
    };
    // There is one at least.
    let Some(key) = argument(0) else { return Err(Thrown.into()) };
    let lock = RedisLock::construct(Required(key), std::array::from_fn(|index| Optional(argument(1 + index))))?;
    // SAFETY: `This` of a constructor's frame is its object, and PHP keeps that alive until the call ends.
    let object = unsafe { frame.This.value.obj };
    let handlers: *const ZendObjectHandlers = RedisLock::get_metadata().handlers();
    // SAFETY: as above; an object that has our handlers was made by ext-php-rs as a part of such a structure, and nothing else
    // has a reference to it during the call.
    unsafe {
        if object.is_null() || (*object).handlers != handlers {
            return Err(PhpException::from_message(
                "RedisLock::__construct() was called without its object".to_owned(),
            ));
        }
        let object = object.byte_sub(offset_of!(ZendClassObject<RedisLock>, std)).cast::<ZendClassObject<RedisLock>>();
        (*object).initialize(lock);
    }
    Ok(())
}
