import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ENGLISH } from '../../../src/i18n/messages.js';
import type { PaymentState } from '../../../src/element/events.js';
import type { PaymentWidget } from '../../../src/element/payment-widget.js';

/** The outcome that a page shows; `nothing` for an unused form. */
export type Claim = 'paid' | 'pending' | 'not_charged' | 'unknown' | 'nothing';

/** A snapshot of what the shopper sees. */
export interface Sight {
  readonly claim: Claim;
  /** Text of the result, or of the message above the button; empty if there is neither. */
  readonly text: string;
  /** Whether the Pay button is enabled. */
  readonly canPay: boolean;
  /** Whether a payment or a question about one is in progress. */
  readonly isBusy: boolean;
}

/** An event of the element. */
export interface Heard {
  readonly type: 'ready' | 'submit' | 'success' | 'pending' | 'failure' | 'unknown';
  readonly idempotencyKey?: string;
  readonly amount?: number;
  readonly code?: string;
  readonly outcome?: string;
}

/** The parts of the element, in the order of `PARTS`. */
interface Seen {
  readonly state: PaymentState;
  readonly texts: readonly (string | undefined)[];
  readonly canPay: boolean;
}

declare global {
  /** See `report-page.js`. */
  interface Window {
    look(names: typeof PARTS): Promise<Seen>;
    lookAfterOutcome(names: typeof PARTS): Promise<Seen>;
  }
}

export interface CheckoutOptions {
  /** Merged with `proxy-url="/pay" amount="4999" currency="EUR"` and a new reference. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Default: a new one. */
  readonly context?: BrowserContext;
}

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  errorAfterCharge: '4000000000000119',
} as const;

/** A shopper at a shop's checkout page in a real browser. */
export class Checkout {
  readonly page: Page;
  readonly reference: string;
  /** Events of the element so far, including those before a reload. */
  readonly heard: readonly Heard[];

  private constructor(page: Page, reference: string, heard: readonly Heard[]) {
    this.page = page;
    this.reference = reference;
    this.heard = heard;
  }

  /** Opens a shop's checkout page (see `shop.ts`), and waits for the form or a result. */
  static async open(browser: Browser, shopUrl: string, options: CheckoutOptions = {}): Promise<Checkout> {
    const { page, heard } = await openPage(options.context ?? (await browser.newContext()));
    const reference = options.attributes?.['reference'] ?? `order-${crypto.randomUUID()}`;
    const attributes = { 'proxy-url': '/pay', amount: '4999', currency: 'EUR', reference, ...options.attributes };
    await page.goto(`${shopUrl}/checkout.html?${new URLSearchParams(attributes)}`);
    const checkout = new Checkout(page, reference, heard);
    await checkout.settled();
    return checkout;
  }

  /** Fills in the form. */
  async fill(number: string = CARDS.good): Promise<void> {
    const texts = { 'cc-number': number, 'cc-exp': '1230', 'cc-csc': '123', 'cc-name': 'Ada Lovelace' };
    for (const [id, text] of Object.entries(texts)) await this.page.locator(`#${id}`).fill(text);
  }

  /** Presses Pay, without waiting for the outcome. */
  press(): Promise<void> {
    return this.page.locator('[part=pay-button]').click();
  }

  /** Fills in the form, presses Pay, and waits for the outcome. */
  async pay(number?: string): Promise<Sight> {
    await this.fill(number);
    return this.pressAndHear();
  }

  /** Presses Pay, and waits for the outcome. */
  async pressAndHear(): Promise<Sight> {
    const looking = this.page.evaluate((names) => window.lookAfterOutcome(names), PARTS);
    const [seen] = await Promise.all([looking, this.press()]);
    return toSight(seen);
  }

  /** Fills in the form, presses Pay, and waits until the request is sent. */
  async pressAndSend(number?: string): Promise<void> {
    await this.fill(number);
    const sent = this.page.waitForRequest((request) => request.method() === 'POST');
    await this.press();
    await sent;
  }

  /** Reloads the page, and waits for the form or a result. */
  async reload(): Promise<Sight> {
    await this.page.reload();
    return this.settled();
  }

  /** Goes to another page and back, and waits for the form or a result. */
  async leaveAndComeBack(): Promise<Sight> {
    await this.page.goto('about:blank');
    await this.page.goBack({ waitUntil: 'commit' }); // a page from the back/forward cache fires no load event
    return this.settled();
  }

  /** Waits until nothing is in progress. */
  settled(): Promise<Sight> {
    return this.#until('settled');
  }

  /** Waits for any outcome but `unknown`. */
  certain(): Promise<Sight> {
    return this.#until('certain');
  }

  /** Waits for a state of the element. */
  async reaches(state: PaymentState): Promise<Sight> {
    await this.page.waitForFunction(
      (wanted) => document.querySelector('payment-widget')?.state === wanted,
      state,
      POLLING,
    );
    return this.look();
  }

  /** Lets the time pass in which the page waits for an answer. Then it is in doubt, and asks. */
  loseTime(): Promise<void> {
    return this.page.clock.fastForward(60_000);
  }

  /** The current state of the page. */
  async look(): Promise<Sight> {
    return toSight(await this.page.evaluate((names) => window.look(names), PARTS));
  }

  /** Closes the tab, and its context if it has no other tab. */
  async close(): Promise<void> {
    const context = this.page.context();
    await this.page.close();
    if (context.pages().length === 0) await context.close();
  }

  async #until(what: 'settled' | 'certain'): Promise<Sight> {
    await this.page.waitForFunction(
      (wanted) => {
        const { state } = document.querySelector<PaymentWidget>('payment-widget') ?? {};
        if (state === undefined || state === 'busy' || state === 'loading') return false;
        return wanted === 'settled' || state !== 'unknown';
      },
      what,
      POLLING,
    );
    return this.look();
  }
}

/** A page that passes the events of its element on to the test. */
async function openPage(context: BrowserContext): Promise<{ readonly page: Page; readonly heard: readonly Heard[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  page.setDefaultNavigationTimeout(0);
  await page.clock.install();
  const heard: Heard[] = [];
  await page.exposeFunction('reportEvent', (event: Heard) => heard.push(event));
  await page.addInitScript({ path: 'test/soak/faults/report-page.js' });
  return { page, heard };
}

const PARTS = ['pay-button', 'result-title', 'result', 'summary-title', 'summary'] as const;

/** In ms. A page in the background may draw no frames. */
const POLLING = { polling: 50 };

function toSight({ state, texts, canPay }: Seen): Sight {
  const [, resultTitle, result, summaryTitle, summary] = texts;
  return {
    claim: claimOf(resultTitle ?? summaryTitle ?? ''),
    text: result ?? summary ?? '',
    canPay,
    isBusy: state === 'busy' || state === 'loading',
  };
}

/** Reads the outcome from the text alone, as a shopper does. */
function claimOf(title: string): Claim {
  const claims: Record<string, Claim> = {
    '': 'nothing',
    [ENGLISH.paid_title]: 'paid',
    [ENGLISH.pending_title]: 'pending',
    [ENGLISH.unknown_title]: 'unknown',
    [ENGLISH.unknown_checking_title]: 'unknown',
    [ENGLISH.summary_title]: 'nothing',
    [ENGLISH.failed_other_window]: 'nothing',
  };
  const claim = claims[title] ?? (/you were not charged/i.test(title) ? 'not_charged' : undefined);
  if (claim === undefined) throw new Error(`Unknown title "${title}".`);
  return claim;
}
