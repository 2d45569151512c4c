import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { PaymentWidget } from '../../../src/index.js';

/** The QA page, opened by a tester, with its console messages, errors and CSP violations. */
export class QaVisit {
  readonly page: Page;
  readonly complaints: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('console', (message) => this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** @param search - such as `?lang=de` */
  static async open(browser: Browser, url: string, search = '', options: VisitOptions = {}): Promise<QaVisit> {
    const { width = 1440, height = 900, ...rest } = options;
    const page = await browser.newPage({ viewport: { width, height }, ...rest });
    const visit = new QaVisit(page);
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        console.error(`violates ${violatedDirective}: ${blockedURI}`);
      });
    });
    await page.goto(`${url}/qa/${search}`);
    await visit.whenReady();
    return visit;
  }

  get frame(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  get widget(): Locator {
    return this.frame.locator('payment-widget');
  }

  /** Waits until the element can be used and the server knows the chosen scenario. */
  async whenReady(): Promise<void> {
    await this.#until(['ready', 'paid', 'pending', 'failed', 'unknown']);
    await this.page.locator('qa-scenarios:not([aria-busy=true])').waitFor({ state: 'attached' });
  }

  /** Waits until the element is in one of these states. */
  async #until(states: readonly string[]): Promise<void> {
    await this.page.waitForFunction((wanted) => {
      const widget = document.querySelector('iframe')?.contentDocument?.querySelector('payment-widget');
      return wanted.includes(widget?.state ?? '');
    }, states);
  }

  input(id: string): Locator {
    return this.widget.locator(`#${id}`);
  }

  /** Runs a function with the element, in its frame. */
  read<T>(what: (widget: PaymentWidget) => T): Promise<T> {
    return this.widget.evaluate(what as unknown as (element: Element) => Promise<T>);
  }

  /** Marks the page in the frame. The mark is lost when it is loaded again. */
  mark(): Promise<void> {
    return this.read(({ ownerDocument }) => {
      ownerDocument.documentElement.setAttribute('data-mark', '');
    });
  }

  isMarked(): Promise<boolean> {
    return this.read(({ ownerDocument }) => ownerDocument.documentElement.hasAttribute('data-mark'));
  }

  get search(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  async showTab(name: string): Promise<void> {
    await this.page.getByRole('tab', { name, exact: true }).click();
  }

  async fill(label: string): Promise<void> {
    await this.showTab('Fill in');
    await this.page.locator('qa-fills').getByRole('button', { name: label, exact: true }).click();
  }

  /** Presses Pay and returns the state after the payment. */
  async pay(): Promise<string> {
    await this.frame.locator('payment-widget [part=pay-button]').click();
    await this.#until(['paid', 'pending', 'failed', 'unknown']);
    return this.read((widget) => widget.state);
  }

  close(): Promise<void> {
    return this.page.close();
  }
}

interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}
