import { compactDecrypt } from 'jose';
import type { PaymentWidget } from '../../src/index.js';
import { CARD, expect, fillCard, find, mount, mountReady, next } from '../support/widget.js';

interface Body {
  readonly payment_method: { readonly card?: unknown; readonly encrypted_card?: string };
}

const HOUR = 3_600_000;
const ALGORITHM = { name: 'ECDH', namedCurve: 'P-256' };

let keys: CryptoKeyPair;
let encryptionKey: object;

before(async () => {
  await import('../../src/contract/encrypt-card.js'); // so that an element has checked its key before a test moves the clock
  keys = await crypto.subtle.generateKey(ALGORITHM, true, ['deriveBits']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  encryptionKey = { kty, crv, x, y, alg: 'ECDH-ES', kid: 'key-1', use: 'enc' };
});

const realFetch = globalThis.fetch;
let proxies = 0;
/** Answers of the proxy. The last payment answer is repeated. */
let config: () => Response;
let payments: (() => Response)[];
let configRequests: number;
let sent: { readonly key: string | null; readonly text: string; readonly body: Body }[];

beforeEach(() => {
  proxies++; // a page remembers the encryption key of each proxy
  config = () => Response.json({ mode: 'test', idempotency: true, encryption_key: encryptionKey });
  payments = [() => Response.json({})];
  configRequests = 0;
  sent = [];
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.includes('/merchant/encryption-')) return realFetch(input, init);
    if (url.endsWith('/config')) {
      configRequests++;
      return config();
    }
    const text = await new Response(init?.body).text();
    sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), text, body: JSON.parse(text) as Body });
    const answer = payments.length > 1 ? payments.shift() : payments[0];
    return answer?.() ?? Response.error();
  };
});

afterEach(() => {
  globalThis.fetch = realFetch;
});

/** Configuration of a proxy whose clock shows this time. */
const configAt = (time: number, encryption_key: object) =>
  Response.json({ mode: 'test', encryption_key }, { headers: { Date: new Date(time).toUTCString() } });

const merchant = () => `encryption-${proxies}`;

/** Fills in a card and pays; resolves with the outcome or the error code. */
async function pay(widget: PaymentWidget): Promise<string> {
  await fillCard(widget);
  const outcome = await widget.submit();
  return 'error' in outcome ? outcome.error.code : outcome.outcome;
}

async function secretOf({ body }: (typeof sent)[number]): Promise<Record<string, unknown>> {
  const { plaintext } = await compactDecrypt(body.payment_method.encrypted_card ?? '', keys.privateKey);
  return JSON.parse(new TextDecoder().decode(plaintext)) as Record<string, unknown>;
}

const methodsSent = () => sent.map(({ body }) => Object.keys(body.payment_method));

describe('A proxy with an encryption key', () => {
  it('receives no plain card', async () => {
    const widget = await mountReady({ merchant: merchant() });
    expect(await pay(widget)).to.equal('paid');
    expect(methodsSent()).to.deep.equal([['type', 'encrypted_card']]);
    expect(sent[0]?.text).not.to.contain(CARD['cc-number']);
  });

  it('receives a card encrypted for this attempt and this order only', async () => {
    const widget = await mountReady({ merchant: merchant() });
    await pay(widget);
    const [request] = sent;
    if (!request) throw new Error('nothing was sent');
    const { idempotency_key, amount, currency, reference, card } = await secretOf(request);
    expect({ idempotency_key, amount, currency, reference, card }).to.deep.equal({
      idempotency_key: request.key,
      amount: 4999,
      currency: 'EUR',
      reference: widget.reference,
      card: { number: CARD['cc-number'], exp_month: 12, exp_year: 2030, cvc: CARD['cc-csc'] },
    });
  });

  it('receives the time by its own clock', async () => {
    const earliest = Date.now() + HOUR - 2000;
    config = () => configAt(Date.now() + HOUR, encryptionKey);
    await pay(await mountReady({ merchant: merchant() }));
    const { iat } = sent[0] ? await secretOf(sent[0]) : {};
    expect((iat as number) * 1000).to.be.within(earliest, Date.now() + HOUR);
  });

  it('decides by its own clock whether its key has expired', async () => {
    const exp = Math.floor((Date.now() - HOUR / 2) / 1000);
    config = () => configAt(Date.now() - HOUR, { ...encryptionKey, exp });
    expect(await pay(await mountReady({ merchant: merchant() }))).to.equal('paid');
  });

  it('receives what buildRequest makes of the encrypted card', async () => {
    const widget = await mountReady({ merchant: merchant() });
    const seen: unknown[] = [];
    widget.buildRequest = (payment) => {
      seen.push(...Object.keys(payment.payment_method));
      return payment;
    };
    await pay(widget);
    expect(seen).to.deep.equal(['type', 'encrypted_card']);
  });

  for (const [what, later] of [
    ['its configuration fails later', () => new Response(null, { status: 503 })],
    ['it offers no key later', () => Response.json({ mode: 'test', encryption_key: null })],
  ] as const) {
    it(`receives no plain card if ${what}`, async () => {
      await mountReady({ merchant: merchant() });
      config = later;
      const widget = await mount({ merchant: merchant() });
      await pay(widget);
      expect(methodsSent()).to.deep.equal([['type', 'encrypted_card']]);
    });
  }

  it('is asked for its key again after it rejected the form of the card', async () => {
    const problem = JSON.stringify({ code: 'encryption_failed', outcome: 'not_charged' });
    const headers = { 'Content-Type': 'application/problem+json' };
    payments = [() => new Response(problem, { status: 422, headers }), () => Response.json({})];
    const widget = await mountReady({ merchant: merchant() });
    const outcomes = [await pay(widget), await pay(widget)];
    expect([outcomes, configRequests]).to.deep.equal([['encryption_failed', 'paid'], 2]);
  });

  it('receives nothing if the browser cannot encrypt', async () => {
    const encrypt = Object.getOwnPropertyDescriptor(SubtleCrypto.prototype, 'encrypt');
    SubtleCrypto.prototype.encrypt = () => Promise.reject(new DOMException('no', 'OperationError'));
    const widget = await mountReady({ merchant: merchant() });
    const code = await pay(widget);
    if (encrypt) Object.defineProperty(SubtleCrypto.prototype, 'encrypt', encrypt);
    expect([code, sent]).to.deep.equal(['encryption_failed', []]);
    await widget.updateComplete;
    expect(widget.shadowRoot?.textContent).to.contain('You were not charged.');
  });

  it('receives nothing if its key is invalid, which the page learns before it pays', async () => {
    config = () => Response.json({ mode: 'test', encryption_key: { ...encryptionKey, use: 'sig' } });
    const widget = await mount({ merchant: merchant() });
    const { detail } = await next(widget, 'payment-failure');
    await widget.updateComplete;
    const outcome = await widget.submit();
    expect([detail.error.code, 'error' in outcome && outcome.error.code, sent]).to.deep.equal([
      'invalid_encryption_key',
      'invalid_encryption_key',
      [],
    ]);
    expect(find(widget, 'input')?.checkVisibility() ?? false).to.equal(false);
  });
});

describe('require-encryption', () => {
  it('is a setup error if the proxy offers no key', async () => {
    config = () => Response.json({ mode: 'test' });
    const widget = await mountReady({ merchant: merchant() });
    const failure = next(widget, 'payment-failure');
    widget.requireEncryption = true;
    expect((await failure).detail.error.code).to.equal('invalid_encryption_key');
    await widget.submit();
    expect(sent).to.deep.equal([]);
  });

  it('sends nothing if the proxy does not answer', async () => {
    config = () => new Response(null, { status: 503 });
    const widget = await mount({ merchant: merchant() });
    widget.requireEncryption = true;
    expect([await pay(widget), sent]).to.deep.equal(['encryption_failed', []]);
  });
});
