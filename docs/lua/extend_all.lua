-- Extends several locks if the token at each of their keys is the caller's, or none: at least so long from now, never shorter.
-- KEYS[1 .. n]  the locks' keys
-- ARGV[1]  the caller's token
-- ARGV[2]  the ttl in ms; '0' for ever
-- replies  0   at least one is not ours: free, another's, or a key of another type
--          n   ms that the first of them to end lives from now on
--          -1  none of them ever expires
for _, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value ~= ARGV[1] then return 0 end
end
local ttl, least = tonumber(ARGV[2]), -1
for _, key in ipairs(KEYS) do
  if ttl == 0 then
    redis.call('PERSIST', key)
  else
    local left = redis.call('PTTL', key)
    if left >= 0 and left < ttl then
      redis.call('PEXPIRE', key, ARGV[2])
      left = ttl
    end
    if left >= 0 and (least == -1 or left < least) then least = left end
  end
end
-- A live key can have 0 ms left; 0 would read as "not ours".
if least == 0 then least = 1 end
return least
