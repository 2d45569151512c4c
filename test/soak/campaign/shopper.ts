import { createIdempotencyKey } from 'payment-widget/contract/protocol';
import { askAttempt } from 'payment-widget/payment/settle-attempt';
import type { AttemptQuestion } from 'payment-widget/payment/proxy-request';
import { pay } from 'payment-widget/payment/send-attempt';
import { samplePayment } from '../../support/sample-payment.js';
import type { Seeded } from './seeded.js';

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
  /** When each attempt began. */
  readonly tries: { readonly key: string; readonly at: number }[];
}

/** How an attempt has ended for the shopper. */
type Ending =
  /** Paid, or in doubt. */
  | 'over'
  /** Not charged, or unknown to the proxies, which send nothing with its key any more. */
  | 'failed';

/** Attempts until the shopper gives up. */
const TRIES = 4;
/** Questions about an attempt in doubt. The widget asks for ten minutes. */
const QUESTIONS = 3;
/** Limits of `pay()`, in ms. */
const TIMES = { timeout: 4000, tryTimeout: 3000 };

/**
 * A `fetch` that sends a request again when its connection breaks, as Chromium does. A load balancer passes each request to
 * another proxy.
 * @param origins - of the proxies; any may be used in the URLs
 */
export function browser(origins: readonly string[], first: number): typeof fetch {
  let turn = first;
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const send = () => fetch(`${origins[turn++ % origins.length] ?? ''}${pathname}`, init);
    return send().catch((error: unknown) => {
      if (init?.signal?.aborted) throw error;
      return send();
    });
  };
}

/** Pays as the widget does: asks about an attempt in doubt, and pays again only after "not charged". */
export async function buy(
  address: Pick<AttemptQuestion, 'proxyUrl' | 'fetch' | 'binds'>,
  random: Seeded,
  onTry: () => void,
): Promise<Purchase> {
  const purchase: Purchase = { keys: [], claims: [], tries: [] };
  const order = random.chance(0.5) ? { reference: crypto.randomUUID() } : { reference: undefined };
  const say = (key: string, word: Claim['word'], code?: string): void => {
    purchase.claims.push({ key, word, code, at: performance.now() });
  };

  async function attempt(idempotencyKey: string): Promise<Ending> {
    const body = JSON.stringify(samplePayment({ ...order, amount: 4999 }));
    const result = await pay({ ...address, ...TIMES, idempotencyKey, body, idempotent: true, recovery: true });
    say(idempotencyKey, result.outcome, 'error' in result ? result.error.code : undefined);
    if (result.outcome === 'not_charged') return 'failed';
    if (result.outcome !== 'unknown') return 'over';
    for (let question = 0; question < QUESTIONS; question++) {
      await random.pause(50, 400);
      const status = await askAttempt({ ...address, idempotencyKey });
      if (status.result) {
        say(idempotencyKey, status.result.outcome, 'asked');
        return status.result.outcome === 'not_charged' ? 'failed' : 'over';
      }
      if (status.state === 'not_found') {
        say(idempotencyKey, 'not_charged', 'asked');
        return 'failed';
      }
    }
    return 'over';
  }

  let ending: Ending = 'failed';
  for (let tries = 0; tries < TRIES && ending !== 'over'; tries++) {
    const key = createIdempotencyKey();
    purchase.keys.push(key);
    purchase.tries.push({ key, at: performance.now() });
    onTry();
    ending = await attempt(key);
  }
  return purchase;
}

/** Asks each proxy for the outcome of every attempt, when nothing can be sent any more. */
export async function askLast(origins: readonly string[], { keys, claims }: Purchase): Promise<void> {
  for (const key of keys) {
    for (const origin of origins) {
      const { state, result } = await askAttempt({ proxyUrl: `${origin}/pay`, idempotencyKey: key, binds: true });
      const word = result?.outcome ?? (state === 'not_found' ? 'not_charged' : 'unknown');
      claims.push({ key, word, code: 'asked last', at: performance.now() });
    }
  }
}
