import { EventEmitter, once } from 'node:events';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { typedExpiry, type CanaryCard } from './cards.js';
import type { Evidence } from './find.js';
import { listenInPage } from './listen-in-page.js';
import { readPage } from './read-page.js';
import { isPayment, TO_PROXY } from './world.js';

/** A page visit that records everything that can be observed of it. */
export class Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly evidence: Evidence[] = [];
  /** The last outcome that was waited for: `success`, `failure declined`. */
  lastOutcome = '';
  readonly #cdp: CDPSession;
  readonly #outcomes = new EventEmitter();
  readonly #bodies: Promise<void>[] = [];

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.context = page.context();
    this.#cdp = cdp;
  }

  static async open(browser: Browser, url: string, attributes: Readonly<Record<string, string>>): Promise<Visit> {
    const context = await browser.newContext();
    const page = await context.newPage();
    context.setDefaultTimeout(0);
    context.setDefaultNavigationTimeout(0);
    const visit = new Visit(page, await context.newCDPSession(page));
    await visit.#listen();
    await page.goto(`${url}/checkout.html?${new URLSearchParams(attributes)}`);
    await visit.ready();
    return visit;
  }

  /** Waits for the form, a result or a configuration error. */
  async ready(): Promise<void> {
    const end = '[part=pay-button], [part=result], [part=setup-error]';
    await this.page.locator('payment-widget').locator(end).first().waitFor({ state: 'attached' });
  }

  /** Fills in the form, as a password manager does. Skips empty values. */
  async fill(card: CanaryCard, name?: string): Promise<void> {
    for (const [id, text] of textsOf(card, name)) if (text) await this.page.locator(`#${id}`).fill(text);
  }

  /** Types a card, key by key. */
  async type(card: CanaryCard): Promise<void> {
    for (const [id, text] of textsOf(card)) await this.page.locator(`#${id}`).pressSequentially(text);
  }

  /** Waits for the next outcome event. */
  async outcome(): Promise<void> {
    const [outcome] = (await once(this.#outcomes, 'outcome')) as [string];
    this.lastOutcome = outcome;
  }

  /** Presses Pay and waits for the outcome. */
  async pay(): Promise<void> {
    const outcome = this.outcome();
    await this.page.locator('[part=pay-button]').click();
    await outcome;
  }

  /** Pastes a text into a field with the keyboard. */
  async paste(id: string, text: string): Promise<void> {
    const elsewhere = await this.context.newPage();
    await elsewhere.setContent('<textarea></textarea>');
    await elsewhere.locator('textarea').fill(text);
    for (const keys of ['Control+A', 'Control+C']) await elsewhere.locator('textarea').press(keys);
    await elsewhere.close();
    await this.page.locator(`#${id}`).press('Control+V');
  }

  /** Goes to another page and back. */
  async leaveAndComeBack(): Promise<void> {
    await this.page.goto('about:blank');
    await this.page.goBack({ waitUntil: 'commit' }); // a page from the back/forward cache fires no load event
    await this.ready();
  }

  /** Records the current state of the page. */
  async look(): Promise<void> {
    await this.page
      .locator('payment-widget')
      .evaluate((element) => (element as { updateComplete?: unknown }).updateComplete);
    for (const [place, text] of await this.page.evaluate(readPage)) this.#note(place, text);
    const { root } = await this.#cdp.send('DOM.getDocument', { depth: -1, pierce: true });
    this.#note('DOM', JSON.stringify(root, withoutInsideOfInputs));
    const { nodes } = await this.#cdp.send('Accessibility.getFullAXTree');
    this.#note('accessibility tree', JSON.stringify(nodes));
    const { entries } = await this.#cdp.send('Page.getNavigationHistory');
    this.#note('history', JSON.stringify(entries));
    this.#note('cookies', JSON.stringify(await this.context.cookies()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#bodies);
    await this.context.close();
  }

  #note(place: string, text: string): void {
    this.evidence.push({ place, text });
  }

  async #listen(): Promise<void> {
    const cdp = this.#cdp;
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name !== 'tellCanary') return;
      const [place, text] = JSON.parse(payload) as [string, string];
      this.#note(place, text);
      if (place !== 'outcome') return;
      this.#outcomes.emit('outcome', text.replaceAll('"', '').trim());
    });
    this.#listenToNetwork();
    cdp.on('Log.entryAdded', ({ entry }) => {
      this.#note('console', JSON.stringify(entry));
    });
    cdp.on('Audits.issueAdded', ({ issue }) => {
      this.#note('console', JSON.stringify(issue));
    });
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      this.#note('console', JSON.stringify(exceptionDetails));
    });
    this.page.on('console', (message) => {
      this.#note('console', message.text());
    });
    this.page.on('dialog', (dialog) => {
      this.#note('dialogs', dialog.message());
      void dialog.accept();
    });
    for (const domain of ['Network', 'Page', 'DOM', 'Log', 'Audits', 'Accessibility', 'Runtime'] as const) {
      await cdp.send(`${domain}.enable`);
    }
    await cdp.send('Runtime.addBinding', { name: 'tellCanary' });
    await this.page.addInitScript('globalThis.__name = (named) => named'); // esbuild calls it
    await this.page.addInitScript(listenInPage);
  }

  #listenToNetwork(): void {
    const cdp = this.#cdp;
    cdp.on('Network.requestWillBeSent', ({ request, documentURL, redirectResponse, requestId }) => {
      const { method, url, headers } = request;
      this.#note('addresses and headers', JSON.stringify([method, url, headers, documentURL, redirectResponse]));
      // A redirect is reported like a request, though it is not followed (see `World.wire`).
      if (!request.hasPostData || redirectResponse) return;
      const place = isPayment(method, new URL(url).pathname) ? TO_PROXY : 'other bodies that are sent';
      if (request.postData !== undefined) this.#note(place, request.postData);
      else {
        this.#later(cdp.send('Network.getRequestPostData', { requestId }), ({ postData }) => {
          this.#note(place, postData);
        });
      }
    });
    cdp.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
      this.#note('addresses and headers', JSON.stringify(headers));
    });
    cdp.on('Network.responseReceived', ({ response: { url, statusText, headers } }) => {
      this.#note('answers', JSON.stringify([url, statusText, headers]));
    });
    cdp.on('Network.responseReceivedExtraInfo', ({ headers, headersText }) => {
      this.#note('answers', JSON.stringify([headers, headersText]));
    });
  }

  /** Fails for a page that was left. */
  #later<T>(asking: Promise<T>, take: (answer: T) => void): void {
    this.#bodies.push(asking.then(take, () => undefined));
  }
}

const textsOf = (card: CanaryCard, name = 'Ada Lovelace') =>
  [
    ['cc-number', card.pan],
    ['cc-exp', typedExpiry(card)],
    ['cc-csc', card.cvc],
    ['cc-name', name],
  ] as const;

/** Excludes the user-agent shadow roots of inputs, which contain their values: these are searched separately. */
function withoutInsideOfInputs(_name: string, value: unknown): unknown {
  return (value as { shadowRootType?: string } | null)?.shadowRootType === 'user-agent' ? undefined : value;
}
