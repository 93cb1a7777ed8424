-- Releases the permit at which the token is the caller's, whichever it is, and wakes one waiter.
-- KEYS[1 .. n]  the permits' keys; the first is the lock's own key
-- KEYS[n+1]     the key's waiting mark        (these four are absent while their slot is being moved)
-- KEYS[n+2]     the key's wake list
-- KEYS[n+3]     the waiting mark of permits 2 to n
-- KEYS[n+4]     the wake list of permits 2 to n
-- ARGV[1]  the caller's token
-- ARGV[2]  how long a signal stays, in ms: 5000
-- ARGV[3]  n
-- ARGV[4]  how long the permit stays at rest instead of being free, in ms; '0': it is free
-- replies  1  it was ours and is free now, or at rest
--          0  none is ours
-- include wake.lua
local n, ours = tonumber(ARGV[3]), nil
for i = 1, n do
  local value = redis.pcall('GET', KEYS[i])
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value == ARGV[1] then
    ours = i
    break
  end
end
if not ours then return 0 end
if ARGV[4] == '0' then
  redis.call('DEL', KEYS[ours])
else
  -- A server that is out of memory refuses a SET, but not to a script that has written before.
  redis.call('PEXPIRE', KEYS[ours], ARGV[4])
  redis.call('SET', KEYS[ours], 'rl_rest', 'PX', ARGV[4])
end
-- From here on nothing may raise: scripts do not roll back, and the permit is free.
if ours == 1 then wake(KEYS[n + 1], KEYS[n + 2], ARGV[2], 1, '1') else wake(KEYS[n + 3], KEYS[n + 4], ARGV[2], n, '1') end
return 1
