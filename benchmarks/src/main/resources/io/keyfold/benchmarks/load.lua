-- Asks for things drawn from a seed. Arguments: a file with a thing a line, the seed, how many of them a request has in its body
-- (0: one, in its path), and what stands before the thing in the path.
local things, inBody, before = {}, 0, ""

function init(args)
  for line in io.lines(args[1]) do
    things[#things + 1] = line
  end
  math.randomseed(tonumber(args[2]))
  inBody = tonumber(args[3])
  before = args[4]
end

local function draw()
  return things[math.random(#things)]
end

-- No table of headers is walked for each request, and no reply is looked at here: that would cost more than the server's work.
function request()
  if inBody == 0 then
    return "GET " .. before .. draw() .. " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
  end
  local drawn = {}
  for i = 1, inBody do
    drawn[i] = draw()
  end
  local body = '{"keys":[' .. table.concat(drawn, ",") .. "]}"
  return "POST " .. before .. " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: "
    .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("\nRESULT records=%d nanos=%.0f p50Us=%d p99Us=%d status=%d connect=%d read=%d write=%d timeout=%d\n",
    summary.requests, summary.duration * 1000, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
