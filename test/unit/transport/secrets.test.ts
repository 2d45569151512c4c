import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskSecrets } from '../../../src/contract/secrets.js';

const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

/** The redacted answer, and the members that held a secret. */
function mask(text: string): { left: string; members: string[] } {
  const members: string[] = [];
  const body = maskSecrets({ kind: 'json', text, value: JSON.parse(text) as unknown }, (member) =>
    members.push(member),
  );
  return { left: JSON.stringify('value' in body && body.value), members };
}

describe('redaction of an answer', () => {
  for (const [what, text, left, members] of [
    ['a key by its prefix', `{"note":"${KEY}"}`, '{"note":"[removed]"}', ['answer.note']],
    [
      'a key within a text',
      `{"note":"used rk_test_51Habcdefgh here"}`,
      '{"note":"used [removed] here"}',
      ['answer.note'],
    ],
    ['an echoed header', '{"sent":{"h":"Bearer abc.def-123"}}', '{"sent":{"h":"[removed]"}}', ['answer.sent.h']],
    ['a key by its name', '{"api_key":"anything"}', '{"api_key":"[removed]"}', ['answer.api_key']],
    ['a key by its name in capitals within', '{"secretKey":"x"}', '{"secretKey":"[removed]"}', ['answer.secretKey']],
    ['a list', `[{"a":1},["${KEY}"]]`, '[{"a":1},["[removed]"]]', ['answer.1.0']],
    ['a key as the whole answer', `"${KEY}"`, '"[removed]"', ['answer']],
    [
      'the private part of a JSON Web Key',
      '{"k":{"kty":"EC","d":"x"}}',
      '{"k":{"kty":"EC","d":"[removed]"}}',
      ['answer.k.d'],
    ],
    ['a private key as PEM', '{"p":"-----BEGIN PRIVATE KEY-----\\nMII"}', '{"p":"[removed]"}', ['answer.p']],
  ] as const) {
    it(`removes ${what} and reports the member`, () => {
      assert.deepEqual(mask(text), { left, members });
    });
  }

  for (const text of [
    '{"id":"pay_1","status":"succeeded","task_12345678":"risk_assessment"}',
    '{"client_secret":"pi_1_secret_2","token":"tok_visa","publishable":"pk_live_51Habcdefgh"}',
    '{"encryption_key":{"kty":"RSA","n":"sXch","e":"AQAB","kid":"1"}}',
    '{"password":"","secret":null,"d":"day"}',
  ]) {
    it(`keeps ${text}`, () => {
      assert.deepEqual(mask(text), { left: text, members: [] });
    });
  }

  it('handles a member __proto__', () => {
    const { left, members } = mask(`{"__proto__":"${KEY}"}`);
    assert.deepEqual([left, members], ['{"__proto__":"[removed]"}', ['answer.__proto__']]);
  });

  it('does not report a key that is a name', () => {
    assert.doesNotMatch(mask(`{"${KEY}":{"secret":"x"}}`).members.join(), /4eC39/);
  });

  it('handles any depth', () => {
    const value = JSON.parse(`${'['.repeat(100_000)}"${KEY}"${']'.repeat(100_000)}`) as unknown;
    let leaks = 0;
    maskSecrets({ kind: 'json', text: '', value }, () => leaks++);
    assert.equal(leaks, 1);
  });
});

describe('redaction of the card in an answer', () => {
  const card = { number: '4242424242424242', cvc: '737' };
  const redact = (text: string) => {
    const leaks: string[] = [];
    const value: unknown = JSON.parse(text);
    const body = maskSecrets({ kind: 'json', text, value }, (member) => leaks.push(member), card);
    return [JSON.stringify('value' in body && body.value), leaks];
  };

  for (const [what, text, left] of [
    ['the number', '{"id":"p","number":"4242424242424242"}', '{"id":"p","number":"[removed]"}'],
    ['the number in groups', '{"a":["4242 4242-4242 4242"]}', '{"a":["[removed]"]}'],
    ['the number as a number', '{"pan":4242424242424242}', '{"pan":"[removed]"}'],
    ['the code by its name', '{"cvc":"737","cvv":737}', '{"cvc":"[removed]","cvv":"[removed]"}'],
    [
      'the whole request',
      '{"sent":"{\\"number\\":\\"4242424242424242\\",\\"cvc\\":\\"737\\"}"}',
      '{"sent":"{\\"number\\":\\"[removed]\\",\\"cvc\\":\\"[removed]\\"}"}',
    ],
    ['the number as a name', '{"4242424242424242":1,"b":2}', '{"b":2}'],
  ] as const) {
    it(`removes ${what} without a report`, () => {
      assert.deepEqual(redact(text), [left, []]);
    });
  }

  it('keeps last digits, other numbers and amounts', () => {
    const text = '{"last4":"4242","id":"4242424242424241","amount":737,"order":"737"}';
    assert.deepEqual(redact(text), [text, []]);
  });
});
