import type { AttemptStore, Change } from '../store.js';

/** The method of `ioredis` that is used. */
interface IoRedis {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** The methods of `redis` (node-redis) that are used. */
interface NodeRedis {
  evalSha: unknown;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A connected client of the package `ioredis` or `redis`. */
export type RedisClient = IoRedis | NodeRedis;

/** A script, since cluster clients may send plain reads to replicas, which can be stale. */
const READ = `return redis.call('MGET', unpack(KEYS))`;

/** Three arguments per key: expected value, new value, expiry in ms. The last key is the set of lasting names. */
const SWAP = `
local lasting = table.remove(KEYS)
for i, name in ipairs(KEYS) do
  local value = redis.call('GET', name)
  if (value and '=' .. value or '') ~= ARGV[3 * i - 2] then return 0 end
end
for i, name in ipairs(KEYS) do
  local after, expires = ARGV[3 * i - 1], ARGV[3 * i]
  redis.call(after ~= '' and expires == '' and 'SADD' or 'SREM', lasting, name)
  if after == '' then redis.call('DEL', name)
  elseif expires == '' then redis.call('SET', name, string.sub(after, 2))
  else redis.call('SET', name, string.sub(after, 2), 'PX', expires) end
end
return 1`;

/** One page of names with their values. Key: the set of lasting names, which MGET ignores. Arguments: cursor and pattern. */
const LIST = `
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
local found = {}
for _, name in ipairs(page[2]) do
  local value = redis.call('MGET', name)[1]
  if value then table.insert(found, name) table.insert(found, value) end
end
return {page[1], found}`;

/** As LIST, from the set. */
const LIST_LASTING = LIST.replace(`'SCAN'`, `'SSCAN', KEYS[1]`).replace(
  'if value',
  `if value and redis.call('PTTL', name) == -1`,
);

/** Adds one page of names to the set: values may be older than the set. Its member '' says that it is complete. */
const ADD_LASTING = `
if redis.call('SISMEMBER', KEYS[1], '') == 1 then return '0' end
local page = redis.call('SCAN', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
for _, name in ipairs(page[2]) do
  if name ~= KEYS[1] and redis.call('PTTL', name) == -1 then redis.call('SADD', KEYS[1], name) end
end
if page[1] == '0' then redis.call('SADD', KEYS[1], '') end
return page[1]`;

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
  // EVAL rather than EVALSHA: the scripts are short, and Redis caches them anyway.
  const run = (script: string, keys: string[], args: string[]): Promise<unknown> =>
    'evalSha' in client
      ? client.eval(script, { keys, arguments: args })
      : client.eval(script, keys.length, ...keys, ...args);
  const keyOf = (name: string) => prefix + name;
  /** The set of lasting names. The proxy has no such name. */
  const lastingKey = keyOf(':lasting');

  async function addOlderLasting(): Promise<void> {
    const pattern = `${escapePattern(prefix)}*`;
    for (let cursor = ''; cursor !== '0';) {
      cursor = String(await run(ADD_LASTING, [lastingKey], [cursor || '0', pattern]));
    }
  }

  return {
    client,
    async read(names) {
      const values = (await run(READ, names.map(keyOf), [])) as (string | null)[];
      return values.map((value) => value ?? undefined);
    },
    async swap(changes) {
      const keys = changes.map(({ name }) => keyOf(name));
      return (await run(SWAP, [...keys, lastingKey], changes.flatMap(argumentsOf))) === 1;
    },
    async *list(start, { lasting } = {}) {
      if (lasting) await addOlderLasting();
      const pattern = `${escapePattern(keyOf(start))}*`;
      const listed = new Set<string>(); // a scan may repeat names; lasting ones are few
      for (let cursor = ''; cursor !== '0';) {
        const page = await run(lasting ? LIST_LASTING : LIST, [lastingKey], [cursor || '0', pattern]);
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

/** Escapes a text for MATCH. */
function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\]/g, '\\$&');
}
