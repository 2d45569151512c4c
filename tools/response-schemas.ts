import * as z from 'zod/mini';
import { ACTION_LIMITS, MAX_NETWORKS, NETWORK_NAME } from 'payment-widget/contract';
import { amount, confirmedReference, currency, text } from 'payment-widget-proxy/order/schema';

/**
 * The bodies of responses, for the contract as JSON Schema. The page reads them by `src/contract/parse.ts`, whose checks are
 * functions without a description, so that pages load none. `parse.test.ts` shows that both accept the same.
 */

const digest = () => z.string().check(z.regex(/^[\da-f]{64}$/));

/** The response of `GET {proxy-url}/orders/{digest}`. A proxy without tokens returns `token` only. */
export const tokenOrder = () =>
  z.object({
    token: digest(),
    reference: z.optional(confirmedReference()),
    amount: z.optional(amount()),
    currency: z.optional(currency()),
  });

const modeName = () => z.enum(['test', 'live']);

/**
 * The response of `GET {proxy-url}/config`. All members are optional. An invalid one counts as missing, so that it does
 * not invalidate the others.
 */
export const proxyConfig = () =>
  z.object({
    mode: z.catch(z.optional(modeName()), undefined),
    idempotency: z.catch(z.optional(z.boolean()), undefined),
    recovery: z.catch(z.optional(z.boolean()), undefined),
    binding: z.catch(z.optional(z.boolean()), undefined),
    networks: z.catch(z.optional(z.boolean()), undefined),
    brands: z.catch(z.optional(z.array(z.string())), undefined),
    next_action: z.catch(z.optional(z.boolean()), undefined),
  });

/** The response of `GET {proxy-url}/networks/{bin8}`. */
export const cardNetworks = () => {
  const name = () => z.string().check(z.regex(NETWORK_NAME, 'Expected a network name, such as visa'));
  return z.object({
    networks: z.array(name()).check(z.maxLength(MAX_NETWORKS)),
    preferred: z.optional(name()),
  });
};

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export const problem = () =>
  z.object({
    title: z.optional(z.string()),
    detail: z.optional(z.string()),
    code: z.optional(z.string()),
    outcome: z.optional(z.enum(['not_charged', 'unknown'])),
    amount: z.optional(amount()),
    currency: z.optional(currency()),
  });

/** `checkAction` checks more, such as the origin. */
export const nextAction = () =>
  z.object({
    url: text(ACTION_LIMITS.url),
    method: z.optional(z.enum(['GET', 'POST'])),
    fields: z.optional(z.record(text(ACTION_LIMITS.fieldName), text(ACTION_LIMITS.fieldValue))),
  });

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts/{digest}`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished. `not_found` is a payment that has not arrived.
 */
export const attemptReport = () =>
  z.object({
    state: z.enum(['processing', 'succeeded', 'failed', 'unknown', 'not_found']),
    reference: z.optional(z.string()),
    amount: z.optional(amount()),
    currency: z.optional(currency()),
    status: z.optional(z.int().check(z.minimum(100), z.maximum(599))),
    payment: z.optional(z.unknown()),
    error: z.optional(z.unknown()),
    next_action: z.optional(z.unknown()),
  });
