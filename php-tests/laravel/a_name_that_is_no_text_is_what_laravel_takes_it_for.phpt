--TEST--
A name that is no string is the lock that it is with Laravel's own driver: its text, and an error where it has none
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp(RedisServer::start());
$app->run(<<<'PHP'
    enum Job: string { case Import = 'import'; }
    final class Order
    {
        public int $id = 7;
        public string $shop = 'north';

        public function __toString(): string
        {
            return "order:$this->id";
        }
    }
    $laravels = Cache::store('laravel');
    $ours = Cache::store('redis');
    $array = new Illuminate\Cache\Repository(new RedisLock\Laravel\ArrayStore());
    $names = ['text' => 'foo', 'number' => 42, 'object' => new Order(), 'Stringable' => Illuminate\Support\Str::of('foo'), 'null' => null, 'enum' => Job::Import, 'no text' => new stdClass()];
    foreach ($names as $what => $name) {
        $told = [];
        foreach ([[$ours, $laravels], [$laravels, $ours], [$array, $array]] as [$one, $two]) {
            try {
                $held = $one->lock($name, 60);
                $told[] = json_encode([$held->get(), $two->lock($name instanceof Stringable ? (string) $name : $name, 60)->get(), $held->release()]);
            } catch (Error $error) {
                $told[] = 'error';
            }
        }
        // Of an enum Laravel may make a text one day.
        echo "$what: ", count(array_unique($told)) > 1 ? implode(' ', $told) : ($name instanceof UnitEnum ? 'the same' : $told[0]), "\n";
    }
    PHP);
--EXPECT--
text: [true,false,true]
number: [true,false,true]
object: [true,false,true]
Stringable: [true,false,true]
null: [true,false,true]
enum: the same
no text: error
