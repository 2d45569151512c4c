import type { AttemptStore, Change } from '../store.js';

/** The part of a client of `ioredis` that is used. */
interface IoRedis {
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

/** The part of a client of `redis` (node-redis) that is used. */
interface NodeRedis {
  evalSha: unknown;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A connected client of `ioredis` or of `redis`. */
export type RedisClient = IoRedis | NodeRedis;

/** Reads are a script as well, since a cluster's client may send plain reads to replicas, and those lag behind. */
const READ = `return redis.call('MGET', unpack(KEYS))`;

/** Three arguments for each key: what must stand there, what shall, and the ms that it may. */
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
 * A store for many machines, over the merchant's own Redis 6 or newer. Each swap is one script, which Redis runs as a
 * whole.
 *
 * What Redis has to be set up with, or it may forget that a payment was sent: `maxmemory-policy noeviction`, and
 * persistence with `appendonly yes` and `appendfsync always` (with `everysec` a crash of the machine can lose the last
 * second). The client has to talk to the primary. Replication is asynchronous, so a failover can lose what was written
 * last, unless `min-replicas-to-write` and patience prevent it.
 *
 * In a Redis Cluster all names of a swap have to be in one slot: the braces of the default prefix see to that, and one
 * of your own needs braces too.
 *
 * @param client - connected, and closed by whoever made it. One that waits for a lost server as long as it takes
 * (node-redis, or `maxRetriesPerRequest: null`) lets the shopper wait as well.
 * @param options.prefix - what all names begin with; `{payments}:` if left out
 */
export function createRedisStore(
  client: RedisClient,
  { prefix = '{payments}:' }: { prefix?: string } = {},
): AttemptStore {
  // The scripts are sent whole: they are short, and Redis knows them by their hash all the same.
  const run = (script: string, names: readonly string[], args: string[]): Promise<unknown> => {
    const keys = names.map((name) => prefix + name);
    return 'evalSha' in client
      ? client.eval(script, { keys, arguments: args })
      : client.eval(script, keys.length, ...keys, ...args);
  };

  return {
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

/** A mark before each value tells an empty one from none. */
function argumentsOf({ before, after, expiresIn }: Change): string[] {
  const marked = (value: string | undefined) => (value === undefined ? '' : `=${value}`);
  return [marked(before), marked(after), expiresIn === undefined ? '' : String(Math.ceil(expiresIn))];
}
