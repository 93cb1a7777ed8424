<?php
// Owns a request of the soak that rests: it brings about what a worker keeps, and stands still while that is counted.
// Does not count (samples.php).
// Called by soak.php in php-fpm, after `$servers = [...]; $rest = '/tmp/...';`.

declare(strict_types=1);

require_once __DIR__ . '/settle.php';

settle($servers);
echo 'rests';
flush();
for (; file_exists($rest); clearstatcache()) {
    usleep(10_000);
}
