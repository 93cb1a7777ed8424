--TEST--
The newest version of the CHANGELOG is the one that the extension says it has
--FILE--
<?php
require __DIR__ . '/page.inc';

preg_match('/^## \[(\d[^\]]*)\]/m', page('CHANGELOG.md'), $newest);
preg_match('/^version = "(.*)"$/m', page('Cargo.toml'), $cargo);
ob_start();
(new ReflectionExtension('redislock'))->info();
preg_match('/^Version => (.*)$/m', ob_get_clean(), $shown);
var_dump($newest[1] === $shown[1], $newest[1] === phpversion('redislock'), $newest[1] === $cargo[1]);
--EXPECT--
bool(true)
bool(true)
bool(true)
