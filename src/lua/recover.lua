-- Acquires a lock after an acquire with the same token whose answer did not come: it may have run or not.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent when the key has no companions, the ACL hides them, or nobody waits)
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- ARGV[3]  how long the mark stays, in ms; '0' when the caller does not wait
-- replies  1                ours, with its full ttl
--          {pttl, signals}  held by another: ms left (-1 for ever), and 1 if that holder signals its release
local value = redis.pcall('GET', KEYS[1])
-- Another type is somebody else's; any other error (an ACL without GET) is no answer to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if value == ARGV[1] then
  -- PEXPIRE with 0 would delete the key.
  if ARGV[2] == '0' then
    redis.call('PERSIST', KEYS[1])
  else
    local left = redis.call('PTTL', KEYS[1])
    if left >= 0 and left < tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  end
  return 1
end
local taken
if ARGV[2] == '0' then
  taken = redis.call('SET', KEYS[1], ARGV[1], 'NX')
else
  taken = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
end
if taken then return 1 end
-- A key of another type answers with a table: foreign, it does not signal.
local signals = type(value) == 'string' and string.sub(value, 1, 3) == 'rl_'
if signals and ARGV[3] ~= '0' and KEYS[2] and redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) / 2 then
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
end
return {redis.call('PTTL', KEYS[1]), signals and 1 or 0}
