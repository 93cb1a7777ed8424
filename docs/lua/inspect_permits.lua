-- Tells who holds a key's permits.
-- KEYS[1 .. n]  the permits' keys; the first is the lock's own key
-- ARGV[1]  the caller's token; empty when it has none
-- ARGV[2]  '1' to be told another's token, '0' for whether only: a value may be of any size
-- replies  {0, -2, '', 0, held}          at least one is free, and none is ours; held: how many are not free
--          {1, pttl, token, i, held}     permit i is ours: ms left (-1 for ever)
--          {2, pttl, token, i, held}     all are held, none is ours: i is the lowest; its token is empty unless requested
--          {3, pttl, '', i, held}        the same, and the lowest is a key of another type
-- Where '1' is requested, a lowest one that is held is told of also while others are free.
local held, first, ours = 0, nil, nil
for i, key in ipairs(KEYS) do
  local value = redis.pcall('GET', key)
  -- Another type is another program's; any other error (an ACL without GET) is no reply to "whose is it?".
  if type(value) == 'table' and not string.find(value.err, 'WRONGTYPE', 1, true) then return value end
  if value then
    held = held + 1
    local left = redis.call('PTTL', key)
    local text = type(value) == 'string' and value or ''
    if ARGV[1] ~= '' and value == ARGV[1] and not ours then ours = {1, left, text, i} end
    if not first then first = {type(value) == 'string' and 2 or 3, left, ARGV[2] == '1' and text or '', i} end
  end
end
local reply = ours or first
if not ours and (not first or (held < #KEYS and ARGV[2] ~= '1')) then reply = {0, -2, '', 0} end
reply[5] = held
return reply
