//! Owns what RedisLock::diagnose() returns: an array of what each server said.
//! Does not own the requests (`operator::diagnosis`).

use std::collections::BTreeMap;

use ext_php_rs::boxed::ZBox;
use ext_php_rs::exception::PhpResult;
use ext_php_rs::types::ZendHashTable;

use crate::operator::diagnosis::NodeReport;

/// How the fields of a node follow each other is part of the API.
pub(super) fn list(reports: Vec<NodeReport>) -> PhpResult<ZBox<ZendHashTable>> {
    let mut list = ZendHashTable::new();
    for report in reports {
        list.push(table(report)?)?;
    }
    Ok(list)
}

fn table(report: NodeReport) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    table.insert("node", report.node)?;
    table.insert("sentinel", report.is_sentinel)?;
    table.insert("error", report.failure.map(|failure| failure.to_string()))?;
    table.insert("latency", report.round_trip.map(|took| took.as_secs_f64()))?;
    table.insert("clock", report.ahead)?;
    table.insert("user", report.user)?;
    table.insert("info", texts(report.info)?)?;
    table.insert("config", texts(report.config)?)?;
    table.insert("refusals", texts(report.refusals)?)?;
    table.insert("clients", report.clients)?;
    table.insert("tracking", report.tracks)?;
    Ok(table)
}

fn texts<V: ext_php_rs::convert::IntoZval>(texts: BTreeMap<impl AsRef<str>, V>) -> PhpResult<ZBox<ZendHashTable>> {
    let mut table = ZendHashTable::new();
    for (name, text) in texts {
        table.insert(name.as_ref(), text)?;
    }
    Ok(table)
}
