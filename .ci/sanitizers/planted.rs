//! The check of the check: a library that makes the two mistakes sanitizers look for as soon as it is loaded.
//! It is no extension: PHP prints a warning that it has no `get_module`, and goes on.
//! Built and loaded by .ci/sanitize, which goes on only if the mistake it chose is reported.

use std::hint::black_box;

// Run by the loader, in dlopen(): that is where PHP's way to load extensions matters.
#[used]
#[unsafe(link_section = ".init_array")]
static PLANT: extern "C" fn() = plant;

/// Reads memory that was freed, or keeps none of the memory it allocated; the environment says which.
extern "C" fn plant() {
    match std::env::var("PLANTED").as_deref() {
        Ok("use after free") => use_after_free(),
        Ok("leak") => lose_a_buffer(),
        _ => {}
    }
}

#[inline(never)]
fn use_after_free() {
    let buffer = black_box(Box::new([7_u8; 40]));
    let freed = buffer.as_ptr();
    drop(buffer);
    // SAFETY: none. The box is gone; this is the mistake.
    black_box(unsafe { freed.read_volatile() });
}

#[inline(never)]
fn lose_a_buffer() {
    std::mem::forget(black_box(vec![7_u8; 4321]));
}
