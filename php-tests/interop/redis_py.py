"""redis-py's Lock, as Debian packages it: /usr/bin/python3 redis_py.py PORT KEY

Run by phpt files of this folder, through peer.inc: a line comes in, "yes" or "no" goes out.
"""

import sys

import redis
from redis.exceptions import LockError
from redis.lock import Lock

port, key = sys.argv[1:]
lock = Lock(redis.Redis(port=int(port)), key, timeout=60)


def release():
    try:
        lock.release()
        return True
    except LockError:
        return False


verbs = {"acquire": lambda: lock.acquire(blocking=False), "release": release}
for line in sys.stdin:
    print("yes" if verbs[line.strip()]() else "no", flush=True)
