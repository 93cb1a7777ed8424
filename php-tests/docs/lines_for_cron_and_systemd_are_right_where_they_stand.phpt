--TEST--
Each line for a crontab finds its program in the PATH that cron has, and has no percent sign that ends it; in units of systemd each is written twice
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../../cli/src/help.php';

// Lines for crontabs: of blocks of a page, and of --help one after the other.
$tables = [];
foreach (pages() as $page) {
    array_push($tables, ...array_map(fn (CodeBlock $block): array => [$page, $block->code], code_blocks(page($page), 'crontab')));
    // Elsewhere a line like that would be none that can be copied.
    foreach (array_filter([...code_blocks(page($page), 'sh'), ...code_blocks(page($page), 'text')], fn (CodeBlock $block): bool => preg_match('/^\S+( [\d*\/,-]+){4}  /m', $block->code) === 1) as $block) {
        echo "$page: not in a block of crontab: $block->code";
    }
}
foreach (Redislock\Command\Help::COMMANDS as $name => $help) {
    $lines = array_column($help['examples'], 1);
    // PATH is said once, and metrics says where.
    $tables[] = ["help of $name", ($name === 'metrics' ? "PATH=/usr/local/bin:/usr/bin:/bin\n" : '') . implode("\n", preg_grep('/^[A-Z_]+=|^[\d*]\S*( [\d*\/,-]+){4}/', $lines)) . "\n"];
}
foreach (glob(dirname(__DIR__, 2) . '/examples/*.php') as $file) {
    preg_match_all('/crontab: (.*)$/m', file_get_contents($file), $found);
    array_push($tables, ...array_map(fn (string $line): array => [basename($file), "$line\n"], $found[1]));
}
$count = 0;
foreach ($tables as [$where, $table]) {
    // As cron(8) of Debian has it.
    $path = '/usr/bin:/bin';
    foreach (array_filter(explode("\n", $table)) as $line) {
        if (preg_match('/^([A-Z_]+)=(.*)$/D', $line, $set)) {
            $path = $set[1] === 'PATH' ? $set[2] : $path;
            continue;
        }
        $count++;
        preg_match('/^(?:\S+\s+){5}(.*)$/D', $line, $parts) || print("$where: $line\n");
        [$command] = explode(' ', $parts[1]);
        // Where the command, and PHP, are installed.
        $places = ['redislock' => '/usr/local/bin', 'php' => '/usr/bin'];
        str_contains($command, '/') || in_array($places[$command] ?? '?', explode(':', $path), true) || print("$where: cron does not find $command: $line\n");
        preg_match('/(?<!\\\\)%/', $parts[1]) && print("$where: a percent sign ends $line\n");
    }
}
echo $count > 6 ? "crontabs\n" : "$count lines\n";
$count = 0;
foreach (pages() as $page) {
    foreach (code_blocks(page($page), 'ini') as $block) {
        foreach (str_contains($block->code, '[Service]') ? explode("\n", $block->code) : [] as $line) {
            $count++;
            preg_match('/(?<!%)%(%%)*(?!%)/', $line) && print("$page: $line\n");
            preg_match('~^ExecStart=(?!/)~', $line) && print("$page: systemd wants a whole path: $line\n");
            str_contains($line, 'Environment=') && str_contains($line, '@') && print("$page: every user may read it: $line\n");
        }
    }
}
echo $count > 3 ? "units\n" : "$count lines\n";
--EXPECT--
crontabs
units
