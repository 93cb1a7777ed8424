--TEST--
php --ri redislock shows version, protocol, kinds of addresses and all settings
--INI--
redislock.prefix=shop:
redislock.ttl=INF
--FILE--
<?php
ini_set('redislock.ttl', 5);
(new ReflectionExtension('redislock'))->info();
--EXPECTF--

redislock

redislock => enabled
Version => %d.%d.%d
Protocol => 1
Addresses => redis, rediss, unix, redis-sentinel, rediss-sentinel, redis-cluster, rediss-cluster, memory
Built with => rustc %s

Directive => Local Value => Master Value
redislock.server => redis://127.0.0.1:6379 => redis://127.0.0.1:6379
redislock.connect_timeout => 1 => 1
redislock.io_timeout => 1 => 1
redislock.spin => 1 => 1
redislock.tracking => auto => auto
redislock.prefix => shop: => shop:
redislock.label => no value => no value
redislock.ttl => 5 => INF
redislock.report_lost => 0 => 0
redislock.events => 0 => 0
