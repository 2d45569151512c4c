import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRedactor } from 'payment-widget-proxy/service/redact';
import { parseAnswer } from 'payment-widget/contract/answer';
import { API_KEY } from '../../support/node-proxy.js';
import { PAN, samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/redaction.json' with { type: 'json' };

const redactor = createRedactor(vectors.keys);

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

describe('a response of the service with', () => {
  for (const { what, number, body, redacted } of vectors.cases) {
    it(what, () => {
      assert.equal(redactedText(body, number) ?? null, redacted);
    });
  }
});

describe('a response without secrets', () => {
  it('is unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        assert.deepEqual(redact({ value }), { value: JSON.parse(JSON.stringify(value)) as unknown });
      }),
    );
  });
});

describe('limits of redaction', () => {
  const list = (values: number) => Array(values).fill(1).join();
  for (const [what, json] of [
    ['30,000 levels', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['1,002 values of several members', `{"a":[${list(500)}],"b":[${list(500)}]}`],
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
