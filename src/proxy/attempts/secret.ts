import { importSecret, type Secret } from './fingerprint.js';
import type { AttemptStore } from './store.js';
import { retryOnConflict } from './swap.js';

const NAME = 'secret';

/** Returns the random secret that all processes with this store share. Created at the first call and never expires. */
export function createSecret(store: AttemptStore): () => Promise<Secret> {
  let secret: Promise<Secret> | undefined;
  const readOrWrite = async () => {
    const [existing] = await store.read([NAME]);
    if (existing !== undefined) return existing;
    const after = `${crypto.randomUUID()}${crypto.randomUUID()}`;
    return (await store.swap([{ name: NAME, before: undefined, after }])) ? after : undefined;
  };
  return () => {
    secret ??= retryOnConflict(readOrWrite).then(importSecret);
    secret.catch(() => {
      secret = undefined;
    });
    return secret;
  };
}
