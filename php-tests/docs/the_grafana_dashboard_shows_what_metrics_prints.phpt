--TEST--
docs/grafana.json has the fields that Grafana wants of a dashboard, panels that do not overlap, and each figure that redislock metrics prints
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../../cli/src/help.php';

$board = json_decode(page('docs/grafana.json'), true, flags: JSON_THROW_ON_ERROR);
echo implode(' ', array_diff(['title', 'uid', 'schemaVersion', 'time', 'templating', 'panels', 'annotations'], array_keys($board))), count($board['panels']), " panels\n";
$variables = array_column($board['templating']['list'], 'name');
$taken = $shown = [];
foreach ($board['panels'] as $panel) {
    foreach (['id', 'title', 'description', 'type', 'gridPos', 'targets', 'fieldConfig', 'options', 'datasource'] as $field) {
        isset($panel[$field]) || print("$panel[title] has no $field\n");
    }
    ['x' => $x, 'y' => $y, 'w' => $w, 'h' => $h] = $panel['gridPos'];
    for ($at = 0; $at < $w * $h; $at++) {
        $place = $x + $at % $w . ',' . $y + intdiv($at, $w);
        isset($taken[$place]) || $x + $w > 24 ? print("$panel[title] is not in its place\n") : $taken[$place] = true;
    }
    foreach ($panel['targets'] as $n => $target) {
        $target['refId'] === chr(65 + $n) || print("$panel[title] has a wrong refId\n");
        preg_match_all('/redislock_\w+/', $target['expr'], $figures);
        array_push($shown, ...$figures[0]);
        preg_match_all('/\$\{?(\w+)/', $target['expr'] . $target['datasource']['uid'], $used);
        echo implode(array_map(fn (string $name): string => "there is no variable $name\n", array_diff($used[1], $variables)));
    }
}
echo count(array_unique(array_column($board['panels'], 'id'))), " ids\n";
echo 'not shown: ', implode(' ', array_diff(array_keys(Redislock\Command\Help::FIGURES), $shown)), "\nunknown: ", implode(' ', array_diff($shown, array_keys(Redislock\Command\Help::FIGURES))), "\n";
--EXPECT--
12 panels
12 ids
not shown: 
unknown: 
