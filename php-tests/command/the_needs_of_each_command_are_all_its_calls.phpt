--TEST--
The functions that cli/src/needs.php names are those that the parts of each command call
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/../../cli/src/needs.php';
use Redislock\Command\Needs;

// The parts of each command; those that are left out are of all of them.
$parts = [
    'run' => ['run', 'signals', 'descendants', 'inspection', 'wanted_lock', 'grace'], 'show' => ['show'], 'why' => ['why', 'watch'], 'list' => ['list'],
    'top' => ['top', 'history', 'signals'], 'metrics' => ['metrics', 'watch', 'waiters'], 'metrics --output' => ['output_file'], 'release' => ['release', 'wanted_lock'],
];
$calls = [];
foreach ([...glob(dirname(__DIR__, 2) . '/cli/src/*.php'), dirname(__DIR__, 2) . '/cli/redislock'] as $file) {
    $tokens = array_values(array_filter(PhpToken::tokenize(file_get_contents($file)), fn (PhpToken $token): bool => !$token->isIgnorable()));
    $calls[basename($file, '.php')] = [];
    foreach ($tokens as $n => $token) {
        $isCall = ($tokens[$n + 1]->text ?? '') === '(' && $token->is([T_STRING, T_NAME_FULLY_QUALIFIED]);
        if ($isCall && !$tokens[$n - 1]->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON, T_FUNCTION, T_NEW, T_ATTRIBUTE])) {
            $calls[basename($file, '.php')][] = ltrim($token->text, '\\');
        }
    }
}
// Made of Help by packaging/, and no part of the command.
unset($calls['man'], $calls['completion']);
foreach ($parts as $command => $files) {
    $called = array_unique(array_merge(...array_map(fn (string $part): array => $calls[$part], $files)));
    // Without getenv() the address would be another.
    $needed = array_diff($called, Needs::ALL, ['ini_set']);
    $needed = $command === 'metrics --output' ? $needed : [...$needed, 'getenv'];
    echo implode("\n", [...array_diff($needed, Needs::OF[$command]), ...array_diff(Needs::OF[$command], $needed)]);
}
$shared = array_merge(...array_values(array_diff_key($calls, array_flip(array_merge(...array_values($parts))))));
echo implode("\n", array_diff(array_unique($shared), Needs::ALL, Needs::OPTIONAL)), "\n";
echo implode("\n", array_diff(Needs::ALL, array_merge(...array_values($calls)), ['intval'])), "\n";
// Called where has() has said that they are there.
foreach (Needs::OPTIONAL as $function) {
    foreach (array_diff_key($calls, array_flip(array_merge(...array_values($parts)))) as $part => $called) {
        $text = file_get_contents(is_file($file = dirname(__DIR__, 2) . "/cli/src/$part.php") ? $file : dirname(__DIR__, 2) . '/cli/redislock');
        in_array($function, $called, true) && !str_contains($text, "has('$function')") ? print("$part calls $function unasked\n") : null;
    }
}
--EXPECT--


