export interface ProxyContender {
  readonly id: string;
  readonly name: string;
  readonly store?: StoreName;
  readonly hasGoal?: boolean;
}

export type StoreName = 'memory' | 'lmdb' | 'redis';

export const PASS_THROUGH: ProxyContender = { id: 'pass-through', name: 'Bare pass-through' };

/** In the order of the report. The pass-through runs twice to show the noise. */
export const PROXIES: readonly ProxyContender[] = [
  { id: 'memory', name: 'Our proxy, in memory', store: 'memory' },
  { id: 'lmdb', name: 'Our proxy, LMDB', store: 'lmdb', hasGoal: true },
  { id: 'redis', name: 'Our proxy, Redis', store: 'redis', hasGoal: true },
  { ...PASS_THROUGH, id: 'pass-through-repeated', name: 'Bare pass-through, repeated' },
];

/** Payments per second. The service allows 17. */
export const RATES = [20, 100, 300] as const;

/** What a durable store may cost the shopper, at a rate of `RATES`. */
export const GOAL = { rate: 100, addedP99: 10 } as const;

/** How long the service takes: a card payment takes at least this long, so that payments overlap. */
export const SERVICE_TIME_MS = 150;
