import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from 'payment-widget-proxy';

const SECRET = `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`;
const OTHER = `whsec_${Buffer.from('b'.repeat(32)).toString('base64')}`;
/** The time of the tests, in seconds. */
const START = 1_790_000_000;
const BODY = '{"type":"payment.succeeded","data":{"reference":"order-1042"}}';

interface Signing {
  readonly id?: string;
  readonly secret?: string;
  /** In seconds. */
  readonly age?: number;
  readonly body?: string;
  readonly headers?: Record<string, string | undefined>;
}

/** A request that the library `standardwebhooks` has signed, as the sandbox does. */
function webhook({ id = 'msg_1', secret = SECRET, age = 0, body = BODY, headers = {} }: Signing = {}): Request {
  const at = new Date((START - age) * 1000);
  const all: Record<string, string | undefined> = {
    'webhook-id': id,
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign(id, at, BODY),
    ...headers,
  };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new Request('https://shop.example/webhooks', { method: 'POST', headers: present, body });
}

const signature = (secret = SECRET) => webhook({ secret }).headers.get('webhook-signature') ?? '';

describe('verifyWebhook()', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: START * 1000 });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  for (const secrets of [SECRET, SECRET.slice('whsec_'.length), [OTHER, SECRET]]) {
    it(`returns id, timestamp and payload with ${JSON.stringify(secrets)}`, async () => {
      const { id, timestamp, payload } = await verifyWebhook(webhook(), secrets);
      assert.deepEqual([id, payload], ['msg_1', JSON.parse(BODY)]);
      assert.equal(timestamp.getTime(), START * 1000);
    });
  }

  for (const [what, headers] of [
    ['one of several signatures', { 'webhook-signature': `${signature(OTHER)} ${signature()}` }],
    ['a signature beside one of another version', { 'webhook-signature': `v1a,AAAA ${signature()}` }],
  ] as const) {
    it(`accepts ${what}`, async () => {
      assert.equal((await verifyWebhook(webhook({ headers }), SECRET)).id, 'msg_1');
    });
  }

  for (const [what, signing] of [
    ['another secret', { secret: OTHER }],
    ['a changed body', { body: BODY.replace('1042', '1043') }],
    ['a changed id', { headers: { 'webhook-id': 'msg_2' } }],
    ['an event that is 400 s old', { age: 400 }],
    ['an id that may be an id and a time', { id: `msg_1.${START}` }],
    ['a timestamp that is not a number', { headers: { 'webhook-timestamp': 'now' } }],
    ['no signature', { headers: { 'webhook-signature': undefined } }],
    ['a signature of another version', { headers: { 'webhook-signature': signature().replace('v1', 'v2') } }],
    ['a signature that is not Base64', { headers: { 'webhook-signature': 'v1,%%%' } }],
  ] as const) {
    it(`rejects ${what}`, async () => {
      await assert.rejects(verifyWebhook(webhook(signing), SECRET), WebhookVerificationError);
    });
  }

  it('rejects a body that is not JSON', async () => {
    const at = new Date();
    const headers = {
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_1', at, 'paid'),
    };
    await assert.rejects(verifyWebhook(webhook({ headers, body: 'paid' }), SECRET), WebhookVerificationError);
  });

  for (const [what, request] of [
    ['that is too long', webhook({ body: `"${'x'.repeat(300_000)}"` })],
    ['that other code has read', webhook()],
  ] as const) {
    it(`rejects a body ${what}`, async () => {
      if (what.includes('read')) await request.text();
      await assert.rejects(verifyWebhook(request, SECRET), WebhookVerificationError);
    });
  }

  it('takes another tolerance', async () => {
    assert.equal((await verifyWebhook(webhook({ age: 900 }), SECRET, { tolerance: 1000 })).id, 'msg_1');
    await assert.rejects(verifyWebhook(webhook({ age: 30 }), SECRET, { tolerance: 10 }), WebhookVerificationError);
    await assert.rejects(verifyWebhook(webhook(), SECRET, { tolerance: NaN }), WebhookVerificationError);
  });

  for (const [what, secrets] of [
    ['a short secret', 'whsec_YWJj'],
    ['a secret that is not Base64', 'whsec_%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%'],
    ['none', []],
  ] as const) {
    it(`throws a TypeError for ${what}, without it in the message`, async () => {
      await assert.rejects(verifyWebhook(webhook(), secrets as string), (error: Error) => {
        assert.ok(error instanceof TypeError);
        return !error.message.includes('YWJj') && !error.message.includes('%%%');
      });
    });
  }
});
