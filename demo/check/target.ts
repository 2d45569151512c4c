import type { Finding } from '../../src/check-proxy/check.js';

/** What the page asks to be checked: the demo's own proxy with a stand-in of the service, or what stands at an address. */
export interface CheckWish {
  readonly url?: string;
  /** Of the stand-in that is started for a proxy at an address; none without. */
  readonly servicePort?: number;
  /** What the references of the orders begin with. */
  readonly reference?: string;
  /** What each order costs, in minor units. */
  readonly amount?: number;
  readonly currency?: string;
  /** An origin whose pages may use the proxy, beside its own. */
  readonly origin?: string;
  /** Sends nothing that anybody could charge. */
  readonly live?: boolean;
}

/** A line of the answer. The last one is `end`, or `problem`. */
export type CheckNews =
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'end' };
