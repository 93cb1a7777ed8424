//! Owns making the arrays of PHP's that may be long.
//! Does not own what is in them.

use ext_php_rs::boxed::ZBox;
use ext_php_rs::convert::IntoZval;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::ZendHashTable;

use crate::php::engine;

/// Makes a list with an entry for each thing. Where that passes memory_limit it is cut, and what comes next is not taken: no program sees the
/// list, for PHP ends it by a fatal error as soon as the method returns.
pub(super) fn long_list<T, E: IntoZval>(
    things: impl IntoIterator<Item = T>,
    entry: impl Fn(T) -> PhpResult<E>,
) -> PhpResult<ZBox<ZendHashTable>> {
    let mut list = ZendHashTable::new();
    let mut things = things.into_iter();
    while !engine::is_memory_exhausted()
        && let Some(thing) = things.next()
    {
        list.push(entry(thing)?)?;
    }
    Ok(list)
}
