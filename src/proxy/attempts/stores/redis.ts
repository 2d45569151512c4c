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

/** Three arguments per key: expected value, new value, expiry in ms. */
const SWAP = `
for i, name in ipairs(KEYS) do
  local value = redis.call('GET', name)
  if (value and '=' .. value or '') ~= ARGV[3 * i - 2] then return 0 end
end
for i, name in ipairs(KEYS) do
  local after, expires = ARGV[3 * i - 1], ARGV[3 * i]
  if after == '' then redis.call('DEL', name)
  elseif expires == '' then redis.call('SET', name, string.sub(after, 2))
  else redis.call('SET', name, string.sub(after, 2), 'PX', expires) end
end
return 1`;

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
  const run = (script: string, names: readonly string[], args: string[]): Promise<unknown> => {
    const keys = names.map((name) => prefix + name);
    return 'evalSha' in client
      ? client.eval(script, { keys, arguments: args })
      : client.eval(script, keys.length, ...keys, ...args);
  };

  return {
    shared: true,
    async read(names) {
      const values = (await run(READ, names, [])) as (string | null)[];
      return values.map((value) => value ?? undefined);
    },
    async swap(changes) {
      const names = changes.map(({ name }) => name);
      return (await run(SWAP, names, changes.flatMap(argumentsOf))) === 1;
    },
  };
}

/** The prefix `=` distinguishes an empty value from a missing one. */
function argumentsOf({ before, after, expiresIn }: Change): string[] {
  const prefixed = (value: string | undefined) => (value === undefined ? '' : `=${value}`);
  return [prefixed(before), prefixed(after), expiresIn === undefined ? '' : String(Math.ceil(expiresIn))];
}
