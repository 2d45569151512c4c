import { after, before, type TestContext } from 'node:test';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { PaymentOutcome, PaymentWidget } from 'payment-widget';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import type { PaymentProxy, PaymentProxyOptions } from 'payment-widget-proxy';
import { createSandbox } from 'payment-widget-testing/sandbox/sandbox';
import { bePatient } from '../../support/be-patient.js';
import { openBrowser } from '../../support/browser.js';
import { createProxy } from '../../support/node-proxy.js';
import { gate } from '../../support/node-servers.js';
import { patientClock } from '../../support/patient-clock.js';
import { readBuiltFile, startShop, type Answer, type Shop } from '../../support/shop.js';
import { listenForComplaints } from '../../support/shopper.js';
import { until } from '../../support/until.js';

/** The texts of the fields, in order. */
export const CARD: Readonly<Record<string, string>> = {
  'Card number': '4242424242424242',
  'Expiry date': '1230',
  'Security code': '123',
  'Name on card': 'Ada Lovelace',
};
export const DECLINED = '4000000000000002';
export const CHARGED_THEN_ERROR = '4000000000000119';
export const PENDING = '4000000000004228';

/** Longer than the frame may take to answer. */
const TOO_LONG = 8500;

const BLOCKED =
  "default-src 'none'; script-src 'self'; connect-src 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types payment-widget";

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export interface IsolatedPage {
  /** Attributes beside those of a usual order. An empty text removes one. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** HTML inside of the element. */
  readonly content?: string;
  /** HTML around the element, which is at `{widget}`. */
  readonly body?: string;
  /** Runs before the script of the element, without access to its scope. */
  readonly before?: () => void;
  /** The origins that its policy lets into frames. */
  readonly frameSources?: string;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export interface MountedProxy extends Pick<PaymentProxy, 'resolve' | 'listAttempts'> {
  readonly url: string;
}

/** A shop on `localhost`, and its proxy on another origin, which serves the frame. Both have the built files. */
export class IsolatedShop {
  readonly sandbox = createSandbox();
  readonly proxyOrigin: string;
  readonly proxy: MountedProxy;
  /** Answers in place of the proxies, if it returns something. */
  answer: ((request: Request) => ReturnType<Answer> | undefined) | undefined;
  readonly #browser: Browser;
  readonly #shop: Shop;
  readonly #other: Shop;
  #orders = 0;

  constructor(browser: Browser, shop: Shop, other: Shop, host: string) {
    this.#browser = browser;
    this.#shop = shop;
    this.#other = other;
    this.proxyOrigin = other.url.replace('localhost', host);
    this.proxy = this.mount();
  }

  get missing(): Set<string> {
    return this.#shop.missing;
  }

  mount(options: Partial<PaymentProxyOptions> = {}): MountedProxy {
    const proxy = createProxy(
      {
        baseUrl: 'https://service.example',
        fetch: this.sandbox.handle,
        store: createMemoryStore(),
        allowMemoryStore: true,
        apiKey: this.sandbox.keys[options.mode ?? 'test'],
        mode: 'test',
        actionOrigins: [this.#shop.url],
        limits: { attemptsPerClient: false },
        frame: { ancestors: [this.#shop.url], files: readBuiltFile },
        ...(!options.resolvePayment && !options.orderTokenSecret && { trustBrowserAmount: true }),
        ...options,
      } as PaymentProxyOptions,
      patientClock,
    );
    return {
      url: this.mountAnswer((request) => this.answer?.(request) ?? proxy(request)),
      resolve: (...args) => proxy.resolve(...args),
      listAttempts: (...args) => proxy.listAttempts(...args),
    };
  }

  /** A proxy, and the bodies of the payments that its service receives. */
  mountRecorder(options: Partial<PaymentProxyOptions> = {}) {
    const bodies: Record<string, unknown>[] = [];
    const fetch = async (request: Request) => {
      bodies.push((await request.clone().json()) as Record<string, unknown>);
      return this.sandbox.handle(request);
    };
    return { proxyUrl: this.mount({ fetch, ...options }).url, bodies };
  }

  /** A proxy whose service charges at once, and answers after `release()`. */
  mountHeld(options: Partial<PaymentProxyOptions> = {}) {
    const [arrival, answer] = [gate(), gate()];
    const fetch = async (request: Request) => {
      const response = await this.sandbox.handle(request);
      arrival.open();
      await answer.opened;
      return response;
    };
    return { proxyUrl: this.mount({ fetch, ...options }).url, arrived: arrival.opened, release: answer.open };
  }

  /** Adds a handler on the origin of the proxy. @returns its URL */
  mountAnswer(answer: Answer): string {
    return this.proxyOrigin + this.#other.mount(answer);
  }

  /** Adds a page with a strict policy. @returns its URL */
  show({ attributes, content = '', body = '{widget}', before, ...page }: IsolatedPage): string {
    const { frameSources = this.proxyOrigin } = page;
    const order = { reference: attributes?.['reference'] ?? this.newOrder(), amount: '4999', currency: 'EUR' };
    const all = { 'proxy-url': this.proxy.url, ...order, 'action-origins': this.#shop.url, ...attributes };
    const text = Object.entries(all)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ` ${name}="${escape(value)}"`)
      .join('');
    const first = [before, recordEvents]
      .map((code) => code && `<script src="${this.#shop.script(`(${code.toString()})();`)}"></script>`)
      .join('');
    const html = `<!doctype html><html lang="en"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
      <title>Checkout</title>${first}<script type="module" src="/payment-widget.js"></script>
      ${body.replace('{widget}', `<payment-widget isolated${text}>${content}</payment-widget>`)}</html>`;
    return this.#shop.url + this.#shop.show({ html, csp: `${BLOCKED}; frame-src ${frameSources}` });
  }

  newOrder(): string {
    return `order-${++this.#orders}`;
  }

  /** The amounts that were charged for an order, or else for the last one. */
  charges(reference = `order-${this.#orders}`): number[] {
    return this.sandbox.ledger.entries(reference).map(({ amount }) => amount);
  }

  /** Opens a page. Its frame may never load. */
  async open(t: TestContext, shown: IsolatedPage = {}): Promise<Visit> {
    const page = await this.#browser.newPage();
    t.after(() => page.close());
    page.setDefaultTimeout(0);
    page.setDefaultNavigationTimeout(0);
    await page.addInitScript(bePatient);
    const visit = new Visit(page, await listenForComplaints(page), shown.content);
    page.on('dialog', (dialog) => void dialog.accept()); // leaving during a payment is confirmed
    await shown.prepare?.(page);
    await page.goto(this.show(shown), { waitUntil: 'domcontentloaded' });
    return visit;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await Promise.all([this.#shop.close(), this.#other.close()]);
  }
}

/** @param host of the proxy: `localhost` is the same site as the shop, `127.0.0.1` is another one */
export async function startIsolatedShop(host: 'localhost' | '127.0.0.1' = 'localhost'): Promise<IsolatedShop> {
  return new IsolatedShop(await openBrowser(), await startShop(), await startShop(), host);
}

/** Starts a shop for the tests of a suite or of a file. */
export function withIsolatedShop(host?: Parameters<typeof startIsolatedShop>[0]): { readonly shop: IsolatedShop } {
  let shop: IsolatedShop;
  before(async () => {
    shop = await startIsolatedShop(host);
  });
  after(() => shop.close());
  return {
    get shop() {
      return shop;
    },
  };
}

/** An event, as a listener of the page sees it. */
export interface HeardEvent {
  readonly type: string;
  readonly cancelable: boolean;
  /** `state` of the element. */
  readonly state: string;
  /** The custom states that `:state()` matches. */
  readonly css: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

type RecordingPage = typeof globalThis & { heard: HeardEvent[]; states: string[] };

/** Records the events of the elements of a page, and each state. Runs in the page. */
function recordEvents(): void {
  const [heard, states]: [HeardEvent[], string[]] = [[], []];
  Object.assign(globalThis, { heard, states });
  const types = ['ready', 'change', 'field', 'submit', 'action', 'success', 'pending', 'failure', 'unknown'];
  const custom = ['loading', 'ready', 'busy', 'paid', 'pending', 'failed', 'unknown', 'test'];
  /** An error has properties that JSON leaves out. */
  const plain = (value: unknown): unknown =>
    value instanceof Error
      ? { ...Object.fromEntries(Object.entries(value)), name: value.name, message: value.message, cause: undefined }
      : (value ?? null);
  for (const type of types)
    document.addEventListener(`payment-${type}`, (event) => {
      const { cancelable, target, detail } = event as CustomEvent<object>;
      const widget = target as PaymentWidget;
      heard.push({
        type,
        cancelable,
        state: widget.state,
        css: custom.filter((state) => widget.matches(`:state(${state})`)),
        detail: Object.fromEntries(Object.entries(detail).map(([name, value]) => [name, plain(value)])),
      });
    });
  const look = () => {
    const { state } = document.querySelector('payment-widget') ?? {};
    if (state && states.at(-1) !== state) states.push(state);
    requestAnimationFrame(look);
  };
  look();
}

/** The code of the error of an event or outcome. */
export const codeOf = (detail: Readonly<Record<string, unknown>>) => (detail['error'] as { code?: string }).code;

/** An open page with an isolated element. */
export class Visit {
  readonly page: Page;
  /** The document in the frame. */
  readonly form: FrameLocator;
  readonly widget: Locator;
  /** Console messages, uncaught errors and violations of the policy, of page and frame. */
  readonly complaints: readonly string[];
  readonly #hasOwnButton: boolean;

  constructor(page: Page, complaints: readonly string[], content = '') {
    this.page = page;
    this.complaints = complaints;
    this.widget = page.locator('payment-widget').first();
    this.form = this.widget.locator('iframe').contentFrame();
    this.#hasOwnButton = content.includes('slot="before-button"');
  }

  /** Violations of policies, and uncaught errors. */
  get violations(): readonly string[] {
    return this.complaints.filter((line) => /violates|Uncaught|TypeError/.test(line));
  }

  /** With something before the button, the button is outside of the frame. */
  get payButton(): Locator {
    return (this.#hasOwnButton ? this.widget : this.form).getByRole('button', { name: /^Pay/ });
  }

  /** Types with Tab between the fields. */
  async type(card = CARD): Promise<void> {
    await this.form.getByLabel('Card number', { exact: true }).click();
    for (const [label, text] of Object.entries(card)) {
      if (label !== 'Card number') await this.page.keyboard.press('Tab');
      await this.page.keyboard.type(text);
    }
  }

  /** Types a card and presses Enter. */
  async pay(number?: string): Promise<void> {
    await this.type({ ...CARD, ...(number && { 'Card number': number }) });
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the form shows a text. */
  read(text: string | RegExp): Promise<void> {
    return this.form.getByText(text).first().waitFor();
  }

  /** The values of the fields, in order. */
  values(): Promise<string[]> {
    return this.form.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  }

  /** Waits for a state of the element. */
  async state(...states: readonly string[]): Promise<void> {
    const isOne = (all: readonly string[]) => all.includes(document.querySelector('payment-widget')?.state ?? '');
    await this.page.waitForFunction(isOne, states);
  }

  /** The states so far. */
  states(): Promise<string[]> {
    return this.page.evaluate(() => (globalThis as RecordingPage).states);
  }

  /** Events so far, of one type or all. */
  async heard(type?: string): Promise<HeardEvent[]> {
    const all = await this.page.evaluate(() => (globalThis as RecordingPage).heard);
    return all.filter((event) => type === undefined || event.type === type);
  }

  /** The events of outcomes so far, with their codes. */
  async outcomes(): Promise<string[]> {
    const all = (await this.heard()).filter(({ detail }) => 'restored' in detail);
    return all.map(({ type, detail }) => [type, detail['error'] && codeOf(detail)].filter(Boolean).join(' '));
  }

  /** Waits for an event. @returns the first one */
  async event(type: string): Promise<HeardEvent> {
    const isHeard = (wanted: string) => (globalThis as RecordingPage).heard.some((event) => event.type === wanted);
    await this.page.waitForFunction(isHeard, type);
    return (await this.heard(type))[0] as HeardEvent;
  }

  /** Waits for an event while the time passes in which the frame must answer. It needs a clock. */
  async eventLater(type: string): Promise<void> {
    await until(async () => {
      await this.passTime();
      return (await this.heard(type)).length > 0;
    });
  }

  async passTime(): Promise<void> {
    await this.page.clock.fastForward(TOO_LONG);
  }

  /** Calls `submit()`. @returns its outcome, without the cause of an error */
  submit(): Promise<Record<string, unknown>> {
    return this.act(async (widget) => {
      const outcome: PaymentOutcome = await widget.submit();
      return 'error' in outcome
        ? { ...outcome, error: Object.fromEntries(Object.entries(outcome.error)) }
        : { ...outcome };
    });
  }

  /** Removes the frame, as a script does that renders the content of the element again. */
  async lose(): Promise<void> {
    await this.act((widget) => widget.querySelector('iframe')?.remove());
  }

  /** Lets the page do something with its element. */
  act<Result>(run: (widget: PaymentWidget) => Result): Promise<Awaited<Result>>;
  act<Value, Result>(run: (widget: PaymentWidget, value: Value) => Result, value: Value): Promise<Awaited<Result>>;
  act(run: (widget: PaymentWidget, value: unknown) => unknown, value?: unknown): Promise<unknown> {
    return this.widget.evaluate(run as (widget: SVGElement | HTMLElement, value: unknown) => unknown, value);
  }
}
