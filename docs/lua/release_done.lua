-- Releases a lock if the token at its key is the caller's, and wakes those who wait for what its holder has done: several, since one may
-- wait for the lock and not for that.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent while their slot is being moved)
-- KEYS[3]  its wake list        (absent likewise)
-- ARGV[1]  the caller's token
-- ARGV[2]  how long a signal stays, in ms: 5000
-- ARGV[3]  how many elements the wake list may have after it: 4
-- ARGV[4]  how long the done marker stays, in ms; '0': there is none, and the lock is free
-- ARGV[5]  the marker: 'rl_done:' and the tag of this lease, 16 hex digits; empty without one
-- replies  1  it was ours, and is done now, or free
--          2  it is done already, with this lease's own tag: an earlier try has run. The marker stays as long as this one asks
--             for, if that is longer
--          0  it is not ours: free, another's, another's marker, or a key of another type; nothing was changed
-- Wakes waiters, if one has left its mark: adds one element '1' if the wake list has fewer than `most`, or as many '2' as it lacks. More
-- than one of those, since a waiter may wait for the lock, and not for what was done. Nothing in it may raise: scripts do not roll back.
local function wake(mark, list, stays, most, element)
  if mark and redis.pcall('EXISTS', mark) == 1 then
    local length = redis.pcall('LLEN', list)
    if type(length) == 'number' then
      for _ = length + 1, element == '1' and math.min(most, length + 1) or most do redis.pcall('RPUSH', list, element) end
    end
    redis.pcall('PEXPIRE', list, stays)
  end
end
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if ARGV[4] ~= '0' and value == ARGV[5] then
  -- A later try may ask for more time.
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[4]) then redis.call('PEXPIRE', KEYS[1], ARGV[4]) end
  return 2
end
if value ~= ARGV[1] then return 0 end
if ARGV[4] == '0' then
  redis.call('DEL', KEYS[1])
else
  -- A server that is out of memory refuses a SET, but not to a script that has written before.
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  redis.call('SET', KEYS[1], ARGV[5], 'PX', ARGV[4])
end
-- From here on nothing may raise: scripts do not roll back, and the lock is gone.
wake(KEYS[2], KEYS[3], ARGV[2], tonumber(ARGV[3]), '2')
return 1
