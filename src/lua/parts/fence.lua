-- Returns the next fence after the last ones at KEYS[from .. to], and how long it is kept in ms; or nil, and why there is none. Called
-- before anything is written: what raises here leaves no lock.
local function next_fence(from, to, stays)
  local last = 0
  for i = from, to do
    local one = redis.pcall('GET', KEYS[i])
    if type(one) == 'table' then return nil, {err = one.err .. ' (the fence at ' .. KEYS[i] .. ')'} end
    last = math.max(tonumber(one or 0) or 0, last)
  end
  local now = redis.pcall('TIME')
  local fence
  if now.err then
    -- An ACL without TIME: counted, and kept for ever, or it would start again.
    fence, stays = last + 1, '0'
  else
    fence = math.max(last + 1, now[1] * 1000000 + now[2])
  end
  -- Above 2^53 a number of Lua has no exact successor; nan compares false.
  if not (fence < 2 ^ 53) then return nil, {err = 'ERR the fence at ' .. KEYS[from] .. ' cannot grow any more'} end
  return fence, stays
end
-- Writes it to each of them; returns the error that ends that.
local function keep_fence(from, to, fence, stays)
  -- Lua itself would write 1.7e+15.
  local text = string.format('%.0f', fence)
  for i = from, to do
    local kept
    -- Never shorter than an earlier lease has it: that one may be the longer, and its holder alive.
    local lives = redis.pcall('PTTL', KEYS[i])
    if stays == '0' then
      kept = redis.pcall('SET', KEYS[i], text)
    elseif type(lives) == 'number' and (lives == -1 or lives > tonumber(stays)) then
      kept = redis.pcall('SET', KEYS[i], text, 'KEEPTTL')
    else
      kept = redis.pcall('SET', KEYS[i], text, 'PX', stays)
    end
    if kept.err then return kept end
  end
end
