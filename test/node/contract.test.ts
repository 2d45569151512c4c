import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createContractSchema } from '../../build/contract-schema.js';
import { ERRORS } from '../../src/errors.js';
import { parseConfig, parseProblem, parseReport } from '../../src/payment/answers.js';
import { attemptReport, cardSecret, paymentRequest, proxyConfig } from '../../src/payment/schema.js';
import { judge } from '../../src/transport/protocol.js';
import { payAs, startMerchant } from '../support/node-proxy.js';
import { samplePayment } from '../support/sample-payment.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

const contract = read('CONTRACT.md');
const schema = createContractSchema() as { readonly $defs: Readonly<Record<string, object>> };
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false });
ajv.addSchema(schema, 'contract');

function validatorOf(name: string): ValidateFunction {
  const validate = ajv.getSchema(`contract#/$defs/${name}`);
  assert.ok(validate, `There is no shape "${name}".`);
  return validate;
}

/** The examples of the document, each with the name of its shape. */
const examples = Array.from(contract.matchAll(/^```json (\w+)\n([^]*?)^```$/gm), ([, name = '', text = '']) => ({
  name,
  value: JSON.parse(text) as Record<string, unknown>,
}));

/** The rows of the table under a heading. */
function rows(heading: string): string[][] {
  const section = new RegExp(`^## ${heading}$([^]*?)(?=^## |$(?![^]))`, 'm').exec(contract)?.[1] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('the examples of CONTRACT.md', () => {
  it('show every shape of the schema', () => {
    assert.deepEqual([...new Set(examples.map(({ name }) => name))].sort(), Object.keys(schema.$defs).sort());
  });

  for (const { name, value } of examples) {
    it(`of ${name} are as its schema says`, () => {
      const validate = validatorOf(name);
      assert.ok(validate(value), JSON.stringify(validate.errors));
    });
  }

  it('are payments that the proxy takes and passes on', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const { value } = examples.find(({ name }) => name === 'payment_request') ?? {};
    const response = await payAs(proxyUrl, undefined, value);
    assert.deepEqual([response.status, JSON.parse(service.requests[0]?.body ?? '')], [200, value]);
  });

  for (const [name, parse] of Object.entries({
    config: parseConfig,
    problem: parseProblem,
    attempt_report: parseReport,
  })) {
    it(`of ${name} are read whole by the widget`, () => {
      const { value = {} } = examples.find((example) => example.name === name) ?? {};
      const { type, status, ...members } = value;
      assert.deepEqual({ ...parse(value) }, name === 'problem' ? members : value);
    });
  }
});

describe('the tables of CONTRACT.md', () => {
  it('give each status the outcome that it has', () => {
    const told = rows('Outcomes').flatMap(([statuses = '', outcome]) =>
      statuses.split(', ').map((status) => [Number(status), outcome]),
    );
    const real = told.map(([status]) => [status, judge(Number(status), { kind: 'none' }).outcome]);
    assert.deepEqual(told, real);
  });

  it('name codes that there are, with what they mean for the money', () => {
    const codes: Readonly<Record<string, readonly [string, boolean]>> = ERRORS;
    const told = rows('Errors').map(([, code = '', outcome]) => [code, outcome]);
    const real = told.map(([code = '']) => [code, codes[code]?.[0]]);
    assert.deepEqual(told, real);
  });
});

type Change = (body: Record<string, unknown>) => unknown;

const card = (change: object): Change => {
  const { payment_method: method } = samplePayment();
  return (body) => ({ ...body, payment_method: { ...method, card: { ...method.card, ...change } } });
};

/** Bodies with one thing that is other than usual; some are right all the same. */
const CHANGES: Readonly<Record<string, Change>> = {
  none: (body) => body,
  'no amount': ({ amount, ...rest }) => rest,
  'amount 0': (body) => ({ ...body, amount: 0 }),
  'amount with decimals': (body) => ({ ...body, amount: 49.99 }),
  'the largest amount': (body) => ({ ...body, amount: 999_999_999_999 }),
  'an amount above it': (body) => ({ ...body, amount: 1_000_000_000_000 }),
  'amount as text': (body) => ({ ...body, amount: '4999' }),
  'a currency that is none': (body) => ({ ...body, currency: 'EUX' }),
  'currency in small letters': (body) => ({ ...body, currency: 'eur' }),
  'no reference': ({ reference, ...rest }) => rest,
  'reference too long': (body) => ({ ...body, reference: 'x'.repeat(256) }),
  'an unknown member': (body) => ({ ...body, tip: 100 }),
  'an unknown member of the customer': (body) => ({ ...body, customer: { iban: 'DE00' } }),
  'country too long': (body) => ({ ...body, customer: { country: 'DEU' } }),
  'metadata of numbers': (body) => ({ ...body, metadata: { seat: 12 } }),
  'metadata with a long name': (body) => ({ ...body, metadata: { ['x'.repeat(65)]: '' } }),
  'metadata with a long value': (body) => ({ ...body, metadata: { x: 'x'.repeat(1001) } }),
  'no card': (body) => ({ ...body, payment_method: { type: 'card' } }),
  'both cards': (body) => ({
    ...body,
    payment_method: { ...(body['payment_method'] as object), encrypted_card: 'a.b.c.d.e' },
  }),
  'an encrypted card': (body) => ({ ...body, payment_method: { type: 'card', encrypted_card: 'a..c.d.e' } }),
  'an encrypted card in three parts': (body) => ({
    ...body,
    payment_method: { type: 'card', encrypted_card: 'a.b.c' },
  }),
  'another way to pay': (body) => ({ ...body, payment_method: { type: 'transfer' } }),
  'a number with spaces': card({ number: '4242 4242 4242 4242' }),
  'a short number': card({ number: '42424242424' }),
  'month 13': card({ exp_month: 13 }),
  'a year of two digits': card({ exp_year: 30 }),
  'a code of five digits': card({ cvc: '12345' }),
  'no code': card({ cvc: undefined }),
};

describe('the schema takes what the proxy takes, and nothing else:', () => {
  for (const [name, change] of Object.entries(CHANGES)) {
    it(`a payment with ${name}`, () => {
      const body: unknown = JSON.parse(JSON.stringify(change({ ...samplePayment() })));
      assert.equal(validatorOf('payment_request')(body), paymentRequest().safeParse(body).success);
    });
  }

  const SHAPES = { attempt_report: attemptReport, config: proxyConfig, card_secret: cardSecret };
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`the members of ${name}`, () => {
      const { properties } = schema.$defs[name] as { properties: object };
      assert.deepEqual(Object.keys(properties), Object.keys(shape().shape));
    });
  }

  it('as it is built, for npm', () => {
    assert.deepEqual(JSON.parse(read('dist/contract.schema.json')), schema);
  });
});
