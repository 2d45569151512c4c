import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

const ADDRESS = 'https://service.example/v1/payments';
const REQUESTS_PER_MINUTE = 1000;

interface Call {
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** A valid payment. */
function call(key: string, payment: unknown = samplePayment()): Call {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': IDEMPOTENCY_KEY,
  };
  return { method: 'POST', headers, body: JSON.stringify(payment) };
}

const handle = (sandbox: Sandbox, init: RequestInit, address = ADDRESS) => sandbox.handle(new Request(address, init));

const pay = (sandbox: Sandbox, payment?: unknown, key = sandbox.keys.test) => handle(sandbox, call(key, payment));

describe('a payment', () => {
  it('is recorded with amount, currency, reference and idempotency key', async () => {
    const sandbox = createSandbox();
    await pay(sandbox, samplePayment({ amount: 123, currency: 'JPY', reference: 'order-7' }));
    const { amount, currency, reference, idempotency_key: key } = sandbox.ledger.entries()[0] ?? {};
    assert.deepEqual([amount, currency, reference, key], [123, 'JPY', 'order-7', IDEMPOTENCY_KEY]);
  });

  it('stores and returns neither card number nor security code', async () => {
    const sandbox = createSandbox();
    const answer = await (await pay(sandbox)).text();
    const kept = JSON.stringify([sandbox.ledger.entries(), sandbox.log.entries()]) + answer;
    assert.doesNotMatch(kept, new RegExp(`${PAN}|"${CVC}|cvc\\W*\\d`));
  });
});

describe('the sandbox rejects', () => {
  const keyOfOtherSandbox = createSandbox().keys.test;

  for (const [what, status, change] of [
    ['no key', 401, ({ headers: { Authorization: _, ...rest }, ...others }: Call) => ({ ...others, headers: rest })],
    ['an unknown key', 401, () => call('wrong')],
    ['the key of another account', 401, () => call(keyOfOtherSandbox)],
    ['a key without "Bearer"', 401, withHeader('Authorization', (value) => value.replace('Bearer ', ''))],
    ['another scheme', 401, withHeader('Authorization', (value) => value.replace('Bearer', 'Basic'))],
    ['a key with a suffix', 401, withHeader('Authorization', (value) => `${value}x`)],
    ['invalid JSON', 400, (init: Call) => ({ ...init, body: '{' })],
    ['no body', 400, (init: Call) => ({ ...init, body: '' })],
    ['an incomplete payment', 400, (init: Call) => ({ ...init, body: '{"amount":4999}' })],
  ] as const) {
    it(`${what}: ${status}`, async () => {
      const sandbox = createSandbox();
      const response = await handle(sandbox, change(call(sandbox.keys.test)));
      assert.deepEqual([response.status, sandbox.ledger.entries().length], [status, 0]);
    });
  }

  it('another path: 404', async () => {
    const sandbox = createSandbox();
    const response = await handle(sandbox, call(sandbox.keys.test), `${ADDRESS}/pay_1`);
    assert.deepEqual([response.status, sandbox.ledger.entries().length], [404, 0]);
  });

  it('another method: 405, with the allowed one', async () => {
    const response = await handle(createSandbox(), { method: 'GET' });
    assert.deepEqual([response.status, response.headers.get('Allow')], [405, 'POST']);
  });
});

function withHeader(name: string, change: (value: string) => string) {
  return (init: Call): Call => ({ ...init, headers: { ...init.headers, [name]: change(init.headers[name] ?? '') } });
}

describe('test cards of the sandbox', () => {
  const declined = samplePayment({ card: { number: '4000000000000002' } });
  const charged = samplePayment({ card: { number: '4000000000000119' } });

  for (const [what, payment, key, status, entries] of [
    ['one is declined: 402, no payment', declined, 'test', 402, 0],
    ['one is charged and answered with 500, as a service may fail', charged, 'test', 500, 1],
    ['with a Live key the first is a card like any other', declined, 'live', 200, 1],
    ['with a Live key the second is a card like any other', charged, 'live', 200, 1],
  ] as const) {
    it(what, async () => {
      const sandbox = createSandbox();
      const { status: answered } = await pay(sandbox, payment, sandbox.keys[key]);
      assert.deepEqual([answered, sandbox.ledger.entries().length], [status, entries]);
    });
  }
});

describe('the limit of 1000 requests per minute', () => {
  let sandbox: Sandbox;
  let statuses: number[];
  let next: Response;
  before(async () => {
    sandbox = createSandbox();
    statuses = [];
    while (statuses.length < REQUESTS_PER_MINUTE) statuses.push((await pay(sandbox)).status);
    next = await pay(sandbox);
  });

  it('allows a thousand', () => {
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  it('rejects the next one with 429 and Retry-After, without a charge', () => {
    const seconds = Number(next.headers.get('Retry-After'));
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
    assert.deepEqual([next.status, sandbox.ledger.entries().length], [429, REQUESTS_PER_MINUTE]);
  });
});

describe('the ledger', () => {
  async function paidTwice(): Promise<Sandbox> {
    const sandbox = createSandbox();
    await pay(sandbox, samplePayment({ reference: 'first' }));
    await pay(sandbox, samplePayment({ reference: 'second' }));
    return sandbox;
  }

  it('keeps payments in order', async () => {
    const { ledger } = await paidTwice();
    assert.deepEqual(
      ledger.entries().map(({ reference }) => reference),
      ['first', 'second'],
    );
  });
});

describe('the sandbox behind a socket', () => {
  async function start(t: TestContext): Promise<{ sandbox: Sandbox; url: string }> {
    const sandbox = createSandbox();
    const server = createSandboxServer(sandbox);
    const url = await listen(server, 0);
    t.after(() => close(server));
    return { sandbox, url };
  }

  it('accepts a payment and serves it in the ledger', async (t) => {
    const { sandbox, url } = await start(t);
    const payment = await fetch(`${url}/v1/payments`, call(sandbox.keys.test));
    const ledger = (await (await fetch(`${url}/sandbox/ledger?reference=order-1042`)).json()) as unknown[];
    assert.deepEqual([payment.status, ledger.length], [200, 1]);
  });
});
