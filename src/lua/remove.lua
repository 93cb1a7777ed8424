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
-- include look.lua
-- include wake.lua
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
