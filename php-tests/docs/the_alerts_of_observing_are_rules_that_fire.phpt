--TEST--
The alerts of docs/observing.md are rules of Prometheus; the one for a dead cron fires on a file that stays, and the dashboard adds no machines up
--SKIPIF--
<?php
exec('promtool --version 2>&1', $output, $status);
$status === 0 || die('skip promtool is not installed');
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../support/expectations.inc';

$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
[$block] = code_blocks(page('docs/observing.md'), 'yaml');
file_put_contents("$folder/rules.yml", "groups:\n- name: locks\n  rules:\n" . preg_replace('/^/m', '  ', $block->code));
// Two machines that both see the server's two locks; on one cron stopped 20 minutes ago.
$series = [];
foreach (['web1' => '0+60x30', 'web2' => '0+60x10 600x20'] as $machine => $changed) {
    $series['redislock_held{name="orders:*",instance="' . $machine . '"}'] = '2x30';
    $series['redislock_waiting_clients{node="r:6379",instance="' . $machine . '"}'] = '5x30';
    $series['redislock_up{instance="' . $machine . '"}'] = '1x30';
    $series['redislock_scan_complete{instance="' . $machine . '"}'] = '1x30';
    $series['node_textfile_mtime_seconds{file="/var/lib/metrics/redislock.prom",instance="' . $machine . '"}'] = $changed;
}
$board = json_decode(page('docs/grafana.json'), true);
$expressions = array_column(array_merge(...array_column($board['panels'], 'targets')), 'expr');
$of = fn (string $figure): string => strtr(array_values(preg_grep("/sum\\(.*$figure/", $expressions))[0], ['$name' => '.*']);
$tests = [
    'input_series' => array_map(fn (string $name, string $values): array => ['series' => $name, 'values' => $values], array_keys($series), $series),
    'interval' => '1m',
    'alert_rule_test' => [
        ['alertname' => 'LocksWereNotSeen', 'eval_time' => '10m', 'exp_alerts' => []],
        ['alertname' => 'LocksWereNotSeen', 'eval_time' => '30m', 'exp_alerts' => [['exp_labels' => ['file' => '/var/lib/metrics/redislock.prom', 'instance' => 'web2']]]],
        ['alertname' => 'LocksAreNotSeen', 'eval_time' => '30m', 'exp_alerts' => []],
    ],
    'promql_expr_test' => [
        ['expr' => $of('redislock_held'), 'eval_time' => '5m', 'exp_samples' => [['labels' => '{}', 'value' => 2]]],
        ['expr' => $of('redislock_waiting_clients'), 'eval_time' => '5m', 'exp_samples' => [['labels' => '{}', 'value' => 5]]],
    ],
];
// JSON is YAML.
file_put_contents("$folder/test.yml", json_encode(['rule_files' => ['rules.yml'], 'evaluation_interval' => '1m', 'tests' => [$tests]], JSON_UNESCAPED_SLASHES));
exec("cd $folder && promtool check rules rules.yml 2>&1 && promtool test rules test.yml 2>&1", $said, $code);
echo $code === 0 ? "they fire\n" : implode("\n", $said) . "\n";
foreach ($expressions as $expression) {
    preg_match('/\bsum\(redislock|topk\(10, redislock/', $expression) && print("adds machines up: $expression\n");
}
exec('rm -r ' . escapeshellarg($folder));
--EXPECT--
they fire
