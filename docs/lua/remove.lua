-- Removes the keys of one lock or of several no matter who holds them, and wakes one waiter of each. If one is no lock of a make that is
-- known, all stay, unless whatever is there is to go.
-- A lock is a string, whatever it is; a sorted set as Symfony's RedisStore writes it; a hash as Redisson writes it. Where the ACL has no
-- TYPE, or not the command that looks (ZRANGE, HSCAN), strings alone are removed.
-- KEYS[1 .. n]         the locks' keys
-- KEYS[n+1 .. 2n]      their waiting marks  (absent while their slot is being moved)
-- KEYS[2n+1 .. 3n]     their wake lists     (absent likewise)
-- ARGV[1]  how long a signal stays, in ms: 5000
-- ARGV[2]  the caller's token; empty when it has none
-- ARGV[3]  n
-- ARGV[4]  '1' to remove whatever is there, else '0'
-- replies  0  there was no key
--          1  there was at least one, not all of them ours, and all are gone now
--          2  all were there, all ours, and are gone now
--          {number, type, unknown}   nothing was removed, because the key of this number, counted from 1, is no lock: its type as TYPE
--            names it (empty when the ACL forbids that), and 1 if the ACL forbids looking whether it is one, else 0
-- Returns the key's value where that is a string, false for a lock of another make or for no key at all; else nil, and what it is.
local function look(key)
  local value = redis.pcall('GET', key)
  if type(value) ~= 'table' then return value end
  -- It is of another type, or this user may not look.
  local kind = redis.pcall('TYPE', key).ok
  if not kind then return nil, '', 1 end
  if kind == 'none' or kind == 'string' then return false end
  if kind == 'zset' then
    -- Symfony's RedisStore: the writer's token beside a word, or the tokens of readers. A token is 32 bytes in base64.
    local found = redis.pcall('ZRANGE', key, 0, 1000)
    if found.err then return nil, kind, 1 end
    if #found == 2 and (found[1] == '__write__' or found[2] == '__write__') then return false end
    for i = 1, #found do
      if #found > 1000 or #found[i] ~= 44 or not string.find(found[i], '^[%w+/]+=$') then return nil, kind, 0 end
    end
    return false
  end
  if kind == 'hash' then
    -- Redisson: one field, `<uuid>:<thread>`, and how many times that thread has taken it.
    local found = redis.pcall('HSCAN', key, 0, 'COUNT', 2)
    if found.err then return nil, kind, 1 end
    local field = found[2][1] or ''
    if #found[2] == 2 and string.find(field, ':', 1, true) == 37
      and string.find(field, '^%x+%-%x+%-%x+%-%x+%-%x+:%d+$') and string.find(found[2][2], '^%d+$') then return false end
  end
  return nil, kind, 0
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
local n, ours, gone = tonumber(ARGV[3]), 0, 0
for i = 1, n do
  local value, kind, unknown
  if ARGV[4] == '1' then value = redis.pcall('GET', KEYS[i]) else value, kind, unknown = look(KEYS[i]) end
  if kind then return {i, kind, unknown} end
  if ARGV[2] ~= '' and value == ARGV[2] then ours = ours + 1 end
end
for i = 1, n do
  if redis.call('DEL', KEYS[i]) == 1 then
    gone = gone + 1
    -- From here on nothing may raise: scripts do not roll back, and a lock is gone.
    wake(KEYS[n + i], KEYS[2 * n + i], ARGV[1], 1, '1')
  end
end
if gone == 0 then return 0 end
return ours == n and 2 or 1
