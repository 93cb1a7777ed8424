--TEST--
A plot says what floor and by unset are where it has them, shows the floor's bar by its edge, and keeps names off the axis
--FILE--
<?php
foreach (['bars', 'curves', 'plot', 'plots'] as $file) {
    require __DIR__ . "/../../benches/bench/$file.php";
}
$says = function (string $name, Bars|Curves ...$panels): string {
    $svg = (new Plot('A plot', $panels, Plots::words($name, $panels), '2 cores, nothing pinned; PHP'))->svg();
    preg_match_all('/(?<=>)(floor|by unset): /', $svg, $words);

    return implode(' ', $words[1]) . (str_contains($svg, '>2 cores; PHP<') ? '' : ' and a wrong machine');
};
echo $says('cycle', new Bars('Cycle', 'us', ['RedisLock' => 31.1, 'by unset' => 30.0, 'floor' => 34.7])), "\n";
echo $says('waiting', new Bars('Handoff', 'us', ['RedisLock' => 59.2, 'floor' => 75.0])), "\n";
echo $says('cycle', new Bars('Request', 'us', ['RedisLock' => 68.0, 'phpredis' => 88.4])) ?: 'nothing to explain', "\n";
preg_match_all('/\.bar\.floor\{[^}]*stroke:/', Bars::STYLE, $edges);
echo count($edges[0]), " edges, for light and dark\n";

// Four curves that end at the foot of their field, where the axis is.
$curves = array_fill_keys(['RedisLock', 'by unset', 'phpredis', 'predis'], [1 => 20.0, 1000 => 10.0]);
$svg = (new Curves('Cycle', 'by keys', $curves))->draw(0, 0, 440);
preg_match_all('/<text class="(?:ours|peer)" x="[\d.]+" y="([\d.]+)"/', $svg, $names);
preg_match('/y="([\d.]+)" text-anchor="middle">1,000/', $svg, $label);
sort($names[1]);
$apart = array_map(fn (string $next, string $one): float => $next - $one, array_slice($names[1], 1), array_slice($names[1], 0, -1));
var_dump(count($names[1]), min($apart) >= 15, max($names[1]) < $label[1] - 10, str_contains($svg, 'by keys; logarithmic'));
?>
--EXPECT--
floor by unset
floor
nothing to explain
2 edges, for light and dark
int(4)
bool(true)
bool(true)
bool(true)
