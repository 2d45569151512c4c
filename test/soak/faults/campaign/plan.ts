import type { Fault, Point } from '../fault-proxy.js';

/** A printable fault, without functions. `kill` ends the merchant's process at that point. */
export type PlannedFault =
  Exclude<Fault, { readonly kind: 'run' }> | { readonly kind: 'kill'; readonly at: Point; readonly bytes?: number };

/** Behaviour of the service that overrides the card's. */
export type ServiceAct =
  | { readonly kind: 'obey' }
  /** 429, nothing charged. `retryAfter` is in seconds. */
  | { readonly kind: 'busy'; readonly retryAfter?: number | undefined }
  /** That status, nothing charged. */
  | { readonly kind: 'fail'; readonly status: 500 | 503 }
  /** 202 in place of 200. */
  | { readonly kind: 'accept' }
  /** Delays before and after the charge, in milliseconds. */
  | { readonly kind: 'slow'; readonly before: number; readonly after: number };

/** Fault of the access to the store with that number: it fails before or after its effect, or takes too long. */
export interface Hiccup {
  readonly access: number;
  readonly how: 'before' | 'after' | 'slow';
}

/** Plan for one of the merchant's proxies. */
export interface ProxyPlan {
  /** Faults of the requests to the service, in order. */
  readonly behind: readonly PlannedFault[];
  readonly hiccups: readonly Hiccup[];
  /** When its process is killed, in ms, if it has its own. */
  readonly killAfter?: number | undefined;
}

export interface AttemptPlan {
  /** Index of its proxy. */
  readonly proxy: number;
  /** `together`: at the same time as the previous attempt, as from a second tab. `then`: after it. */
  readonly start: 'together' | 'then';
  /**
   * Its key is new, or that of the previous attempt unless that has failed for certain. `kept`: as after a reload, so
   * that the page first asks for its outcome. `again`: resent without asking, as by a service worker.
   */
  readonly key: 'new' | 'kept' | 'again';
  readonly card: 'good' | 'declined' | 'error_after_charge';
  readonly amount: number;
  /** Faults of its requests to the proxy, in order. */
  readonly config: readonly PlannedFault[];
  readonly posts: readonly PlannedFault[];
  readonly asks: readonly PlannedFault[];
  readonly timeout: number;
  readonly tryTimeout: number;
  /** When the shopper closes the tab, in ms. */
  readonly leaves?: number | undefined;
}

/** Our proxy with one of its stores, the program, or a server that only adds the API key. */
export type MerchantKind = 'memory' | 'lmdb' | 'redis' | 'postgres' | 'program' | 'bare' | 'broken';

/** The plan for one order. */
export interface OrderPlan {
  readonly merchant: MerchantKind;
  readonly proxies: readonly ProxyPlan[];
  /** Delay of the restart of a killed process, and by how much its clock is ahead; in ms. */
  readonly restart: { readonly after: number; readonly ahead: number };
  readonly service: readonly ServiceAct[];
  /** For how long the service is down, in ms. */
  readonly serviceAway: number;
  readonly attempts: readonly AttemptPlan[];
}

const isPass = ({ kind }: { kind: string }) => kind === 'pass' || kind === 'obey';

/** Whether it has no fault, so that its only shopper must see the outcome at once. Not with the short time-outs of the program. */
export function isCalm({ merchant, proxies, service, serviceAway, attempts }: OrderPlan): boolean {
  const [attempt, ...others] = attempts;
  return (
    attempt !== undefined &&
    others.length === 0 &&
    merchant !== 'program' &&
    serviceAway === 0 &&
    attempt.leaves === undefined &&
    attempt.card !== 'error_after_charge' &&
    proxies.every(({ hiccups, killAfter }) => hiccups.length === 0 && killAfter === undefined) &&
    [...service, ...proxies.flatMap(({ behind }) => behind), ...attempt.config, ...attempt.posts].every(isPass)
  );
}
