import * as z from 'zod/mini';
import {
  currencyExponent,
  hasInvisibleEnd,
  isAmount,
  LINE,
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_REFERENCE,
  NETWORK_NAME,
} from 'payment-widget/contract';

/** Creating a schema costs more than using it. Browsers use `parse.ts` instead. */
export function lazy<T>(create: () => T): () => T {
  let schema: T | undefined;
  return () => (schema ??= create());
}

export const text = (max: number) => z.string().check(z.maxLength(max, `Expected at most ${max} characters`));

export const amount = () =>
  z.number().check(z.refine(isAmount, `Expected a whole number of minor units, 1 to 999,999,999,999`));
export const currency = () =>
  z.string().check(z.refine((code) => currencyExponent(code) !== undefined, 'Expected an ISO 4217 currency code'));
const reference = () =>
  text(MAX_REFERENCE).check(
    z.refine((value) => !hasInvisibleEnd(value), {
      error: 'Expected no white space or invisible characters at either end',
      abort: true,
    }),
    z.regex(LINE, 'Expected one line without control characters and bidirectional formatting'),
  );
export const confirmedReference = () => reference().check(z.minLength(1));

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

export const resolvedPayment = /* @__PURE__ */ lazy(() =>
  z.object({ amount: amount(), currency: currency(), reference: z.optional(confirmedReference()) }),
);

/** The claims of an order token. `exp` is in seconds since 1970. */
export const orderToken = /* @__PURE__ */ lazy(() =>
  z.object({ reference: confirmedReference(), amount: amount(), currency: currency(), exp: z.number() }),
);
