-- Releases a lock if the token at its key is the caller's, and wakes one waiter.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent when the key has no companions, or the ACL hides them)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  the caller's token
-- ARGV[2]  how long the signal stays, in ms
-- replies  1  it was ours and is gone now
--          0  it is not ours: free, another's, or a key of another type
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if value ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
-- From here on nothing may raise: scripts do not roll back, and the lock is gone.
if KEYS[2] and redis.pcall('EXISTS', KEYS[2]) == 1 then
  if redis.pcall('LLEN', KEYS[3]) == 0 then redis.pcall('RPUSH', KEYS[3], '1') end
  redis.pcall('PEXPIRE', KEYS[3], ARGV[2])
end
return 1
