-- Removes several locks' keys no matter who holds them, and wakes one waiter of each.
-- KEYS[1 .. n]         the locks' keys
-- KEYS[n+1 .. 2n]      their waiting marks  (absent when one of the keys has no companions, or their slot is being moved)
-- KEYS[2n+1 .. 3n]     their wake lists     (absent likewise)
-- ARGV[1]  how long a signal stays, in ms
-- ARGV[2]  the caller's token; empty when it has none
-- ARGV[3]  n
-- replies  0  there was no key
--          1  there was at least one, not all of them ours, and all are gone now
--          2  all were there, all ours, and are gone now
local n, ours, gone = tonumber(ARGV[3]), 0, 0
for i = 1, n do
  local value = redis.pcall('GET', KEYS[i])
  if ARGV[2] ~= '' and value == ARGV[2] then ours = ours + 1 end
  if redis.call('DEL', KEYS[i]) == 1 then
    gone = gone + 1
    -- From here on nothing may raise: scripts do not roll back, and a lock is gone.
    if KEYS[n + i] and redis.pcall('EXISTS', KEYS[n + i]) == 1 then
      if redis.pcall('LLEN', KEYS[2 * n + i]) == 0 then redis.pcall('RPUSH', KEYS[2 * n + i], '1') end
      redis.pcall('PEXPIRE', KEYS[2 * n + i], ARGV[1])
    end
  end
end
if gone == 0 then return 0 end
return ours == n and 2 or 1
