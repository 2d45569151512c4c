import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import type { PaymentOutcome, PaymentWidget } from '../../../src/index.js';
import { bePatient } from '../../support/be-patient.js';
import { listenForComplaints } from '../../support/shopper.js';
import { until } from '../../support/until.js';
import type { IsolatedShop, MountedProxy, ShopPage } from './isolated-shop.js';
import type { HeardEvent, RecordingPage } from './record-events.js';

/** The texts of the fields, in order. */
export const CARD: Readonly<Record<string, string>> = {
  'Card number': '4242424242424242',
  'Expiry date': '1230',
  'Security code': '123',
  'Name on card': 'Ada Lovelace',
};

/** Someone who sees a page with an isolated element. */
export class Shopper {
  readonly page: Page;
  /** The document in the frame. */
  readonly form: FrameLocator;
  readonly widget: Locator;
  /** Console messages, uncaught errors and violations of the policy. */
  readonly complaints: readonly string[];
  readonly #hasOwnButton: boolean;

  private constructor(page: Page, complaints: readonly string[], { content = '' }: ShopPage) {
    this.page = page;
    this.complaints = complaints;
    this.widget = page.locator('payment-widget').first();
    this.form = this.widget.locator('iframe').contentFrame();
    this.#hasOwnButton = content.includes('slot="before-button"');
  }

  /** Opens a page, and waits for the form unless it has none. */
  static async open(
    browser: Browser,
    shop: IsolatedShop,
    shown: ShopPage & { readonly hasNoForm?: boolean },
  ): Promise<Shopper> {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    page.setDefaultNavigationTimeout(0);
    await page.addInitScript(bePatient);
    const shopper = new Shopper(page, await listenForComplaints(page), shown);
    await page.goto(shop.show(shown));
    if (!shown.hasNoForm) await shopper.state('ready');
    return shopper;
  }

  field(label: string): Locator {
    return this.form.getByLabel(label, { exact: true });
  }

  /** With something before the button, the button is outside of the frame. */
  get payButton(): Locator {
    return (this.#hasOwnButton ? this.widget : this.form).getByRole('button', { name: /^Pay/ });
  }

  /** Clicks the first field and types, with Tab between the fields. */
  async type(card: Readonly<Record<string, string>> = CARD): Promise<void> {
    const [first = '', ...others] = Object.keys(card);
    await this.field(first).click();
    await this.page.keyboard.type(card[first] ?? '');
    for (const label of others) {
      await this.press('Tab');
      await this.page.keyboard.type(card[label] ?? '');
    }
  }

  /** Types a card and presses Enter. */
  async pay(number?: string): Promise<void> {
    await this.type({ ...CARD, ...(number && { 'Card number': number }) });
    await this.press('Enter');
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  /** Waits until the form shows a text. */
  read(text: string | RegExp): Promise<void> {
    return this.form.getByText(text).first().waitFor();
  }

  /** The values of the fields, in order. */
  values(): Promise<string[]> {
    return this.form.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  }

  /** What has the focus: the id, part or class of an element, also in the frame. */
  async focused(): Promise<string> {
    const find = () => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.id || active?.getAttribute('part') || active?.localName || '';
    };
    const inPage = await this.page.evaluate(find);
    if (inPage !== 'iframe') return inPage;
    return this.form.locator(':root').evaluate(find);
  }

  /** Waits until this has the focus. */
  async sees(focused: string): Promise<void> {
    await until(async () => (await this.focused()) === focused);
  }

  /** Waits for a state of the element. */
  async state(state: string): Promise<void> {
    await this.page.waitForFunction((wanted) => document.querySelector('payment-widget')?.state === wanted, state);
  }

  /** Events so far, of these types or all. */
  async heard(...types: readonly string[]): Promise<HeardEvent[]> {
    const all = await this.page.evaluate(() => (globalThis as RecordingPage).heard);
    return all.filter(({ type }) => types.length === 0 || types.includes(type));
  }

  /** Waits for an event. @returns the first one */
  async event(type: string): Promise<HeardEvent> {
    const isHeard = (wanted: string) => (globalThis as RecordingPage).heard.some((event) => event.type === wanted);
    await this.page.waitForFunction(isHeard, type);
    return (await this.heard(type))[0] as HeardEvent;
  }

  /** Makes a request to a proxy from where the form is, and waits for the answer: a barrier for all that was sent before. */
  async reachesProxy({ url }: MountedProxy): Promise<void> {
    await this.form
      .locator('input')
      .first()
      .evaluate((_, address) => fetch(`${address}/config`).then(() => undefined), url);
  }

  /** Calls `submit()`. @returns its outcome, without the cause of an error */
  async submit(): Promise<Record<string, unknown>> {
    return this.act(async (widget) => {
      const outcome: PaymentOutcome = await widget.submit();
      return 'error' in outcome
        ? { ...outcome, error: Object.fromEntries(Object.entries(outcome.error)) }
        : { ...outcome };
    });
  }

  /** Lets the page do something with its element. */
  act<Result>(run: (widget: PaymentWidget) => Result): Promise<Awaited<Result>>;
  act<Value, Result>(run: (widget: PaymentWidget, value: Value) => Result, value: Value): Promise<Awaited<Result>>;
  act(run: (widget: PaymentWidget, value: unknown) => unknown, value?: unknown): Promise<unknown> {
    return this.widget.evaluate(run as (widget: SVGElement | HTMLElement, value: unknown) => unknown, value);
  }
}
