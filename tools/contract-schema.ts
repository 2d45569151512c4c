import * as z from 'zod/mini';
import { ERRORS } from '../src/contract/errors.js';
import { MAX_AMOUNT } from '../src/contract/amount.js';
import { currencyExponent } from '../src/contract/currency.js';
import { MAX_REFERENCE } from '../src/contract/limits.js';
import { LINE } from '../src/contract/order-texts.js';
import { ATTEMPT_NOT_FOUND } from '../src/contract/protocol.js';
import { attemptReport, cardSecret, orderToken, paymentRequest, problem, proxyConfig } from '../src/contract/schema.js';

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema> };

/** Members that the code checks with functions, which cannot be converted. */
const REFINED: Readonly<Record<string, JsonSchema>> = {
  amount: { type: 'integer', minimum: 1, maximum: MAX_AMOUNT, description: 'In minor units.' },
  currency: { type: 'string', enum: listCurrencies(), description: 'ISO 4217.' },
  reference: { type: 'string', maxLength: MAX_REFERENCE, pattern: trimmedLine() },
  payment_method: { oneOf: [{ required: ['card'] }, { required: ['encrypted_card'] }] },
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  payment_request: 'The body of POST {proxy-url}/v1/payments.',
  payment_method: 'A card, plain or encrypted.',
  card_secret: 'The JSON that is encrypted in payment_method.encrypted_card.',
  order_token: 'The claims of an order token, a compact JWS (RFC 7515) with HS256.',
  problem: 'An error of the proxy itself (RFC 9457).',
  config: 'The response to GET {proxy-url}/config.',
  attempt_report: 'The response to GET {proxy-url}/attempts.',
};

/** The shapes of the contract as JSON Schema, from the schemas of the proxy. */
export function createContractSchema(): object {
  const request = convert(paymentRequest());
  const shapes: Record<string, JsonSchema> = {
    payment_request: request,
    payment_method: request.properties?.['payment_method'] ?? {},
    card_secret: convert(cardSecret()),
    order_token: convert(orderToken()),
    problem: asProblem(convert(problem())),
    config: convert(proxyConfig()),
    attempt_report: convert(attemptReport()),
  };
  const defs = Object.entries(shapes).map(([name, shape]) => [name, { description: DESCRIPTIONS[name], ...shape }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Contract between <payment-widget> and a payment proxy',
    $defs: Object.fromEntries(defs) as object,
  };
}

function convert(schema: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io: 'input',
    override({ jsonSchema, path }) {
      const name = path.at(-2) === 'properties' ? path.at(-1) : undefined;
      if (name !== undefined) Object.assign(jsonSchema, REFINED[name]);
    },
  });
  return converted as JsonSchema;
}

/** The element accepts partial problem documents; the contract requires all members. */
function asProblem(read: JsonSchema): JsonSchema {
  const { code: _, ...properties } = read.properties ?? {};
  return {
    ...read,
    properties: {
      type: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      ...properties,
      code: { type: 'string', enum: [...Object.keys(ERRORS), ATTEMPT_NOT_FOUND] },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'outcome'],
  };
}

/** All currency codes that the proxy accepts. */
function listCurrencies(): string[] {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.flatMap((second) => letters.map((third) => first + second + third)));
  return codes.filter((code) => currencyExponent(code) !== undefined);
}

/** {@link LINE} without white space at either end, and without lookaround, which some validators lack. */
function trimmedLine(): string {
  const excluded = LINE.source.slice('^[^'.length, -']*$'.length);
  return `^([^\\s${excluded}]([^${excluded}]*[^\\s${excluded}])?)?$`;
}
