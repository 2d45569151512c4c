import assert from 'node:assert/strict';
import { it } from 'node:test';
import { knownSecretsOf, toMessage } from '../../../demo/qa/redact-traffic.js';
import { samplePayment } from '../../support/sample-payment.js';

const KEY = 'a-key-of-a-service';
const card = { number: '378282246310005', cvc: '9137', exp_month: 11, exp_year: 2041 };
const payment = { ...samplePayment({ card }), metadata: { note: `card ${card.number}, code 9137` } };

it('the log of the QA page shows a card without a security code by its last digits', () => {
  const sent = samplePayment({ card: { number: card.number, cvc: undefined } });
  const headers = new Headers();
  const { body } = toMessage(headers, JSON.stringify(sent), knownSecretsOf(headers, sent, []));
  assert.match(body, /"card":\{"number":"•••• 0005"\}/);
});

for (const [what, body] of [
  ['a request', JSON.stringify(payment)],
  ['a request that was cut off', JSON.stringify(payment).slice(0, -2)],
  ['a response with the key', JSON.stringify({ note: `Called with ${KEY}`, sent: payment })],
] as const) {
  it(`the log of the QA page shows ${what} without card and key`, () => {
    const headers = new Headers({ Authorization: `Bearer ${KEY}`, 'X-Echo': `${KEY} ${card.number}` });
    const isWhole = body.endsWith('}');
    const shown = JSON.stringify(toMessage(headers, body, knownSecretsOf(headers, isWhole ? payment : undefined, [])));
    assert.match(shown, /Ada Lovelace/);
    assert.doesNotMatch(shown, new RegExp(`${card.number}|${KEY}|(?<![\\w-])9137(?![\\w-])|2041`));
  });
}
