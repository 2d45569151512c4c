import { afterEach, beforeEach } from 'node:test';
// Loaded here, since a session on a fake clock must not wait for them.
import '../../../src/payment/order-guard.js';
import '../../../src/transport/attempt-report.js';
import type { CheckedAction } from '../../../src/contract/next-action.js';
import type { PaymentRequest, Submission } from '../../../src/payment/session-state.js';
import { samplePayment } from '../../support/sample-payment.js';

export const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };

/** A press on Pay in a valid form. */
export function submission(change: Pick<PaymentRequest, 'proxyUrl'> & Partial<PaymentRequest>): Submission {
  const request: PaymentRequest = {
    order: ORDER,
    payment: samplePayment(),
    card: { brand: 'Visa', lastDigits: '4242' },
    timeout: 5000,
    credentials: 'same-origin',
    buildRequest: undefined,
    page: {
      interpretResponse: () => undefined,
      readAction: (action) => Promise.resolve(action as CheckedAction),
    },
    confirm: () => [],
    recheck: () => undefined,
    ...change,
  };
  return { currentOrder: () => request.order, collect: () => request };
}

/** A problem document of the proxy. */
export const problem = (status: number, code: string, outcome: string): Response =>
  Response.json({ code, outcome }, { status, headers: { 'Content-Type': 'application/problem+json' } });

/** Gives each test of a suite an empty `sessionStorage`, which Node 20 lacks, and the platform's `fetch` back afterwards. */
export function withStorage(): Map<string, string> {
  const platformFetch = globalThis.fetch;
  const entries = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
  beforeEach(() => {
    entries.clear();
    Object.assign(globalThis, { sessionStorage });
  });
  afterEach(() => {
    globalThis.fetch = platformFetch;
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });
  return entries;
}
