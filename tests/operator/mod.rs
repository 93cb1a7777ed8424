//! Owns what an operator asks and does: `redislock::operator`, and force.
//! Does not own the form in which PHP tells it (php-tests/operators).

mod diagnosis;
mod force;
mod overview;
