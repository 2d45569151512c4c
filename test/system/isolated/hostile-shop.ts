import { after, before } from 'node:test';
import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { createPaymentProxy, type FrameOptions, type PaymentProxyOptions } from '../../../src/proxy/index.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { SCENARIO_HEADER } from '../../../src/sandbox/scenarios.js';
import { bePatient } from '../../support/be-patient.js';
import { openBrowser } from '../../support/browser.js';
import { readBuiltFile, startShop, type Answer, type Shop } from '../../support/shop.js';

/** Valid by its check digit, and so irregular that no other number of a page has six of its digits in a row. */
export const CARD = { number: '4539148803436467', expiry: '1137', cvc: '907', name: 'Zora Quintessa' } as const;

/** A card of the same brand with another length. */
export const LONG_CARD = { ...CARD, number: '4539148803436467016' } as const;

const SELF_ONLY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types payment-widget";

/** A page of the shop that a stranger has taken over. */
export interface HostilePage {
  /** Attributes beside those of a usual order. An empty text removes one. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Runs before the script of the element, without access to its scope. */
  readonly before?: (() => void) | readonly (() => void)[];
  readonly script?: 'isolated.js' | 'payment-widget.js';
  /** HTML inside of the element. */
  readonly content?: string;
  /** HTML in place of the element. */
  readonly body?: string;
  /** The origins that its policy lets into frames. */
  readonly frameSources?: string;
}

/** A payment that has arrived at the service, which does not answer yet. */
export interface HeldPayment {
  readonly arrived: Promise<void>;
  readonly release: () => void;
}

/** An open page. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The document in the frame of the element. */
  readonly frame: FrameLocator;
  /** Messages of the console, uncaught errors and violations of policies, of all documents. */
  readonly complaints: string[];
}

/** A shop on `localhost`, whose proxy has another origin. */
export class HostileShop {
  readonly sandbox: Sandbox;
  readonly browser: Browser;
  /** The origin of the proxy. */
  readonly proxyOrigin: string;
  readonly proxyUrl: string;
  /** Answers in place of the proxy, if it returns something. */
  answer: ((request: Request) => ReturnType<Answer> | undefined) | undefined;
  /** ID of the scenario of all payments. */
  scenario = 'success';
  readonly #shop: Shop;
  readonly #other: Shop;
  #gate: { readonly opened: Promise<void>; readonly arrive: () => void } | undefined;
  #orders = 0;

  constructor(browser: Browser, shop: Shop, other: Shop, host: string) {
    this.browser = browser;
    this.#shop = shop;
    this.#other = other;
    this.sandbox = createSandbox();
    this.proxyOrigin = other.url.replace('localhost', host);
    this.proxyUrl = this.mount({ trustBrowserAmount: true });
  }

  get url(): string {
    return this.#shop.url;
  }

  /** The option `frame` of its proxies. */
  get frame(): FrameOptions {
    return { ancestors: [this.#shop.url], files: readBuiltFile };
  }

  /** Adds a proxy. @returns its URL */
  mount(options: Partial<PaymentProxyOptions>): string {
    const proxy = createPaymentProxy({
      baseUrl: 'https://service.example',
      fetch: (request: Request) => this.#serve(request),
      store: createMemoryStore(),
      allowMemoryStore: true,
      apiKey: this.sandbox.keys.test,
      mode: 'test',
      limits: { attemptsPerClient: false },
      frame: this.frame,
      ...options,
    } as PaymentProxyOptions);
    return this.proxyOrigin + this.#other.mount((request) => this.answer?.(request) ?? proxy(request));
  }

  /** Adds a handler on the origin of the proxy. @returns its URL */
  mountAnswer(answer: Answer): string {
    return this.proxyOrigin + this.#other.mount(answer);
  }

  /** Adds a page. @returns its URL */
  show({
    attributes = {},
    before: run = [],
    script = 'isolated.js',
    content = '',
    body,
    frameSources = this.proxyOrigin,
  }: HostilePage): string {
    const all = { 'proxy-url': this.proxyUrl, amount: '4999', currency: 'EUR', ...attributes };
    const text = Object.entries(all)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ` ${name}="${value}"`)
      .join('');
    const first = [run]
      .flat()
      .map((code) => `<script src="${this.#shop.script(`(${code.toString()})();`)}"></script>`)
      .join('');
    const html = `<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
      <title>Checkout</title>${first}<script type="module" src="/${script}"></script>
      ${body ?? `<payment-widget isolated${text}>${content}</payment-widget>`}</html>`;
    return (
      this.#shop.url + this.#shop.show({ html, csp: `${SELF_ONLY}; connect-src 'none'; frame-src ${frameSources}` })
    );
  }

  newOrder(): string {
    return `order-${++this.#orders}`;
  }

  /** The amounts that were charged for an order. */
  charged(reference: string): number[] {
    return this.sandbox.ledger.entries(reference).map(({ amount }) => amount);
  }

  /** Lets the next payment wait at the service. */
  hold(): HeldPayment {
    let release = () => {};
    let arrive = () => {};
    const opened = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    this.#gate = { opened, arrive };
    return { arrived, release };
  }

  /** Opens a page. @param prepare - called before the page is loaded */
  async open(hostile: HostilePage, prepare?: (page: Page) => Promise<unknown>): Promise<Visit> {
    const context = await this.browser.newContext();
    const complaints: string[] = [];
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(error.error().message));
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`violates ${violatedDirective}: ${blockedURI}`);
      });
    });
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    page.setDefaultNavigationTimeout(0);
    await page.addInitScript(bePatient);
    await prepare?.(page);
    await page.goto(this.show(hostile), { waitUntil: 'domcontentloaded' }); // a frame may never load
    return { page, context, complaints, frame: page.frameLocator('payment-widget iframe') };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.#shop.close(), this.#other.close()]);
  }

  async #serve(request: Request): Promise<Response> {
    const gate = this.#gate;
    this.#gate = undefined;
    gate?.arrive();
    await gate?.opened;
    request.headers.set(SCENARIO_HEADER, this.scenario);
    return this.sandbox.handle(request);
  }
}

/**
 * Starts a shop for the tests of a suite or of a file.
 * @param host - of the proxy: `localhost` is the same site as the shop, `127.0.0.1` another one
 */
export function withHostileShop(host: 'localhost' | '127.0.0.1' = 'localhost'): { readonly shop: HostileShop } {
  let shop: HostileShop;
  before(async () => {
    const [browser, own, other] = await Promise.all([openBrowser(), startShop(), startShop()]);
    shop = new HostileShop(browser, own, other, host);
  });
  after(() => shop.close());
  return {
    get shop() {
      return shop;
    },
  };
}

/** Types a card, key by key. */
export async function typeCard(frame: FrameLocator, card: typeof CARD | typeof LONG_CARD = CARD): Promise<void> {
  for (const [id, text] of [
    ['cc-number', card.number],
    ['cc-exp', card.expiry],
    ['cc-csc', card.cvc],
    ['cc-name', card.name],
  ] as const) {
    await frame.locator(`#${id}`).pressSequentially(text);
  }
}

/** The card as it is typed now. */
export async function typedCard(frame: FrameLocator): Promise<string[]> {
  const read = (id: string) => frame.locator(`#${id}`).inputValue();
  const values = await Promise.all(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'].map(read));
  return values.map((value) => value.replace(/[\s/]/g, ''));
}

export const TYPED = [CARD.number, CARD.expiry, CARD.cvc, CARD.name.replace(' ', '')];

/** Waits for a state of the element. */
export async function waitForState(page: Page, ...states: readonly string[]): Promise<string> {
  const handle = await page.waitForFunction((expected) => {
    const { state = '' } = document.querySelector('payment-widget') ?? {};
    return expected.includes(state) && state;
  }, states);
  return handle.jsonValue() as Promise<string>;
}

export const pressPay = (frame: FrameLocator): Promise<void> => frame.locator('[part~=pay-button]').click();
