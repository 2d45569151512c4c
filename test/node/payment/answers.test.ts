import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseConfig, parseProblem, parseRemembered, parseReport } from '../../../src/payment/answers.js';
import { attemptReport, problem, proxyConfig, rememberedAttempt } from '../../../src/payment/schema.js';

const readProblem: Read = (json) => {
  const { success, data } = problem().safeParse(json);
  if (!success) return undefined;
  if (data.code === 'amount_changed' && !(data.amount && data.currency)) delete data.code;
  return data;
};

type Read = (json: unknown) => object | undefined;
type Members = Readonly<Record<string, readonly unknown[]>>;

/** What is read without the library, what the schema makes of the same, and what may stand in the members. */
const SHAPES: readonly (readonly [what: string, parse: Read, bySchema: Read, Members])[] = [
  [
    'the answer of GET /config',
    parseConfig,
    (json) => proxyConfig().safeParse(json).data,
    { mode: ['test', 'live', 'TEST'], idempotency: [true, false], recovery: [true, false], encryption_key: [{}, 'k'] },
  ],
  [
    'a problem document',
    parseProblem,
    readProblem,
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
    'what became of an attempt',
    parseReport,
    (json) => attemptReport().safeParse(json).data,
    {
      state: ['processing', 'succeeded', 'failed', 'unknown', 'paid'],
      amount: [4999, 49.99],
      currency: ['EUR', 'XXX'],
      status: [99, 100, 200.5, 599, 600, '200'],
      payment: [{ id: 'pay_1' }],
      error: [{ code: 'declined' }],
    },
  ],
  [
    'an attempt that a page has kept',
    parseRemembered,
    (json) => rememberedAttempt().safeParse(json).data,
    {
      idempotencyKey: ['k'.repeat(43), ''],
      reference: ['order-1042', ''],
      startedAt: [0, 1_795_219_200_000, 0.5, 2 ** 53 - 1, 2 ** 53],
    },
  ],
];

/** JSON that is nearly so: members that are missing, wrong, or more than there are. */
function near(members: Members): fc.Arbitrary<unknown> {
  const anyway = fc.oneof(fc.constantFrom<unknown>(null, '', 0, -1, 1e400, true, 'x', [], {}), fc.jsonValue());
  const likely = (values: readonly unknown[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anyway });
  const known = Object.entries(members).map(([name, values]) => [name, likely(values)] as const);
  const other = fc.dictionary(fc.constantFrom('type', 'constructor', 'toString', 'x'), anyway, { maxKeys: 1 });
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(known), { requiredKeys: [] }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.record(Object.fromEntries(known)), other)
        .map((two) => Object.assign({}, ...two) as object),
    },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

/** In one shape, since only one of the two has a prototype. */
const plain = (value: object | undefined) => value && { ...value };

for (const [what, parse, bySchema, members] of SHAPES) {
  describe(what, () => {
    const right = Object.fromEntries(Object.entries(members).map(([name, [value]]) => [name, value]));

    it('is read as its schema says, wrong and right', () => {
      fc.assert(
        fc.property(near(members), (json) => {
          assert.deepEqual(plain(parse(json)), plain(bySchema(json)));
        }),
        { numRuns: 2000 },
      );
    });

    it('is read with every value that its schema takes or not, one at a time', () => {
      for (const [name, values] of Object.entries(members)) {
        for (const value of [...values, null, '', 0, -0, -1, NaN, Infinity, false, [], {}]) {
          const json = { ...right, [name]: value };
          assert.deepEqual(plain(parse(json)), plain(bySchema(json)), `${name}: ${JSON.stringify(value)}`);
        }
      }
    });

    for (const json of [undefined, null, true, 5, 'text', [], [{}]]) {
      it(`is not ${JSON.stringify(json)}`, () => {
        assert.equal(parse(json), undefined);
      });
    }

    it('has no member of Object.prototype, whatever a script of the page has put there', (t) => {
      const names = Object.keys(members);
      t.after(() => {
        for (const name of names) Reflect.deleteProperty(Object.prototype, name);
      });
      const before = parse({});
      for (const [name, value] of Object.entries(right)) {
        Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
      }
      const read = parse({}) as Readonly<Record<string, unknown>> | undefined;
      assert.deepEqual([read, names.map((name) => read?.[name])], [before, names.map(() => undefined)]);
    });

    it('is read once, so that it cannot be right when it is checked and another when it is used', () => {
      for (const name of Object.keys(members)) {
        let asked = 0;
        const get = (): unknown => (asked++ === 0 ? right[name] : { other: 1 });
        parse(Object.defineProperty({ ...right }, name, { enumerable: true, get }));
        assert.equal(asked, 1, name);
      }
    });
  });
}

it('an error body that asks for another amount, without naming one that can be paid, has no code', () => {
  const told = { code: 'amount_changed', outcome: 'not_charged', amount: 4999 };
  assert.deepEqual(plain(parseProblem(told)), { outcome: 'not_charged', amount: 4999 });
});
