import { expect } from '@open-wc/testing';
import { FramedElement, serve } from 'payment-widget/isolated/frame/page-connection';
import { until } from '../support/until.js';

const CARD = 'card-number card-expiry card-cvc cardholder-name';
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map(
  (order) => `eyJhbGciOiJIUzI1NiJ9.eyJvIjo${order}fQ.${'A'.repeat(43)}`,
);
const order = { amount: 4999, currency: 'EUR', reference: 'order-1' };
const other = { amount: 99_900, currency: 'EUR', reference: 'order-2' };
const ORDERS: Readonly<Record<string, object>> = {
  [`${FIRST}`]: order,
  [`${SECOND}`]: other,
  [`${THIRD}`]: other,
};

interface Message {
  readonly type: string;
  readonly form?: {
    readonly state: string;
    readonly valid: boolean;
    readonly button?: { readonly text: string; readonly isUsable: boolean };
  };
  readonly key?: string;
  readonly detail?: { readonly error?: { readonly code: string } };
}

const json = (body: object, status = 200) =>
  Response.json(body, {
    status,
    headers: {
      'Content-Type': status === 200 ? 'application/json' : 'application/problem+json',
      'Payments-Mode': 'test',
    },
  });

const original = globalThis.fetch;

/** The page in front of the form, which is in this document. */
class Page {
  readonly messages: Message[] = [];
  /** Requests to the proxy: paths and keys. */
  readonly requests: string[] = [];
  /** Called before the order of a token is answered. */
  onorder: (token: string) => void | Promise<void> = () => undefined;
  /** Called before the page allows a payment. */
  onsubmit: () => void | Promise<void> = () => undefined;
  readonly #port: MessagePort;

  /** Of a payment. */
  answer = () => json({ code: 'declined', outcome: 'not_charged', detail: 'Declined.' }, 402);
  /** Of the question about an attempt. */
  answerAttempt: () => Response | Promise<Response> = () => json({ state: 'not_found' });
  readonly #mode: string;

  constructor(
    settings: object,
    attempt?: object,
    answer: object | undefined = { isAllowed: true },
    lang = 'en',
    mode = 'test',
  ) {
    this.#mode = mode;
    globalThis.fetch = (url, init) => this.#answer(new Request(url, init));
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = async ({ data }: MessageEvent<Message>) => {
      this.messages.push(data);
      if (!data.key) return;
      await this.onsubmit();
      this.send('permission', { permission: { key: data.key, ...answer } });
    };
    serve(port2);
    this.send('init', { settings, look: { theme: {}, language: { lang, dir: 'ltr' } }, attempt });
  }

  send(type: string, members: object = {}): void {
    this.#port.postMessage({ type, ...members });
  }

  get form(): Message['form'] {
    return this.messages.findLast(({ form }) => form)?.form;
  }

  state(state: string): Promise<void> {
    return until(() => this.form?.state === state);
  }

  /** Codes of the errors so far, once the form has an order. */
  async errors(): Promise<(string | undefined)[]> {
    await until(() => !['loading', undefined].includes(this.form?.state));
    await this.answers();
    return this.messages.map(({ detail }) => detail?.error?.code).filter(Boolean);
  }

  /** Waits until the form has taken all messages. */
  async answers(): Promise<void> {
    const { length } = this.messages;
    this.send('set', { settings: {} });
    await until(() => this.messages.slice(length).some(({ type }) => type === 'state'));
  }

  pay(): void {
    typeCard();
    this.send('submit');
  }

  /** Whether a payment has left. */
  get hasPaid(): boolean {
    return this.requests.some((request) => request.includes('payments'));
  }

  async #answer({ url, headers }: Request): Promise<Response> {
    const path = url.replace(/^.*(?=\/(?:config|attempts|orders|v1))/, '').replace(/(?<=orders|attempts)\/.*/, '');
    this.requests.push(`${path} ${headers.get('Idempotency-Key') ?? ''}`.trim());
    const found = ORDERS[headers.get('Order-Token') ?? ''];
    if (path === '/config') return json({ mode: this.#mode, idempotency: true, recovery: true });
    if (path === '/orders') await this.onorder(headers.get('Order-Token') ?? '');
    if (path === '/orders') return found ? json({ token: digestIn(url), ...found }) : json({}, 404);
    if (path === '/attempts') return this.answerAttempt();
    return this.answer();
  }
}

const digestIn = (url: string) => url.split('/').at(-1);

const input = (id: string) => document.querySelector(`payment-form #${id}`) as HTMLInputElement;

function type(id: string, text: string): void {
  input(id).value = text;
  input(id).dispatchEvent(new Event('input', { bubbles: true }));
}

function typeCard(): void {
  const typed = { 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123', 'cc-name': 'A B' };
  for (const [id, text] of Object.entries(typed)) type(id, text);
}

/** How a payment begins. */
const PRESSES: Readonly<Record<string, (page: Page) => void>> = {
  'a click on Pay': () => document.querySelector<HTMLElement>('payment-form .pay')?.click(),
  Enter: () => document.querySelector<HTMLFormElement>('payment-form form')?.requestSubmit(),
  'submit()': (page) => {
    page.send('submit');
  },
};

/** How a script of the page moves a typed card to its own order. Settings arrive in their order. */
const ATTACKS: Readonly<Record<string, (page: Page) => void>> = {
  'a token': (page) => {
    page.send('set', { settings: { ...other, orderToken: SECOND } });
  },
  'a price, then a token': (page) => {
    page.send('set', { settings: other });
    page.send('set', { settings: { orderToken: SECOND } });
  },
  'a token, then a price': (page) => {
    page.send('set', { settings: { orderToken: SECOND } });
    page.send('set', { settings: other });
  },
  'another token before each answer': (page) => {
    let flips = 0;
    page.onorder = async (token) => {
      if (flips++ > 5) return;
      page.send('set', { settings: { orderToken: token === SECOND ? THIRD : SECOND } });
      await page.answers();
    };
    page.send('set', { settings: { ...other, orderToken: SECOND } });
  },
  'no token': (page) => {
    page.send('set', { settings: { ...other, orderToken: null } });
  },
};

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

  it('has the decimals of its document', async () => {
    document.documentElement.dataset['currencyExponents'] = '{"ISK":2}';
    const page = new Page({ ...order, currency: 'ISK' });
    await page.state('ready');
    expect(page.form?.button?.text).to.contain('49.99');
  });

  it('writes the price as its texts do, whatever language the page names', async () => {
    const page = new Page({ ...order, currency: 'KWD' }, undefined, undefined, 'en-AT-u-nu-hanidec');
    await page.state('ready');
    expect(page.form?.button?.text).to.contain('4.999');
  });

  for (const [what, settings] of [
    ['another order token', { orderToken: FIRST }],
    ['no order token', order],
  ] as const)
    it(`loses a card that was typed for ${what}`, async () => {
      const page = new Page(settings);
      await page.state('ready');
      type('cc-number', '4242');
      page.send('set', { settings: { orderToken: SECOND, reference: null } });
      await until(() => input('cc-number').value === ''); // once the proxy has named the order
    });

  for (const [what, settings] of [
    ['a field for the amount', { fields: `amount ${CARD}` }],
    ['another price than that', { ...order, amount: 100 }],
    ['another reference than that', { ...order, reference: 'order-2' }],
  ] as const)
    it(`refuses ${what} of the order token`, async () => {
      expect(await new Page({ orderToken: FIRST, ...settings }).errors()).to.include('order_mismatch');
    });

  it('takes a card without a security code if the page accepts its brand', async () => {
    const page = new Page({ ...order, brands: 'bancontact' });
    await page.state('ready');
    for (const [id, text] of [
      ['cc-number', '6703444444444449'],
      ['cc-exp', '12/30'],
      ['cc-name', 'A B'],
    ] as const)
      type(id, text);
    await until(() => page.form?.valid === true);
  });

  for (const [what, attack] of Object.entries(ATTACKS)) {
    for (const [how, press] of Object.entries(PRESSES))
      it(`never sends a card that was typed before the page has set ${what}, by ${how}`, async () => {
        const page = new Page({ orderToken: FIRST });
        await page.state('ready');
        typeCard();
        attack(page);
        await page.answers();
        press(page);
        await until(() => page.messages.some(({ detail }) => detail?.error));
        expect(page.hasPaid).to.equal(false);
      });

    it(`never sends a card if the page sets ${what} before it allows the payment`, async () => {
      const page = new Page({ orderToken: FIRST });
      await page.state('ready');
      page.onsubmit = () => {
        attack(page);
      };
      page.pay();
      await until(() => page.messages.some(({ detail }) => detail?.error));
      expect(page.hasPaid).to.equal(false);
    });
  }

  it('keeps what is typed while the order that the page shows is confirmed', async () => {
    const page = new Page({ ...order, orderToken: FIRST });
    let confirm: () => void = () => undefined;
    page.onorder = () => new Promise((resolve) => (confirm = resolve));
    await page.state('ready');
    page.pay();
    await page.answers();
    const wasSent = page.hasPaid;
    confirm();
    await page.state('failed'); // declined
    expect([wasSent, page.hasPaid]).to.deep.equal([false, true]);
  });

  it('loses a card that was typed at a price that the page has made up', async () => {
    const page = new Page({ ...other, amount: 100, orderToken: SECOND });
    let confirm: () => void = () => undefined;
    page.onorder = () => new Promise((resolve) => (confirm = resolve));
    await page.state('ready');
    type('cc-number', '4242');
    confirm();
    await until(() => input('cc-number').value === '');
  });

  it('sends nothing that the page refuses', async () => {
    const page = new Page(order, undefined, { isAllowed: false });
    await page.state('ready');
    page.pay();
    await page.state('failed');
    expect(await page.errors()).to.include('submit_prevented');
    expect(page.hasPaid).to.equal(false);
  });

  it('shows no text of the page: not that of a wrong setting, nor of an order that nobody has confirmed', async () => {
    const secret = 'Type your PIN into the next field';
    const page = new Page({ ...order, reference: secret, currency: secret }, undefined, undefined, 'en', 'live');
    await page.state('failed');
    await until(() => document.querySelector('payment-form')?.textContent.includes('invalid_currency'));
    const wrong = document.querySelector('payment-form')?.textContent;
    page.send('set', { settings: { currency: 'EUR' } });
    await page.state('ready');
    page.answer = () => json({ id: 'pay_1' });
    page.pay();
    await page.state('paid');
    await until(() => document.querySelector('payment-form .result'));
    expect(`${wrong} ${document.querySelector('payment-form')?.textContent}`).not.to.contain('PIN');
  });

  it('shows the reference of an order that the proxy has confirmed', async () => {
    const page = new Page({ orderToken: FIRST });
    await page.state('ready');
    page.answer = () => json({ id: 'pay_1' });
    page.pay();
    await page.state('paid');
    await until(() => document.querySelector('payment-form')?.textContent.includes('order-1'));
  });

  it('sends nothing that the page allows for another payment', async () => {
    const page = new Page(order, undefined, { isAllowed: true, key: 'other' });
    await page.state('ready');
    page.pay();
    await until(() => page.messages.some(({ key }) => key));
    await page.answers();
    expect(page.hasPaid).to.equal(false);
  });

  it('offers no Pay before it knows the outcome of the attempt of a lost frame', async () => {
    const attempt = { idempotencyKey: 'k'.repeat(43), startedAt: Date.now(), reference: order.reference };
    const page = new Page(order, attempt);
    let offers: boolean | undefined;
    page.answerAttempt = () => {
      offers = page.messages.some(({ form }) => form?.button?.isUsable);
      return json({ state: 'not_found' });
    };
    await page.state('ready');
    expect(offers).to.equal(false);
  });

  for (const reference of ['order-1', undefined])
    it(`asks for the attempt of a lost frame with the reference ${reference}, and pays with another key`, async () => {
      const idempotencyKey = 'k'.repeat(43);
      const page = new Page({ ...order, reference }, { idempotencyKey, startedAt: Date.now(), reference });
      await page.state('ready');
      page.pay();
      await page.state('failed');
      const keys = page.requests.filter((request) => /attempts|payments/.test(request));
      expect(keys[0]).to.equal(`/attempts ${idempotencyKey}`);
      expect(keys[1])
        .to.match(/^\/v1\/payments /)
        .and.not.contain(idempotencyKey);
      expect(JSON.stringify(page.messages.map(({ detail }) => detail))).not.to.contain(idempotencyKey);
    });
});
