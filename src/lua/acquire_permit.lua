-- Takes one of a key's permits: the lowest that is free, but first of those whose list woke the caller. Refused, tells how long
-- that may last, and marks that a waiter is there.
-- KEYS[1 .. n]  the permits' keys; the first is the lock's own key
-- KEYS[n+1]     the key's waiting mark        (these five are absent while their slot is being moved)
-- KEYS[n+2]     the key's wake list
-- KEYS[n+3]     the waiting mark of permits 2 to n
-- KEYS[n+4]     the wake list of permits 2 to n
-- KEYS[n+5]     how many permits there are, for operators
-- KEYS[n+6]     the key's last fence          (absent unless a fence is requested)
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- ARGV[3]  how long the marks stay, in ms: 5000; '0' when the caller does not wait
-- ARGV[4]  '1' after an acquire with this token whose reply did not come: it may have run, and a permit with this token is ours; else '0'
-- ARGV[5]  how long the fence stays at least, and the number of permits, in ms: the ttl, but not below 86400000; '0' for ever, with a
--          ttl of '0'
-- ARGV[6]  n
-- ARGV[7]  how long a signal stays, in ms: 5000
-- ARGV[8]  whose element woke the caller: '1' the key's list, '2' that of permits 2 to n; '0' none, or it is unknown which
-- replies  {i, f}                permit i is ours, with its full ttl; f is the lease's fence where one is requested, else 1
--          {0, pttl, signals}    all are held: ms left of the first to end (-1: none ever does), and 1 if all their holders
--                                signal their release, 2 if all who do not are at rest, else 0
--          an error              nothing was taken
-- include fence.lua
-- include wake.lua
local n, ttl = tonumber(ARGV[6]), tonumber(ARGV[2])
local fence, stays
if KEYS[n + 6] then
  fence, stays = next_fence(n + 6, n + 6, ARGV[5])
  if not fence then return stays end
end
-- Another type's key replies with a table: foreign, it does not signal. Nor does a key at rest, which only ends.
local function will_signal(value)
  return type(value) == 'string' and string.sub(value, 1, 3) == 'rl_' and value ~= 'rl_rest'
end
local values, taken = {}, nil
for i = 1, n do
  local value = redis.pcall('GET', KEYS[i])
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value == ARGV[1] then taken = taken or i end
  values[i] = value
end
if taken and ARGV[4] == '1' then
  -- Always a write where the ttl allows: a WAIT after it counts the replicas that have it.
  if ARGV[2] == '0' then
    redis.call('SET', KEYS[taken], ARGV[1])
  else
    local left = redis.call('PTTL', KEYS[taken])
    if left >= 0 and left <= ttl then redis.call('PEXPIRE', KEYS[taken], ARGV[2]) end
  end
elseif not taken then
  for step = 1, n do
    -- Each element stands for a free permit of its list: who takes another one leaves that one without a signal.
    local i = ARGV[8] == '2' and step % n + 1 or step
    if not values[i] then
      -- NX, because a value that has just been read as none may yet be there when its key is about to expire.
      local set
      if ARGV[2] == '0' then
        set = redis.call('SET', KEYS[i], ARGV[1], 'NX')
      else
        set = redis.call('SET', KEYS[i], ARGV[1], 'NX', 'PX', ARGV[2])
      end
      if set then
        taken = i
        break
      end
    end
  end
else
  -- A given token stands on one permit at most: its holder is another object.
  taken = nil
end
if taken then
  local failed = fence and keep_fence(n + 6, n + 6, fence, stays)
  if failed then
    redis.call('DEL', KEYS[taken])
    return failed
  end
  if KEYS[n + 5] then
    local known, lives = redis.pcall('GET', KEYS[n + 5]), redis.pcall('PTTL', KEYS[n + 5])
    -- Rewritten only below half its life, or every acquire would write twice.
    if known ~= ARGV[6] or (type(lives) == 'number' and lives >= 0 and (ARGV[5] == '0' or lives < tonumber(ARGV[5]) / 2)) then
      if ARGV[5] == '0' then
        redis.pcall('SET', KEYS[n + 5], ARGV[6])
      else
        redis.pcall('SET', KEYS[n + 5], ARGV[6], 'PX', ARGV[5])
      end
    end
  end
  -- Another permit may be free with no signal that tells of it: the caller took one and does not know of which list. Or it will
  -- end without a signal, and the caller was the waiter that watched it.
  local other
  for i = 1, n do
    if i ~= taken and not values[i] and ARGV[8] == '0' then
      other = i
      break
    end
    if i ~= taken and values[i] and not will_signal(values[i]) then other = other or i end
  end
  if other and KEYS[n + 1] then
    -- Its own list alone is looked at: what is in the other one may be taken by a waiter of the plain key. An element that is there
    -- lives as long as the release says that put it there.
    local at = other == 1 and n + 1 or n + 3
    if redis.pcall('LLEN', KEYS[at + 1]) == 0 then wake(KEYS[at], KEYS[at + 1], ARGV[7], 1, '1') end
  end
  return {taken, fence or 1}
end
local least, any, signals = -1, false, 1
for i = 1, n do
  local left = redis.call('PTTL', KEYS[i])
  if left >= 0 and (least == -1 or left < least) then least = left end
  if will_signal(values[i]) then
    any = true
  elseif values[i] == 'rl_rest' then
    any = true
    if signals == 1 then signals = 2 end
  else
    signals = 0
  end
end
if any and ARGV[3] ~= '0' and KEYS[n + 1] then
  -- Rewritten only below half their life, or every waiter would write, and replicate, each second.
  for _, mark in ipairs({n + 1, n + 3}) do
    if redis.call('PTTL', KEYS[mark]) < tonumber(ARGV[3]) / 2 then redis.call('SET', KEYS[mark], '1', 'PX', ARGV[3]) end
  end
end
return {0, least, signals}
