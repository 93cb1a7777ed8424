<?php
// Owns the watch over what the extension returns, throws and prints while a random program runs, and what a program begins
// with. A finding is a line on standard error.
// Does not start servers (stand.php does). Called by the programs that script.php writes.

declare(strict_types=1);

require_once __DIR__ . '/../../php-tests/support/expectations.inc';
require_once __DIR__ . '/../../php-tests/support/resp.inc';
require_once __DIR__ . '/props.php';

/** How long one line may take, in seconds: many times the timeouts and waits in it, and a busy machine's part. */
const LONGEST_LINE = 8.0;

/** What one line is about, and since when. */
final class Watch
{
    public static string $what = '';
    public static int $since = 0;
    public static string $handler = 'none';
}

function finding(string $text): void
{
    fwrite(STDERR, 'FINDING in ' . Watch::$what . ': ' . addcslashes($text, "\0..\37\177..\377") . "\n");
}

function at(string $what): void
{
    [Watch::$what, Watch::$since] = [$what, hrtime(true)];
}

function ended(): void
{
    $took = (hrtime(true) - Watch::$since) / 1e9;
    if ($took > LONGEST_LINE) {
        finding(sprintf('it took %.1f s', $took));
    }
    while (extension_loaded('pcntl') && pcntl_waitpid(-1, $status, WNOHANG) > 0) {
    }
}

function returned(mixed $value): void
{
    ended();
    if (!method_exists('RedisLock', Watch::$what) || Watch::$what === '__construct') {
        return;
    }
    $type = (new ReflectionMethod('RedisLock', Watch::$what))->getReturnType();
    $names = match (true) {
        $type === null => ['mixed'],
        $type->allowsNull() => [ltrim((string) $type, '?'), 'null'],
        default => [(string) $type],
    };
    $given = get_debug_type($value);
    if (!in_array($given, $names, true) && !in_array('mixed', $names, true) && $names !== ['void']) {
        finding("it returned $given, which is not " . implode('|', $names));
    }
    if (is_float($value) && !($value >= 0.0)) {
        finding("it returned $value");
    }
}

function caught(Throwable $thrown): void
{
    ended();
    if ($thrown instanceof Thrown) {
        return;
    }
    if (!isOfTheContract($thrown)) {
        finding('it threw a ' . $thrown::class . ': ' . $thrown->getMessage());
    }
    lookAtText($thrown->getMessage());
    if ($thrown instanceof RedisLockException && Watch::$what !== 'language' && $thrown->getCode() !== 0) {
        finding('the code of its exception is ' . $thrown->getCode());
    }
    // A program's own arguments are in traces; those of the constructor that are secret are not.
    if (Watch::$what === '__construct') {
        lookForSecrets($thrown->getTraceAsString());
    }
}

function isOfTheContract(Throwable $thrown): bool
{
    // PHP's own, of whatever the program does.
    if (in_array(Watch::$what, ['language', 'event'], true) || str_contains($thrown->getMessage(), 'erialization of ')) {
        return true;
    }

    return $thrown instanceof RedisLockException || $thrown instanceof Error || $thrown::class === LogicException::class;
}

function lookAtText(string $text): void
{
    if (preg_match('/[\x00-\x1f\x7f]/', $text) || !preg_match('//u', $text)) {
        finding("a message with control characters: $text");
    }
    if (strlen($text) > 2000) {
        finding('a message of ' . strlen($text) . ' bytes: ' . substr($text, 0, 200));
    }
    lookForSecrets($text);
}

function lookForSecrets(string $text): void
{
    if (preg_match('/s3cr3t|r[ln]_[0-9a-f]{32}/', $text)) {
        finding("a password or token in: $text");
    }
}

/** What PHP itself says of an argument that it coerces, and of what a program does with an object. */
const OF_PHP = '/^(.*must be passed by reference, value given|Implicit conversion from float|.*Passing null to parameter|unexpected NAN value was coerced)/';
const OF_THE_LANGUAGE = '/^(Trying to access array offset|foreach\(\) argument|Attempt to read property|Cannot bind closure|Object of class \w+ could not be converted)/';

set_error_handler(function (int $kind, string $message): bool {
    $isLanguage = in_array(Watch::$what, ['language', 'event', 'setting'], true);
    if (!preg_match(OF_PHP, $message) && !($isLanguage && ($kind & (E_DEPRECATED | E_USER_DEPRECATED) || preg_match(OF_THE_LANGUAGE, $message)))) {
        // The warning of a value that php.ini may not have is of the contract; its text is looked at.
        str_contains($message, 'redislock.') ? lookAtText($message) : finding("PHP says: $message");
    }
    str_contains($message, 'RedisLock') && lookAtText($message);

    return true;
});

if (extension_loaded('pcntl')) {
    pcntl_async_signals(true);
    pcntl_signal(SIGUSR1, function (): void {
        // Anywhere else its exception would be the program's own affair.
        $isInWait = (debug_backtrace(DEBUG_BACKTRACE_IGNORE_ARGS, 2)[1]['class'] ?? '') === 'RedisLock';
        if (Watch::$handler === 'throw' && $isInWait) {
            throw new Thrown('from a signal handler');
        }
        if (Watch::$handler === 'call' && $isInWait) {
            foreach ($GLOBALS['locks'] as $lock) {
                try {
                    $lock?->release();
                    $lock?->acquire(0.002);
                } catch (RedisLockException | LogicException) {
                }
            }
        }
    });
}

$servers = json_decode((string) getenv('REDISLOCK_FUZZ_SERVERS'), true);
mt_srand(1);
$locks = [new RedisLock('k0'), new RedisLock('k1', 0.02), new RedisLock('k0', 0.3), new RedisLock('k2', 10, fence: true)];
$closed = fopen('php://memory', 'r');
fclose($closed);
$value = 'k0';
$reference = &$value;
$cycle = [];
$cycle[] = &$cycle;
redis('CONFIG', 'SET', 'maxmemory', '0');
redis('FLUSHALL');
