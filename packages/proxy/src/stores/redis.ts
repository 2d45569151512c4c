import { createScript, type RedisClient, type RunScript } from './redis-script.js';
import { MAX_STEP, SEEN_INTERVAL, SHORT_STEP, STEP_TEXT, type AttemptStore, type Change } from './store.js';

export type { RedisClient };

/** How many expired names one swap deletes: more than it can add. */
const SWEEP_LIMIT = 16;

/** The last keys are the clock, the names that expire, with their times, and the lasting names. See MAX_STEP and SHORT_STEP. */
const START = `
local clock, expiring, lasting = table.remove(KEYS), table.remove(KEYS), table.remove(KEYS)
local time, known = redis.call('TIME'), redis.call('HMGET', clock, 'seen', 'reached', 'highest')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local step = now - (known[1] or now)
local highest = tonumber(known[3] or now)
local counted = step > ${SHORT_STEP} and now - highest or step
local reached = (known[2] or now) + math.min(math.max(counted, 0), ${MAX_STEP})
local function get(name)
  local expires = redis.call('ZSCORE', expiring, name)
  return (not expires or tonumber(expires) > reached) and redis.call('MGET', name)[1]
end`;

/** Changes nothing. A replica, and a primary that has lost its replicas, refuse it: what they would return may be old. */
const ON_PRIMARY = `redis.call('PERSIST', clock)`;

/** Reads by a script, since cluster clients may send plain reads to replicas. */
const READ = createScript(`${START}
${ON_PRIMARY}
local values = {}
for i, name in ipairs(KEYS) do values[i] = get(name) end
return values`);

/** Three arguments per key: expected value, new value, expiry in ms. */
const SWAP = createScript(`${START}
for i, name in ipairs(KEYS) do
  local value = get(name)
  if (value and '=' .. value or '') ~= ARGV[3 * i - 2] then return 0 end
end
if not known[1] or step < 0 or step > ${SEEN_INTERVAL} then
  redis.call('HSET', clock, 'seen', now, 'reached', reached, 'highest', math.max(highest, now))
end
if step > ${MAX_STEP} then redis.log(redis.LOG_WARNING, '${STEP_TEXT}') end
for i, name in ipairs(KEYS) do
  local after, expires = ARGV[3 * i - 1], ARGV[3 * i]
  redis.call(after ~= '' and expires == '' and 'SADD' or 'SREM', lasting, name)
  if after == '' then redis.call('DEL', name)
  else redis.call('SET', name, string.sub(after, 2)) end
  if after == '' or expires == '' then redis.call('ZREM', expiring, name)
  else redis.call('ZADD', expiring, reached + expires, name) end
end
for _, name in ipairs(redis.call('ZRANGEBYSCORE', expiring, '-inf', reached, 'LIMIT', 0, ${SWEEP_LIMIT})) do
  redis.call('DEL', name)
  redis.call('ZREM', expiring, name)
end
return 1`);

/** Arguments: cursor and pattern. */
const SCAN = `${START}
${ON_PRIMARY}
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
local found = {}
for _, name in ipairs(page[2]) do
  local value = get(name)
  if value then table.insert(found, name) table.insert(found, value) end
end
return {page[1], found}`;

const LIST = createScript(SCAN);
const LIST_LASTING = createScript(SCAN.replace(`'SCAN'`, `'SSCAN', lasting`));

/**
 * Creates a store for several machines in Redis 6 or newer. Each swap is one atomic script.
 *
 * Configure Redis with `maxmemory-policy noeviction`, `appendonly yes` and `appendfsync always`; otherwise it can lose the
 * record of a sent payment (with `everysec`, up to a second of writes). Connect to the primary. Replication is asynchronous:
 * a failover can lose the last writes, unless `min-replicas-to-write` prevents it.
 *
 * In a Redis Cluster, all names must be in one slot: keep braces in a custom prefix.
 *
 * @param client - a connected client, which you close yourself. If it waits indefinitely for a lost server (node-redis, or
 * `maxRetriesPerRequest: null`), the shopper waits too.
 * @param options.prefix - prefix of all names. Default: `{payments}:`
 */
export function createRedisStore(
  client: RedisClient,
  { prefix = '{payments}:' }: { prefix?: string } = {},
): AttemptStore {
  const run = (script: RunScript, keys: string[], args: string[]) => script(client, keys, args);
  const keyOf = (name: string) => prefix + name;
  /** The proxy has no such names. */
  const own = [':lasting', ':expiring', ':clock'].map(keyOf);

  return {
    async read(names) {
      const values = (await run(READ, [...names.map(keyOf), ...own], [])) as (string | null)[];
      return values.map((value) => value ?? undefined);
    },
    async swap(changes) {
      const keys = changes.map(({ name }) => keyOf(name));
      return (await run(SWAP, [...keys, ...own], changes.flatMap(argumentsOf))) === 1;
    },
    async *list(start, { lasting } = {}) {
      const pattern = `${escapePattern(keyOf(start))}*`;
      const listed = new Set<string>(); // a scan may repeat names; lasting ones are few
      for (let cursor = ''; cursor !== '0';) {
        const page = await run(lasting ? LIST_LASTING : LIST, own, [cursor || '0', pattern]);
        const [next, found] = page as [string, string[]];
        cursor = next;
        for (let index = 0; index < found.length; index += 2) {
          const [key, value] = found.slice(index, index + 2) as [string, string];
          if (listed.has(key)) continue;
          if (lasting) listed.add(key);
          yield [key.slice(prefix.length), value];
        }
      }
    },
  };
}

/** The prefix `=` distinguishes an empty value from a missing one. */
function argumentsOf({ before, after, expiresIn }: Change): string[] {
  const prefixed = (value: string | undefined) => (value === undefined ? '' : `=${value}`);
  return [prefixed(before), prefixed(after), expiresIn === undefined ? '' : String(Math.ceil(expiresIn))];
}

function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}
