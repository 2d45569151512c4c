/** A proxy in the comparison. Each runs in its own process. */
export interface ProxyContender {
  readonly id: string;
  readonly name: string;
  readonly program: 'pass-through.ts' | 'payment-proxy.ts';
  /** The attempt store of the payment proxy. */
  readonly store?: StoreName;
  /** Minimum throughput relative to the pass-through. */
  readonly goal?: number;
}

export type StoreName = 'memory' | 'lmdb' | 'redis' | 'demo';

/** In the order of the report. The first is the baseline; it runs twice to show the noise. */
export const PROXIES: readonly ProxyContender[] = [
  { id: 'pass-through', name: 'Bare pass-through', program: 'pass-through.ts' },
  { id: 'pass-through-repeated', name: 'Bare pass-through, repeated', program: 'pass-through.ts' },
  { id: 'memory', name: 'Our proxy, in memory', program: 'payment-proxy.ts', store: 'memory', goal: 0.9 },
  { id: 'lmdb', name: 'Our proxy, LMDB', program: 'payment-proxy.ts', store: 'lmdb', goal: 0.6 },
  { id: 'redis', name: 'Our proxy, Redis', program: 'payment-proxy.ts', store: 'redis', goal: 0.5 },
  { id: 'demo', name: 'Our proxy, file store of the demo', program: 'payment-proxy.ts', store: 'demo' },
];
