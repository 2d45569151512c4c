import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ENGLISH } from '../../src/messages.js';
import type { PaymentState } from '../../src/events.js';
import type { PaymentWidget } from '../../src/payment-widget.js';

/** What a page says became of the money; `nothing` where it says nothing, as a form does before it was used. */
export type Claim = 'paid' | 'pending' | 'not_charged' | 'unknown' | 'nothing';

/** What the shopper sees. */
export interface Sight {
  readonly claim: Claim;
  /** The words of the result, or of the message above the button; empty where there is neither. */
  readonly text: string;
  /** Whether there is a form with a button that pays. */
  readonly canPay: boolean;
  /** Whether the way to another payment is offered, past a warning. */
  readonly canGoOn: boolean;
  /** Whether a payment is under way, or asked about. */
  readonly isBusy: boolean;
}

/** An event that the page was told. */
export interface Heard {
  readonly type: 'ready' | 'submit' | 'success' | 'pending' | 'failure' | 'unknown';
  readonly idempotencyKey?: string;
  readonly amount?: number;
  readonly code?: string;
  readonly outcome?: string;
}

/** What a page has to show, in the order of `PARTS`. */
interface Seen {
  readonly state: PaymentState;
  readonly texts: readonly (string | undefined)[];
  readonly canPay: boolean;
}

declare global {
  /** See `checkout.html`. */
  interface Window {
    look(names: typeof PARTS): Promise<Seen>;
    /** @param patience - in ms */
    lookWhenTold(names: typeof PARTS, patience: number): Promise<Seen>;
  }
}

export interface CheckoutOptions {
  /** Attributes of the widget, beside or in place of `proxy-url="/pay" amount="4999" currency="EUR"` and a new reference. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The window to open it in; a new one, if left out. */
  readonly context?: BrowserContext;
}

export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  errorAfterCharge: '4000000000000119',
} as const;

/** A shopper at the checkout of a shop, in a window of a real browser. */
export class Checkout {
  readonly page: Page;
  readonly reference: string;
  /** Every event of the element so far, those before a reload included. */
  readonly heard: readonly Heard[];

  private constructor(page: Page, reference: string, heard: readonly Heard[]) {
    this.page = page;
    this.reference = reference;
    this.heard = heard;
  }

  /** Opens the page of a shop (see `shop.ts`), and waits for the form, or for what is there in its place. */
  static async open(browser: Browser, shopUrl: string, options: CheckoutOptions = {}): Promise<Checkout> {
    const context = options.context ?? (await browser.newContext());
    const page = await context.newPage();
    const heard: Heard[] = [];
    await page.exposeFunction('tellTest', (event: Heard) => heard.push(event));
    const reference = options.attributes?.['reference'] ?? `order-${crypto.randomUUID()}`;
    const attributes = { 'proxy-url': '/pay', amount: '4999', currency: 'EUR', reference, ...options.attributes };
    await page.goto(`${shopUrl}/checkout.html?${new URLSearchParams(attributes)}`);
    const checkout = new Checkout(page, reference, heard);
    await checkout.settled();
    return checkout;
  }

  /** Types a card, key by key. */
  async type(number: string = CARDS.good): Promise<void> {
    const { page } = this;
    await page.getByLabel('Card number').click();
    for (const text of [number, '1230', '123', 'Ada Lovelace']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  }

  /** Presses Pay. What comes of it is another matter. */
  press(): Promise<void> {
    return this.page.locator('[part=pay-button]').click();
  }

  /** Types a card, presses Pay, and waits for what the shopper is told. */
  async pay(number?: string): Promise<Sight> {
    await this.type(number);
    return this.pressAndHear();
  }

  /** Presses Pay, and waits for what the shopper is told. */
  async pressAndHear(): Promise<Sight> {
    const looking = this.page.evaluate(([names, patience]) => window.lookWhenTold(names, patience), [
      PARTS,
      PATIENCE,
    ] as const);
    const [seen] = await Promise.all([looking, this.press()]);
    return toSight(seen);
  }

  /** Types a card and presses Pay; the payment is on its way then. */
  async pressAndSend(number?: string): Promise<void> {
    await this.type(number);
    const sent = this.page.waitForRequest((request) => request.method() === 'POST');
    await this.press();
    await sent;
  }

  /** Loads the page again, and waits for the form, or for what is there in its place. */
  async reload(): Promise<Sight> {
    await this.page.reload();
    return this.settled();
  }

  /** Goes to another page and back, and waits for the form, or for what is there in its place. */
  async leaveAndComeBack(): Promise<Sight> {
    await this.page.goto('about:blank');
    await this.page.goBack({ waitUntil: 'commit' }); // a page that was kept does not load again
    return this.settled();
  }

  /** Goes on past the warning, to a form. */
  async goOn(): Promise<Sight> {
    await this.page.getByRole('button', { name: ENGLISH.unknown_go_on }).click();
    await this.page.getByRole('button', { name: ENGLISH.unknown_confirm }).click();
    return this.settled();
  }

  /** Waits until nothing is under way, and tells what there is to see. */
  settled(): Promise<Sight> {
    return this.#until('settled');
  }

  /** Waits until the shopper is told something certain. */
  certain(): Promise<Sight> {
    return this.#until('certain');
  }

  /** What there is to see now. */
  async look(): Promise<Sight> {
    return toSight(await this.page.evaluate((names) => window.look(names), PARTS));
  }

  /** Closes the tab, and the window with it where it was its only one. */
  async close(): Promise<void> {
    const context = this.page.context();
    await this.page.close();
    if (context.pages().length === 0) await context.close();
  }

  /** Waits in the page, so that the wait costs nothing here. */
  async #until(what: 'settled' | 'certain'): Promise<Sight> {
    const isThere = (wanted: typeof what) => {
      const { state } = document.querySelector<PaymentWidget>('payment-widget') ?? {};
      if (state === undefined || state === 'busy' || state === 'loading') return false;
      return wanted === 'settled' || state !== 'unknown';
    };
    await this.page.waitForFunction(isThere, what, { polling: POLL, timeout: PATIENCE });
    return this.look();
  }
}

const PARTS = ['pay-button', 'go-on-button', 'result-title', 'result', 'summary-title', 'summary'] as const;

/** In milliseconds. */
const PATIENCE = 30_000;
const POLL = 50;

function toSight({ state, texts, canPay }: Seen): Sight {
  const [, goOn, resultTitle, result, summaryTitle, summary] = texts;
  return {
    claim: claimOf(resultTitle ?? summaryTitle ?? ''),
    text: result ?? summary ?? '',
    canPay,
    canGoOn: goOn !== undefined,
    isBusy: state === 'busy' || state === 'loading',
  };
}

/** The claim is read as a shopper reads it, from the words alone. */
function claimOf(title: string): Claim {
  const claims: Record<string, Claim> = {
    '': 'nothing',
    [ENGLISH.paid_title]: 'paid',
    [ENGLISH.pending_title]: 'pending',
    [ENGLISH.unknown_title]: 'unknown',
    [ENGLISH.summary_title]: 'nothing',
    [ENGLISH.failed_other_window]: 'nothing',
  };
  const claim = claims[title] ?? (/nothing was charged/i.test(title) ? 'not_charged' : undefined);
  if (claim === undefined) throw new Error(`Nobody has said what "${title}" claims.`);
  return claim;
}
