--TEST--
What the README prints for Messenger and for the cache is a configuration that works, and the printed message has a key
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
needs_symfony('Component/Cache', 'php-symfony-cache');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--FILE--
<?php
require __DIR__ . '/once.inc';
require __DIR__ . '/kernel.inc';
require __DIR__ . '/cache.inc';
require __DIR__ . '/../docs/page.inc';

use RedisLock\Symfony\ComputeOnce;
use Symfony\Component\Messenger\Attribute\AsMessageHandler;
use Symfony\Component\Messenger\Stamp\ReceivedStamp;
use Symfony\Component\Yaml\Yaml;

$printed = fn (string $language, string $what): string => current(array_filter(
    code_blocks(page('bridges/symfony/README.md') . page('bridges/symfony/DETAILS.md'), $language),
    fn (CodeBlock $block): bool => str_contains($block->code, $what),
))->code;
eval($printed('php', 'class BillOrder'));

#[AsMessageHandler]
final class Bills
{
    public function __invoke(App\Message\BillOrder $bill): void
    {
        echo "bills order $bill->order\n";
    }
}

$redis = RedisServer::start();
$_ENV['REDISLOCK_SERVER'] = $redis->address();
$messenger = $printed('yaml', 'redislock_once');
$cache = Yaml::parse($printed('yaml', 'redislock.cache_pools'));
foreach ([$messenger, preg_replace('/- redislock_once +#.*\n +# /', '', $messenger)] as $code) {
    $framework = Yaml::parse($code)['framework'] + [
        'parameters' => $cache['parameters'],
        'arguments' => [ComputeOnce::class => $cache['services'][ComputeOnce::class]['arguments']],
        'services' => ['bills' => Bills::class],
    ];
    $kernel = application($framework, 'messenger.bus.default', 'cache.app');
    $kernel->service('messenger.bus.default')->dispatch(new App\Message\BillOrder(1));
}
foreach ([42, 42] as $order) {
    $kernel->service('messenger.bus.default')->dispatch(new App\Message\BillOrder($order), [new ReceivedStamp('async')]);
}
echo implode(' ', preg_grep('/^messenger:/', $redis->call('KEYS', '*'))), ' for ', $redis->call('TTL', 'messenger:async:App\Message\BillOrder:order:42'), " s\n";
echo $kernel->service('cache.app')->get('rates', fn (): string => implode(' ', array_column(RedisLock::locks('cache:*', $redis->address()), 'key'))), " is held while it computes\n";
--EXPECTF--
bills order 1
bills order 1
bills order 42
messenger:async:App\Message\BillOrder:order:42 for 604%d s
cache:rates is held while it computes
