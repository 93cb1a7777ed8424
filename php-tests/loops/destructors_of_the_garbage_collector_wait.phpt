--TEST--
A wait in a destructor that the garbage collector calls ends as it should, where fibers cannot switch
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
final class Cycle
{
    public ?Cycle $self;

    public function __construct(private Closure $work)
    {
        $this->self = $this;
    }

    public function __destruct()
    {
        ($this->work)();
    }
}
Loop::go(function () use ($lock): void {
    new Cycle(fn () => print(json_encode($lock()->acquire(0.1)) . ', ' . json_encode($lock('-free')->acquire(0.1)) . "\n"));
    gc_collect_cycles();
});
Loop::run();
--EXPECT--
false, true
