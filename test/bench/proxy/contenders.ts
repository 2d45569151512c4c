/** A proxy that is measured; each runs in a process of its own, from the file of its `program`. */
export interface ProxyContender {
  readonly id: string;
  readonly name: string;
  readonly program: 'pass-through.ts' | 'payment-proxy.ts';
  /** Where our proxy remembers. */
  readonly store?: StoreName;
  /** How many of the requests that the pass-through gets through it should get through at least. */
  readonly goal?: number;
}

export type StoreName = 'memory' | 'lmdb' | 'redis' | 'demo';

/** In the order of the report; the first is what the others are held against, and again, to show how much is chance. */
export const PROXIES: readonly ProxyContender[] = [
  { id: 'pass-through', name: 'Bare pass-through', program: 'pass-through.ts' },
  { id: 'pass-through-again', name: 'Bare pass-through, again', program: 'pass-through.ts' },
  { id: 'memory', name: 'Our proxy, in memory', program: 'payment-proxy.ts', store: 'memory', goal: 0.9 },
  { id: 'lmdb', name: 'Our proxy, LMDB', program: 'payment-proxy.ts', store: 'lmdb', goal: 0.6 },
  { id: 'redis', name: 'Our proxy, Redis', program: 'payment-proxy.ts', store: 'redis', goal: 0.5 },
  { id: 'demo', name: 'Our proxy, the file of the demo', program: 'payment-proxy.ts', store: 'demo' },
];
