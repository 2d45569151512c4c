import { expect } from '@open-wc/testing';
import { adoptDocumentStyles } from '../../src/frame/appearance.js';
import { FramedElement, FramedForm } from '../../src/frame/framed-form.js';
import { until } from '../support/until.js';

const CARD = 'card-number card-expiry card-cvc cardholder-name';
const ORDERS: Readonly<Record<string, object>> = {
  first: { amount: 4999, currency: 'EUR', reference: 'order-1' },
  second: { amount: 4999, currency: 'EUR', reference: 'order-2' },
};
const TOKENS: Readonly<Record<string, string>> = {
  first: 'eyJhbGciOiJIUzI1NiJ9.eyJvIjoxfQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  second: 'eyJhbGciOiJIUzI1NiJ9.eyJvIjoyfQ.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
};
const CAPABILITIES = { idempotency: true, recovery: true };

interface Message {
  readonly type: string;
  readonly form?: { readonly state: string; readonly button?: { readonly text: string } };
  readonly name?: string;
  readonly detail?: { readonly error?: { readonly code: string }; readonly idempotencyKey?: string };
}

const json = (body: object, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': status === 200 ? 'application/json' : 'application/problem+json',
      'Payments-Mode': 'test',
    },
  });

const original = globalThis.fetch;

/** The form in this document, as the page in front of a frame speaks to it. */
class Page {
  readonly messages: Message[] = [];
  /** Requests to the proxy: paths and keys. */
  readonly requests: string[] = [];
  readonly #port: MessagePort;

  constructor(settings: object, attempt?: object) {
    globalThis.fetch = (url, init) => Promise.resolve(this.#answer(new Request(url, init)));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data, ports: [reply] }: MessageEvent<Message>) => {
      this.messages.push(data);
      reply?.postMessage({ isAllowed: true });
    };
    new FramedForm(port2, 1);
    this.send('init', { settings, theme: {}, language: { lang: 'en', dir: 'ltr' }, ...(attempt && { attempt }) });
  }

  send(type: string, members: object = {}): void {
    this.#port.postMessage({ v: 1, type, ...members });
  }

  state(state: string): Promise<void> {
    return until(() => this.messages.findLast(({ form }) => form)?.form?.state === state);
  }

  /** Waits until the form has taken all messages. */
  async answers(): Promise<void> {
    const { length } = this.messages;
    this.send('set', { settings: {} });
    await until(() => this.messages.slice(length).some(({ type }) => type === 'state'));
  }

  #answer({ url, headers }: Request): Response {
    const path = url.replace(/^.*(?=\/(?:config|attempts|v1))/, '');
    this.requests.push(`${path} ${headers.get('Idempotency-Key') ?? ''}`.trim());
    const order = ORDERS[Object.keys(TOKENS).find((name) => TOKENS[name] === headers.get('Order-Token')) ?? ''];
    if (path === '/config') return json({ mode: 'test', ...CAPABILITIES, ...(order && { order }) });
    if (path === '/attempts') return json({ code: 'attempt_not_found', outcome: 'unknown', detail: 'Unknown.' }, 404);
    return json({ code: 'declined', outcome: 'not_charged', detail: 'Declined.' }, 402);
  }
}

const input = (id: string) => document.querySelector(`payment-form #${id}`) as HTMLInputElement;

function type(id: string, text: string): void {
  input(id).value = text;
  input(id).dispatchEvent(new Event('input', { bubbles: true }));
}

const order = { amount: 4999, currency: 'EUR', reference: 'order-1' };

describe('The form in a frame', () => {
  before(() => {
    customElements.define('payment-form', FramedElement);
  });

  afterEach(() => {
    document.adoptedStyleSheets = [];
    document.querySelector('payment-form')?.remove();
    delete document.documentElement.dataset['currencyExponents'];
    sessionStorage.clear();
    globalThis.fetch = original;
  });

  it('sends the page no text with the amount that is typed', async () => {
    const page = new Page({ currency: 'EUR', fields: `amount ${CARD}` });
    await page.state('ready');
    type('amount', '4539');
    await until(() => document.querySelector('payment-form .pay')?.textContent.includes('4,539') ?? false);
    await page.answers();
    expect(page.messages.filter((message) => /4,?539/.test(JSON.stringify(message)))).to.deep.equal([]);
  });

  it('has its inputs in the document, where password managers look', async () => {
    await new Page({ ...order, fields: `${CARD} email postal-code` }).state('ready');
    const names = [...document.querySelectorAll('input')].map(({ autocomplete }) => autocomplete.split(' ').at(-1));
    expect(names).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name', 'email', 'postal-code']);
  });

  it('has digits of one width, since the page sees the height of the form', async () => {
    adoptDocumentStyles();
    await new Page(order).state('ready');
    const parts = [...document.querySelectorAll('payment-form, payment-form input')];
    expect(new Set(parts.map((part) => getComputedStyle(part).fontVariantNumeric))).to.deep.equal(
      new Set(['tabular-nums']),
    );
  });

  it('has the decimals of its document', async () => {
    document.documentElement.dataset['currencyExponents'] = '{"ISK":2}';
    const page = new Page({ ...order, currency: 'ISK' });
    await page.state('ready');
    expect(page.messages.findLast(({ form }) => form)?.form?.button?.text).to.contain('49.99');
  });

  for (const [what, settings] of [
    ['another order token', { orderToken: TOKENS['first'] }],
    ['no order token', order],
  ] as const)
    it(`loses a card that was typed for ${what}`, async () => {
      const page = new Page(settings);
      await page.state('ready');
      type('cc-number', '4242');
      page.send('set', { settings: { orderToken: TOKENS['second'], reference: null } });
      await until(() => input('cc-number').value === '');
      type('cc-number', '4000');
      await page.answers();
      expect(input('cc-number').value).to.equal('4000');
    });

  it('refuses a field for the amount beside an order token', async () => {
    const page = new Page({ orderToken: TOKENS['first'], fields: `amount ${CARD}` });
    await until(() => page.messages.some(({ detail }) => detail?.error?.code === 'order_mismatch'));
  });

  it('refuses another price than that of the order token', async () => {
    const page = new Page({ orderToken: TOKENS['first'], amount: 100, currency: 'EUR', reference: 'order-1' });
    await until(() => page.messages.some(({ detail }) => detail?.error?.code === 'order_mismatch'));
  });

  for (const [what, reference] of [
    ['with a reference', 'order-1'],
    ['without a reference', undefined],
  ] as const)
    it(`asks for the attempt of a lost frame ${what}, and pays with the same key`, async () => {
      const idempotencyKey = 'k'.repeat(43);
      const attempt = { idempotencyKey, startedAt: Date.now(), ...(reference && { reference }) };
      const page = new Page({ ...order, reference }, attempt);
      await page.state('ready');
      for (const [id, text] of Object.entries({ 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123', 'cc-name': 'A B' })) type(id, text); // prettier-ignore
      page.send('submit');
      await page.state('failed');
      const keys = page.requests.filter((request) => /attempts|payments/.test(request));
      expect(keys.slice(0, 2)).to.deep.equal([`/attempts ${idempotencyKey}`, `/v1/payments ${idempotencyKey}`]);
      expect(JSON.stringify(page.messages.map(({ detail }) => detail))).not.to.contain(idempotencyKey);
    });
});
