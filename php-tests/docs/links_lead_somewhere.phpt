--TEST--
Links to files and headings lead to existing ones, and every make target that a page names exists
--FILE--
<?php
require __DIR__ . '/page.inc';

$root = dirname(__DIR__, 2);
preg_match_all('/^([a-z0-9-]+):.*## /m', page('Makefile'), $targets);
// Those of folders that no page of users leads through.
$readmes = ['benches/README.md', 'benches/figures.md', 'examples/README.md', 'php-tests/README.md', 'src/README.md', 'torture/README.md'];
$problems = [];
$followed = 0;
foreach ([...pages(), 'SECURITY.md', 'CONTRIBUTING.md', 'RELEASING.md', 'CHANGELOG.md', ...$readmes] as $name) {
    $page = page($name);
    preg_match_all('/\]\(([^)]+)\)/', without_code($page), $links);
    foreach ($links[1] as $link) {
        [$file, $anchor] = explode('#', $link, 2) + [1 => ''];
        $path = $file === '' ? "$root/$name" : dirname("$root/$name") . "/$file";
        $leads = preg_match('~^https?://~', $link)
            || file_exists($path) && ($anchor === '' || in_array($anchor, anchors(file_get_contents($path)), true));
        if (!$leads) {
            $problems[] = "$name: $link leads nowhere";
        }
        $followed++;
    }
    // In prose a target is written as code; a line of a block may begin with it.
    preg_match_all('/`(?:sudo )?make ([a-z0-9-]+)/', without_code($page), $prose);
    $blocks = implode(array_map(fn (CodeBlock $block): string => $block->code, code_blocks($page, 'sh')));
    preg_match_all('/(?:^|&& )(?:sudo )?make ([a-z0-9-]+)/m', $blocks, $commands);
    // The changelog names what there was.
    $named = $name === 'CHANGELOG.md' ? [] : [...$prose[1], ...$commands[1]];
    foreach (array_diff($named, $targets[1]) as $target) {
        $problems[] = "$name: there is no make $target";
    }
}
var_dump($followed > 100);
tell_problems($problems);
--EXPECT--
bool(true)
0 problems
