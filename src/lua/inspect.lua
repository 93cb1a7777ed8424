-- Tells who holds a lock.
-- KEYS[1]  the lock's key
-- ARGV[1]  the caller's token; empty when it has none
-- replies  {0, -2, ''}        free
--          {1, pttl, token}   ours: ms left (-1 for ever)
--          {2, pttl, token}   another's
--          {3, pttl, ''}      a key of another type
local value = redis.pcall('GET', KEYS[1])
-- Another type is somebody else's; any other error (an ACL without GET) is no answer to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if not value then return {0, -2, ''} end
local left = redis.call('PTTL', KEYS[1])
if type(value) ~= 'string' then return {3, left, ''} end
return {ARGV[1] ~= '' and value == ARGV[1] and 1 or 2, left, value}
