import { loadProxyConfig } from '../../../../src/transport/config.js';
import { pay } from '../../../../src/transport/client.js';
import { askAttempt } from '../../../../src/transport/attempt-status.js';
import { samplePayment } from '../../../support/sample-payment.js';
import type { AttemptPlan } from './plan.js';
import type { Told, Word } from './story.js';

const CARDS = { good: '4242424242424242', declined: '4000000000000002', error_after_charge: '4000000000000119' };

/** Limit for a question, in ms. */
const PATIENCE = 1000;

interface Attempt {
  readonly plan: AttemptPlan;
  readonly proxyUrl: string;
  readonly key: string;
  readonly reference: string;
}

export type News = Pick<Told, 'word' | 'code'> & { readonly amount?: number | undefined };

/** Reads the proxy's capabilities as the widget does: with one retry, and none if both fail. */
export async function askCapabilities(proxyUrl: string): Promise<{ idempotency: boolean; recovery: boolean }> {
  const ask = () => loadProxyConfig({ proxyUrl });
  const nothing: Awaited<ReturnType<typeof ask>> = {};
  const { idempotency = false, recovery = false } = await ask()
    .catch(ask)
    .catch(() => nothing);
  return { idempotency, recovery };
}

/** Pays as the widget does. @returns the outcome; `undefined` when the tab was closed before */
export async function payOnce({ plan, ...attempt }: Attempt, idempotent: boolean): Promise<News | undefined> {
  const { proxyUrl, key: idempotencyKey, reference } = attempt;
  const { amount, timeout, tryTimeout } = plan;
  const body = JSON.stringify(samplePayment({ amount, reference, card: { number: CARDS[plan.card] } }));
  const tab = openTab(plan.leaves);
  const paying = pay({ proxyUrl, idempotencyKey, body, timeout, tryTimeout, idempotent, fetch: tab.fetch });
  const result = await Promise.race([paying, tab.closed]);
  return result && { word: result.outcome, code: 'error' in result ? result.error.code : undefined };
}

/** Asks once for the outcome of an attempt. */
export async function ask({ proxyUrl, key }: Pick<Attempt, 'proxyUrl' | 'key'>, patience = PATIENCE): Promise<News> {
  const hurried: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([AbortSignal.timeout(patience), ...signalOf(init)]) });
  const news = await askAttempt({ proxyUrl, idempotencyKey: key, fetch: hurried });
  const word: Word = news.result ? news.result.outcome : news.state;
  return { word, ...(news.price && { amount: news.price.amount }) };
}

/** A tab that may be closed, which aborts its requests. */
function openTab(closesAfter: number | undefined): { fetch: typeof fetch; closed: Promise<undefined> } {
  if (closesAfter === undefined) return { fetch, closed: new Promise(() => undefined) };
  const signal = AbortSignal.timeout(closesAfter);
  const closed = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  return {
    closed,
    fetch: (input, init) => {
      if (signal.aborted) return new Promise(() => undefined);
      return fetch(input, { ...init, signal: AbortSignal.any([signal, ...signalOf(init)]) });
    },
  };
}

const signalOf = (init: RequestInit | undefined) => (init?.signal ? [init.signal] : []);
