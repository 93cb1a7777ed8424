-- Tells who holds several locks.
-- KEYS[1 .. n]  the locks' keys
-- ARGV[1]  the caller's token; empty when it has none
-- ARGV[2]  '1' to be told another's token, '0' for whether only: a value may be of any size
-- replies  {0, -2, ''}        all are free
--          {1, pttl, token}   all are ours: ms left of the first to end (-1: none ever does)
--          {2, pttl, token}   not all are ours: of the first that is held; the token is empty unless requested
--          {3, pttl, ''}      not all are ours: the first that is held is a key of another type
local first, ours, least = nil, 0, -1
for _, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value then
    local left = redis.call('PTTL', key)
    local text = type(value) == 'string' and value or ''
    if not first then first = {type(value) == 'string' and 2 or 3, left, ARGV[2] == '1' and text or ''} end
    if ARGV[1] ~= '' and value == ARGV[1] then
      ours = ours + 1
      if left >= 0 and (least == -1 or left < least) then least = left end
    end
  end
end
if not first then return {0, -2, ''} end
if ours == #KEYS then return {1, least, ARGV[1]} end
return first
