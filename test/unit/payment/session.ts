import { afterEach, beforeEach } from 'node:test';
import 'payment-widget/payment/order-guard'; // loaded here, since a session on a fake clock must not wait for it
import type { Claim } from 'payment-widget/payment/earlier-attempts';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import { PaymentSession } from 'payment-widget/payment/payment-session';
import { loadSettling } from 'payment-widget/payment/payment-parts';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import type { PayRequest } from 'payment-widget/payment/send-attempt';
import { samplePayment } from '../../support/sample-payment.js';

await loadSettling(0); // a fake clock does not wait for it

export const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };

/** A press on Pay in a valid form. */
export const payRequest = (change: Pick<PayRequest, 'proxyUrl'> & Partial<PayRequest>): PayRequest => ({
  order: ORDER,
  payment: samplePayment(),
  card: { brand: 'Visa', lastDigits: '4242' },
  timeout: 5000,
  credentials: 'same-origin',
  buildRequest: undefined,
  ...change,
});

/** A session in a page that permits each payment. */
export class PermittedSession extends PaymentSession {
  async pay(request: PayRequest): Promise<PaymentOutcome> {
    const begun = await this.begin({ ...request.order, ...request });
    return 'outcome' in begun ? begun : this.send(begun, request);
  }
}

export function openSession(
  proxy = new ProxyClient(() => undefined),
  onchange: (outcome: PaymentOutcome | undefined) => void = () => undefined,
  handedOver?: Claim,
): PermittedSession {
  const session = new PermittedSession(
    proxy,
    () => {
      onchange(session.outcome);
    },
    handedOver,
  );
  return session;
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
