interface IoRedis {
  readonly status?: string;
  eval(script: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
  evalsha(digest: string, numberOfKeys: number, ...keysAndArguments: string[]): Promise<unknown>;
}

interface NodeRedis {
  readonly isReady?: boolean;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
  evalSha(digest: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** A connected client of the package `ioredis` or `redis`. */
export type RedisClient = IoRedis | NodeRedis;

/** Whether a command is sent at once. Otherwise the client may keep it until it is connected again. */
export const isReady = (client: RedisClient): boolean =>
  'evalSha' in client ? client.isReady !== false : (client.status ?? 'ready') === 'ready';

export type RunScript = (client: RedisClient, keys: string[], args: string[]) => Promise<unknown>;

/** Sends the digest of a script instead of its text. Only a server that has been started since needs the text. */
export function createScript(text: string): RunScript {
  let digest: Promise<string> | undefined;
  return async (client, keys, args) => {
    const name = await (digest ??= sha1(text));
    try {
      return await ('evalSha' in client
        ? client.evalSha(name, { keys, arguments: args })
        : client.evalsha(name, keys.length, ...keys, ...args));
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return 'evalSha' in client
        ? client.eval(text, { keys, arguments: args })
        : client.eval(text, keys.length, ...keys, ...args);
    }
  };
}

async function sha1(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
