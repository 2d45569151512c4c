import { gate } from '../../support/node-servers.js';
import { until } from '../../support/until.js';
import { CARDS, type Checkout, type Claim } from './checkout.js';
import type { Fault, FaultProxy, Point } from './fault-proxy.js';
import { POINTS } from './faults.js';
import type { ServiceScene } from './scene.js';

/** A shop's payment path, with a fault proxy on either side of the merchant's proxy. */
export interface ShopScene extends ServiceScene {
  /** Between the browser and the merchant's server, at the shop's address. */
  readonly shop: FaultProxy;
  /** Settles an unknown outcome, as the merchant does. */
  readonly resolve: (reference: string, outcome: 'succeeded' | 'failed') => Promise<unknown>;
}

/** What goes wrong with a payment, and how it ends. */
export interface FaultCase {
  /** Faults between the browser and the shop, one per request; the last one repeats. */
  readonly shop?: readonly Fault[];
  /** Faults between the merchant's proxy and the service. */
  readonly service?: readonly Fault[] | ((scene: ShopScene) => readonly Fault[]);
  readonly card?: string;
  /** `request-timeout` in ms. The default is long enough for every fault that the widget can recover from. */
  readonly timeout?: number;
  /** Runs after the first outcome. */
  readonly then?: (scene: ShopScene, checkout: Checkout) => Promise<unknown>;
  readonly outcome: Claim;
  /** The outcome that the first one turns into without the shopper. */
  readonly becomes?: Claim;
  readonly charges: 0 | 1;
}

type Cases = Readonly<Record<string, FaultCase>>;

export const PASS: Fault = { kind: 'pass' };
/** Enough for the payment to reach the service on a busy machine, and soon over where there is no response. */
const SHORT = 2500;

/** An error page of a gateway in place of the response. */
const gateway = (status: number): Fault => ({
  kind: 'replace',
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<!doctype html><title>${status}</title><h1>${status}</h1>`,
});

/** The sandbox charges as soon as it has the whole request, even if the client has disconnected. */
const isCharged = (at: Point) => at !== 'before-request' && at !== 'within-request';

const WORKING: Cases = {
  'no fault': { outcome: 'paid', charges: 1 },
  'a declined card': { card: CARDS.declined, outcome: 'not_charged', charges: 0 },
  'an error of the service after the charge': { card: CARDS.errorAfterCharge, outcome: 'unknown', charges: 1 },
};

/** Faults that the browser and the widget recover from by sending the request again. */
const RECOVERABLE: Cases = {
  'a shop that is down for a moment': { shop: [{ kind: 'refuse', down: 300 }, PASS], outcome: 'paid', charges: 1 },
  ...Object.fromEntries(
    POINTS.map((at) => [
      `a connection reset ${at}`,
      { shop: [{ kind: 'reset', at }, PASS], outcome: 'paid', charges: 1 },
    ]),
  ),
  'a connection closed after-answer': {
    shop: [{ kind: 'close', at: 'after-answer' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'a truncated response': { shop: [{ kind: 'cut', bytes: 20 }, PASS], outcome: 'paid', charges: 1 },
  'a response that is not HTTP': { shop: [{ kind: 'garbage' }, PASS], outcome: 'paid', charges: 1 },
  'a request duplicated in transit': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'a request duplicated after the response': {
    shop: [{ kind: 'duplicate', when: 'after-answer', answer: 'second' }, PASS],
    outcome: 'paid',
    charges: 1,
  },
  'one 502 of a gateway': { shop: [gateway(502), PASS], outcome: 'paid', charges: 1 },
  'one 502 of a gateway, and a declined card': {
    shop: [gateway(502), PASS],
    card: CARDS.declined,
    outcome: 'not_charged',
    charges: 0,
  },
  // The browser itself resends, and the page receives only the response to the copy.
  ...Object.fromEntries(
    [403, 429].map((status) => [
      `a connection reset after the charge, and a ${status} of a gateway for the copy`,
      { shop: [{ kind: 'reset', at: 'after-answer' }, gateway(status), PASS], outcome: 'paid', charges: 1 },
    ]),
  ),
};

/** Faults of every request: unknown, until the widget can ask the proxy. */
const LASTING: Cases = {
  'every connection reset after-answer': {
    shop: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway that always answers 502': {
    shop: [gateway(502)],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a gateway that always answers 504, and a declined card': {
    shop: [gateway(504)],
    card: CARDS.declined,
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'a web page with status 200': { shop: [gateway(200)], outcome: 'unknown', becomes: 'paid', charges: 1 },
  'a response that drips until the time-out': {
    shop: [{ kind: 'drip', every: 100 }],
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  ...Object.fromEntries(
    (['before-request', 'after-answer', 'within-answer'] as const).map((at) => [
      `a connection that stalls ${at}`,
      {
        shop: [{ kind: 'stall', at }],
        timeout: SHORT,
        outcome: 'unknown',
        ...(isCharged(at) && { becomes: 'paid' }),
        charges: isCharged(at) ? 1 : 0,
      },
    ]),
  ),
  'a shop that stays down': {
    shop: [{ kind: 'refuse', down: Infinity }],
    timeout: SHORT,
    outcome: 'unknown',
    charges: 0,
  },
  'a shop that is down after the charge, and comes back': {
    shop: [
      { kind: 'reset', at: 'after-answer' },
      { kind: 'refuse', down: Infinity },
    ],
    timeout: SHORT,
    then: ({ shop }) => shop.up(),
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
};

/** Faults between proxy and service: the proxy must not resend, and reports what it knows. */
const ofService = (): Cases => ({
  'a service that is down': {
    service: [{ kind: 'refuse', down: Infinity }],
    outcome: 'unknown', // the connection was open, so the request may have been read
    charges: 0,
  },
  ...Object.fromEntries(
    POINTS.map((at) => [
      `a connection to the service reset ${at}`,
      { service: [{ kind: 'reset', at }], outcome: 'unknown', charges: isCharged(at) ? 1 : 0 },
    ]),
  ),
  'a connection to the service closed after-answer': {
    service: [{ kind: 'close', at: 'after-answer' }],
    outcome: 'unknown',
    charges: 1,
  },
  'a truncated response of the service': { service: [{ kind: 'cut', bytes: 20 }], outcome: 'unknown', charges: 1 },
  'a response of the service that is not HTTP': { service: [{ kind: 'garbage' }], outcome: 'unknown', charges: 1 },
  'a 502 of a gateway of the service': { service: [gateway(502)], outcome: 'unknown', charges: 1 },
  'a web page of a gateway of the service': { service: [gateway(200)], outcome: 'unknown', charges: 1 },
  'an empty 200 of the service': { service: [{ kind: 'replace', status: 200 }], outcome: 'paid', charges: 1 },
  'a response of the service after the time-out': {
    ...respondingAfterOutcome(),
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'a decline of the service after the time-out': {
    ...respondingAfterOutcome(),
    card: CARDS.declined,
    timeout: SHORT,
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
  'an unknown attempt that the merchant resolves as paid': {
    service: [{ kind: 'reset', at: 'after-answer' }],
    then: ({ resolve }, { reference }) => resolve(reference, 'succeeded'),
    outcome: 'unknown',
    becomes: 'paid',
    charges: 1,
  },
  'an unknown attempt that the merchant resolves as failed': {
    service: [{ kind: 'reset', at: 'before-request' }],
    then: ({ resolve }, { reference }) => resolve(reference, 'failed'),
    outcome: 'unknown',
    becomes: 'not_charged',
    charges: 0,
  },
});

const ON_BOTH_SIDES: Cases = {
  'every response lost on both sides': {
    shop: [{ kind: 'close', at: 'after-answer' }],
    service: [{ kind: 'reset', at: 'after-answer' }],
    timeout: SHORT,
    outcome: 'unknown',
    charges: 1,
  },
  'a request duplicated while the service is processing it': {
    shop: [{ kind: 'duplicate', when: 'together', answer: 'second' }, PASS],
    service: ({ shop }) => respondingWhen(() => forwarded(shop) === 2),
    outcome: 'paid',
    charges: 1,
  },
  'a request resent while the service is processing it': {
    shop: [{ kind: 'reset', at: 'after-request' }, PASS],
    service: ({ shop }) => respondingWhen(() => forwarded(shop) === 2),
    outcome: 'paid',
    charges: 1,
  },
};

function respondingAfterOutcome(): Pick<FaultCase, 'service' | 'then'> {
  const { opened, open } = gate();
  return {
    service: [{ kind: 'run', at: 'after-answer', run: () => opened }, PASS],
    then: () => {
      open();
      return Promise.resolve();
    },
  };
}

const respondingWhen = (condition: () => boolean): readonly Fault[] => [
  { kind: 'run', at: 'after-answer', run: () => until(condition) },
  PASS,
];

/** How many copies of the payment have been forwarded to the shop. */
const forwarded = ({ seen }: FaultProxy) =>
  seen.flatMap(({ deeds }) => deeds).filter(({ what }) => what === 'passed-on').length;

/** All cases for one shop, by the kind of fault. */
export const faultCases = (): Readonly<Record<string, Cases>> => ({
  'without a fault of the connection': WORKING,
  'with a fault of one request to the shop': RECOVERABLE,
  'with a fault of every request to the shop': LASTING,
  'with a fault of the request to the service': ofService(),
  'with faults on both sides': ON_BOTH_SIDES,
});
