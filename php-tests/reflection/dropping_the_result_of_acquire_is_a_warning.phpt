--TEST--
PHP 8.5 and later warn where a program drops what acquire() returns; an earlier PHP shows the attribute alone
--FILE--
<?php
$lock = new RedisLock('k', 10, 'memory:');
$warnings = [];
set_error_handler(function (int $kind, string $text) use (&$warnings): bool {
    return (bool) ($warnings[] = "$kind: $text");
});
$lock->acquire();
$lock->release();
$used = $lock->acquire() || print "held by another\n";
$lock->release();
restore_error_handler();
$warns = PHP_VERSION_ID >= 80500;
echo count($warnings) === (int) $warns ? "as it should be\n" : implode("\n", $warnings) . "\n";
echo !$warns || preg_match('/^2: The return value of method RedisLock::acquire\(\) should either be used or intentionally ignored/', $warnings[0]) ? "in PHP's words\n" : $warnings[0];
echo (new ReflectionMethod($lock, 'acquire'))->getAttributes()[0]->getName(), "\n";
--EXPECT--
as it should be
in PHP's words
NoDiscard
