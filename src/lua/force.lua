-- Removes a lock's key no matter who holds it, and wakes one waiter.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent when the key has no companions, or their slot is being moved)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  how long the signal stays, in ms
-- ARGV[2]  the caller's token; empty when it has none
-- replies  0  there was no key
--          1  there was one, another's, and it is gone now
--          2  there was one, ours, and it is gone now
local value = redis.pcall('GET', KEYS[1])
if redis.call('DEL', KEYS[1]) == 0 then return 0 end
-- From here on nothing may raise: scripts do not roll back, and the lock is gone.
if KEYS[2] and redis.pcall('EXISTS', KEYS[2]) == 1 then
  if redis.pcall('LLEN', KEYS[3]) == 0 then redis.pcall('RPUSH', KEYS[3], '1') end
  redis.pcall('PEXPIRE', KEYS[3], ARGV[1])
end
return ARGV[2] ~= '' and value == ARGV[2] and 2 or 1
