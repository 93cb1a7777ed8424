--TEST--
Reflection shows every method with its true types and defaults, and which parameters are sensitive
--FILE--
<?php
$class = new ReflectionClass('RedisLock');
echo $class->isFinal() ? 'final ' : '', 'class, constants: ', count($class->getConstants()), ', properties: ', count($class->getProperties()), "\n";
foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
    $parameters = [];
    foreach ($method->getParameters() as $parameter) {
        $sensitive = $parameter->getAttributes(SensitiveParameter::class) ? '#[SensitiveParameter] ' : '';
        $default = $parameter->isOptional() ? ' = ' . var_export($parameter->getDefaultValue(), true) : '';
        $parameters[] = "$sensitive{$parameter->getType()} \${$parameter->name}$default";
    }
    $returns = $method->hasReturnType() ? ": {$method->getReturnType()}" : '';
    echo $method->isStatic() ? 'static ' : '', "{$method->name}(", implode(', ', $parameters), ")$returns\n";
}
--EXPECT--
final class, constants: 0, properties: 0
acquire(int|float $wait = 0): bool
run(callable $critical, int|float $wait = 0, int|float $doneFor = 0, ?callable $lookup = NULL): mixed
extend(int|float|null $ttl = NULL): bool
release(int|float $doneFor = 0): bool
isHeld(): bool
ensureHeld(): void
remaining(): float
isLocked(): bool
isDone(): bool
holder(): ?string
forceRelease(): bool
key(): string
keys(): array
token(): string
fence(): ?int
static waitUsing(?callable $wait): mixed
static stats(): array
static events(): array
static releaseAll(int $since = 0): array
static describe(string $key, #[SensitiveParameter] array|string|null $server = NULL): ?array
static locks(string $pattern = '*', #[SensitiveParameter] array|string|null $server = NULL, bool $all = false, int $limit = 1000): array
static scan(string $pattern = '*', #[SensitiveParameter] array|string|null $server = NULL, bool $all = false, int $limit = 1000, int $keys = 10000000, int|float $seconds = 10): array
static diagnose(#[SensitiveParameter] array|string|null $server = NULL, ?string $key = NULL, bool $clients = false): array
__debugInfo(): array
__construct(array|string $key, int|float|null $ttl = NULL, #[SensitiveParameter] array|string|null $server = NULL, #[SensitiveParameter] ?string $token = NULL, bool $autoRelease = true, bool $autoRenew = false, int|float $renewFor = INF, bool $fence = false, int $replicas = 0, int $permits = 1, int|float $atLeast = 0)
