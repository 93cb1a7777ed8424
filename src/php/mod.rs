//! Owns the module that PHP loads: what it registers and when.
//! Does not own anything of the lock itself; this folder only converts between PHP and the core.

mod arguments;
mod class;
mod diagnosis;
mod engine;
mod exceptions;
mod ini;
mod life_cycle;
mod long_list;
mod lost_log;
mod method;
mod observed;
mod overview;
mod run;
mod signature;

use ext_php_rs::builders::ModuleBuilder;
use ext_php_rs::php_module;
use life_cycle::startup;

/// Describes the extension to PHP.
#[php_module]
#[php(startup = "startup")]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    module
        .class::<class::RedisLock>()
        .request_startup_function(life_cycle::request_startup)
        .request_shutdown_function(life_cycle::request_shutdown)
        .post_deactivate_function(life_cycle::post_deactivate)
        .shutdown_function(life_cycle::shutdown)
        .info_function(life_cycle::info)
}
