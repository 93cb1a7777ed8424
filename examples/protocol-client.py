#!/usr/bin/env python3
"""Protocol 1 of redislock (docs/protocol.md) in Python: excludes every RedisLock on the key, wakes it and is woken by it.

    protocol-client.py [HOST:]PORT KEY    then, on standard input, lines: acquire, wait, release; it prints yes or no

For one master whose user may run scripts and touch the companions: one key, one holder, no fences, renewal or late releases.
"""
import contextlib, hashlib, pathlib, random, secrets, socket, struct, sys, time

from redis.connection import Connection
from redis.exceptions import ConnectionError, NoScriptError, ResponseError, TimeoutError

LUA = pathlib.Path(__file__).resolve().parent.parent / "docs" / "lua"
SCRIPTS = {name: (LUA / f"{name}.lua").read_bytes() for name in ("acquire", "release")}
MARK_MS = SIGNAL_MS = 5000
NO_REPLY = (ConnectionError, TimeoutError)


def companion(key, which):
    """Returns the name of a key beside `key`; None when its braces leave no name that is sure to share its slot."""
    opening = key.find("{")
    closing = key.find("}", opening + 1)
    if 0 <= opening < closing - 1:
        return f"{key}:rl-{which}"
    return None if "{" in key or "}" in key else f"{key}:rl-{which}{{{key}}}"


def now():
    """Reads a clock that runs on while the machine sleeps, as the expiry in Redis does."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def reset_at_close(connection):
    """Has every close be a reset: after a mere close the kernel would go on delivering an old command."""
    connection._sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.on_connect()


class Lock:
    def __init__(self, host, port, key, ttl=10.0):
        timeouts = {"socket_connect_timeout": 2, "socket_timeout": 2}
        self.connection = Connection(host=host, port=port, redis_connect_func=reset_at_close, **timeouts)
        self.key, self.ttl = key, ttl
        self.mark, self.wake = companion(key, "waiting"), companion(key, "wake")
        self.may_block, self.token, self.deadline = self.wake is not None, None, 0.0

    def acquire(self, wait=0.0):
        """Returns whether the lock is held; False means that another holder had it until the end of the wait."""
        if self.token is not None and now() < self.deadline:
            raise RuntimeError("this object holds the lock already")
        try:
            return self.attempts(wait)
        except (*NO_REPLY, ResponseError):
            raise  # After no reply the lock may be ours all the same; release() tells Redis that it is not wanted.
        except BaseException:
            self.leave()
            raise

    def attempts(self, wait):
        end, is_retry = now() + wait, False
        keys = [self.key, self.mark] if wait > 0 and self.mark else [self.key]
        while True:
            # A new token for every lease; the same one only to find out what became of a request without a reply.
            if not is_retry:
                self.token, self.deadline = ("rl_" if self.mark else "rn_") + secrets.token_hex(16), 0.0
            sent, ttl_ms, mark_ms = now(), int(self.ttl * 1000), MARK_MS if wait > 0 else 0
            try:
                reply = self.script("acquire", keys, self.token, ttl_ms, mark_ms, int(is_retry), 0)
            except NO_REPLY:
                if is_retry:
                    raise
                is_retry = True
                continue
            if isinstance(reply, int):
                self.deadline = sent + self.ttl - min(self.ttl / 100 + 0.002, 1)
                if now() < self.deadline:
                    return True
                self.release()
                raise TimeoutError("the reply came after the lease's own deadline")
            self.token, is_retry = None, False
            if now() >= end:
                return False
            self.sleep(*reply, end - now())

    def release(self):
        """Returns whether the lock was ours, and is free by this."""
        keys = [self.key, self.mark, self.wake] if self.mark else [self.key]
        was_trusted = now() < self.deadline
        for is_retry in (False, True):
            try:
                gone = self.token is not None and self.script("release", keys, self.token, SIGNAL_MS, 1, 0) == 1
                self.token = None
                # "Not ours" at the second try of a lease that was trusted: the first try has released it.
                return gone or is_retry and was_trusted
            except NO_REPLY:
                if is_retry:
                    raise

    def sleep(self, pttl, signals, left):
        """Sleeps until another attempt is worth it: until a signal, the end of the holder's ttl or of a slice."""
        blocks = self.may_block and signals == 1
        longest = 1.0 if blocks else random.uniform(0.08, 0.12)
        expires = (pttl + 1) / 1000 if pttl >= 0 else longest
        part = min(max(expires, 0.004), longest, left)
        if not blocks or part < 0.005:
            return time.sleep(max(part, 0))
        try:
            self.connection.send_command("BLPOP", self.wake, f"{part - 0.003:.3f}")
            if not self.connection.can_read(part):
                self.connection.send_packed_command([b"\r\n"])  # No reply belongs to it; it wakes the server's loop.
                if not self.connection.can_read(0.1):
                    raise TimeoutError("the server did not end the BLPOP")
            self.connection.read_response()
        except NO_REPLY:
            self.connection.disconnect()
        except ResponseError:
            self.may_block = False

    def leave(self):
        """Leaves a wait: the lock may be ours, and so may the element; then another waiter must be woken in our place."""
        with contextlib.suppress(OSError, *NO_REPLY):
            if self.connection._sock is not None:
                self.connection._sock.shutdown(socket.SHUT_WR)  # Nothing is pushed for us once the server has closed.
                while self.connection._sock.recv(4096):
                    pass
                self.connection.disconnect()
            self.release()
            if self.acquire():
                self.release()

    def script(self, name, keys, *arguments):
        text = SCRIPTS[name]
        try:
            return self.call("EVALSHA", hashlib.sha1(text).hexdigest(), len(keys), *keys, *arguments)
        except NoScriptError:
            return self.call("EVAL", text, len(keys), *keys, *arguments)

    def call(self, *words):
        self.connection.send_command(*words)
        return self.connection.read_response()


if __name__ == "__main__":
    host, _, port = sys.argv[1].rpartition(":")
    lock = Lock(host or "127.0.0.1", int(port), sys.argv[2])
    verbs = {"acquire": lock.acquire, "wait": lambda: lock.acquire(20), "release": lock.release}
    for line in sys.stdin:
        print("yes" if verbs[line.strip()]() else "no", flush=True)
