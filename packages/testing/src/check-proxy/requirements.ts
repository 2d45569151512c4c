import type { Requirement } from './check.js';
import type { Prober } from './prober.js';

interface Need {
  readonly what: string;
  /** How to meet it. */
  readonly hint?: string;
  readonly isMet: (probe: Prober) => boolean;
}

export const FAKE_SERVICE = 'Add --service 4299 and start the proxy with http://127.0.0.1:4299 as the service URL.';
export const ORDER_TOKENS = 'If the proxy requires order tokens, set ORDER_TOKEN_SECRET in the environment.';

/** What a check may need, in the order in which it is missed. */
export const REQUIREMENTS: Readonly<Record<Requirement, Need>> = {
  payment: { what: 'an accepted payment', hint: 'See "payment".', isMet: ({ isPaid }) => isPaid },
  'stand-in': { what: 'the fake service', hint: FAKE_SERVICE, isMet: ({ settings }) => settings.service !== undefined },
  service: {
    what: 'a proxy that sends to the fake service',
    hint: 'See "stand-in".',
    isMet: ({ reachesService }) => reachesService,
  },
  origin: {
    what: 'another origin that may use the proxy',
    hint: 'Add --origin https://shop.example.',
    isMet: ({ settings }) => settings.origin !== undefined,
  },
  tokens: {
    what: 'the secret of the order tokens',
    hint: ORDER_TOKENS,
    isMet: ({ settings }) => settings.orderTokenSecret !== undefined,
  },
  idempotency: { what: '"idempotency": true in /config', isMet: ({ config }) => config.idempotency === true },
  recovery: { what: '"recovery": true in /config', isMet: ({ config }) => config.recovery === true },
};
