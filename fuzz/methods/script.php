<?php
// Owns the writing of a random program: lines of PHP, each one thing that a program can do with locks.
// Does not own the values (values.php), and does not run anything.
// Called by methods.php.

declare(strict_types=1);

final class Script
{
    /** What can be done with an object besides calling it; `%s` is the object. */
    private const LANGUAGE = [
        'clone %s', 'serialize(%s)', 'unserialize(\'O:9:"RedisLock":0:{}\')', 'unserialize(\'C:9:"RedisLock":0:{}\')', 'shown(%s)', 'json_encode(%s)', '(array) %s', '(string) %s', '(int) (bool) %s',
        '%s == $locks[1]', '%s <=> $locks[0]', '%s->nothing = 1', '%s->key = 1', '%s->nothing ?? null', 'isset(%s->key)', 'each(%s)', 'spl_object_id(%s)', 'get_object_vars(%s)', 'get_mangled_object_vars(%s)',
        '(new ReflectionClass("RedisLock"))->newInstanceWithoutConstructor()', '(new ReflectionObject(%s))->getProperties()', 'WeakReference::create(%s)->get()', 'new WeakMap', '[%s, $locks][0]',
        '%s::class', '%s instanceof RedisLock', '(fn () => get_object_vars($this))->call(%s)', 'iterator_count(new ArrayIterator(%s))', 'array_walk($cycle, fn () => 0)', '%s[0]', '%s()', '%s->nothing()',
        'RedisLock::nothing()', 'match (%s) { default => 1 }', 'array_map([%s, "key"], [])', 'var_export(%s, true)', 'debug_zval(%s)', 'hold(%s)', 'new RedisLockLostException("x", 3, new Thrown("y"))',
    ];

    /** What happens around the program. */
    private const EVENTS = [
        'redis("SCRIPT", "FLUSH")', 'redis("SCRIPT", "FLUSH")', 'redis("CLIENT", "KILL", "TYPE", "normal")', 'redis("CLIENT", "KILL", "TYPE", "normal")', 'redis("FLUSHALL")', 'redis("DEL", "k0")',
        'redis("DEL", "k0", "k1", "k2")', 'redis("SET", "k0", "another")', 'redis("SET", "k1", "another", "PX", "15")', 'redis("SET", "k2", "")', 'redis("LPUSH", "k0", "x")', 'redis("ZADD", "k1", "1", "x")',
        'redis("SET", "k0:rl-wake{k0}", "x")', 'redis("SET", "k0:rl-fence{k0}", "x")', 'redis("SET", "k0:rl-fence{k0}", "9223372036854775807")', 'redis("LPUSH", "k1:rl-waiting{k1}", "x")', 'redis("PERSIST", "k0")', 'redis("PEXPIRE", "k0", "1")',
        'redis("CLIENT", "PAUSE", "20")', 'redis("CONFIG", "SET", "maxmemory", "1")', 'redis("CONFIG", "SET", "maxmemory", "0")', 'later()', 'later()', 'later()', 'usleep(5000)', 'gc_collect_cycles()', 'forget()', 'forked()',
        'ini_set("memory_limit", "64M")', 'set_time_limit(60)', 'handler("throw")', 'handler("call")', 'handler("none")',
    ];

    private const SETTINGS = ['server', 'connect_timeout', 'io_timeout', 'prefix', 'label', 'ttl', 'report_lost', 'spin', 'events', 'nothing'];

    private const SETTING_VALUES = ["''", "'1'", "'0.02'", "'abc'", "'INF'", "'-1'", '"p\n"', '"\0"', "str_repeat('p', 70000)", "'web 1'", '"\x1b[31m"', "'on'", "'k0'", "'x:rl-wake'", "'redis://h'"];

    /** What ends a program, and how PHP then ends: its exit status, and what it may print. */
    public const ENDINGS = [
        '' => [0, ''],
        'exit(7)' => [7, ''],
        '(new RedisLock("e"))->run(function () { exit(7); })' => [7, ''],
        '(new RedisLock("e", autoRenew: true))->run(fn () => no_such_function())' => [255, 'Call to undefined function no_such_function'],
        '(new RedisLock("e"))->run(function () { throw new Thrown("the end"); })' => [255, 'Uncaught Thrown: the end'],
        '(new RedisLock("e"))->run(function () { ini_set("memory_limit", "8M"); return str_repeat("x", 100_000_000); })' => [255, 'Allowed memory size'],
        '(function () { $f = new Fiber(fn () => (new RedisLock("e"))->run(fn () => Fiber::suspend(1))); $f->start(); })()' => [0, ''],
        'register_shutdown_function(fn () => (new RedisLock("e"))->acquire())' => [0, ''],
        '$GLOBALS["last"] = new class { function __destruct() { (new RedisLock("e"))->run(fn () => 1); } }' => [0, ''],
    ];

    /** @var list<string> each a whole statement */
    public array $lines = [];
    public bool $strict;
    /** A key of ENDINGS. */
    public string $ending = '';

    public function __construct(private readonly Chance $chance, private readonly Values $values, int $length)
    {
        $this->strict = $chance->oneIn(2);
        $this->ending = $chance->oneIn(3) ? $chance->of(array_keys(self::ENDINGS)) : '';
        while (count($this->lines) < $length) {
            $this->lines[] = $this->line();
        }
    }

    private function line(): string
    {
        return match (true) {
            $this->chance->oneIn(5) => self::guarded('event', $this->chance->of(self::EVENTS)),
            $this->chance->oneIn(6) => self::guarded('language', str_replace('%s', $this->lock(), $this->chance->of(self::LANGUAGE))),
            $this->chance->oneIn(12) => self::guarded('setting', $this->setting()),
            $this->chance->oneIn(8) => self::guarded('__construct', "\$locks[{$this->chance->below(4)}] = " . $this->construction()),
            default => $this->callOnce(),
        };
    }

    private static function guarded(string $what, string $code): string
    {
        return "try { at('$what'); returned($code); } catch (Throwable \$t) { caught(\$t); }";
    }

    private function callOnce(): string
    {
        // A lock that was never taken has little to tell.
        $method = match ($this->chance->below(8)) {
            0, 1 => new ReflectionMethod('RedisLock', 'acquire'),
            2 => new ReflectionMethod('RedisLock', 'run'),
            default => $this->chance->of((new ReflectionClass('RedisLock'))->getMethods(ReflectionMethod::IS_PUBLIC)),
        };
        $call = $this->call($method);
        if ($method->getName() === 'run' && $this->chance->oneIn(4)) {
            $call = "fiber(fn () => $call)";
        } elseif ($this->chance->oneIn(10)) {
            $call = "inside(fn () => $call)";
        }

        return self::guarded($method->getName(), $call);
    }

    private function call(ReflectionMethod $method): string
    {
        $arguments = $this->arguments($method);
        $name = $method->getName();
        if ($method->isStatic()) {
            return "RedisLock::$name($arguments)";
        }

        return match ($this->chance->below(12)) {
            0 => "[{$this->lock()}, '$name']($arguments)",
            1 => "({$this->lock()}->$name(...))($arguments)",
            default => "{$this->lock()}->$name($arguments)",
        };
    }

    private function construction(): string
    {
        $parameters = (new ReflectionMethod('RedisLock', '__construct'))->getParameters();
        $key = $this->values->for(array_shift($parameters));
        $named = [];
        foreach ($parameters as $parameter) {
            if ($this->chance->oneIn(4)) {
                $named[] = $parameter->getName() . ': ' . $this->values->for($parameter);
            }
        }

        return 'new RedisLock(' . implode(', ', [$key, ...$named]) . ')';
    }

    /** Mostly as many as there are, now and then fewer or more, or by name. */
    private function arguments(ReflectionMethod $method): string
    {
        $parameters = $method->getParameters();
        $count = match ($this->chance->below(30)) {
            0 => $this->chance->below(count($parameters) + 1),
            1 => count($parameters) + 1,
            2, 3, 4, 5, 6, 7, 8, 9 => $method->getNumberOfRequiredParameters(),
            default => count($parameters),
        };
        $arguments = [];
        for ($n = 0; $n < $count; $n++) {
            $value = isset($parameters[$n]) ? $this->values->for($parameters[$n]) : $this->values->any(false);
            $arguments[] = $this->chance->oneIn(6) && isset($parameters[$n]) ? "...['{$parameters[$n]->getName()}' => $value]" : $value;
        }
        // After one by name, PHP takes no other.
        usort($arguments, fn (string $a, string $b): int => str_starts_with($a, '...') <=> str_starts_with($b, '...'));

        return implode(', ', $arguments);
    }

    private function setting(): string
    {
        $name = 'redislock.' . $this->chance->of(self::SETTINGS);

        return match ($this->chance->below(4)) {
            0 => "ini_restore('$name')",
            1 => "ini_get('$name')",
            default => "ini_set('$name', {$this->chance->of(self::SETTING_VALUES)})",
        };
    }

    private function lock(): string
    {
        return '$locks[' . $this->chance->below(4) . ']';
    }
}
