//! Owns the frame of a call of PHP's: the object and the arguments that are in it.
//! Does not own what an argument may be (`php::arguments`).

use std::mem::offset_of;
use std::ops::RangeInclusive;

use ext_php_rs::class::RegisteredClass;
use ext_php_rs::exception::{PhpException, PhpResult};
use ext_php_rs::ffi;
use ext_php_rs::types::{ZendClassObject, Zval};
use ext_php_rs::zend::ExecuteData;

use super::Thrown;

/// A call of PHP's that is going on.
pub(in crate::php) struct Call<'a> {
    frame: &'a ExecuteData,
    given: u32,
    /// How many arguments have been taken.
    taken: u32,
}

impl<'a> Call<'a> {
    /// Throws PHP's ArgumentCountError unless the number of arguments is one of these.
    pub(in crate::php) fn new(frame: &'a mut ExecuteData, arity: &RangeInclusive<u32>) -> Result<Self, Thrown> {
        // SAFETY: every member of the union is a number of 32 bits; in a frame it is that of the arguments.
        let given = unsafe { frame.This.u2.num_args };
        if arity.contains(&given) {
            return Ok(Self { frame, given, taken: 0 });
        }
        // SAFETY: throws PHP's own error about the function that runs.
        unsafe { ffi::zend_wrong_parameters_count_error(*arity.start(), *arity.end()) };
        Err(Thrown)
    }

    /// Returns the object whose method is called.
    pub(in crate::php) fn this<T: RegisteredClass>(&self) -> PhpResult<&'a T> {
        // SAFETY: as of `object`; no `construct` goes on while a method is called.
        let value = unsafe { (*self.object::<T>()).obj.as_ref() };
        value.ok_or_else(|| PhpException::from_message("Failed to retrieve reference to `$this`".to_owned()))
    }

    /// Gives the object whose constructor is called its value; `None` where it has one: reading the arguments may have run PHP code
    /// (`__toString`), and that may have constructed it.
    pub(in crate::php) fn construct<T: RegisteredClass>(&mut self, value: T) -> Option<()> {
        // SAFETY: as of `object`; to a value that is not there yet no reference is in use, and one that is there stays as it is.
        unsafe {
            let place = &raw mut (*self.object::<T>()).obj;
            (*place).is_none().then(|| place.write(Some(value)))
        }
    }

    /// Returns the object whose method is called, which PHP keeps alive until the call ends.
    fn object<T: RegisteredClass>(&self) -> *mut ZendClassObject<T> {
        // SAFETY: the frame of a method has an object of its class, which is final, so that ext-php-rs has made it: `std` in a
        // `ZendClassObject`.
        unsafe { self.frame.This.value.obj.byte_sub(offset_of!(ZendClassObject<T>, std)).cast() }
    }

    /// Returns the next argument, if it was given, and its number from 1.
    #[inline]
    pub(in crate::php) fn next(&mut self) -> (Option<&'a mut Zval>, u32) {
        let index = self.taken;
        self.taken += 1;
        // SAFETY: the frame has `given` arguments, each of which lives, at a place of its own, until the call ends, and is handed
        // out once. PHP has put defaults in place of those that named arguments have skipped.
        let argument = (index < self.given).then(|| unsafe { self.frame.zend_call_arg(index as usize) }).flatten();
        (argument.map(Zval::dereference_mut), self.taken)
    }
}
