-- Removes a lock's key whoever holds it, and wakes one waiter.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent when the key has no companions, or the ACL hides them)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  how long the signal stays, in ms
-- replies  1  there was a key, and it is gone now
--          0  there was none
local removed = redis.call('DEL', KEYS[1])
-- From here on nothing may raise: scripts do not roll back, and the lock is gone.
if removed == 1 and KEYS[2] and redis.pcall('EXISTS', KEYS[2]) == 1 then
  if redis.pcall('LLEN', KEYS[3]) == 0 then redis.pcall('RPUSH', KEYS[3], '1') end
  redis.pcall('PEXPIRE', KEYS[3], ARGV[1])
end
return removed
