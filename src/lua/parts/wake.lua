-- Wakes waiters, if one has left its mark: adds one element '1' if the wake list has fewer than `most`, or as many '2' as it lacks. More
-- than one of those, since a waiter may wait for the lock, and not for what was done. Nothing in it may raise: scripts do not roll back.
local function wake(mark, list, stays, most, element)
  if mark and redis.pcall('EXISTS', mark) == 1 then
    local length = redis.pcall('LLEN', list)
    if type(length) == 'number' then
      for _ = length + 1, element == '1' and math.min(most, length + 1) or most do redis.pcall('RPUSH', list, element) end
    end
    redis.pcall('PEXPIRE', list, stays)
  end
end
