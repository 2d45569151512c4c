import * as z from 'zod/mini';
import { ERRORS } from 'payment-widget/contract/errors';
import { MAX_AMOUNT } from 'payment-widget/contract/amount';
import { currencyExponent } from 'payment-widget/contract/currency';
import { MAX_REFERENCE, LINE } from 'payment-widget/contract/order';
import { orderToken, paymentRequest } from 'payment-widget-proxy/order/schema';
import { attemptReport, cardNetworks, nextAction, problem, proxyConfig, tokenOrder } from './response-schemas.js';

type JsonSchema = Record<string, unknown> & { properties?: Record<string, JsonSchema> };

/** Members that the code checks with functions, which cannot be converted. */
const REFINED: Readonly<Record<string, JsonSchema>> = {
  amount: { type: 'integer', minimum: 1, maximum: MAX_AMOUNT, description: 'In minor units.' },
  currency: { type: 'string', enum: listCurrencies(), description: 'ISO 4217.' },
  reference: { type: 'string', maxLength: MAX_REFERENCE, pattern: trimmedLine() },
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  payment_request: 'The body of POST {proxy-url}/v1/payments.',
  order_token: 'The claims of an order token, a compact JWS (RFC 7515) with HS256.',
  problem: 'An error of the proxy itself (RFC 9457).',
  config: 'The response to GET {proxy-url}/config.',
  attempt_report: 'The response to GET {proxy-url}/attempts/{digest}.',
  order: 'The response to GET {proxy-url}/orders/{digest}.',
  next_action: 'The member next_action of a 202: a page that the shopper has to visit.',
  card_networks: 'The response to GET {proxy-url}/networks/{digits}.',
};

/** Descriptions of members, by shape. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_request: {
    reference: 'The order.',
    description: 'A description of the order.',
    customer: 'The name, contact and billing address that the shopper has entered.',
    payment_method: 'The card.',
    metadata: 'Strings of the page.',
  },
  order_token: { reference: 'The order.', exp: 'When the token expires, in seconds since 1970.' },
  problem: {
    type: 'A URI for the kind of problem, such as `about:blank`.',
    status: 'The status of the response.',
    title: 'The reason phrase of the status.',
    detail: 'What happened, for developers. It never quotes the request.',
    outcome: 'Whether the card was charged.',
    amount: 'With `amount_changed`: your price, in minor units.',
    currency: 'With `amount_changed`: your currency, ISO 4217.',
    code: 'The error code.',
  },
  config: {
    mode: 'The kind of API key.',
    idempotency: 'Whether each key is sent to the service at most once.',
    recovery: 'Whether `/attempts` exists.',
    binding: 'Whether each response names its attempt, and a payment for another mode is refused.',
    networks: 'Whether `/networks` exists.',
    brands: 'The accepted card brands, such as `american-express`. Default: all. The proxy refuses others with 422.',
    next_action: 'Whether payments may need a `next_action`.',
  },
  order: { token: 'The SHA-256 of the `Order-Token`, in hexadecimal.', reference: 'The order.' },
  card_networks: {
    networks: 'Names, such as `visa` or `cartes-bancaires`.',
    preferred: 'The network that is preselected.',
  },
  attempt_report: {
    state: 'The state of the attempt. `failed` is certainly not charged. `not_found` has not arrived.',
    reference: 'The order of the attempt, in NFC, as its page names it. Only for a key that was used for it.',
    amount: 'The amount of the attempt, in minor units.',
    currency: 'The currency of the attempt, ISO 4217.',
    status: 'The status of the response to the payment.',
    payment: 'The body of that response, if it is not an error.',
    error: 'The body of that response, if it is an error. With `not_found`: why the payment would be refused.',
    next_action: 'The `next_action` of that response, while it is not settled. Only for the key of the attempt.',
  },
  next_action: {
    url: 'An https URL of an allowed origin.',
    method: 'How the page requests it. `GET` if missing.',
    fields: 'The fields of the form, with `POST` only: at most 20, each with at most 8,192 characters.',
  },
};

/** The shapes of the contract as JSON Schema, from the schemas of the proxy. */
export function createContractSchema(): object {
  const shapes: Record<string, JsonSchema> = {
    payment_request: convert(paymentRequest()),
    order_token: convert(orderToken()),
    problem: asProblem(convert(problem())),
    config: convert(proxyConfig()),
    attempt_report: withAttempt(convert(attemptReport())),
    order: convert(tokenOrder()),
    next_action: convert(nextAction()),
    card_networks: convert(cardNetworks()),
  };
  const defs = Object.entries(shapes).map(([name, shape]) => [
    name,
    { description: DESCRIPTIONS[name], ...withDescriptions(shape, MEMBERS[name] ?? {}) },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Contract between <payment-widget> and a payment proxy',
    $defs: Object.fromEntries(defs) as object,
  };
}

function withDescriptions(shape: JsonSchema, descriptions: Readonly<Record<string, string>>): JsonSchema {
  const describe = ([name, member]: [string, JsonSchema]) => {
    const description = descriptions[name];
    return [name, description === undefined ? member : { ...member, description }];
  };
  const properties = Object.entries(shape.properties ?? {}).map(describe);
  return { ...shape, properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
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
  return withAttempt({
    ...read,
    properties: {
      type: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      ...properties,
      code: { type: 'string', enum: Object.keys(ERRORS) },
    },
    required: ['type', 'title', 'status', 'detail', 'code', 'outcome'],
  });
}

/** Adds the attempt, which the element looks for in any body. */
function withAttempt(shape: JsonSchema): JsonSchema {
  const description = 'The attempt of the request, if it has a key: the SHA-256 of the key, in hexadecimal.';
  return {
    ...shape,
    properties: { ...shape.properties, attempt: { type: 'string', pattern: '^[\\da-f]{64}$', description } },
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
