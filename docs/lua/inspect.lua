-- Tells who holds a lock.
-- KEYS[1]  the lock's key
-- ARGV[1]  the caller's token; empty when it has none
-- ARGV[2]  '1' to be told another's token, '0' for whether only: a value may be of any size
-- replies  {0, -2, ''}        free
--          {1, pttl, token}   ours: ms left (-1 for ever)
--          {2, pttl, token}   another's; the token is empty unless requested
--          {3, pttl, ''}      a key of another type
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if not value then return {0, -2, ''} end
local left = redis.call('PTTL', KEYS[1])
if type(value) ~= 'string' then return {3, left, ''} end
if ARGV[1] ~= '' and value == ARGV[1] then return {1, left, value} end
return {2, left, ARGV[2] == '1' and value or ''}
