import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIELD_NAMES } from '../../../src/contract/fields.js';
import type { PaymentRequest } from '../../../src/contract/request.js';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { readFieldErrors } from '../../../src/payment/response.js';
import { assertProblem, captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const now = new Date();
const thisYear = now.getUTCFullYear();
/** Before the first month that is certainly over. */
const lastYear = { exp_month: 11, exp_year: thisYear - 1 };

/** A proxy without a network, and what it sent. */
function setUp(settings: { readonly brands?: readonly string[] } = {}) {
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve(Response.json({ id: 'pay_1' }));
  };
  const { logger, lines } = captureLog();
  const [memory, writes] = [createMemoryStore(), [] as string[]];
  const swap: typeof memory.swap = (changes) => {
    writes.push(...changes.map(({ name }) => name));
    return memory.swap(changes);
  };
  const proxy = testProxy({ fetch, logger, store: { ...memory, swap }, ...settings });
  const pay = (body: unknown, key = newKey()) =>
    proxy(paymentRequest('https://shop.example/pay', body, { 'Idempotency-Key': key }));
  return { sent, lines, writes, pay };
}

const card = (change: object) => samplePayment({ card: change });
const customer = (change: PaymentRequest['customer']) => samplePayment({ customer: change });

const address = (change: NonNullable<PaymentRequest['customer']>['address']) => customer({ address: change });

const INVALID = [
  ['a wrong check digit', '/payment_method/card/number', card({ number: '4242424242424241' })],
  ['a card number too long for a regional brand', '/payment_method/card/number', card({ number: '6500310000000000008' })],
  ['a card that has expired', '/payment_method/card/exp_year', card(lastYear)],
  ['a month 13', '/payment_method/card/exp_month', card({ exp_month: 13 })],
  ['a security code of four digits for Visa', '/payment_method/card/cvc', card({ cvc: '1234' })],
  ['a security code of three digits for Amex', '/payment_method/card/cvc', card({ number: '378282246310005', cvc: '123' })],
  ['a card number as a name', '/customer/name', customer({ name: 'Ada 4242 4242 4242 4242' })],
  ['a name with bidirectional formatting', '/customer/name', customer({ name: 'Ada\u202eecalevoL' })],
  ['an email without a domain', '/customer/email', customer({ email: 'ada@example' })],
  ['a phone number without its country', '/customer/phone', customer({ phone: '030123456' })],
  ['a postal code of another country', '/customer/postal_code', customer({ postal_code: 'SW1A 1AA', country: 'DE' })],
  ['a postal code of no country', '/customer/postal_code', customer({ postal_code: '12345678901' })],
  ['an unknown country', '/customer/country', customer({ country: 'ZZ' })],
  ['an empty line of an address', '/customer/address/line1', address({ line1: '' })],
  ['a line of an address with white space around', '/customer/address/line2', address({ line2: ' Flat 2' })],
  ['a card number in an address', '/customer/address/city', address({ city: 'Leeds 4242 4242 4242 4242' })],
  ['a region of two lines', '/customer/address/region', address({ region: 'a\nb' })],
  ['an unknown country in an address', '/customer/address/country', address({ country: 'ZZ' })],
  [
    'a postal code of another country in an address',
    '/customer/address/postal_code',
    address({ postal_code: 'SW1A 1AA', country: 'DE' }),
  ],
  ['a reference of 256 characters', '/reference', samplePayment({ reference: 'x'.repeat(256) })],
  ['a reference of 256 UTF-16 units', '/reference', samplePayment({ reference: '𠮷'.repeat(128) })],
  ['a reference of two lines', '/reference', samplePayment({ reference: 'order\n1042' })],
  ['a reference in the form of a key', '/reference', samplePayment({ reference: 'sk_live_123456789' })],
  ['a description with a control character', '/description', samplePayment({ description: 'Two\u001b[31m tickets' })],
  ['a description in the form of a key', '/description', samplePayment({ description: 'Bearer 123456789' })],
  ['a description of 1001 characters', '/description', samplePayment({ description: 'x'.repeat(1001) })],
  ['a description of 1002 UTF-16 units', '/description', samplePayment({ description: '𠮷'.repeat(501) })],
  ['metadata with a control character', '/metadata', samplePayment({ metadata: { cart: '7\u00007' } })],
  ['metadata with a control character in a name', '/metadata', samplePayment({ metadata: { 'ca\u0007rt': '77' } })],
] as const; // prettier-ignore

describe('the proxy', () => {
  for (const [what, pointer, body] of INVALID) {
    it(`refuses ${what}`, async () => {
      const { pay, sent } = setUp();
      const response = await pay(body);
      const { errors } = (await response.clone().json()) as { errors: { pointer: string }[] };
      await assertProblem(response, 422, 'invalid_request', 'not_charged');
      assert.deepEqual(errors.map((error) => error.pointer), [pointer]); // prettier-ignore
      assert.equal(sent.length, 0);
    });
  }

  for (const [what, body] of [
    ['a UnionPay number without a check digit', card({ number: '6200000000000000' })],
    ['a security code of four digits for an unknown brand', card({ number: '9999999999999995', cvc: '1234' })],
    ['a card that expires this month', card({ exp_month: now.getUTCMonth() + 1, exp_year: thisYear })],
    ['a postal code of a country that only the page knows', customer({ postal_code: '九龍' })],
    ['a postal code in a country without postal codes', customer({ postal_code: 'N/A', country: 'AE' })],
    ['an address', address({ line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' })],
    [
      'an address with a postal code of a country that only the page knows',
      address({ line1: '1', postal_code: '九龍' }),
    ],
    ['a key in metadata, which a shopper may have typed', samplePayment({ metadata: { gift: 'sk_live_123456789' } })],
  ] as const) {
    it(`accepts ${what}`, async () => {
      const { pay } = setUp();
      assert.equal((await pay(body)).status, 200);
    });
  }

  it('quotes and logs no value that it refuses', async () => {
    const { pay, lines } = setUp();
    const MARK = 'zq7x';
    const marked = { line1: ` ${MARK}`, line2: ` ${MARK}`, city: ` ${MARK}`, region: ` ${MARK}`, country: 'q7' };
    const values = {
      name: `${MARK}\u0000`,
      email: MARK,
      phone: MARK,
      postal_code: `${MARK}\u0000`,
      country: 'q7',
      address: marked,
    };
    const texts = { reference: `${MARK}\u202e`, description: `${MARK}\u0000`, metadata: { [`${MARK}\u0000`]: MARK } };
    const wrongCard = { number: '4242424242424241', cvc: '9876', ...lastYear };
    const refusal = await (await pay(samplePayment({ ...texts, card: wrongCard, customer: values }))).text();
    assert.equal((JSON.parse(refusal) as { errors: unknown[] }).errors.length, 16);
    assert.doesNotMatch(refusal + JSON.stringify(lines), /zq7x|q7|42424242|9876/);
  });

  it('refuses each field of the form with an error that the widget shows at the field', async () => {
    const wrong = {
      card: { number: '4242424242424241', cvc: '1234', ...lastYear },
      customer: {
        ...{ name: '1', email: 'ada', phone: '1', postal_code: 'x'.repeat(12), country: 'zz' },
        address: { line1: ' ', line2: ' ', city: ' ', region: ' ' },
      },
    };
    const errors = readFieldErrors(await (await setUp().pay({ ...samplePayment(wrong), amount: 0 })).json());
    assert.deepEqual(new Set(Object.keys(errors ?? {})), new Set(FIELD_NAMES));
  });

  it('replays the outcome of a payment whose card has expired meanwhile', async (t) => {
    const end = Date.UTC(2031, 0, 1, 12);
    t.mock.timers.enable({ apis: ['Date'], now: end - 1 });
    const { pay, sent } = setUp();
    const key = newKey();
    const body = card({ exp_month: 12, exp_year: 2030 });
    assert.equal((await pay(body, key)).status, 200);
    t.mock.timers.setTime(end);
    const again = await pay(body, key);
    assert.deepEqual([again.status, again.headers.get('Idempotency-Replayed')], [200, 'true']);
    await assertProblem(await pay(body), 422, 'invalid_request', 'not_charged');
    assert.equal(sent.length, 1);
  });
});

const BANCONTACT = '6703444444444449';

describe('a card without a security code', () => {
  const withoutCode = (number: string) => card({ number, cvc: undefined });

  for (const [what, number, brands] of [
    ['Bancontact', BANCONTACT, ['visa', 'bancontact']],
    ['Maestro', '6759649826438453', ['maestro']],
    ['Maestro if all brands are accepted: only the page may require a code', '6759649826438453', undefined],
  ] as const) {
    it(`is sent as it is: ${what}`, async () => {
      const { pay, sent } = setUp(brands && { brands });
      assert.equal((await pay(withoutCode(number))).status, 200);
      const { payment_method } = (await sent[0]?.json()) as PaymentRequest;
      assert.deepEqual(payment_method.card, { number, exp_month: 12, exp_year: 2030 });
    });
  }

  for (const [what, number, brands] of [
    ['Visa', '4242424242424242', undefined],
    ['Visa beside Bancontact', '4242424242424242', ['visa', 'bancontact']],
    ['Mastercard in a range of Maestro', '5031433215406351', ['mastercard', 'bancontact']],
    ['an unknown brand', '9999999999999995', ['bancontact', 'maestro']],
  ] as const) {
    it(`is refused at the security code: ${what}`, async () => {
      const { pay, sent } = setUp(brands && { brands });
      const body = await assertProblem(await pay(withoutCode(number)), 422, 'invalid_request', 'not_charged');
      assert.deepEqual(Object.keys(readFieldErrors(body) ?? {}), ['card-cvc']);
      assert.deepEqual(sent, []);
    });
  }
});

describe('a proxy with brands', () => {
  const payWith = (number: string, cvc = '123', brands: readonly string[] = ['visa', 'amex']) => {
    const own = setUp({ brands });
    return { ...own, response: own.pay(card({ number, cvc })) };
  };

  it('lets a Mastercard in a range of Maestro through', async () => {
    assert.equal((await payWith('5031433215406351', '123', ['visa', 'mastercard']).response).status, 200);
  });

  it('publishes their identifiers', async () => {
    const response = await testProxy({ brands: ['visa', 'amex'] })(new Request('https://shop.example/pay/config'));
    assert.deepEqual(((await response.json()) as { brands?: unknown }).brands, ['visa', 'american-express']);
  });

  for (const [brand, number] of [
    ['mastercard', '5555555555554444'],
    ['elo', '6362970000457013'],
  ] as const) {
    it(`refuses ${brand} at the card number, before anything is stored or sent`, async () => {
      const { response, sent, writes } = payWith(number);
      const body = await assertProblem(await response, 422, 'invalid_request', 'not_charged');
      assert.deepEqual(Object.keys(readFieldErrors(body) ?? {}), ['card-number']);
      assert.deepEqual([sent, writes], [[], []]);
    });
  }

  for (const [brand, number, cvc] of [
    ['visa', '4242424242424242', '123'],
    ['american-express', '378282246310005', '1234'],
    ['an unknown brand', '9000000000000001', '123'],
  ] as const) {
    it(`lets ${brand} through`, async () => {
      assert.equal((await payWith(number, cvc).response).status, 200);
    });
  }
});
