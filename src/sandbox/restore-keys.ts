import type { Mode } from '../contract/protocol.js';
import { createApiKey } from './assumptions.js';
import type { Credentials } from './credentials.js';

/** Restores the merchant's stored keys. Creates new ones if they are missing or revoked. */
export function restoreKeys(credentials: Credentials, known: Partial<Record<Mode, string>> = {}): Record<Mode, string> {
  return { live: restoreKey(credentials, 'live', known.live), test: restoreKey(credentials, 'test', known.test) };
}

function restoreKey(credentials: Credentials, kind: Mode, known = createApiKey(kind)): string {
  const credential = credentials.find(known);
  if (credential?.revokedAt === null && credential.kind === kind) return known;
  const key = credential ? createApiKey(kind) : known;
  // The key works at once. If this write fails, all later writes fail, too, and report the error.
  credentials.create({ kind, name: 'Demo shop' }, key).catch(() => undefined);
  return key;
}
