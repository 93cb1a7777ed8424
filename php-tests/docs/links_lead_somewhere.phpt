--TEST--
Links to files and headings lead to some, and every make target that a page names exists
--FILE--
<?php
require __DIR__ . '/page.inc';

preg_match_all('/^([a-z-]+):.*## /m', page('Makefile'), $targets);
foreach (['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bridges/symfony/README.md', 'docs/recipes.md'] as $name) {
    $page = page($name);
    preg_match_all('/^#+ (.*)$/m', $page, $headings);
    // As GitHub makes them: lower case, spaces to hyphens, other signs dropped.
    $anchors = array_map(fn ($text) => preg_replace('/[^\w-]/', '', strtr(strtolower($text), ' ', '-')), $headings[1]);
    preg_match_all('/\]\(([^)]+)\)/', $page, $links);
    foreach ($links[1] as $link) {
        $leads = match (true) {
            str_starts_with($link, 'http') => true,
            str_starts_with($link, '#') => in_array(substr($link, 1), $anchors, true),
            default => file_exists(dirname(__DIR__, 2) . '/' . dirname($name) . '/' . strtok($link, '#')),
        };
        echo $leads ? '' : "$name: $link leads nowhere\n";
    }
    preg_match_all('/(?:^|`|sudo )make ([a-z-]+)/m', $page, $named);
    foreach (array_diff($named[1], $targets[1]) as $target) {
        echo "$name: there is no make $target\n";
    }
    echo $name, ': ', count($links[1]) > 0 ? "read\n" : "no link found\n";
}
?>
--EXPECT--
README.md: read
CONTRIBUTING.md: read
CHANGELOG.md: read
bridges/symfony/README.md: read
docs/recipes.md: read
