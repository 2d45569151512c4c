import { createScript, isReady, type RedisClient, type RunScript } from '../stores/redis-script.js';
import type { Counters } from './counters.js';

/** Two arguments per key: how many fit, and the window in ms. Returns the first full key, from 1, and when it has room. */
const TAKE = createScript(`
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) >= tonumber(ARGV[2 * i - 1]) then return {i, redis.call('PTTL', key)} end
end
for i, key in ipairs(KEYS) do
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
end
return {0, 0}`);

const GIVE_BACK = createScript(`
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or 0) > 0 then redis.call('DECR', key) end
end`);

/** In a cluster, all keys of a script must be in one slot. */
const PREFIX = '{payments-limits}:';

export function createRedisCounters(client: RedisClient): Counters {
  const run = async (script: RunScript, names: readonly { readonly name: string }[], args: string[] = []) => {
    if (!isReady(client)) throw new Error('Redis is not connected.');
    return script(
      client,
      names.map(({ name }) => PREFIX + name),
      args,
    );
  };
  return {
    async take(counts) {
      const args = counts.flatMap(({ most, windowMs }) => [String(most), String(windowMs)]);
      const [position, waitMs] = (await run(TAKE, counts, args)) as [number, number];
      return position === 0 ? undefined : { index: position - 1, waitMs };
    },
    async giveBack(counts) {
      await run(GIVE_BACK, counts);
    },
  };
}
