import { z } from 'zod';
import type { Finding } from '../../src/check-proxy/index.js';

/** The body of `POST /check/run`. Without a URL, the demo's own proxy is checked with a fake service. */
export const checkRequest = z.strictObject({
  url: z.string().exactOptional(),
  /** Port of the fake service to start. Without it, none is started. */
  servicePort: z.int().min(1).max(65_535).exactOptional(),
  /** Prefix of the order references. */
  reference: z.string().exactOptional(),
  /** Price of each order, in minor units. */
  amount: z.int().positive().exactOptional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .exactOptional(),
  /** Another origin whose pages may use the proxy. */
  origin: z.string().exactOptional(),
  /** Sends nothing that can be charged. */
  live: z.boolean().exactOptional(),
});

export type CheckRequest = z.infer<typeof checkRequest>;

/** A line of the response. The last one is `end` or `problem`. */
export type CheckMessage =
  | { readonly kind: 'finding'; readonly finding: Finding }
  | { readonly kind: 'problem'; readonly text: string }
  | { readonly kind: 'end'; readonly hints: readonly string[] };
