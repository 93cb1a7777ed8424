-- Takes a lock if it is free. Refused, tells how long that may last, and marks that a waiter is there; or that the work is done, to a
-- caller that leaves then.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent while its slot is being moved; it may be where nobody waits)
-- KEYS[3]  its wake list        (absent likewise, and without ARGV[6])
-- KEYS[4]  its last fence       (absent unless a fence is requested; without ARGV[6] it is KEYS[3])
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- ARGV[3]  how long the mark stays, in ms: 5000; '0' when the caller does not wait
-- ARGV[4]  '1' after an acquire with this token whose reply did not come: it may have run, and this token at the key is ours; else '0'
-- ARGV[5]  how long the fence stays at least, in ms: the ttl, but not below 86400000; '0' for ever, with a ttl of '0'
-- ARGV[6]  how long a signal stays, in ms: 5000    (absent for a caller that stays where the work is done)
-- ARGV[7]  how many elements the wake list may have after a signal was passed on: 4; '0' at the first attempt of a wait, which can have
--          used none up    (absent likewise)
-- replies  n                ours, with its full ttl, or more if it had that; n is the lease's fence where one is requested, else 1
--          {pttl, signals}  held by another: ms left (-1 for ever), and 1 if that holder signals its release, for its token begins
--                           with rl_, else 0
--          {pttl, 2}        with ARGV[6]: the work is done: ms left of the marker. The caller leaves, and its signal was passed on
--          an error         not acquired
-- Returns the next fence after the last ones at KEYS[from .. to], and how long it is kept in ms; or nil, and why there is none. Called
-- before anything is written: what raises here leaves no lock.
local function next_fence(from, to, stays)
  local last = 0
  for i = from, to do
    local one = redis.pcall('GET', KEYS[i])
    if type(one) == 'table' then return nil, {err = one.err .. ' (the fence at ' .. KEYS[i] .. ')'} end
    last = math.max(tonumber(one or 0) or 0, last)
  end
  local now = redis.pcall('TIME')
  local fence
  if now.err then
    -- An ACL without TIME: counted, and kept for ever, or it would start again.
    fence, stays = last + 1, '0'
  else
    fence = math.max(last + 1, now[1] * 1000000 + now[2])
  end
  -- Above 2^53 a number of Lua has no exact successor; nan compares false.
  if not (fence < 2 ^ 53) then return nil, {err = 'ERR the fence at ' .. KEYS[from] .. ' cannot grow any more'} end
  return fence, stays
end
-- Writes it to each of them; returns the error that ends that.
local function keep_fence(from, to, fence, stays)
  -- Lua itself would write 1.7e+15.
  local text = string.format('%.0f', fence)
  for i = from, to do
    local kept
    -- Never shorter than an earlier lease has it: that one may be the longer, and its holder alive.
    local lives = redis.pcall('PTTL', KEYS[i])
    if stays == '0' then
      kept = redis.pcall('SET', KEYS[i], text)
    elseif type(lives) == 'number' and (lives == -1 or lives > tonumber(stays)) then
      kept = redis.pcall('SET', KEYS[i], text, 'KEEPTTL')
    else
      kept = redis.pcall('SET', KEYS[i], text, 'PX', stays)
    end
    if kept.err then return kept end
  end
end
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
local at, fence, stays = ARGV[6] and 4 or 3, nil, nil
if KEYS[at] then
  fence, stays = next_fence(at, at, ARGV[5])
  if not fence then return stays end
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
  local failed = keep_fence(at, at, fence, stays)
  if failed then
    redis.call('DEL', KEYS[1])
    return failed
  end
  return fence
end
if ARGV[6] and type(value) == 'string' and string.len(value) == 24 and string.sub(value, 1, 8) == 'rl_done:' then
  if ARGV[7] ~= '0' then wake(KEYS[2], KEYS[3], ARGV[6], tonumber(ARGV[7]), '2') end
  return {redis.call('PTTL', KEYS[1]), 2}
end
-- A key of another type replies with a table: foreign, it does not signal.
local signals = type(value) == 'string' and string.sub(value, 1, 3) == 'rl_'
-- Rewritten only below half its life, or every waiter would write, and replicate, each second.
if signals and ARGV[3] ~= '0' and KEYS[2] and redis.call('PTTL', KEYS[2]) < tonumber(ARGV[3]) / 2 then
  redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
end
return {redis.call('PTTL', KEYS[1]), signals and 1 or 0}
