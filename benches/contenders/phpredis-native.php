<?php
// Owns what a careful user of phpredis writes where the server has a command for it: SET NX PX, and a native compare and delete.
// Does not measure.

declare(strict_types=1);

/** DELEX is Redis's, from 8.4 on; DELIFEQ is Valkey's, from 9.0 on. By rawCommand(): phpredis has methods for both from 6.3 on only. */
final class PhpredisNativeContender implements RoadCycler
{
    private readonly Redis $redis;
    private readonly bool $isDelifeq;

    public static function title(): string
    {
        return 'native';
    }

    public static function absence(): ?string
    {
        return contender('phpredis')::absence();
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->redis = $address->connectPhpredis($isPersistent);
        [$delifeq, $delex] = array_map(is_array(...), $this->redis->rawCommand('COMMAND', 'INFO', 'DELIFEQ', 'DELEX'));
        $delifeq || $delex || throw new RuntimeException('the server has neither DELIFEQ nor DELEX');
        $this->isDelifeq = $delifeq;
    }

    public function cycle(string $key): void
    {
        $token = bin2hex(random_bytes(16));
        $this->redis->set($key, $token, ['nx', 'px' => 1000 * TTL]) || throw new RuntimeException('set() returned false');
        $released = $this->isDelifeq
            ? $this->redis->rawCommand('DELIFEQ', $key, $token)
            : $this->redis->rawCommand('DELEX', $key, 'IFEQ', $token);
        $released === 1 || throw new RuntimeException('the key was not deleted');
    }
}
