-- Wakes waiters of a lock for one that has found, or made, what they look for.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark
-- KEYS[3]  its wake list
-- ARGV[1]  how long a signal stays, in ms: 5000
-- ARGV[2]  how many elements the wake list may have after it: 4
-- replies  n  so many were added; 0 where no waiter has left its mark
if not KEYS[3] or redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
local length = redis.pcall('LLEN', KEYS[3])
if type(length) ~= 'number' then return 0 end
local most = tonumber(ARGV[2])
for _ = length + 1, most do redis.call('RPUSH', KEYS[3], '2') end
redis.call('PEXPIRE', KEYS[3], ARGV[1])
return math.max(0, most - length)
