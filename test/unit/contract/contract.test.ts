import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createContractSchema } from '../../../tools/contract-schema.js';
import { ERRORS, isPaymentErrorCode } from '../../../src/contract/errors.js';
import { parseConfig, parseProblem, parseReport } from '../../../src/contract/parse.js';
import { attemptReport, orderToken, paymentRequest, proxyConfig } from '../../../src/contract/schema.js';
import { FakeClock } from '../../support/fake-clock.js';
import { paymentRequest as newRequest, testProxy } from '../../support/node-proxy.js';
import { SECRET, signClaims } from '../../support/order-tokens.js';
import { samplePayment } from '../../support/sample-payment.js';

const schema = createContractSchema() as { readonly $defs: Readonly<Record<string, object>> };
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
ajv.addSchema(schema, 'contract');

function validatorOf(name: string): ValidateFunction {
  const validate = ajv.getSchema(`contract#/$defs/${name}`);
  assert.ok(validate, `no schema ${name}`);
  return validate;
}

/** JSON examples, each with the name of its schema. */
const examples = Array.from(
  readFileSync('docs/contract.md', 'utf8').matchAll(/^```json (\w+)\n([^]*?)^```$/gm),
  ([, name = '', text = '']) => ({ name, value: JSON.parse(text) as Record<string, unknown> }),
);

describe('JSON examples of docs/contract.md', () => {
  it('cover every schema', () => {
    assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), Object.keys(schema.$defs).sort());
  });

  for (const { name, value } of examples) {
    it(`of ${name} match the JSON Schema`, () => {
      const validate = validatorOf(name);
      assert.ok(validate(value), JSON.stringify(validate.errors));
    });
  }

  it('of payment_request are accepted and forwarded by the proxy', async () => {
    const { value } = examples.find(({ name }) => name === 'payment_request') ?? {};
    const forwarded: unknown[] = [];
    const fetch = async (request: Request) => {
      forwarded.push(await request.json());
      return new Response('{}');
    };
    const { status } = await testProxy({ fetch }, new FakeClock())(newRequest('http://localhost/pay', value));
    assert.deepEqual([status, forwarded], [200, [value]]);
  });

  for (const [name, parse] of Object.entries({
    config: parseConfig,
    problem: parseProblem,
    attempt_report: parseReport,
  })) {
    it(`of ${name} are read in full by the widget`, () => {
      const { value = {} } = examples.find((example) => example.name === name) ?? {};
      const { type, status, ...members } = value;
      assert.deepEqual({ ...parse(value) }, name === 'problem' ? members : value);
    });
  }
});

describe('error codes of docs/contract.md', () => {
  const rows = readFileSync('docs/contract.md', 'utf8').matchAll(/^\| (\d{3}) +\| `(\w+)` +\| `(\w+)` +\|/gm);
  for (const [, status, code = '', outcome] of rows) {
    it(`${status ?? ''} ${code} has the outcome that the widget expects`, () => {
      const expected = code === 'attempt_not_found' ? 'not_charged' : isPaymentErrorCode(code) && ERRORS[code][0];
      assert.equal(outcome, expected);
    });
  }

  it('include those of order tokens and attempts', () => {
    const text = readFileSync('docs/contract.md', 'utf8');
    for (const code of ['order_token_invalid', 'order_token_expired', 'attempt_not_found']) {
      assert.match(text, new RegExp(`^\\| 40[34] +\\| \`${code}\` `, 'm'));
    }
  });
});

it('the order token of docs/contract.md is accepted by the proxy', async (t) => {
  const { value = {} } = examples.find(({ name }) => name === 'order_token') ?? {};
  t.mock.timers.enable({ apis: ['Date'], now: (Number(value['exp']) - 1) * 1000 });
  const proxy = testProxy({ orderTokenSecret: SECRET });
  const headers = { 'Order-Token': await signClaims(value) };
  assert.equal((await proxy(new Request('http://localhost/pay/config', { headers }))).status, 200);
});

type Change = (body: Record<string, unknown>) => unknown;

const card = (change: object): Change => {
  const { payment_method: method } = samplePayment();
  return (body) => ({ ...body, payment_method: { ...method, card: { ...method.card, ...change } } });
};

/** Request bodies with one change, valid or not. */
const CHANGES: Readonly<Record<string, Change>> = {
  'no change': (body) => body,
  'no amount': ({ amount, ...rest }) => rest,
  'amount 0': (body) => ({ ...body, amount: 0 }),
  'amount with decimals': (body) => ({ ...body, amount: 49.99 }),
  'the maximum amount': (body) => ({ ...body, amount: 999_999_999_999 }),
  'an amount above the maximum': (body) => ({ ...body, amount: 1_000_000_000_000 }),
  'amount as a string': (body) => ({ ...body, amount: '4999' }),
  'an unknown currency': (body) => ({ ...body, currency: 'EUX' }),
  'currency in lower case': (body) => ({ ...body, currency: 'eur' }),
  'no reference': ({ reference, ...rest }) => rest,
  'reference too long': (body) => ({ ...body, reference: 'x'.repeat(256) }),
  'a reference with a leading space': (body) => ({ ...body, reference: ' order-1042' }),
  'a reference with a trailing line break': (body) => ({ ...body, reference: 'order-1042\n' }),
  'a reference of white space': (body) => ({ ...body, reference: '\u3000' }),
  'a reference with a space inside': (body) => ({ ...body, reference: 'order 1042' }),
  'an empty reference': (body) => ({ ...body, reference: '' }),
  'a reference of two lines': (body) => ({ ...body, reference: 'order\n1042' }),
  'a reference with bidirectional formatting': (body) => ({ ...body, reference: 'order\u202e1042' }),
  'an unknown member': (body) => ({ ...body, tip: 100 }),
  'an unknown member of the customer': (body) => ({ ...body, customer: { iban: 'DE00' } }),
  'country too long': (body) => ({ ...body, customer: { country: 'DEU' } }),
  'metadata with a number': (body) => ({ ...body, metadata: { seat: 12 } }),
  'metadata with a long name': (body) => ({ ...body, metadata: { ['x'.repeat(65)]: '' } }),
  'metadata with a long value': (body) => ({ ...body, metadata: { x: 'x'.repeat(1001) } }),
  'no card': (body) => ({ ...body, payment_method: { type: 'card' } }),
  'another payment method': (body) => ({ ...body, payment_method: { type: 'transfer' } }),
  'a number with spaces': card({ number: '4242 4242 4242 4242' }),
  'a short number': card({ number: '42424242424' }),
  'a number that begins with 0': card({ number: '0000000000000000' }),
  'month 13': card({ exp_month: 13 }),
  'a year of two digits': card({ exp_year: 30 }),
  'a code of five digits': card({ cvc: '12345' }),
  'no code': card({ cvc: undefined }),
};

describe('the JSON Schema', () => {
  for (const [name, change] of Object.entries(CHANGES)) {
    it(`agrees with the proxy’s schema about a payment with ${name}`, () => {
      const body: unknown = JSON.parse(JSON.stringify(change({ ...samplePayment() })));
      assert.equal(validatorOf('payment_request')(body), paymentRequest().safeParse(body).success);
    });
  }

  const SHAPES = {
    attempt_report: attemptReport,
    config: proxyConfig,
    order_token: orderToken,
  };
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`has the members of the proxy’s schema ${name}`, () => {
      const { properties } = schema.$defs[name] as { properties: object };
      assert.deepEqual(Object.keys(properties), Object.keys(shape().shape));
    });
  }
});
