<?php
// Owns what arguments are made of: PHP code for values that fit a parameter by its name, and for values of every type.
// Does not own which method gets them (script.php); the classes and functions they name are in props.php.
// Called by script.php.

declare(strict_types=1);

final class Values
{
    /** Never in an address that is right, a token or a key: it may be in no message. */
    public const SECRET = 's3cr3t';

    /** Of every type; none is a long wait where it stands for seconds. */
    private const ANY = [
        'null', 'true', 'false', '0', '1', '-1', '-0.0', '0.5', 'NAN', '-INF', 'PHP_INT_MIN', '-1e300', '1e-320', "''", "'0'",
        "'abc'", '"\0\xff\r\n"', "'-1'", "' 0'", "'0x1A'", '[]', '[[]]', "['a' => 1]", '[NAN, null]', 'new stdClass', 'new Text("0")',
        'new Thrower', 'new Meddler', 'new ArrayObject([1])', 'STDIN', '$closed', 'fn () => 0', '(function () { yield 1; })()',
        '$reference', '$locks[0]', '$cycle', 'E::One', '"\u{202e}"', 'new RedisLockException("x")', 'Suit::class',
    ];

    /** Too long as a wait. */
    private const ENDLESS = ['INF', 'PHP_INT_MAX', '1e300', "'INF'", "'1e3'", '9007199254740993', "'99999999999999999999'"];

    private const KEYS = [
        "'k0'", "'k0'", "'k0'", "'k1'", "'k1'", "'k2'", "'{t}k'", "'a}b'", "'{}'", "''", "'x:rl-wake'", '"k\n\x1b[31m"', '"\0"', '"\xff\xfe"',
        '"日本"', "str_repeat('k', 65536)", "str_repeat('k', 65537)", "str_repeat(\"\\n\", 300)", 'new Text("k0")', '7', '-0.0', '1.5', 'true', 'null',
        'new Thrower', 'new Meddler', '$reference',
    ];

    private const TTLS = ['null', '10', '10', '5', '0.3', '0.01', '0.02', '0.05', '0.3', '0.01', "'5'", '0', '0.001', '1e9', 'INF', '315360000', '1.0005', 'true'];

    private const WAITS = ['0', '0', '0', '0', '0', '0.0', '0.001', '0.001', '0.003', '0.003', '0.003', '0.02', '0.02', "'0.002'", 'true', 'false', 'null', '-1', 'NAN', '-INF', '-0.0', '1e-320', "'abc'",
        '[]', 'new stdClass', '$closed', '" 0.001"', 'new Text("0")', 'PHP_INT_MIN'];

    private const TOKENS = ['null', 'null', "'tok-" . self::SECRET . "'", "'tok-" . self::SECRET . "'", '"\0\r\n"', "''", "str_repeat('t', 4096)", "str_repeat('t', 4097)",
        "'rl_" . '0123456789abcdef0123456789abcdef' . "'", 'new Text("t")', '5', 'new Thrower'];

    private const SERVERS = [
        'null', 'null', 'null', 'null', 'server()', 'server("/3")', 'unix()', 'quorum()', 'quorum()', 'sentinels()', 'cluster()', 'cluster()', 'secretive()', 'refused()', 'silent()',
        "'redis://u:" . self::SECRET . "@h:x'", "'redis://:" . self::SECRET . "'", '"redis://\x1b[31m"', "'http://:" . self::SECRET . "@h'", "'unix://:" . self::SECRET . "@tmp'",
        '[server()]', '[server(), server(), server()]', "['redis://:" . self::SECRET . "@h:x', 1, null]", "['a' => server()]", '[unix(), refused(), silent()]', "''",
        "'rediss://127.0.0.1:1?cafile=/nowhere'", "'redis-sentinel://:" . self::SECRET . "@127.0.0.1:1/m'", "'redis-cluster://127.0.0.1:1,127.0.0.1:2'",
    ];

    private const PATTERNS = ["'*'", "'k*'", "'[k'", '"\xff*"', "''", "str_repeat('*', 40)", "str_repeat('k', 65537)", "'k?'", 'null', '7'];

    private const LIMITS = ['1', '2', '1000', '1000000', '1000001', '0', '-1', '1.5', "'3'", "'3x'", 'NAN', 'PHP_INT_MAX', 'null', 'true'];

    private const REPLICAS = ['0', '0', '0', '1', '65535', '65536', '-1', '1.5', "'1'", 'NAN', 'INF', 'null'];

    private const SPANS = ['INF', '1', '0.02', '3600', '0', '-1', 'NAN', '1e300', "'2'", 'null', 'true', '1e-320'];

    private const CALLABLES = [
        'fn () => 1', 'fn ($l) => $l', 'function ($l) { return $l->release(); }', 'function () { throw new Thrown("from a callback"); }', 'function () { forget(); return 2; }',
        'function ($l) { return $l->run(fn () => 1); }', "'strlen'", "'no_such_function'", "[new Text('x'), 'nope']", "'RedisLock::stats'", "['RedisLock', 'no']", 'function () { yield 1; }',
        'function &() { static $r = [1]; return $r; }', 'function (int $x) {}', 'function ($l) { redis("DEL", $l->key()); }', 'function ($l) { redis("SET", $l->key(), "another"); return "x"; }',
        'function ($l) { $l->__construct("other"); }', 'function ($l) { return Fiber::suspend($l); }', 'static fn (RedisLock $l) => clone $l', 'function ($l) { usleep(12000); }',
        'function (&$l) { $l = null; gc_collect_cycles(); }', 'function ($l) { return serialize($l); }', '(new Text("x"))(...)', 'new Text("callable")', 'null', '5', '[]', '$locks[1]->release(...)',
        'function ($l) { throw new Thrown(str_repeat("y", 70000)); }', 'function ($l) { return func_get_args(); }', 'function () { return new RedisLock("k2"); }',
    ];

    public function __construct(private readonly Chance $chance)
    {
    }

    /** Where what never passes is no endless wait. */
    private const NO_WAITS = ['key', 'ttl', 'token', 'renewFor', 'replicas', 'limit'];

    /** Code of a value for a parameter; one in eight is of any type. */
    public function for(ReflectionParameter $parameter): string
    {
        // Of any type, it would be minutes where a wait is meant.
        if ($parameter->getName() === 'wait') {
            return $this->chance->of(self::WAITS);
        }
        if ($this->chance->oneIn(8)) {
            return $this->any(in_array($parameter->getName(), self::NO_WAITS, true));
        }

        return match ($parameter->getName()) {
            'key' => $this->chance->of(self::KEYS),
            'ttl' => $this->chance->of(self::TTLS),
            'server' => $this->chance->of(self::SERVERS),
            'token' => $this->chance->of(self::TOKENS),
            'critical' => $this->chance->of(self::CALLABLES),
            'renewFor' => $this->chance->of(self::SPANS),
            'replicas' => $this->chance->of(self::REPLICAS),
            'pattern' => $this->chance->of(self::PATTERNS),
            'limit' => $this->chance->of(self::LIMITS),
            default => $this->byType((string) $parameter->getType()),
        };
    }

    /** Of any type; `$endless` may be a number of seconds that never pass. */
    public function any(bool $endless): string
    {
        return $this->chance->of($endless ? [...self::ANY, ...self::ENDLESS] : self::ANY);
    }

    private function byType(string $type): string
    {
        if (str_contains($type, 'bool')) {
            return $this->chance->of(['true', 'false', 'true', 'false', '1', '0', "'x'", 'null', '[]']);
        }
        if (str_contains($type, 'callable')) {
            return $this->chance->of(self::CALLABLES);
        }

        return $this->any(false);
    }
}
