--TEST--
What Symfony's AbstractStoreTestCase promises of a store holds for one server, renewal, a quorum and a CombinedStore
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/kinds.inc';

use Symfony\Component\Lock\Key;

foreach (kinds_of_stores(60) as $kind => $store) {
    $name = fn (string $of = ''): Key => new Key(test_key("-$kind-$of"));
    $key = $name();
    $states = [$store->exists($key), $store->save($key), $store->exists($key), $store->delete($key), $store->exists($key)];
    promise($kind, 'it exists from save to delete', $states === [false, null, true, null, false]);

    // Not an arrow function: it is about the two of the moment.
    $both = function () use ($store, &$one, &$other): string {
        return json_encode([$store->exists($one), $store->exists($other)]);
    };
    [$one, $other] = [$name('one'), $name('other')];
    $states = [$store->save($one), $both(), $store->save($other), $both(), $store->delete($one), $both(), $store->delete($other), $both()];
    promise($kind, 'names are independent', $states === [null, '[true,false]', null, '[true,true]', null, '[false,true]', null, '[false,false]']);

    [$one, $other] = [$name('same'), $name('same')];
    $store->save($one);
    $states = [$both(), conflicts($store, $other), $both(), $store->delete($one), $both(), conflicts($store, $other), $both()];
    promise($kind, 'one key of a name at a time', $states === ['[true,false]', true, '[true,false]', null, '[false,false]', false, '[false,true]']);

    $key = $name('twice');
    promise($kind, 'a key may save twice', !conflicts($store, $key), !conflicts($store, $key), $store->exists($key));
    $store->delete($key);
    promise($kind, 'and is deleted once', !$store->exists($key));

    [$one, $other] = [$name('held'), $name('never')];
    $store->save($one);
    $store->delete($other);
    promise($kind, 'to delete what was never saved is nothing', $both() === '[true,false]');
    $store->delete($one);
}
--EXPECT--
one server, it exists from save to delete: kept
one server, names are independent: kept
one server, one key of a name at a time: kept
one server, a key may save twice: kept
one server, and is deleted once: kept
one server, to delete what was never saved is nothing: kept
renewal, it exists from save to delete: kept
renewal, names are independent: kept
renewal, one key of a name at a time: kept
renewal, a key may save twice: kept
renewal, and is deleted once: kept
renewal, to delete what was never saved is nothing: kept
a quorum, it exists from save to delete: kept
a quorum, names are independent: kept
a quorum, one key of a name at a time: kept
a quorum, a key may save twice: kept
a quorum, and is deleted once: kept
a quorum, to delete what was never saved is nothing: kept
combined, it exists from save to delete: kept
combined, names are independent: kept
combined, one key of a name at a time: kept
combined, a key may save twice: kept
combined, and is deleted once: kept
combined, to delete what was never saved is nothing: kept
