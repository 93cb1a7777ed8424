--TEST--
Each PHP block of the Chinese pages is one of the English pages' but for comments, white space and texts with Chinese in them
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/page.inc';

/** @return list<PhpToken> */
function code_of(CodeBlock $block): array
{
    return array_values(array_filter(PhpToken::tokenize("<?php\n$block->code"), fn (PhpToken $token): bool => !$token->isIgnorable()));
}

function is_translated(PhpToken $token): bool
{
    return $token->is([T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE]) && preg_match('/[^\x00-\x7f]/', $token->text) === 1;
}

function is_shown_by(CodeBlock $chinese, CodeBlock $english): bool
{
    [$here, $there] = [code_of($chinese), code_of($english)];
    $same = fn (PhpToken $h, PhpToken $t): bool => $h->id === $t->id && ($h->text === $t->text || is_translated($h));

    return count($here) === count($there) && !in_array(false, array_map($same, $here, $there), true);
}

$blocks = fn (array $names): array => array_merge(...array_map(fn (string $name): array => code_blocks(page($name), 'php'), $names));
$chinese = preg_grep('/zh-CN/', pages());
$english = $blocks(array_diff(pages(), $chinese));
$problems = [];
foreach ($blocks($chinese) as $block) {
    if (!array_filter($english, fn (CodeBlock $other): bool => is_shown_by($block, $other))) {
        $problems[] = "no English page has this block:\n$block->code";
    }
}
var_dump(count($chinese), count($blocks($chinese)) > 15);
tell_problems($problems);
--EXPECT--
int(3)
bool(true)
0 problems
