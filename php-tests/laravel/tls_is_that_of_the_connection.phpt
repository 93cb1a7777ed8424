--TEST--
Over TLS the certificates are those of config/database.php, with phpredis and with predis
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/both.inc';

require __DIR__ . '/../tls/tls.inc';

$tls = TlsServer::start('--tls-auth-clients', 'yes');
[$cert, $key] = $tls->authority->signs();
$context = ['cafile' => $tls->authority->cafile, 'local_cert' => $cert, 'local_pk' => $key];
foreach (['phpredis' => ['context' => ['stream' => $context]], 'predis' => ['ssl' => $context]] as $client => $settings) {
    $settings += ['scheme' => 'tls', 'host' => '127.0.0.1', 'port' => $tls->port, 'database' => 2];
    tell_whether_they_meet($tls->redis, $client, ['client' => $client, 'default' => $settings]);
    // Without the authority the server's certificate is nobody's.
    unset($settings['context']['stream']['cafile'], $settings['ssl']['cafile']);
    $app = new LaravelApp($tls->redis, ['client' => $client, 'default' => $settings]);
    $app->run('try { Cache::lock("foo")->get(); } catch (RedisLockConnectionException $e) { echo preg_match("/self-signed|authority/", $e->getMessage()), "\n"; }');
}
--EXPECT--
phpredis: yes, yes, database 2
1
predis: yes, yes, database 2
1
