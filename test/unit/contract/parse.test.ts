import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseConfig } from 'payment-widget/contract/parse';
import { parseProblem, parseReport } from 'payment-widget/contract/parse-report';
import { attemptReport, problem, proxyConfig } from '../../../tools/response-schemas.js';

const parseProblemBySchema: Read = (json) => {
  const { success, data } = problem().safeParse(json);
  if (!success) return undefined;
  if (data.code === 'amount_changed' && !(data.amount && data.currency)) delete data.code;
  return data;
};

type Read = (json: unknown) => object | undefined;
type Members = Readonly<Record<string, readonly unknown[]>>;

/** Hand-written parser, zod schema, and sample values of each member: the first one is valid. */
const SHAPES: readonly (readonly [what: string, parse: Read, bySchema: Read, Members])[] = [
  [
    'parseConfig()',
    parseConfig,
    (json) => proxyConfig().safeParse(json).data,
    {
      mode: ['test', 'live', 'TEST'],
      idempotency: [true, false],
      recovery: [true, false],
      networks: [true, 'yes'],
      brands: [['visa'], [], ['visa', 1], 'visa'],
      next_action: [true, 1],
      order: [
        { reference: 'order-1042', amount: 4999, currency: 'EUR' },
        { reference: 'order-1042', amount: 4999, currency: 'EUR', exp: 1 },
        { reference: '', amount: 4999, currency: 'EUR' },
        { reference: ' order-1042', amount: 4999, currency: 'EUR' },
        { reference: 'order-1042', amount: 0, currency: 'EUR' },
        { reference: 'order-1042', amount: 4999, currency: 'eur' },
        { amount: 4999, currency: 'EUR' },
      ],
    },
  ],
  [
    'parseProblem()',
    parseProblem,
    parseProblemBySchema,
    {
      title: ['Declined'],
      detail: ['Ask your bank.'],
      code: ['amount_changed', 'declined'],
      outcome: ['not_charged', 'unknown', 'paid'],
      amount: [1, 4999, 999_999_999_999, 1_000_000_000_000],
      currency: ['EUR', 'XXX', 'eur', 'EURO', ['EUR']],
    },
  ],
  [
    'parseReport()',
    parseReport,
    (json) => attemptReport().safeParse(json).data,
    {
      state: ['processing', 'succeeded', 'failed', 'unknown', 'paid'],
      amount: [4999, 49.99],
      currency: ['EUR', 'XXX'],
      status: [99, 100, 200.5, 599, 600, '200'],
      payment: [{ id: 'pay_1' }],
      error: [{ code: 'declined' }],
      next_action: [{ url: 'https://acs.example/' }],
    },
  ],
];

/** JSON that is nearly valid: members are missing, wrong or unknown. */
function nearlyValid(members: Members): fc.Arbitrary<unknown> {
  const other = fc.oneof(fc.constantFrom<unknown>(null, '', 0, -1, 1e400, true, 'x', [], {}), fc.jsonValue());
  const likely = (values: readonly unknown[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: other });
  const known = Object.entries(members).map(([name, values]) => [name, likely(values)] as const);
  const unknown = fc.dictionary(fc.constantFrom('type', 'constructor', 'toString', 'x'), other, { maxKeys: 1 });
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(known), { requiredKeys: [] }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.record(Object.fromEntries(known)), unknown)
        .map((two) => Object.assign({}, ...two) as object),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

/** With a prototype, which the parsers’ results lack. */
const plain = (value: object | undefined): object | undefined => structuredClone(value);

for (const [what, parse, bySchema, members] of SHAPES) {
  describe(what, () => {
    const valid = Object.fromEntries(Object.entries(members).map(([name, [value]]) => [name, value]));

    it('agrees with the zod schema about any JSON', () => {
      fc.assert(
        fc.property(nearlyValid(members), (json) => {
          assert.deepEqual(plain(parse(json)), plain(bySchema(json)));
        }),
      );
    });

    for (const json of [undefined, null, true, 5, 'text', [], [{}]]) {
      it(`rejects ${JSON.stringify(json)}`, () => {
        assert.equal(parse(json), undefined);
      });
    }

    it('ignores members of Object.prototype', (t) => {
      const names = Object.keys(members);
      t.after(() => {
        for (const name of names) Reflect.deleteProperty(Object.prototype, name);
      });
      const expected = parse({});
      for (const [name, value] of Object.entries(valid)) {
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
      }
      const parsed = parse({}) as Readonly<Record<string, unknown>> | undefined;
      assert.deepEqual([parsed, names.map((name) => parsed?.[name])], [expected, names.map(() => undefined)]);
    });
  });
}

it('parseProblem() drops the code amount_changed without a valid amount and currency', () => {
  const body = { code: 'amount_changed', outcome: 'not_charged', amount: 4999 };
  assert.deepEqual(plain(parseProblem(body)), { outcome: 'not_charged', amount: 4999 });
});
