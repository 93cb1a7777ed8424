-- Tells an operator about a lock: who holds it and how long, whether a waiter is there, its last fence. Changes nothing.
-- KEYS[1]  the lock's key
-- KEYS[2]  its waiting mark     (absent while their slot is being moved)
-- KEYS[3]  its last fence       (absent likewise)
-- ARGV[1]  the longest value that is told, in bytes: 4096, the longest token; any key may be described, and a value may be of any size
-- replies  {}                                    free
--          {type, pttl, value, waits, fence}     held: the type of the key as TYPE names it (empty when the ACL
--            forbids that), ms left (-1 for ever), the value (empty unless it is a string that may be told), 1 if the mark is
--            there, 0 if not, -1 if that cannot be told, and the last fence (empty when there is none to be had)
local longest = tonumber(ARGV[1])
-- Not GET: the value of a key that is no lock may have hundreds of megabytes.
local value = redis.pcall('GETRANGE', KEYS[1], 0, longest)
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then
  value = redis.pcall('GET', KEYS[1])
end
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
local left = redis.call('PTTL', KEYS[1])
if left == -2 then return {} end
local kind = 'string'
if type(value) ~= 'string' then
  kind = redis.pcall('TYPE', KEYS[1]).ok or ''
  value = ''
elseif string.len(value) > longest then
  value = ''
end
local waits, fence = -1, ''
if KEYS[2] then waits = redis.pcall('EXISTS', KEYS[2]) end
if type(waits) ~= 'number' then waits = -1 end
if KEYS[3] then fence = redis.pcall('GET', KEYS[3]) end
if type(fence) ~= 'string' then fence = '' end
return {kind, left, value, waits, fence}
