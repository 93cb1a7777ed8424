//! Owns what a parameter and a method are: what Reflection shows of them, and how PHP's call becomes a call of ours.
//! Does not own which there are (`php::signature`), how an argument is read (`php::arguments`).
//!
//! ext-php-rs's macros are not used: they know neither unions of types nor secrets, and their constructor makes a String of the
//! name of each parameter at every call (ext-php-rs 0.16.4, args.rs), 3,500 instructions for the eleven of this class.

use std::mem::ManuallyDrop;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use ext_php_rs::args::Arg;
use ext_php_rs::builders::FunctionBuilder;
use ext_php_rs::convert::IntoZval;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::ffi::IS_NULL;
use ext_php_rs::flags::{DataType, MethodFlags};
use ext_php_rs::types::Zval;
use ext_php_rs::zend::{ExecuteData, run_handler};

use crate::php::engine::{Call, Thrown};

/// A parameter, and how its argument is read.
pub(super) struct Parameter<T> {
    pub(super) reflected: Reflected,
    read: Reader<T>,
    /// What stands for an argument that is left out; `None`: null, or nothing.
    default: Option<fn() -> T>,
}

/// Reads an argument, which has this number from 1.
type Reader<T> = fn(&mut Zval, u32) -> Result<T, Thrown>;

/// What Reflection shows of a parameter.
#[derive(Clone, Copy)]
pub(super) struct Reflected {
    name: &'static str,
    /// `MAY_BE_*` bits.
    pub(super) types: u32,
    /// As PHP code; `None` for a required parameter.
    default: Option<&'static str>,
    pub(super) is_secret: bool,
}

impl<T> Parameter<T> {
    pub(super) const fn required(name: &'static str, types: u32, read: Reader<T>) -> Self {
        Self { reflected: Reflected { name, types, default: None, is_secret: false }, read, default: None }
    }

    /// Takes null, and is null where it is left out.
    pub(super) const fn nullable(name: &'static str, types: u32, read: Reader<T>) -> Self {
        let types = types | 1 << IS_NULL;
        Self { reflected: Reflected { name, types, default: Some("null"), is_secret: false }, read, default: None }
    }

    /// Has a default, as PHP code and as what is read from that.
    pub(super) const fn optional(
        name: &'static str,
        types: u32,
        code: &'static str,
        default: fn() -> T,
        read: Reader<T>,
    ) -> Self {
        let reflected = Reflected { name, types, default: Some(code), is_secret: false };
        Self { reflected, read, default: Some(default) }
    }

    /// Keeps the argument out of traces.
    pub(super) const fn secret(mut self) -> Self {
        self.reflected.is_secret = true;
        self
    }

    /// Reads the next argument of a call, whose number of arguments was checked.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "each parameter is a constant, of which little is left where it is read")]
    pub(super) fn read(&self, call: &mut Call<'_>) -> Result<T, Thrown> {
        match (call.next(), self.default) {
            ((Some(argument), number), _) => (self.read)(argument, number),
            ((None, _), Some(default)) => Ok(default()),
            ((None, number), None) => (self.read)(&mut ManuallyDrop::new(Zval::new()), number),
        }
    }
}

/// A method, to be registered and then corrected.
pub(super) struct Method {
    pub(super) name: &'static str,
    pub(super) flags: MethodFlags,
    pub(super) parameters: &'static [Reflected],
    pub(super) builder: FunctionBuilder<'static>,
}

impl Method {
    /// Describes a method, whose result is `body`'s.
    pub(super) fn new<R: IntoZval>(
        name: &'static str,
        flags: MethodFlags,
        parameters: &'static [Reflected],
        handler: extern "C" fn(&mut ExecuteData, &mut Zval),
        _: fn(&mut Call<'_>) -> PhpResult<R>,
    ) -> Self {
        let builder = FunctionBuilder::new(name, handler).returns(R::TYPE, false, R::NULLABLE);
        Self { name, flags, parameters, builder: with_parameters(builder, parameters) }
    }
}

/// Gives a function its parameters. Their types follow when it is registered: ext-php-rs knows no unions.
pub(super) fn with_parameters<'a>(function: FunctionBuilder<'a>, parameters: &[Reflected]) -> FunctionBuilder<'a> {
    parameters
        .iter()
        .fold(function, |function, parameter| {
            let arg = Arg::new(parameter.name, DataType::Mixed);
            function.arg(match parameter.default {
                Some(code) => arg.default(code),
                None => arg,
            })
        })
        .required_args(parameters.iter().filter(|parameter| parameter.default.is_none()).count())
}

/// Returns how many arguments a function with these parameters takes.
pub(super) const fn arity(parameters: &[Reflected]) -> RangeInclusive<u32> {
    let (mut fewest, mut most, mut index) = (0, 0, 0);
    while index < parameters.len() {
        if parameters[index].default.is_none() {
            fewest += 1;
        }
        most += 1;
        index += 1;
    }
    fewest..=most
}

/// Does what PHP has called. No `zend_try` of its own (`setjmp` for each call): a fatal error leaves these frames by `longjmp` either way, and of
/// what ext-php-rs would clean up then, a `BailoutGuard`, there is none (ext-php-rs 0.16.4, zend/try_catch.rs).
pub(super) fn answer(
    frame: &mut ExecuteData,
    arity: &RangeInclusive<u32>,
    body: impl FnOnce(&mut Call<'_>) -> PhpResult<()>,
) {
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let Ok(mut call) = Call::new(frame, arity) else { return };
        if let Err(error) = body(&mut call) {
            error.throw();
        }
    }));
    if let Err(panic) = answered {
        // PHP's Error is made of it.
        run_handler(AssertUnwindSafe(|| resume_unwind(panic)));
    }
}

/// Makes a [`Method`] of PHP's name and of ours, which has a dot for an object's method and colons for a static one.
macro_rules! method {
    ($name:literal, private $class:ident.$function:ident()) => {
        method!(@ $name, MethodFlags::Private, [], |call| $class::$function(call.this()?))
    };
    ($name:literal, if constructed $class:ident.$function:ident()) => {
        method!(@ $name, MethodFlags::Public, [], |call| $class::$function(call.this().ok()))
    };
    ($name:literal, $class:ident.$function:ident($($parameter:ident),*)) => {
        method!(@ $name, MethodFlags::Public, [$($parameter),*], |call| {
            let this = call.this::<$class>()?;
            $class::$function(this $(, $parameter.read(call)?)*)
        })
    };
    ($name:literal, $class:ident::$function:ident($($parameter:ident),*)) => {
        method!(@ $name, MethodFlags::Public.union(MethodFlags::Static), [$($parameter),*], |call| {
            $class::$function($($parameter.read(call)?),*)
        })
    };
    (@ $name:literal, $flags:expr, [$($parameter:ident),*], |$call:ident| $body:expr) => {{
        const PARAMETERS: &[Reflected] = &[$($parameter.reflected),*];
        #[allow(unused_variables, reason = "some methods have neither object nor parameters")]
        fn body($call: &mut Call<'_>) -> PhpResult<impl IntoZval + use<>> {
            Ok($body)
        }
        extern "C" fn handler(frame: &mut ExecuteData, result: &mut Zval) {
            const ARITY: &RangeInclusive<u32> = &arity(PARAMETERS);
            answer(frame, ARITY, |call| Ok(body(call)?.set_zval(result, false)?));
        }
        Method::new($name, $flags, PARAMETERS, handler, body)
    }};
}
pub(super) use method;

/// Makes `CONSTRUCTOR`, the parameters, and `construct`, which reads them.
macro_rules! constructor {
    ($class:ident::$function:ident($($parameter:ident),* $(,)?)) => {
        const CONSTRUCTOR: &[Reflected] = &[$($parameter.reflected),*];
        extern "C" fn construct(frame: &mut ExecuteData, _: &mut Zval) {
            const ARITY: &RangeInclusive<u32> = &arity(CONSTRUCTOR);
            answer(frame, ARITY, |call| {
                let made = $class::$function($($parameter.read(call)?),*)?;
                call.construct(made).ok_or_else(|| {
                    exceptions::misuse("RedisLock::__construct() was called already for this object")
                })
            });
        }
    };
}
pub(super) use constructor;
