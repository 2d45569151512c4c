import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { readMessage, VERSIONS } from '../../../src/element/isolated/messages/shared.js';
import { TO_FRAME } from '../../../src/element/isolated/messages/to-frame.js';
import { isOutcome, TO_PAGE } from '../../../src/element/isolated/messages/to-page.js';
import { refusalOf } from '../../../src/frame/port.js';
import { toSentDetail } from '../../../src/frame/port.js';
import { createIdempotencyKey, isIdempotencyKey } from '../../../src/contract/protocol.js';

type Json = Readonly<Record<string, unknown>>;
type Read = (data: unknown) => unknown;
type Path = readonly string[];

const [VERSION = 0] = VERSIONS;
const toFrame: Read = (data) => readMessage(TO_FRAME, VERSION, data);
const toPage: Read = (data) => readMessage(TO_PAGE, VERSION, data);
const reply: Read = (data) => (isOutcome(data) ? data : undefined);
const permission: Read = (data) => (refusalOf(data) instanceof TypeError ? undefined : data);

const ATTEMPT = {
  amount: 4999,
  currency: 'EUR',
  reference: 'order-1042',
  idempotencyKey: 'k'.repeat(43),
  mode: 'test',
  restored: false,
};
const PRICE = { amount: 5199, currency: 'EUR' };
const ERROR = {
  code: 'amount_changed',
  message: 'The amount of this order has changed.',
  outcome: 'not_charged',
  retryAfter: 5,
  status: 409,
  fieldErrors: { 'card-cvc': 'The service did not accept this.' },
  price: PRICE,
};
const ACTION = { url: 'https://bank.example/confirm', method: 'POST', fields: { challenge: 'abc' } };
const LANGUAGE = { lang: 'de-AT', dir: 'ltr' };
const THEME = { color: 'rgb(0, 0, 0)', '--payment-widget-radius': '4px' };
const SETTINGS = { amount: 4999, currency: 'EUR', disabled: false, metadata: { cart: 'c-1' }, prefill: null };
const HANDED_OVER = { idempotencyKey: 'k'.repeat(43), reference: 'order-1042', startedAt: 1_700_000_000_000 };
const BUTTON = { text: 'Pay €49.99', busyText: 'Paying', isUsable: true };
const FORM = {
  ...{ state: 'ready', valid: false, mode: 'test', isTest: true, title: 'Card payment' },
  ...{ isBlocked: false, lostText: 'Checking the payment', button: BUTTON },
};

const message = (type: string, members: Json = {}) => ({ v: VERSION, type, ...members });
const event = (name: string, detail: Json) => message('event', { name, detail, submits: 1 });

/** A valid example of each message, by what reads it. */
const EXAMPLES: readonly (readonly [name: string, read: Read, example: Json])[] = [
  ['init', toFrame, message('init', { settings: SETTINGS, theme: THEME, language: LANGUAGE })],
  [
    'init with the attempt of a lost frame',
    toFrame,
    message('init', { settings: SETTINGS, theme: THEME, language: LANGUAGE, attempt: HANDED_OVER }),
  ],
  ['set', toFrame, message('set', { settings: SETTINGS })],
  ...['submit', 'validate', 'reset', 'focus'].map((type) => [type, toFrame, message(type)] as const),
  ['language', toFrame, message('language', { language: LANGUAGE })],
  ['theme', toFrame, message('theme', { theme: THEME })],
  ['ready', toPage, message('ready')],
  ['state', toPage, message('state', { form: FORM })],
  ['change', toPage, message('change', { valid: true })],
  ['size', toPage, message('size', { height: 412.5 })],
  ['error', toPage, message('error', { text: 'The frame has ignored a message.' })],
  [
    'payment-ready',
    toPage,
    event('payment-ready', { mode: 'test', capabilities: { idempotency: true, recovery: true } }),
  ],
  ['payment-change', toPage, event('payment-change', { valid: true, complete: true, brand: 'visa' })],
  [
    'payment-field',
    toPage,
    event('payment-field', { field: 'card-cvc', type: 'invalid', problem: 'card_cvc_incomplete' }),
  ],
  [
    'payment-submit',
    toPage,
    {
      ...event('payment-submit', { amount: 4999, currency: 'EUR', reference: 'order-1042', idempotencyKey: 'k' }),
      key: 'k'.repeat(43),
    },
  ],
  ['payment-action', toPage, event('payment-action', { ...ATTEMPT, action: ACTION })],
  ['payment-success', toPage, event('payment-success', { ...ATTEMPT, status: 200, afterAction: true })],
  ['payment-pending', toPage, event('payment-pending', { ...ATTEMPT, status: 202 })],
  ['payment-failure', toPage, event('payment-failure', { ...ATTEMPT, error: ERROR })],
  ['payment-unknown', toPage, event('payment-unknown', { ...ATTEMPT, error: { ...ERROR, outcome: 'unknown' } })],
  ['the reply paid', reply, { outcome: 'paid', ...ATTEMPT, status: 200 }],
  ['the reply failed', reply, { outcome: 'failed', ...ATTEMPT, error: ERROR }],
  ['the reply action_required', reply, { outcome: 'action_required', ...ATTEMPT, action: ACTION }],
  ['the reply to payment-submit', permission, { isAllowed: false, isPrevented: false, text: 'Out of stock' }],
];

/** Members with any name and with plain values. */
const OPEN = ['metadata', 'prefill', 'fields', 'fieldErrors'];
/** Settings may have any plain value: the form checks them. */
const UNCHECKED = Object.keys(SETTINGS);

/** The paths of all members of an object. */
const pathsIn = (value: unknown, before: Path = []): Path[] =>
  Object.entries((value ?? {}) as Json).flatMap(([name, member]) => [
    [...before, name],
    ...(typeof member === 'object' ? pathsIn(member, [...before, name]) : []),
  ]);

const at = (value: unknown, path: Path): unknown =>
  path.reduce((found, name) => (found as Record<string, unknown>)[name], value);

/** A copy, as a port delivers it, with a change at a path. */
function change(
  example: Json,
  [...path]: Path,
  apply: (parent: Record<string, unknown>, name: string) => void,
): unknown {
  const copy = structuredClone(example);
  const name = path.pop() as string;
  apply(at(copy, path) as Record<string, unknown>, name);
  return copy;
}

/** Members that may be missing. */
const OPTIONAL =
  'mode button amount currency reference idempotencyKey brand problem afterAction isPrevented text'.split(' ');
const OF_ERRORS = ['retryAfter', 'status', 'fieldErrors', 'price'];

function isOptional(path: Path): boolean {
  const [name = '', parent = ''] = [path.at(-1), path.at(-2)];
  if (name === 'attempt' || ['settings', 'theme'].includes(parent) || (parent === 'error' && OF_ERRORS.includes(name)))
    return true;
  return OPTIONAL.includes(name) && !['price', 'button'].includes(parent) && (name !== 'text' || path.length === 1);
}

const isOpen = (path: Path) => OPEN.includes(path.at(-2) ?? '');

describe('the messages between page and frame', () => {
  for (const [name, read, example] of EXAMPLES) {
    it(`accepts ${name} as it is`, () => {
      assert.equal(read(example), example);
    });

    it(`refuses ${name} with another member, wherever it is`, () => {
      const objects = [[], ...pathsIn(example).filter((path) => typeof at(example, path) === 'object')].filter(
        (path) => at(example, path) !== null && !OPEN.includes(path.at(-1) ?? ''),
      );
      for (const path of objects) {
        for (const added of ['cardNumber', 'toString', '__proto__']) {
          const wrong = change(example, [...path, added], (parent, key) => {
            Object.defineProperty(parent, key, { value: '4242424242424242', enumerable: true });
          });
          assert.equal(read(wrong), undefined, [...path, added].join('.'));
        }
      }
    });

    it(`refuses ${name} with a member of another type`, () => {
      const paths = pathsIn(example).filter(
        (path) => !UNCHECKED.includes(path.at(-1) ?? '') || path.at(-2) !== 'settings',
      );
      for (const path of paths) {
        const present = at(example, path);
        const others = [[present], { toString: 1 }, new Map([['a', present]]), NaN];
        const values = [...others, typeof present === 'string' ? 5 : 'text', null].filter(
          (value) => typeof value !== typeof present || typeof present !== 'string',
        );
        for (const value of values) {
          if (isOpen(path) && path.includes('settings') && (value === null || typeof value !== 'object')) continue;
          const wrong = change(example, path, (parent, key) => (parent[key] = value));
          assert.equal(read(wrong), undefined, `${path.join('.')}: ${JSON.stringify(value)}`);
        }
      }
    });

    it(`refuses ${name} in another object than a plain one`, () => {
      for (const wrong of [Object.entries(example), new Map(Object.entries(example)), Object.create(example)])
        assert.equal(read(wrong), undefined);
    });
  }

  it('refuses a message without a member that it needs', () => {
    for (const [name, read, example] of EXAMPLES) {
      for (const path of pathsIn(example).filter((it) => !isOptional(it) && !isOpen(it))) {
        const wrong = change(example, path, (parent, key) => Reflect.deleteProperty(parent, key));
        assert.equal(read(wrong), undefined, `${name} without ${path.join('.')}`);
      }
    }
  });

  it('refuses a text that is too long, and a record with too many members', () => {
    const huge = 'x'.repeat(100_000);
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`name${index}`, 'value']));
    const wrong = [
      toFrame(message('set', { settings: { description: huge } })),
      toFrame(message('set', { settings: { metadata: many } })),
      toFrame(message('set', { settings: { metadata: { [huge]: 'value' } } })),
      toFrame(message('theme', { theme: { color: huge } })),
      toPage(message('error', { text: huge })),
      toPage(event('payment-field', { field: huge, type: 'focus' })),
    ];
    assert.deepEqual(wrong, Array(6).fill(undefined));
  });

  it('refuses settings that only the page or the proxy may decide', () => {
    for (const name of [
      'proxyUrl',
      'returnUrl',
      'buildRequest',
      'interpretResponse',
      'networksOf',
      'messages',
      'currencyExponents',
      'isolated',
      'innerHTML',
    ])
      assert.equal(toFrame(message('set', { settings: { [name]: 'https://evil.example' } })), undefined, name);
  });

  it('lets no frame send the page to a script or over plain http', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://bank.example',
      'blob:https://a/b',
      '/pay',
      '',
    ])
      assert.equal(toPage(event('payment-action', { ...ATTEMPT, action: { ...ACTION, url } })), undefined, url);
  });

  it('gives the page no key of an attempt, but the beginning of it', () => {
    const idempotencyKey = createIdempotencyKey();
    const { idempotencyKey: name } = toSentDetail({ ...ATTEMPT, idempotencyKey }) as { idempotencyKey: string };
    assert.deepEqual([idempotencyKey.startsWith(name), isIdempotencyKey(name)], [true, false]);
  });

  it('refuses every other version', () => {
    for (const [name, read, example] of EXAMPLES.filter(([, it]) => it === toFrame || it === toPage)) {
      for (const v of [0, -1, VERSION + 1, 99, 1.5, NaN, `${VERSION}`, [VERSION], null, undefined])
        assert.equal(read({ ...example, v }), undefined, `${name} with ${String(v)}`);
    }
  });

  it('never throws, and accepts nothing by chance', () => {
    const type = fc.constantFrom(...Object.keys(TO_FRAME), ...Object.keys(TO_PAGE), '__proto__', 'constructor');
    const nearly = fc.record({ v: fc.constant(VERSION), type, name: fc.anything(), detail: fc.anything() });
    const readers: readonly Read[] = [toFrame, toPage, reply, permission];
    fc.assert(
      fc.property(fc.oneof(fc.anything({ withNullPrototype: true }), fc.jsonValue(), nearly), (data) => {
        for (const read of readers) assert.equal(read(data), undefined);
      }),
      { numRuns: 2000 },
    );
  });
});
