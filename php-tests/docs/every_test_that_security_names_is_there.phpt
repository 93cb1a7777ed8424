--TEST--
Every test and folder that SECURITY.md names as the proof of a sentence exists
--FILE--
<?php
require __DIR__ . '/page.inc';

$root = dirname(__DIR__, 2);
$proofs = $missing = 0;
foreach (table(page('SECURITY.md'), 'who') as $row) {
    $folder = '';
    preg_match_all('#[\w/-]+\.(?:phpt|rs)|php-tests/[\w-]+#', $row[3], $found);
    foreach ($found[0] as $proof) {
        // A name alone is in the folder of the one before it.
        $path = str_contains($proof, '/') ? $proof : "$folder/$proof";
        $folder = str_ends_with($path, '.phpt') ? dirname($path) : $path;
        $proofs++;
        if (!file_exists("$root/$path")) {
            echo "there is no $path\n";
            $missing++;
        }
    }
}
var_dump($proofs > 10, $missing);
--EXPECT--
bool(true)
int(0)
