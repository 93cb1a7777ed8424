-- Removes all permits of a key no matter who holds them, and wakes as many waiters.
-- KEYS[1 .. n]  the permits' keys; the first is the lock's own key
-- KEYS[n+1]     the key's waiting mark        (these four are absent while their slot is being moved)
-- KEYS[n+2]     the key's wake list
-- KEYS[n+3]     the waiting mark of permits 2 to n
-- KEYS[n+4]     the wake list of permits 2 to n
-- ARGV[1]  how long a signal stays, in ms
-- ARGV[2]  the caller's token; empty when it has none
-- ARGV[3]  n
-- replies  0  all were free
--          1  at least one was held, none by the caller, and all are free now
--          2  at least one was held, one of them by the caller, and all are free now
local n, gone, ours = tonumber(ARGV[3]), 0, false
local function wake(mark, list, most)
  if KEYS[mark] and redis.pcall('EXISTS', KEYS[mark]) == 1 then
    local length = redis.pcall('LLEN', KEYS[list])
    if type(length) == 'number' and length < most then redis.pcall('RPUSH', KEYS[list], '1') end
    redis.pcall('PEXPIRE', KEYS[list], ARGV[1])
  end
end
for i = 1, n do
  local value = redis.pcall('GET', KEYS[i])
  if redis.call('DEL', KEYS[i]) == 1 then
    gone = gone + 1
    ours = ours or (ARGV[2] ~= '' and value == ARGV[2])
    -- From here on nothing may raise: scripts do not roll back, and a permit is free.
    if i == 1 then wake(n + 1, n + 2, 1) else wake(n + 3, n + 4, n) end
  end
end
if gone == 0 then return 0 end
return ours and 2 or 1
