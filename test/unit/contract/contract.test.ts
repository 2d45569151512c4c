import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createContractSchema } from '../../../tools/contract-schema.js';
import { parseConfig } from 'payment-widget/contract/parse';
import { parseProblem, parseReport } from 'payment-widget/contract/parse-report';
import { FakeClock } from '../../support/fake-clock.js';
import { paymentRequest as newRequest, testProxy } from '../../support/node-proxy.js';

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
      const { type, status, attempt, ...members } = value; // proxy-request.ts reads `attempt`
      const read = name === 'problem' ? members : { ...members, ...(status !== undefined && { status }) };
      assert.deepEqual({ ...parse(value) }, read);
    });
  }
});
