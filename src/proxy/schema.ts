import * as z from 'zod/mini';
import {
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_REFERENCE,
  hasInvisibleEnd,
  LINE,
} from '../contract/order.js';
import { isAmount } from '../contract/amount.js';
import { currencyExponent } from '../contract/currency.js';
import { ACTION_LIMITS } from '../contract/next-action.js';
import { MAX_NETWORKS, NETWORK_NAME } from '../contract/networks.js';

/** Creating a schema costs more than using it. Browsers use `parse.ts` instead. */
export function lazy<T>(create: () => T): () => T {
  let schema: T | undefined;
  return () => (schema ??= create());
}

const text = (max: number) => z.string().check(z.maxLength(max, `Expected at most ${max} characters`));

const amount = () =>
  z.number().check(z.refine(isAmount, `Expected a whole number of minor units, 1 to 999,999,999,999`));
const currency = () =>
  z.string().check(z.refine((code) => currencyExponent(code) !== undefined, 'Expected an ISO 4217 currency code'));
const reference = () =>
  text(MAX_REFERENCE).check(
    z.refine((value) => !hasInvisibleEnd(value), {
      error: 'Expected no white space or invisible characters at either end',
      abort: true,
    }),
    z.regex(LINE, 'Expected one line without control characters and bidirectional formatting'),
  );
const confirmedReference = () => reference().check(z.minLength(1));

const order = () => ({
  amount: amount(),
  currency: currency(),
  reference: z.optional(reference()),
  description: z.optional(text(MAX_DESCRIPTION)),
});

/** The body of `POST {proxy-url}/v1/payments`. Strict: unknown members are rejected. */
export const paymentRequest = /* @__PURE__ */ lazy(() =>
  z.strictObject({
    ...order(),
    customer: z.optional(
      z.strictObject({
        name: z.optional(text(255)),
        email: z.optional(text(254)),
        phone: z.optional(text(32)),
        postal_code: z.optional(text(32)),
        country: z.optional(text(2)),
        address: z.optional(address()),
      }),
    ),
    payment_method: z.strictObject({ type: z.literal('card'), card: card() }),
    metadata: z.optional(z.record(text(MAX_METADATA_KEY), text(MAX_METADATA_VALUE))),
  }),
);

/** The billing address, in forms with fields for it. Postal code and country are then here, not in `customer`. */
const address = () =>
  z.strictObject({
    line1: z.optional(text(100)),
    line2: z.optional(text(100)),
    city: z.optional(text(100)),
    region: z.optional(text(100)),
    postal_code: z.optional(text(32)),
    country: z.optional(text(2)),
  });

const card = () =>
  z.strictObject({
    number: z.string().check(z.regex(/^[1-9]\d{11,18}$/, 'Expected 12 to 19 digits, the first one not 0')),
    exp_month: z.int().check(z.minimum(1), z.maximum(12)),
    exp_year: z.int().check(z.minimum(2000), z.maximum(9999)),
    cvc: z.string().check(z.regex(/^\d{3,4}$/, 'Expected 3 or 4 digits')),
    preferred_network: z.optional(z.string().check(z.regex(NETWORK_NAME, 'Expected a network name, such as visa'))),
  });

/** The order of the token, for a form that does not trust the page around it. */
const configOrder = () => z.object({ reference: confirmedReference(), amount: amount(), currency: currency() });

const modeName = () => z.enum(['test', 'live']);

/**
 * The response of `GET {proxy-url}/config`. All members are optional. An invalid one counts as missing, so that it does
 * not invalidate the others.
 */
export const proxyConfig = /* @__PURE__ */ lazy(() =>
  z.object({
    mode: z.catch(z.optional(modeName()), undefined),
    idempotency: z.catch(z.optional(z.boolean()), undefined),
    recovery: z.catch(z.optional(z.boolean()), undefined),
    networks: z.catch(z.optional(z.boolean()), undefined),
    brands: z.catch(z.optional(z.array(z.string())), undefined),
    next_action: z.catch(z.optional(z.boolean()), undefined),
    order: z.catch(z.optional(configOrder()), undefined),
  }),
);

/** The response of `GET {proxy-url}/networks/{bin8}`. */
export const cardNetworks = /* @__PURE__ */ lazy(() => {
  const name = () => z.string().check(z.regex(NETWORK_NAME, 'Expected a network name, such as visa'));
  return z.object({
    networks: z.array(name()).check(z.maxLength(MAX_NETWORKS)),
    preferred: z.optional(name()),
  });
});

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export const problem = /* @__PURE__ */ lazy(() =>
  z.object({
    title: z.optional(z.string()),
    detail: z.optional(z.string()),
    code: z.optional(z.string()),
    outcome: z.optional(z.enum(['not_charged', 'unknown'])),
    amount: z.optional(amount()),
    currency: z.optional(currency()),
  }),
);

export const resolvedPayment = /* @__PURE__ */ lazy(() =>
  z.object({ amount: amount(), currency: currency(), reference: z.optional(confirmedReference()) }),
);

/** The claims of an order token. `exp` is in seconds since 1970. */
export const orderToken = /* @__PURE__ */ lazy(() =>
  z.object({ reference: confirmedReference(), amount: amount(), currency: currency(), exp: z.number() }),
);

/** `checkAction` checks more, such as the origin. */
export const nextAction = /* @__PURE__ */ lazy(() =>
  z.object({
    url: text(ACTION_LIMITS.url),
    method: z.optional(z.enum(['GET', 'POST'])),
    fields: z.optional(z.record(text(ACTION_LIMITS.fieldName), text(ACTION_LIMITS.fieldValue))),
  }),
);

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished.
 */
export const attemptReport = /* @__PURE__ */ lazy(() =>
  z.object({
    state: z.enum(['processing', 'succeeded', 'failed', 'unknown']),
    amount: z.optional(amount()),
    currency: z.optional(currency()),
    status: z.optional(z.int().check(z.minimum(100), z.maximum(599))),
    payment: z.optional(z.unknown()),
    error: z.optional(z.unknown()),
    next_action: z.optional(z.unknown()),
  }),
);
