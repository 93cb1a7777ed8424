-- Releases a lock if the token at its key is the caller's, and wakes one waiter.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent while their slot is being moved)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  the caller's token
-- ARGV[2]  how long the signal stays, in ms: 5000
-- ARGV[3]  how many elements the wake list may have at the most: 1, or the number of permits of which this is one
-- ARGV[4]  how long the key stays at rest instead of going, in ms; '0': it goes
-- replies  1  it was ours, and is gone now or at rest
--          0  it is not ours: free, another's, or a key of another type; nothing was changed
-- include wake.lua
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if value ~= ARGV[1] then return 0 end
if ARGV[4] == '0' then
  redis.call('DEL', KEYS[1])
else
  -- A server that is out of memory refuses a SET, but not to a script that has written before.
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('SET', KEYS[1], 'rl_rest', 'PX', ARGV[4])
end
-- From here on nothing may raise: scripts do not roll back, and the lock is gone.
wake(KEYS[2], KEYS[3], ARGV[2], tonumber(ARGV[3]), '1')
return 1
