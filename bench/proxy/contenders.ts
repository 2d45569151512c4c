export interface ProxyContender {
  readonly id: string;
  readonly name: string;
  readonly store?: StoreName;
  /** The most processor time, as a multiple of that of the pass-through. */
  readonly goal?: number;
}

export type StoreName = 'memory' | 'lmdb' | 'redis' | 'postgres';

export const PASS_THROUGH: ProxyContender = { id: 'pass-through', name: 'Bare pass-through' };

/** In the order of the report. The pass-through runs twice to show the noise. */
export const PROXIES: readonly ProxyContender[] = [
  { id: 'memory', name: 'Our proxy, in memory', store: 'memory', goal: 2 },
  { id: 'lmdb', name: 'Our proxy, LMDB', store: 'lmdb', goal: 2.5 },
  { id: 'redis', name: 'Our proxy, Redis', store: 'redis', goal: 2.7 },
  { id: 'postgres', name: 'Our proxy, PostgreSQL', store: 'postgres', goal: 3 },
  { ...PASS_THROUGH, id: 'pass-through-repeated', name: 'Bare pass-through, repeated' },
];

/** Payments per second. The service allows 17. */
export const RATE = 100;

/** What a store may cost the shopper, at p99. */
export const GOAL_MS = 10;

/** How long the service takes: a card payment takes at least this long, so that payments overlap. */
export const SERVICE_TIME_MS = 150;
