--TEST--
The table of addresses has every scheme that the extension knows, each written as it is accepted, and every option of TLS
--FILE--
<?php
require __DIR__ . '/page.inc';

ob_start();
(new ReflectionExtension('redislock'))->info();
preg_match('/^Addresses => (.*)$/m', ob_get_clean(), $row);
$known = explode(', ', $row[1]);
sort($known);
$accept = function (string $address): void {
    try {
        new RedisLock('k', server: $address);
    } catch (ValueError $refusal) {
        echo "$address: {$refusal->getMessage()}\n";
    }
};
$rows = table(section(page('docs/servers.md'), '## Addresses'), 'address');
preg_match_all('~\b([a-z-]+):(?://|(?=`))~', implode('` ', array_merge(...$rows)), $schemes);
$schemes = array_values(array_unique($schemes[1]));
sort($schemes);
same('in the extension', $known, 'in docs/servers.md', $schemes);
// Not the rows that only name schemes.
foreach (preg_grep('~://\[?[^.\[]|^memory~', array_column($rows, 0)) as $form) {
    $given = strtr($form, [':port' => ':6379', '/database' => '/2', '=n' => '=2', '?options' => '?verify_peer=1', '=...' => '=x']);
    $accept(preg_replace('/\[[^\]]*\]/', '', $given));
    $accept(strtr($given, ['[' => '', ']' => '']));
}
preg_match_all('/ options\.(?:file|read)\("(\w+)"/', page('src/address/tls.rs'), $read);
$options = [];
foreach (table(section(page('docs/servers.md'), '## TLS'), 'option') as [$option]) {
    // A key needs its certificate.
    $accept("rediss://host?$option" . (str_starts_with($option, 'local_pk') ? '&local_cert=/c.pem' : ''));
    $options[] = strtok($option, '=');
}
sort($options);
sort($read[1]);
var_dump(same('in the code', $read[1], 'in docs/servers.md', $options), count($options));
--EXPECT--
bool(true)
int(5)
