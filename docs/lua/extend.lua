-- Extends a lock if the token at its key is the caller's: to at least the ttl from now, and never to less than it has left.
-- KEYS[1]  the lock's key
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- replies  0   it is not ours: free, another's, or a key of another type
--          n   ms that the key lives from now on
--          -1  the key never expires
local value = redis.pcall('GET', KEYS[1])
-- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
if value ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('PERSIST', KEYS[1]) return -1 end
local left = redis.call('PTTL', KEYS[1])
if left >= 0 and left < tonumber(ARGV[2]) then
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  left = tonumber(ARGV[2])
end
-- A live key can have 0 ms left; 0 would read as "not ours".
if left == 0 then left = 1 end
return left
