-- Takes several locks if all of them are free, or none. Refused, tells how long that may last, and marks that a waiter is there.
-- KEYS[1 .. n]         the locks' keys
-- KEYS[n+1 .. 2n]      their waiting marks  (absent while their slot is being moved)
-- KEYS[2n+1 .. 3n]     their wake lists     (absent likewise)
-- KEYS[3n+1 .. 4n]     their last fences    (absent unless a fence is requested)
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- ARGV[3]  how long a mark stays, in ms: 5000; '0' when the caller does not wait
-- ARGV[4]  '1' after an acquire with this token whose reply did not come: it may have run, and keys with this token are ours; else '0'
-- ARGV[5]  how long the fences stay at least, in ms: the ttl, but not below 86400000; '0' for ever, with a ttl of '0'
-- ARGV[6]  n
-- ARGV[7]  how long a signal stays, in ms: 5000
-- ARGV[8]  the number of the key that was in the way at the caller's last refusal in this wait, however it slept since then;
--          '0' at its first attempt
-- replies  f                       all are ours, with their full ttl; f is the lease's fence where one is requested, else 1
--          {pttl, signals, i}      nothing is ours, for key i is in the way: ms left (-1 for ever), and 1 if its holder signals its
--                                  release or it is at rest, else 0. It is the key beside which the caller has slept if that
--                                  will end without a signal, else the first that is held by another
--          an error                nothing was taken
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
local n, ttl = tonumber(ARGV[6]), tonumber(ARGV[2])
local fence, stays
if KEYS[3 * n + 1] then
  fence, stays = next_fence(3 * n + 1, 4 * n, ARGV[5])
  if not fence then return stays end
end
-- Another type's key replies with a table: foreign, it does not signal. Nor does a key at rest, which only ends.
local function will_signal(found)
  return type(found) == 'string' and string.sub(found, 1, 3) == 'rl_' and found ~= 'rl_rest'
end
-- Who may not read takes nothing.
local first = redis.pcall('GET', KEYS[1])
if type(first) == 'table' and not string.find(first.err, 'WRONGTYPE', 1, true) then return first end
local slept = tonumber(ARGV[8])
local held, value
local ours = {}
-- EXISTS, because it sees a key of another type as well; of all at once, because most often they are free.
local are_taken = redis.call('EXISTS', unpack(KEYS, 1, n)) > 0
for i = 1, are_taken and n or 0 do
  if redis.call('EXISTS', KEYS[i]) == 1 then
    local found = redis.pcall('GET', KEYS[i])
    -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
    if type(found) == 'table' and not string.find(found.err, 'WRONGTYPE', 1, true) then return found end
    if ARGV[4] == '1' and found == ARGV[1] then
      ours[i] = true
    elseif not held or (i == slept and not will_signal(found)) then
      held, value = i, found
    end
  end
end
if held then
  -- An earlier try took some that are still ours, and lost one of them: nothing is held while another is waited for.
  for i in pairs(ours) do
    redis.call('DEL', KEYS[i])
    wake(KEYS[n + i], KEYS[2 * n + i], ARGV[7], 1, '1')
  end
  -- The caller goes to sleep beside another key: if this one's signal woke it, or if it alone knew when this one ends, the
  -- other waiters of this one sleep on although it is free.
  if slept > 0 and redis.call('EXISTS', KEYS[slept]) == 0 then wake(KEYS[n + slept], KEYS[2 * n + slept], ARGV[7], 1, '1') end
  -- A key of another type replies with a table: foreign, it does not signal.
  local signals = type(value) == 'string' and string.sub(value, 1, 3) == 'rl_'
  -- Rewritten only below half its life, or every waiter would write, and replicate, each second.
  if signals and ARGV[3] ~= '0' and KEYS[n + held] and redis.call('PTTL', KEYS[n + held]) < tonumber(ARGV[3]) / 2 then
    redis.call('SET', KEYS[n + held], '1', 'PX', ARGV[3])
  end
  return {redis.call('PTTL', KEYS[held]), signals and 1 or 0, held}
end
for i = 1, n do
  -- Always a write where the ttl allows: a WAIT after it counts the replicas that have it.
  if ARGV[2] == '0' then
    redis.call('SET', KEYS[i], ARGV[1])
  else
    local left = ours[i] and redis.call('PTTL', KEYS[i]) or 0
    if left >= 0 and left <= ttl then redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2]) end
  end
end
if not fence then return 1 end
local failed = keep_fence(3 * n + 1, 4 * n, fence, stays)
if failed then
  redis.call('DEL', unpack(KEYS, 1, n))
  return failed
end
return fence
