import { EventEmitter, once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import type { CanaryCard, Evidence } from './find.js';

/** Runs in the page before any other script and reports what happens there. Self-contained: the browser gets its text. */
function listenInPage(): void {
  const tell = (place: string, ...values: unknown[]) => {
    (globalThis as unknown as { tellCanary: (text: string) => void }).tellCanary(
      JSON.stringify([place, values.map((value) => write(value)).join(' ')]),
    );
  };

  /** Serializes a value, including errors and their causes. */
  function write(value: unknown, above: readonly unknown[] = []): string {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? String(value);
    if (above.length > 7 || above.includes(value)) return '…';
    if (value instanceof Node || value instanceof Window) return 'node';
    const inside = (part: unknown) => write(part, [...above, value]);
    const names = [...Reflect.ownKeys(value).map(String), ...(value instanceof CustomEvent ? ['detail'] : [])];
    const stack = value instanceof Error ? (value.stack ?? '') : '';
    return `${stack}{${names.map((name) => `${JSON.stringify(name)}:${inside(Reflect.get(value, name))}`).join()}}`;
  }

  /** Reports each call of a method before it is made. */
  function wrap(place: string, holder: object, ...names: readonly string[]): void {
    const methods = holder as Record<string, (...given: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name];
      if (!method) continue;
      methods[name] = function (this: unknown, ...given: unknown[]) {
        tell(place, ...given);
        return method.apply(this, given);
      };
    }
  }
  wrap('events', EventTarget.prototype, 'dispatchEvent');
  wrap('console', console, ...Object.keys(console));
  wrap('storage', Storage.prototype, 'setItem');
  wrap('storage', IDBObjectStore.prototype, 'put', 'add');
  wrap('storage', Cache.prototype, 'put', 'add');
  wrap('history', History.prototype, 'pushState', 'replaceState');
  wrap('messages', Clipboard.prototype, 'write', 'writeText');
  wrap('messages', LockManager.prototype, 'request');
  for (const holder of [window, BroadcastChannel.prototype, MessagePort.prototype]) {
    wrap('messages', holder, 'postMessage');
  }

  for (const type of ['success', 'pending', 'failure', 'unknown']) {
    addEventListener(`payment-${type}`, (event) => {
      const { error } = (event as CustomEvent<{ error?: { code: string } }>).detail;
      tell('outcome', type, error?.code ?? '');
    });
  }

  // All changes of the document, including shadow roots.
  const watch = (root: Node) => {
    const observer = new MutationObserver((changes) => {
      for (const { target, oldValue, attributeName, addedNodes } of changes) {
        const now = target instanceof Element ? target.getAttribute(attributeName ?? '') : target.nodeValue;
        tell('DOM', attributeName, oldValue, now);
        for (const node of addedNodes) tell('DOM', node instanceof Element ? node.outerHTML : node.nodeValue);
      }
    });
    const values = { attributeOldValue: true, characterDataOldValue: true };
    observer.observe(root, { childList: true, subtree: true, attributes: true, characterData: true, ...values });
  };
  watch(document);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    watch(root);
    return root;
  };
  Object.assign(globalThis, { writeCanary: write });
}

/** Runs in the page: what a script can read there, by place. */
function readPage(): [place: string, text: string][] {
  const { writeCanary: write } = globalThis as unknown as { writeCanary: (value: unknown) => string };
  const element = document.querySelector('payment-widget');
  const inputs = [...document.querySelectorAll('input'), ...(element?.shadowRoot?.querySelectorAll('input') ?? [])];
  const properties: string[] = [];
  for (const name in element) properties.push(`${name}: ${write(Reflect.get(element, name))}`);
  return [
    ['inputs', write(inputs.map(({ value }) => value))],
    ['DOM', document.documentElement.outerHTML + (element?.shadowRoot?.innerHTML ?? '')],
    ['properties', write([properties, Object.entries(element ?? {})])],
    ['storage', write([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])],
    ['history', write([history.state, location.href, document.referrer, document.title, window.name])],
  ];
}

/** A page visit that records everything that can be observed of it. */
export class Visit {
  readonly page: Page;
  readonly evidence: Evidence[] = [];
  /** The last outcome: `success`, `failure declined`. */
  lastOutcome = '';
  readonly #outcomes = new EventEmitter();

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, url: string): Promise<Visit> {
    const context = await browser.newContext();
    const visit = new Visit(await context.newPage());
    await visit.#listen();
    await visit.page.goto(url);
    await visit.page.locator('[part=pay-button], [part=setup-error]').first().waitFor();
    return visit;
  }

  /** Types a card, key by key. */
  async type(card: CanaryCard, name = 'Ada Lovelace'): Promise<void> {
    const texts = { 'cc-number': card.pan, 'cc-exp': `0${card.month}${card.year % 100}`, 'cc-csc': card.cvc };
    for (const [id, text] of Object.entries({ ...texts, 'cc-name': name }))
      await this.page.locator(`#${id}`).pressSequentially(text);
  }

  /** Waits for the next outcome. */
  async during(acts: () => Promise<unknown>): Promise<void> {
    await Promise.all([once(this.#outcomes, 'outcome'), acts()]);
  }

  /** Presses Pay and waits for the outcome. */
  pay(): Promise<void> {
    return this.during(() => this.page.locator('[part=pay-button]').click());
  }

  /** Records the current state of the page, and closes it. */
  async end(): Promise<void> {
    for (const [place, text] of await this.page.evaluate(readPage)) this.evidence.push({ place, text });
    this.evidence.push({ place: 'storage', text: JSON.stringify(await this.page.context().storageState()) });
    await this.page.context().close();
  }

  async #listen(): Promise<void> {
    const note = (place: string, text: string) => this.evidence.push({ place, text });
    await this.page.exposeFunction('tellCanary', (payload: string) => {
      const [place, text] = JSON.parse(payload) as [string, string];
      note(place, text);
      if (place !== 'outcome') return;
      this.lastOutcome = text.replaceAll('"', '').trim();
      this.#outcomes.emit('outcome');
    });
    this.page.on('console', (message) => note('console', message.text()));
    this.page.on('pageerror', ({ message, stack }) => note('console', `${message} ${stack}`));
    this.page.on('dialog', (dialog) => {
      note('messages', dialog.message());
      void dialog.accept();
    });
    this.page.on('request', (request) => note('addresses', `${request.method()} ${request.url()}`));
    await this.page.addInitScript('globalThis.__name = (named) => named'); // esbuild calls it
    await this.page.addInitScript(listenInPage);
  }
}
