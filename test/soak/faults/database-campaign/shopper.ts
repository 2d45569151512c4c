import { setTimeout as sleep } from 'node:timers/promises';
import { createIdempotencyKey } from '../../../../src/contract/protocol.js';
import { askAttempt } from '../../../../src/transport/attempt-status.js';
import type { AttemptStatus } from '../../../../src/transport/attempt-report.js';
import type { ProxyAddress } from '../../../../src/transport/fetch-json.js';
import { pay } from '../../../../src/transport/client.js';
import { samplePayment } from '../../../support/sample-payment.js';
import { inLanes } from '../campaign/run.js';
import { chance, random } from './random.js';

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

export interface ShopperOptions {
  readonly onClaim: (claim: Claim) => void;
  /** Attempts until the shopper gives up, without refusals by a rate limit. */
  readonly maxTries?: number;
  /** How long the shopper follows an attempt in doubt, in ms. The widget does so for ten minutes. */
  readonly patience?: number;
  /** Limits of `pay()`, in ms. */
  readonly timeout?: number;
  readonly tryTimeout?: number;
  /**
   * Resolves when the shopper presses Pay again.
   * @param pause - in ms, as `Retry-After` asks for
   */
  readonly turn?: (pause: number) => Promise<void>;
}

const wait = async (pause: number): Promise<void> => {
  await sleep(pause);
};

/** How an attempt has ended for the shopper. */
type Ending =
  /** Paid, or not known. */
  | 'over'
  | 'failed'
  /** Not known by any proxy, but still on its way perhaps. The key is used again, so that it is sent once at most. */
  | 'unseen'
  | { readonly retryAfter: number };

/** First pause before a question for the outcome, in ms. Each is twice as long as the one before. */
const FIRST_PAUSE = 250;
const LIMITED = 'rate_limited';
/** How much longer than told shoppers wait: the widget does so, too. */
const SPREAD = 0.2;

/**
 * Pays as the widget does: follows an attempt in doubt, and pays again only after "not charged".
 * @param address.fetch - of the shopper's browser
 */
export async function buy(address: ProxyAddress, options: ShopperOptions): Promise<Purchase> {
  const { onClaim, maxTries = 4, patience = 8000, turn = wait } = options;
  const { timeout = 9000, tryTimeout = 7000 } = options;
  const purchase: Purchase = { keys: [], claims: [], tries: [] };
  const order = chance(0.5) ? { reference: crypto.randomUUID() } : { reference: undefined };
  const say = (key: string, word: Claim['word'], code?: string): void => {
    const claim = { key, word, code, at: performance.now() };
    purchase.claims.push(claim);
    onClaim(claim);
  };

  async function attempt(key: string): Promise<Ending> {
    const body = JSON.stringify(samplePayment({ ...order, amount: 4999 }));
    const times = { timeout, tryTimeout };
    const result = await pay({ ...address, ...times, idempotencyKey: key, body, idempotent: true, recovery: true });
    const error = 'error' in result ? result.error : undefined;
    const code = error?.code;
    say(key, result.outcome, code);
    if (result.outcome === 'not_charged')
      return code === LIMITED ? { retryAfter: (error?.retryAfter ?? 1) * 1000 } : 'failed';
    if (result.outcome !== 'unknown') return 'over';
    let status: AttemptStatus | undefined;
    for (let pause = FIRST_PAUSE, left = patience; left > 0; left -= pause, pause *= 2) {
      await sleep(Math.min(pause, left));
      status = await askAttempt({ ...address, idempotencyKey: key });
      if (status.result) {
        say(key, status.result.outcome, 'followed');
        return status.result.outcome === 'not_charged' ? 'failed' : 'over';
      }
      if (status.state === 'not_found' && code === 'store_unavailable') {
        say(key, 'not_charged', 'attempt_not_found');
        return 'unseen';
      }
    }
    return status?.state === 'not_found' ? 'unseen' : 'over';
  }

  let key = createIdempotencyKey();
  let pause: number | undefined;
  for (let left = maxTries; left > 0;) {
    if (pause !== undefined) await turn(pause);
    if (!purchase.keys.includes(key)) purchase.keys.push(key);
    purchase.tries.push({ key, at: performance.now() });
    const ending = await attempt(key);
    if (ending === 'over') break;
    pause = typeof ending === 'object' ? random(1, 1 + SPREAD) * ending.retryAfter : 0;
    if (typeof ending !== 'object') left--;
    if (ending !== 'unseen') key = createIdempotencyKey();
  }
  return purchase;
}

/** Asks each proxy for the outcome of every attempt that was more than refused by a limit, without faults. */
export async function askLast(origins: readonly string[], purchases: readonly Purchase[]): Promise<void> {
  const ask = async ({ keys, claims }: Purchase): Promise<void> => {
    const limited = new Set(claims.filter(({ code }) => code === LIMITED).map(({ key }) => key));
    for (const key of keys.filter((each) => !limited.has(each))) {
      for (const origin of origins) {
        const { state, result } = await askAttempt({ proxyUrl: `${origin}/pay`, idempotencyKey: key });
        const word = result?.outcome ?? (state === 'not_found' ? 'not_charged' : 'unknown');
        claims.push({ key, word, code: 'asked last', at: performance.now() });
      }
    }
  };
  await inLanes(10, purchases, () => false, ask);
}
