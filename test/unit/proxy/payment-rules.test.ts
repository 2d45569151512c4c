import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FIELD_NAMES } from 'payment-widget/contract/fields';
import type { PaymentRequest } from 'payment-widget/contract/request';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { readFieldErrors } from 'payment-widget/payment/response';
import { assertProblem, captureLog, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { changed, samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/brands.json' with { type: 'json' };
import payments from 'payment-widget-testing/vectors/payments.json' with { type: 'json' };

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
describe('the proxy', () => {
  for (const { what, change, pointer } of payments.invalid) {
    it(`refuses ${what}`, async () => {
      const { pay, sent } = setUp();
      const response = await pay(changed(payments.payment, change));
      const { errors } = (await response.clone().json()) as { errors: { pointer: string }[] };
      await assertProblem(response, 422, 'invalid_request', 'not_charged');
      assert.deepEqual(errors.map((error) => error.pointer), [pointer]); // prettier-ignore
      assert.equal(sent.length, 0);
    });
  }

  for (const { what, change } of payments.valid) {
    it(`accepts ${what}`, async () => {
      const { pay } = setUp();
      assert.equal((await pay(changed(payments.payment, change))).status, 200);
    });
  }

  it('accepts a card that expires this month', async () => {
    const { pay } = setUp();
    const body = card({ exp_month: now.getUTCMonth() + 1, exp_year: thisYear });
    assert.equal((await pay(body)).status, 200);
  });

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

  it('is refused at the security code if it is a Visa', async () => {
    const { pay, sent } = setUp();
    const response = await pay(withoutCode('4242424242424242'));
    const body = await assertProblem(response, 422, 'invalid_request', 'not_charged');
    assert.deepEqual(Object.keys(readFieldErrors(body) ?? {}), ['card-cvc']);
    assert.deepEqual(sent, []);
  });
});

describe('a proxy with brands', () => {
  const payWith = (number: string, cvc = '123', brands: readonly string[] = ['visa', 'amex']) => {
    const own = setUp({ brands });
    return { ...own, response: own.pay(card({ number, cvc })) };
  };

  for (const { what, brands, change, pointer } of vectors.payments) {
    it(`${pointer ? 'refuses' : 'accepts'} ${what}`, async () => {
      const response = await setUp({ brands }).pay(changed(payments.payment, change));
      const { errors = [] } = (await response.json()) as { errors?: { pointer: string }[] };
      assert.deepEqual([response.status, ...errors.map((error) => error.pointer)], pointer ? [422, pointer] : [200]);
    });
  }

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
