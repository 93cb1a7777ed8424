--TEST--
Messages of a batch handler are handled as without the middleware, in batches and to the last
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--FILE--
<?php
require __DIR__ . '/once.inc';

use RedisLock\Symfony\HandleOnce;
use Symfony\Component\Messenger\Handler\{Acknowledger, BatchHandlerInterface, BatchHandlerTrait};
use Symfony\Component\Messenger\Stamp\{AckStamp, FlushBatchHandlersStamp, ReceivedStamp};

final class Batches implements BatchHandlerInterface
{
    use BatchHandlerTrait;

    public function __invoke(Bill $bill, ?Acknowledger $ack = null): mixed
    {
        return $this->handle($bill, $ack);
    }

    private function shouldFlush(): bool
    {
        return count($this->jobs) >= 2;
    }

    private function process(array $jobs): void
    {
        echo '  handles ', implode(' and ', array_map(fn (array $job): string => $job[0]->order, $jobs)), "\n";
        foreach ($jobs as [, $ack]) {
            $ack->ack(true);
        }
    }
}

$redis = RedisServer::start();
$worker = new OnceWorker(new HandleOnce(server: $redis->address()), new Batches());
$worker->run([new Bill('1'), new Bill('2'), new Bill('3')]);
// Of a batch only what was handled at once is marked.
echo implode(' ', preg_grep('/:rl-/', $redis->call('KEYS', '*'), PREG_GREP_INVERT)), "\n";

// A batch is flushed by its last message, also when that was handled elsewhere meanwhile.
$waiting = $worker->bus->dispatch(new Bill('4'), [new ReceivedStamp('async'), new AckStamp(fn () => print "  acknowledged 4\n")]);
(new RedisLock('messenger:async:Bill:4', server: $redis->address()))->run(fn () => null, doneFor: 60);
$worker->bus->dispatch($waiting->with(new FlushBatchHandlersStamp(true)));
--EXPECT--
  handles 1 and 2
  handles 3
  acknowledged 3, left 0
messenger:async:Bill:2
  handles 4
  acknowledged 4
