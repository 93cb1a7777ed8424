//! Owns taking the options of an address apart: each is taken by its name, and nothing may be left.
//! Does not own what an option means (`credentials`, `timeouts`, `tls`, `hosts`).

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

use crate::address::grammar::{AddressError, tls_option};

/// What stands after the question mark of an address, without what was taken.
pub(super) struct Options<'a>(Vec<&'a str>);

impl<'a> Options<'a> {
    pub(super) fn of(text: Option<&'a str>) -> Self {
        Self(text.into_iter().flat_map(|text| text.split('&')).collect())
    }

    /// Takes an option, and returns its value as it is written.
    /// Errors: it is there twice.
    pub(super) fn take(&mut self, name: &'static str) -> Result<Option<&'a str>, AddressError> {
        let (named, left): (Vec<&str>, Vec<&str>) = self.0.iter().partition(|option| name_of(option) == name);
        self.0 = left;
        match named[..] {
            [] => Ok(None),
            [option] => Ok(Some(option.split_once('=').map_or("", |(_, value)| value))),
            _ => Err(AddressError::Twice(name)),
        }
    }

    /// Takes an option whose value is text.
    /// Errors: `wrong`, if it is none or cannot be read; it is there twice.
    pub(super) fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
        wrong: AddressError,
    ) -> Result<Option<T>, AddressError> {
        let Some(value) = self.take(name)? else { return Ok(None) };
        let value = percent_decode_str(value).decode_utf8().ok();
        value.and_then(|value| read(&value)).map(Some).ok_or(wrong)
    }

    /// Takes an option that names a file.
    /// Errors: its path is relative or empty, is no text, or has a NUL byte; it is there twice.
    pub(super) fn file(&mut self, name: &'static str) -> Result<Option<PathBuf>, AddressError> {
        let is_path = |path: &str| path.starts_with('/') && path.len() > 1 && !path.contains('\0');
        self.read(name, |path| is_path(path).then(|| path.into()), AddressError::FilePath(name))
    }

    /// Errors: something is left, which this kind of address does not have.
    pub(super) fn end(&self) -> Result<(), AddressError> {
        match self.0.iter().find_map(|option| tls_option(name_of(option))) {
            Some(name) => Err(AddressError::NeedsTls(name)),
            None if self.0.is_empty() => Ok(()),
            None => Err(AddressError::Options),
        }
    }
}

fn name_of(option: &str) -> &str {
    option.split('=').next().unwrap_or_default()
}
