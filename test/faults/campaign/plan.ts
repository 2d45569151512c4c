import type { Fault, Point } from '../fault-proxy.js';

/** A fault as a plan has it: without functions, so that it can be printed. `kill` ends the merchant's process there. */
export type PlannedFault =
  Exclude<Fault, { readonly kind: 'run' }> | { readonly kind: 'kill'; readonly at: Point; readonly bytes?: number };

/** What the service does with a request instead of what the card says. */
export type ServiceAct =
  | { readonly kind: 'obey' }
  /** 429, nothing charged. Without `retryAfter` (seconds) it says nothing of when to come back. */
  | { readonly kind: 'busy'; readonly retryAfter?: number | undefined }
  /** That status, nothing charged. */
  | { readonly kind: 'fail'; readonly status: 500 | 503 }
  /** 202 in place of 200. */
  | { readonly kind: 'accept' }
  /** Takes so many milliseconds before and after the charge. */
  | { readonly kind: 'slow'; readonly before: number; readonly after: number };

/** What happens at the so-manieth access to the store: it fails without or in spite of its effect, or takes too long. */
export interface Hiccup {
  readonly access: number;
  readonly how: 'before' | 'after' | 'slow';
}

/** One of the merchant's proxies. */
export interface ProxyPlan {
  /** What happens to the requests to the service, one after the other. */
  readonly behind: readonly PlannedFault[];
  readonly hiccups: readonly Hiccup[];
  /** When its process is killed, in ms; if it is one. */
  readonly killAfter?: number | undefined;
}

export interface AttemptPlan {
  /** Which of the proxies it comes to. */
  readonly proxy: number;
  /** `together`: at the same time as the one before, as from a second tab. `then`: when that one has ended. */
  readonly start: 'together' | 'then';
  /**
   * Its key is a new one, or that of the attempt before where that has not certainly failed. `kept`: as the widget keeps
   * it over a reload, so it is asked about first. `again`: sent once more without asking, as by a service worker.
   */
  readonly key: 'new' | 'kept' | 'again';
  readonly card: 'good' | 'declined' | 'error_after_charge';
  readonly amount: number;
  /** What happens to its requests at the proxy, one after the other. */
  readonly config: readonly PlannedFault[];
  readonly posts: readonly PlannedFault[];
  readonly asks: readonly PlannedFault[];
  readonly timeout: number;
  readonly tryTimeout: number;
  /** When the shopper closes the tab, in ms. */
  readonly leaves?: number | undefined;
}

/** What the merchant has: our proxy over one of its stores, or a server that only adds the API key. */
export type MerchantKind = 'memory' | 'lmdb' | 'redis' | 'processes' | 'bare' | 'broken';

/** Everything that goes wrong with one order. */
export interface OrderPlan {
  readonly merchant: MerchantKind;
  readonly proxies: readonly ProxyPlan[];
  /** Of a killed process: after how long there is another one, and how far its clock goes ahead; in ms. */
  readonly restart: { readonly after: number; readonly ahead: number };
  readonly service: readonly ServiceAct[];
  /** For how long nobody listens at the service, in ms. */
  readonly serviceAway: number;
  readonly attempts: readonly AttemptPlan[];
}

const isPass = ({ kind }: { kind: string }) => kind === 'pass' || kind === 'obey';

/** Whether nothing goes wrong in it, so that its one shopper has to learn the truth at once. Processes have little patience. */
export function isCalm({ merchant, proxies, service, serviceAway, attempts }: OrderPlan): boolean {
  const [attempt, ...others] = attempts;
  return (
    attempt !== undefined &&
    others.length === 0 &&
    merchant !== 'processes' &&
    serviceAway === 0 &&
    attempt.leaves === undefined &&
    attempt.card !== 'error_after_charge' &&
    proxies.every(({ hiccups, killAfter }) => hiccups.length === 0 && killAfter === undefined) &&
    [...service, ...proxies.flatMap(({ behind }) => behind), ...attempt.config, ...attempt.posts].every(isPass)
  );
}
