--TEST--
redislock top has a bar for the changes of hands that it saw: none for a holder that stays
--FILE--
<?php
require __DIR__ . '/../../cli/src/terminal.php';
require __DIR__ . '/../../cli/src/report.php';
require __DIR__ . '/../../cli/src/watch.php';
require __DIR__ . '/../../cli/src/explanation.php';
require __DIR__ . '/../../cli/src/history.php';
$lock = fn (string $key, string $token, bool $waits): array => ['key' => $key, 'token' => $token, 'label' => null, 'waiting' => $waits, 'remaining' => 9.0];
$history = new Redislock\Command\History();
for ($second = 0; $second <= 70; $second++) {
    // From second 40 on the one changes hands with every look, then with every second look.
    $busy = $second < 40 ? 'first' : ($second < 60 ? "token $second" : 'token ' . intdiv($second, 2));
    $locks = [$lock('busy', $busy, $second >= 60), $lock('calm', 'stays', false)];
    $history->note($locks, (float) $second);
}
[$busy, $calm] = $locks;
echo $history->changes($busy, 70.0), "\n", $history->changes($calm, 70.0), "\n", $history->waits(70.0), "\n";
var_dump($history->waited($busy, 70.0), $history->waited($calm, 70.0), $history->held($calm, 70.0), $history->held($busy, 70.0));
echo $history->changes($busy, 90.0), "\n";
--EXPECT--
▁▁▁▁▁████▆▄▃
▁▁▁▁▁▁▁▁▁▁▁▁
▁▁▁▁▁▁▁▁▁███
float(10)
NULL
array(2) {
  [0]=>
  float(70)
  [1]=>
  bool(true)
}
array(2) {
  [0]=>
  float(0)
  [1]=>
  bool(false)
}
▁████▆▄▃▁▁▁▁
