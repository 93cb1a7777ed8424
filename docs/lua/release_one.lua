-- Releases a lock as release.lua does, in the case that nearly every release is: the key goes, and at the most one waiter is woken. What
-- is the same for all of those is written here.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent while their slot is being moved)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  the caller's token
-- replies  1  it was ours, and is gone now
--          0  it is not ours: free, another's, or a key of another type; nothing was changed
local value = redis.pcall('GET', KEYS[1])
if value == ARGV[1] then
  redis.call('DEL', KEYS[1])
  -- From here on nothing may raise: scripts do not roll back, and the lock is gone.
  if KEYS[2] and redis.pcall('EXISTS', KEYS[2]) == 1 then
    if redis.pcall('LLEN', KEYS[3]) == 0 then redis.pcall('RPUSH', KEYS[3], '1') end
    redis.pcall('PEXPIRE', KEYS[3], 5000)
  end
  return 1
end
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
return 0
