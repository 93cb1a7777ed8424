-- Releases several locks, each if the token at its key is the caller's, and wakes one waiter of each.
-- KEYS[1 .. n]         the locks' keys
-- KEYS[n+1 .. 2n]      their waiting marks  (absent while their slot is being moved)
-- KEYS[2n+1 .. 3n]     their wake lists     (absent likewise)
-- ARGV[1]  the caller's token
-- ARGV[2]  how long a signal stays, in ms: 5000
-- ARGV[3]  n
-- ARGV[4]  how long the keys stay at rest instead of going, in ms; '0': they go
-- replies  1  all were ours, and are gone now or at rest
--          0  at least one was not ours: free, another's, or a key of another type; those that were ours are gone now,
--             and not at rest
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
local n, all = tonumber(ARGV[3]), 1
local ours, keys = {}, {}
-- Of another type it says none, as of a key that is free: neither is ours.
local values = redis.pcall('MGET', unpack(KEYS, 1, n))
for i = 1, n do
  local value = values[i]
  -- An ACL without MGET, which no lock of one key needs.
  if values.err then value = redis.pcall('GET', KEYS[i]) end
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value == ARGV[1] then ours[#ours + 1], keys[#keys + 1] = i, KEYS[i] else all = 0 end
end
if #ours == 0 then return 0 end
-- A lease that was lost in part was not the job's alone: it leaves no rest.
local rests = ARGV[4] ~= '0' and all == 1
if not rests then redis.call('DEL', unpack(keys)) end
-- Asked of all at once, because most often no waiter is there. From the DEL on nothing may raise: scripts do not roll back.
local are_waiting = KEYS[n + 1] and redis.pcall('EXISTS', unpack(KEYS, n + 1, 2 * n)) ~= 0
for _, i in ipairs(ours) do
  if rests then
    -- A server that is out of memory refuses a SET, but not to a script that has written before.
    redis.call('PEXPIRE', KEYS[i], ARGV[4])
    redis.call('SET', KEYS[i], 'rl_rest', 'PX', ARGV[4])
  end
  if are_waiting then wake(KEYS[n + i], KEYS[2 * n + i], ARGV[2], 1, '1') end
end
return all
