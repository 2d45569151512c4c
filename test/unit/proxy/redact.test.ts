import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor } from 'payment-widget-proxy/service/redact';
import { parseAnswer } from '../../../src/contract/answer.js';
import { API_KEY } from '../../support/node-proxy.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

const OTHER_KEY = 'sk_test_the/other+one=';
const redactor = createRedactor([API_KEY, OTHER_KEY]);
const LONG_PAN = '6212345678900000003'; // more digits than a number of JavaScript has

/** The redacted answer of the service as JSON. Undefined if it was dropped. */
function redactedText(json: string, number: string = PAN): string | undefined {
  const found = redactor.body(parseAnswer(json, new Headers({ 'Content-Type': 'application/json' })), {
    card: { ...samplePayment().payment_method.card, number },
  });
  return found?.kind === 'json' ? found.text : found?.kind;
}

/** The redacted answer of the service. */
function redact(body: unknown, number?: string): unknown {
  const text = redactedText(typeof body === 'string' ? body : JSON.stringify(body), number);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

const percent = (text: string) => Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join('');

describe('an API key in a response', () => {
  for (const [what, text] of [
    ['verbatim', API_KEY],
    ['the second one', OTHER_KEY],
    ['in capitals', API_KEY.toUpperCase()],
    ['with each character in percent encoding', percent(API_KEY)],
  ] as const) {
    it(`is redacted ${what}`, () => {
      const { error } = redact({ error: text }) as { error: string };
      assert.match(error, /\[masked\]/);
      assert.doesNotMatch(error, new RegExp(`${API_KEY.slice(8)}|the.{1,6}other`, 'i'));
    });
  }

  it('is removed from a member that a duplicate overrides', () => {
    assert.equal(redactedText(`{"a":"${API_KEY}","a":"x"}`), '{"a":"x"}');
  });
});

describe('a card number in a response', () => {
  for (const [what, text] of [
    ['verbatim', PAN],
    ['with spaces', '4242 4242 4242 4242'],
    ['with other dashes and spaces', '4242\u20114242\u00a04242 – 4242'],
    ['with a space after each digit', Array.from(PAN).join(' ')],
    ['in a URL', '4242%204242%204242%204242'],
    ['in a URL, with other spaces', encodeURIComponent('4242\u00a04242\u20114242 😀 4242')],
    ['between other digits', `000${PAN}000`],
    ['in JSON in a string', JSON.stringify({ number: PAN })],
  ] as const) {
    it(`is redacted ${what}`, () => {
      const { note } = redact({ note: `Card ${text} was declined` }) as { note: string };
      assert.match(note, /\[masked\]/);
      assert.doesNotMatch(note.normalize('NFKC').replace(/\W|%20/g, ''), /4242/);
    });
  }

  for (const [what, json, number] of [
    ['as a number', `{"card":${PAN}}`, PAN],
    ['as a number with an exponent', '{"card":4.242424242424242e15}', PAN],
    ['as a number beyond the precision of JavaScript', `{"card":${LONG_PAN}}`, LONG_PAN],
    ['as the beginning of a longer number', `{"card":${PAN}123}`, PAN],
  ] as const) {
    it(`is redacted ${what}`, () => {
      assert.deepEqual(redact(json, number), { card: '[masked]' });
    });
  }

  it('is removed from a member that a duplicate overrides', () => {
    assert.equal(redactedText(`{"a":"${PAN}","\\u0061":"x"}`), '{"a":"x"}');
  });

  for (const [what, body] of [
    ['its last four digits', { last4: '4242', masked: '•••• 4242' }],
    ['another number of the same length', { id: '4242424242424241', reference: 4242424242424241 }],
  ] as const) {
    it(`is not detected in ${what}`, () => {
      assert.deepEqual(redact(body), body);
    });
  }
});

describe('a security code in a response', () => {
  for (const [what, body, expected] of [
    ['in its member', { cvc: CVC }, { cvc: '[masked]' }],
    ['in a member with another name', { security_code: CVC }, { security_code: '[masked]' }],
    ['as a number in its member', { cvv: Number(CVC) }, { cvv: '[masked]' }],
    ['in a list in its member', { cvc: [CVC] }, { cvc: ['[masked]'] }],
    ['within its member', { cvc: { value: CVC } }, { cvc: { value: '[masked]' } }],
    ['in a sentence that names it', { note: `CVC ${CVC} is wrong` }, { note: 'CVC [masked] is wrong' }],
    ['in a sentence with the number', { note: `${PAN} 12/30 ${CVC}` }, { note: '[masked] 12/30 [masked]' }],
    ['beside the number', { pan: PAN, code: CVC }, { pan: '[masked]', code: '[masked]' }],
    ['in a list with the number', [PAN, CVC], ['[masked]', '[masked]']],
    [
      'in JSON in a string',
      { echo: `{"number":"${PAN}","c":"${CVC}"}` },
      { echo: '{"number":"[masked]","c":"[masked]"}' },
    ],
    ['in a URL, with its name', { echo: percent('{"cvc":"') + CVC + percent('"}') }, { echo: '[masked]' }],
    ['in a member named by the card number', { [PAN]: CVC }, { '[masked]': '[masked]' }],
  ] as const) {
    it(`is redacted ${what}`, () => {
      assert.deepEqual(redact(body), expected);
    });
  }

  for (const [what, body] of [
    ['an amount', { amount: Number(CVC) }],
    ['a code elsewhere', { code: CVC, message: `Error ${CVC}` }],
    ['a part of a longer number', { cvc_check_id: `1${CVC}2` }],
  ] as const) {
    it(`is not detected in ${what}`, () => {
      assert.deepEqual(redact(body), body);
    });
  }
});

describe('a stack trace in a response', () => {
  for (const name of ['stack', 'traceback']) {
    it(`is redacted in a member ${name}`, () => {
      const body = { message: 'x', [name]: [{ file: '/srv/app/pay', line: 1 }] };
      assert.deepEqual(redact(body), { message: 'x', [name]: '[masked]' });
    });
  }
});

describe('a response without secrets', () => {
  it('is unchanged, character by character', () => {
    const json = '{ "amount": 4999.0, "id": 12345678901234567890, "a": "\\u0061" }';
    const body = parseAnswer(json, new Headers());
    assert.equal(redactor.body(body, samplePayment().payment_method), body);
  });

  it('is unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        assert.deepEqual(redact({ value }), { value: JSON.parse(JSON.stringify(value)) as unknown });
      }),
    );
  });
});

describe('limits of redaction', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const many = (values: number) => `[${Array(values).fill(1).join()}]`;
  const spread = (values: number) => `{"a":${many(values / 2 - 1)},"b":${many(values / 2 - 1)}}`;
  for (const [what, json] of [
    ['101 levels', deep(101)],
    ['30,000 levels', deep(30_000)],
    ['1,001 values', many(1001)],
    ['1,002 values of several members', spread(1002)],
  ] as const) {
    it(`exclude ${what}`, () => {
      assert.equal(redact(json), undefined);
    });
  }
});

describe('createRedactor', () => {
  it('does not treat a key as a pattern', () => {
    assert.equal(createRedactor(['a.c|d*e(f']).text('abc a.c|d*e(f'), 'abc [masked]');
  });
});

describe('redaction of a long text', () => {
  // In quadratic time, each would take minutes.
  for (const [what, text] of [
    ['digits', '4'],
    ['digits with separators', '4...'],
    ['percent encoding', '%25'],
    ['almost a key', `${API_KEY.slice(0, -1)} `],
  ] as const) {
    it(`searches 300,000 characters of ${what}`, () => {
      const long = text.repeat(300_000 / text.length);
      assert.equal(redactor.text(long, samplePayment().payment_method), long);
    });
  }
});

/** The redacted text, with a shorter mask. */
function replace(text: string, card: { readonly number: string; readonly cvc: string }): string {
  const sent = { card: { exp_month: 12, exp_year: 2030, ...card } };
  return createRedactor([]).text(text, sent).replaceAll('[masked]', '[x]');
}

describe('card number in a text', () => {
  const CASES: readonly [text: string, replaced: string][] = [
    ['4242', '[x]'],
    ['card 4242.', 'card [x].'],
    ['42 42', '[x]'],
    ['4 . 2 – 42', '[x]'],
    ['14242', '1[x]'],
    ['4242 4242', '[x] [x]'],
    ['42 or 42', '42 or 42'],
  ];
  for (const [text, replaced] of CASES) {
    it(`turns "${text}" into "${replaced}"`, () => {
      assert.equal(replace(text, { number: '4242', cvc: '123' }), replaced);
    });
  }

  it('is the same text that a regular expression for the number finds', () => {
    const text = fc.string({ unit: fc.constantFrom('1', '2', ' ', '-', 'é', 'a', '½', '٣', '😀'), maxLength: 30 });
    const number = fc.string({ unit: fc.constantFrom('1', '2'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(text, number, (text, number) => {
        const pattern = new RegExp(Array.from(number).join('[^\\p{L}\\p{N}]{0,3}'), 'gu');
        assert.equal(replace(text, { number, cvc: '' }), text.replace(pattern, '[x]'));
      }),
    );
  });
});
