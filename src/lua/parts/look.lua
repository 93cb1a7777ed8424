-- Returns the key's value where that is a string, false for a lock of another make or for no key at all; else nil, and what it is.
local function look(key)
  local value = redis.pcall('GET', key)
  if type(value) ~= 'table' then return value end
  -- It is of another type, or this user may not look.
  local kind = redis.pcall('TYPE', key).ok
  if not kind then return nil, '', 1 end
  if kind == 'none' or kind == 'string' then return false end
  if kind == 'zset' then
    -- Symfony's RedisStore: the writer's token beside a word, or the tokens of readers. A token is 32 bytes in base64.
    local found = redis.pcall('ZRANGE', key, 0, 1000)
    if found.err then return nil, kind, 1 end
    if #found == 2 and (found[1] == '__write__' or found[2] == '__write__') then return false end
    for i = 1, #found do
      if #found > 1000 or #found[i] ~= 44 or not string.find(found[i], '^[%w+/]+=$') then return nil, kind, 0 end
    end
    return false
  end
  if kind == 'hash' then
    -- Redisson: one field, `<uuid>:<thread>`, and how many times that thread has taken it.
    local found = redis.pcall('HSCAN', key, 0, 'COUNT', 2)
    if found.err then return nil, kind, 1 end
    local field = found[2][1] or ''
    if #found[2] == 2 and string.find(field, ':', 1, true) == 37
      and string.find(field, '^%x+%-%x+%-%x+%-%x+%-%x+:%d+$') and string.find(found[2][2], '^%d+$') then return false end
  end
  return nil, kind, 0
end
