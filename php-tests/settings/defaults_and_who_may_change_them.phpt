--TEST--
The settings have the defaults of the manual; address, timeouts, spin, tracking and events are the administrator's, the rest anybody's
--FILE--
<?php
foreach (ini_get_all('redislock') as $name => $setting) {
    $who = [INI_ALL => 'ALL', INI_SYSTEM => 'SYSTEM'][$setting['access']];
    echo "$name = \"{$setting['global_value']}\" $who\n";
}
--EXPECT--
redislock.connect_timeout = "1" SYSTEM
redislock.events = "0" SYSTEM
redislock.io_timeout = "1" SYSTEM
redislock.label = "" ALL
redislock.prefix = "" ALL
redislock.report_lost = "0" ALL
redislock.server = "redis://127.0.0.1:6379" SYSTEM
redislock.spin = "1" SYSTEM
redislock.tracking = "auto" SYSTEM
redislock.ttl = "30" ALL
