import { setTimeout as sleep } from 'node:timers/promises';
import { createIdempotencyKey } from '../../../../src/contract/protocol.js';
import { askAttempt } from '../../../../src/transport/attempt-status.js';
import type { ProxyAddress } from '../../../../src/transport/fetch-json.js';
import { pay } from '../../../../src/transport/client.js';
import { samplePayment } from '../../../support/sample-payment.js';
import { chance } from './random.js';

/** What a shopper was told about an attempt. */
export interface Claim {
  readonly key: string;
  readonly word: 'paid' | 'pending' | 'not_charged' | 'unknown';
  readonly code?: string | undefined;
  /** In ms, on the clock of `performance.now()`. */
  readonly at: number;
}

/** One order of a shopper, with all its attempts. */
export interface Purchase {
  readonly keys: string[];
  readonly claims: Claim[];
  /** When each attempt began. An attempt may use the key of the previous one. */
  readonly tries: { readonly key: string; readonly at: number }[];
}

const MAX_TRIES = 4;
/** In ms. The widget asks for ten minutes. */
const FOLLOW = { pause: 250, limit: 8000 };

/**
 * Pays as the widget does: follows an attempt in doubt, and pays again only after "not charged".
 * @param address.fetch - of the shopper's browser
 */
export async function buy(address: ProxyAddress, onClaim: (claim: Claim) => void): Promise<Purchase> {
  const purchase: Purchase = { keys: [], claims: [], tries: [] };
  const order = chance(0.5) ? { reference: crypto.randomUUID() } : { reference: undefined };
  const say = (key: string, word: Claim['word'], code?: string): void => {
    const claim = { key, word, code, at: performance.now() };
    purchase.claims.push(claim);
    onClaim(claim);
  };

  /** @returns whether the attempt has failed for certain, and its key may still be on its way */
  async function attempt(key: string): Promise<'failed' | 'unseen' | undefined> {
    const body = JSON.stringify(samplePayment({ ...order, amount: 4999 }));
    const times = { timeout: 9000, tryTimeout: 7000 };
    const result = await pay({ ...address, ...times, idempotencyKey: key, body, idempotent: true, recovery: true });
    const code = 'error' in result ? result.error.code : undefined;
    say(key, result.outcome, code);
    if (result.outcome !== 'unknown') return result.outcome === 'not_charged' ? 'failed' : undefined;
    for (const end = performance.now() + FOLLOW.limit; performance.now() < end;) {
      await sleep(FOLLOW.pause);
      const status = await askAttempt({ ...address, idempotencyKey: key });
      if (status.result) {
        say(key, status.result.outcome, 'followed');
        return status.result.outcome === 'not_charged' ? 'failed' : undefined;
      }
      if (status.state === 'not_found' && code === 'store_unavailable') {
        say(key, 'not_charged', 'attempt_not_found');
        return 'unseen';
      }
    }
    return undefined;
  }

  let key = createIdempotencyKey();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (!purchase.keys.includes(key)) purchase.keys.push(key);
    purchase.tries.push({ key, at: performance.now() });
    const end = await attempt(key);
    if (end === undefined) break;
    if (end === 'failed') key = createIdempotencyKey();
  }
  return purchase;
}
