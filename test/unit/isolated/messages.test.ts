import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createIdempotencyKey, isIdempotencyKey } from 'payment-widget/contract/protocol';
import { toSentDetail } from 'payment-widget/isolated/frame/port';
import { readMessage } from 'payment-widget/isolated/messages/shared';
import { TO_FRAME } from 'payment-widget/isolated/messages/to-frame';
import { TO_PAGE } from 'payment-widget/isolated/messages/to-page';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly string[];

const toFrame = (type: unknown, members: Json) => readMessage(TO_FRAME, { type, ...members });
const toPage = (type: unknown, members: Json) => readMessage(TO_PAGE, { type, ...members });

const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' };
const ATTEMPT = { ...ORDER, idempotencyKey: 'k'.repeat(21), mode: 'test', restored: false };
const ERROR = {
  ...{ code: 'amount_changed', message: 'The amount has changed.', outcome: 'not_charged', retryAfter: 5, status: 409 },
  ...{ fieldErrors: { 'card-cvc': 'Wrong.' }, price: { amount: 5199, currency: 'EUR' } },
};
const ACTION = { url: 'https://bank.example/confirm', method: 'POST', fields: { challenge: 'abc' } };
const LOOK = { language: { lang: 'de-AT', dir: 'ltr' }, theme: { color: 'rgb(0, 0, 0)' } };
const SETTINGS = { amount: 4999, currency: 'EUR', metadata: { cart: 'c-1' }, prefill: null };
const LOST = { idempotencyKey: 'k'.repeat(43), reference: 'order-1042', startedAt: 1_700_000_000_000 };
const FORM = {
  ...{ state: 'ready', valid: false, reportedMode: 'test', isTest: true, title: 'Card payment', isBlocked: false },
  ...{ lostText: 'Checking the payment', button: { text: 'Pay €49.99', busyText: 'Paying', isUsable: true } },
};
const event = (name: string, detail: Json) => ({ name, detail, submits: 1 });

/** A valid example of each message. */
const EXAMPLES: readonly (readonly [read: typeof toFrame | typeof toPage, type: string, members: Json])[] = [
  [toFrame, 'init', { settings: SETTINGS, look: LOOK, attempt: LOST }],
  [toFrame, 'set', { settings: SETTINGS }],
  ...['submit', 'validate', 'reset', 'focus'].map((type) => [toFrame, type, {}] as const),
  [toFrame, 'look', { look: LOOK }],
  [toFrame, 'permission', { permission: { key: 'k', isAllowed: false, isPrevented: false } }],
  [toPage, 'ready', {}],
  [toPage, 'state', { form: FORM }],
  [toPage, 'size', { height: 412.5 }],
  [
    toPage,
    'event',
    event('payment-ready', { mode: 'test', capabilities: { idempotency: true, recovery: true, binding: true } }),
  ],
  [toPage, 'event', event('payment-change', { valid: true, complete: true, brand: 'visa' })],
  [toPage, 'event', event('payment-field', { field: 'card-cvc', type: 'invalid', problem: 'card_cvc_incomplete' })],
  [toPage, 'event', { ...event('payment-submit', { ...ORDER, idempotencyKey: 'k' }), key: 'k'.repeat(43) }],
  [toPage, 'event', event('payment-action', { ...ATTEMPT, action: ACTION })],
  [toPage, 'event', event('payment-failure', { ...ATTEMPT, error: ERROR })],
  [toPage, 'outcome', event('payment-success', { ...ATTEMPT, status: 200, afterAction: true })],
];

/** Members with any name, or any plain value. */
const OPEN = ['metadata', 'prefill', 'fields', 'fieldErrors', 'settings'];

const pathsIn = (value: unknown, before: Path = []): Path[] =>
  Object.entries((value ?? {}) as Json).flatMap(([name, member]) => [
    [...before, name],
    ...(typeof member === 'object' ? pathsIn(member, [...before, name]) : []),
  ]);

/** A copy, as a port delivers it, with another value of a member. */
function change(members: Json, path: Path, value: unknown): Json {
  const copy = structuredClone(members);
  const parent = path.slice(0, -1).reduce((found, name) => found[name] as Json, copy);
  Object.defineProperty(parent, path.at(-1) as string, { value, enumerable: true });
  return copy;
}

const isPlain = (value: unknown): value is Json => typeof value === 'object' && value !== null;

describe('the messages between page and frame', () => {
  for (const [read, type, members] of EXAMPLES) {
    const title = [type, members['name']].filter(Boolean).join(' ');

    it(`accept ${title}, and refuse it with another member, wherever it is`, () => {
      assert.deepEqual(read(type, members), { type, ...members });
      const objects = [[], ...pathsIn(members)].filter((path) => !OPEN.slice(0, -1).includes(path.at(-1) ?? ''));
      for (const path of objects) {
        if (!isPlain(path.reduce<unknown>((found, name) => (found as Json)[name], members))) continue;
        for (const name of ['cardNumber', 'toString', '__proto__'])
          assert.equal(read(type, change(members, [...path, name], '4242')), undefined, [...path, name].join('.'));
      }
    });

    it(`refuse ${title} with a member of another type`, () => {
      for (const path of pathsIn(members).filter((it) => !OPEN.includes(it.at(-2) ?? '')))
        for (const value of [null, NaN, Symbol.iterator, [5], { toString: 1 }, new Map([['a', 1]])])
          assert.equal(read(type, change(members, path, value)), undefined, path.join('.'));
    });
  }

  for (const [what, accepted] of [
    ['a payment without its state', toPage('event', event('payment-success', { ...ATTEMPT, status: undefined }))],
    [
      'a permission with a text of the page',
      toFrame('permission', { permission: { key: 'k', isAllowed: false, text: 'Sold' } }),
    ],
    ...['k', 'k'.repeat(300), `${'k'.repeat(43)}\n`, `${'k'.repeat(43)}<`].map(
      (idempotencyKey) =>
        [
          `an attempt with a key of ${idempotencyKey.length} characters, ${JSON.stringify(idempotencyKey.slice(-2))} at the end`,
          toFrame('init', { settings: SETTINGS, look: LOOK, attempt: { ...LOST, idempotencyKey } }),
        ] as const,
    ),
    ...['order\n1', 'k'.repeat(256)].map(
      (reference) =>
        [
          `an attempt with the reference ${JSON.stringify(reference.slice(0, 9))}`,
          toFrame('init', { settings: SETTINGS, look: LOOK, attempt: { ...LOST, reference } }),
        ] as const,
    ),
    ['a permission without its payment', toFrame('permission', { permission: { isAllowed: true } })],
    ['an event that the element does not have', toPage('event', event('click', {}))],
    ['a type of the prototype', toFrame('constructor', {})],
    ...[
      ...['proxyUrl', 'returnUrl', 'buildRequest', 'interpretResponse', 'networksOf', 'messages', 'currencyExponents'],
      ...['isolated', 'innerHTML'],
    ].map((name) => [`${name}, which the frame never gets`, toFrame('set', { settings: { [name]: 'x' } })] as const),
    ...['javascript:alert(1)', 'data:text/html,x', 'http://bank.example', 'blob:https://a/b', '/pay', ''].map(
      (url) =>
        [
          `the way to a bank at "${url}"`,
          toPage('event', event('payment-action', { ...ATTEMPT, action: { ...ACTION, url } })),
        ] as const,
    ),
  ] as const)
    it(`refuse ${what}`, () => {
      assert.equal(accepted, undefined);
    });

  it('give the page no key of an attempt, but the beginning of it, and no response of the service', () => {
    const idempotencyKey = createIdempotencyKey();
    const sent = toSentDetail({ ...ATTEMPT, idempotencyKey, payment: { card: '4242' } }) as typeof ATTEMPT;
    assert.deepEqual(Object.keys(sent), Object.keys(ATTEMPT));
    assert.deepEqual([idempotencyKey.startsWith(sent.idempotencyKey), isIdempotencyKey(sent.idempotencyKey)], [true, false]); // prettier-ignore
  });

  it('never throw, whatever is sent', () => {
    const name = fc.constantFrom(...Object.keys(TO_FRAME), ...Object.keys(TO_PAGE), '__proto__', 'constructor');
    const nearly = fc.record({ type: name, name: fc.anything(), detail: fc.anything(), settings: fc.anything() });
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), fc.jsonValue(), nearly), (data) => {
        for (const schemas of [TO_FRAME, TO_PAGE]) readMessage(schemas, data);
      }),
      { numRuns: 1000 },
    );
  });
});
