import { z } from 'zod';
import type { Finding } from '../../src/check-proxy/check.js';

/** What the page asks to be checked: the demo's own proxy with a stand-in of the service, or what stands at an address. */
export const checkWish = z.strictObject({
  url: z.string().exactOptional(),
  /** Of the stand-in that is started for a proxy at an address; none without. */
  servicePort: z.int().min(1).max(65_535).exactOptional(),
  /** What the references of the orders begin with. */
  reference: z.string().exactOptional(),
  /** What each order costs, in minor units. */
  amount: z.int().positive().exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .exactOptional(),
  /** An origin whose pages may use the proxy, beside its own. */
  origin: z.string().exactOptional(),
  /** Sends nothing that anybody could charge. */
  live: z.boolean().exactOptional(),
});

export type CheckWish = z.infer<typeof checkWish>;

/** A line of the answer. The last one is `end`, or `problem`. */
export type CheckNews =
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'end' };
