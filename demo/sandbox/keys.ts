import type { Mode } from '../../src/contract/protocol.js';
import { createApiKey } from './choices.js';
import type { Credentials } from './credentials.js';

/** Takes the keys that a merchant remembers, or makes new ones where there are none or they were revoked. */
export function takeKeys(credentials: Credentials, known: Partial<Record<Mode, string>> = {}): Record<Mode, string> {
  return { live: takeKey(credentials, 'live', known.live), test: takeKey(credentials, 'test', known.test) };
}

function takeKey(credentials: Credentials, kind: Mode, known = createApiKey(kind)): string {
  const credential = credentials.find(known);
  if (credential?.revokedAt === null && credential.kind === kind) return known;
  const key = credential ? createApiKey(kind) : known;
  // It is good at once. Should it not be written down, no later write is either, and whoever waits for one is told.
  credentials.create({ kind, name: 'Demo shop' }, key).catch(() => undefined);
  return key;
}
