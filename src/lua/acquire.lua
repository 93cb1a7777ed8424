-- Takes a lock if it is free. Refused, tells how long that may last, and marks that a waiter is there.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent when the key has no companions, or its slot is being moved)
-- KEYS[3]  its last fence       (absent unless a fence is requested)
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- ARGV[3]  how long the mark stays, in ms; '0' when the caller does not wait
-- ARGV[4]  '1' after an acquire with this token whose reply did not come: it may have run; else '0'
-- ARGV[5]  how long the fence stays at least, in ms; '0' for ever
-- replies  n                ours, with its full ttl; n is the lease's fence where one is requested, else 1
--          {pttl, signals}  held by another: ms left (-1 for ever), and 1 if that holder signals its release
local fence, lasts
if KEYS[3] then
  -- Read before anything is written: what raises here leaves no lock.
  local last = redis.pcall('GET', KEYS[3])
  if type(last) == 'table' then return {err = last.err .. ' (the fence at ' .. KEYS[3] .. ')'} end
  last = tonumber(last or 0) or 0
  local now = redis.pcall('TIME')
  if now.err then
    -- An ACL without TIME: counted, and kept for ever, or it would start again.
    fence, lasts = last + 1, '0'
  else
    fence, lasts = math.max(last + 1, now[1] * 1000000 + now[2]), ARGV[5]
  end
  -- Above 2^53 a number of Lua has no exact successor; nan compares false.
  if not (fence < 2 ^ 53) then return {err = 'ERR the fence at ' .. KEYS[3] .. ' cannot grow any more'} end
end
-- Read before anything is written: who may not read takes nothing.
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
local taken
if ARGV[2] == '0' then
  taken = redis.call('SET', KEYS[1], ARGV[1], 'NX')
else
  taken = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2])
end
if not taken and ARGV[4] == '1' and value == ARGV[1] then
  taken = true
  -- Always a write where the ttl allows: a WAIT after it counts the replicas that have it.
  if ARGV[2] == '0' then
    redis.call('SET', KEYS[1], ARGV[1])
  else
    local left = redis.call('PTTL', KEYS[1])
    if left >= 0 and left <= tonumber(ARGV[2]) then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  end
end
if taken then
  if not fence then return 1 end
  -- Lua itself would write 1.7e+15.
  local text = string.format('%.0f', fence)
  local kept
  -- Never shorter than an earlier lease has it: that one may be the longer, and its holder alive.
  local lives = redis.pcall('PTTL', KEYS[3])
  if lasts == '0' then
    kept = redis.pcall('SET', KEYS[3], text)
  elseif type(lives) == 'number' and (lives == -1 or lives > tonumber(lasts)) then
    kept = redis.pcall('SET', KEYS[3], text, 'KEEPTTL')
  else
    kept = redis.pcall('SET', KEYS[3], text, 'PX', lasts)
  end
  if kept.err then
    redis.call('DEL', KEYS[1])
    return kept
  end
  return fence
end
-- A key of another type replies with a table: foreign, it does not signal.
local signals = type(value) == 'string' and string.sub(value, 1, 3) == 'rl_'
-- Rewritten only below half its life, or every waiter would write, and replicate, each second.
if signals and ARGV[3] ~= '0' and KEYS[2] and redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) / 2 then
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
end
return {redis.call('PTTL', KEYS[1]), signals and 1 or 0}
