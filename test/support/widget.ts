import { expect, fixture, nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import 'payment-widget/define';
import type { PaymentErrorDetail, PaymentResultDetail, PaymentWidget } from 'payment-widget';
import type { Engine } from '../other-engines/engine.js';
import type { HeldMerchant, SeenRequest } from '../element/merchant.js';
import { nextTask } from './until.js';
import './timers.js';

// A widget that still pays when its test ends would ask the test runner not to leave the page.
addEventListener(
  'beforeunload',
  (event) => {
    if (event.isTrusted) event.stopImmediatePropagation();
  },
  { capture: true },
);

// Unsettled payments are remembered there. Test files that run at the same time share localStorage.
beforeEach(() => {
  sessionStorage.clear();
});

const held = new Set<Held>();

afterEach(() => Promise.all([...held].map(({ release }) => release())));

/** Settings of a widget. Whatever is left out has a value that works; each widget has its own order. */
export interface Settings {
  merchant?: string;
  amount?: string;
  currency?: string;
  reference?: string;
  orderToken?: string;
  mode?: string;
  fields?: string;
  brands?: string;
  networksOf?: PaymentWidget['networksOf'];
  interpretResponse?: PaymentWidget['interpretResponse'];
  actionOrigins?: string;
  lang?: string;
  dir?: string;
  minAmount?: string;
  maxAmount?: string;
  currencyExponents?: PaymentWidget['currencyExponents'];
  prefill?: PaymentWidget['prefill'];
  /** Content of the element's slots. */
  content?: TemplateResult;
  withoutButton?: boolean;
  submitOnEnter?: boolean;
  testCard?: boolean;
  disabled?: boolean;
  timeout?: string;
}

/** Adds a widget to the page, without waiting for the proxy's configuration. */
export function mount(settings: Settings = {}): Promise<PaymentWidget> {
  const { merchant = 'test', amount = '4999', currency = 'EUR', reference = newReference() } = settings;
  return fixture<PaymentWidget>(html`
    <payment-widget
      lang=${settings.lang ?? 'en'}
      dir=${ifDefined(settings.dir)}
      proxy-url="/merchant/${merchant}"
      amount=${amount || nothing}
      min-amount=${ifDefined(settings.minAmount)}
      max-amount=${ifDefined(settings.maxAmount)}
      currency=${currency}
      reference=${reference}
      order-token=${ifDefined(settings.orderToken)}
      mode=${ifDefined(settings.mode)}
      fields=${ifDefined(settings.fields)}
      brands=${ifDefined(settings.brands)}
      action-origins=${ifDefined(settings.actionOrigins)}
      request-timeout=${ifDefined(settings.timeout)}
      ?without-button=${settings.withoutButton}
      ?submit-on-enter=${settings.submitOnEnter}
      ?test-card=${settings.testCard}
      ?disabled=${settings.disabled}
      .networksOf=${settings.networksOf}
      .interpretResponse=${settings.interpretResponse}
      .currencyExponents=${settings.currencyExponents}
      .prefill=${settings.prefill}
      >${settings.content}</payment-widget
    >
  `);
}

/** Adds a widget whose fields are so far apart that each is alone in sight. */
export async function mountSpread(settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mountReady(settings);
  widget.style.setProperty('--payment-widget-gap', '700px');
  return widget;
}

/** Adds a widget to the page and waits for the proxy's configuration. */
export async function mountReady(settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mount(settings);
  if (widget.state === 'loading') await next(widget, 'payment-ready');
  await widget.updateComplete;
  return widget;
}

/**
 * The first match inside the widget.
 * @throws when there is none
 */
export function part(widget: PaymentWidget, selector: string): HTMLElement {
  const found = find(widget, selector);
  if (!found) throw new Error(`The widget contains no ${selector}.`);
  return found;
}

export function find(widget: PaymentWidget, selector: string): HTMLElement | null {
  return widget.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
}

/** Ids of the text inputs. */
export type InputId =
  | 'cc-number'
  | 'cc-exp'
  | 'cc-csc'
  | 'cc-name'
  | 'email'
  | 'tel'
  | 'postal-code'
  | 'amount'
  | `address-${'line' | 'level'}${1 | 2}`;

export function input(widget: PaymentWidget, id: InputId): HTMLInputElement {
  return part(widget, `#${id}`) as HTMLInputElement;
}

export function payButton(widget: PaymentWidget): HTMLButtonElement {
  return part(widget, '[part~="pay-button"]') as HTMLButtonElement;
}

/** Text content with white space collapsed. */
export function textOf(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}

/** Text of a field's error message; empty if there is none. */
export async function errorOf(widget: PaymentWidget, id: InputId | 'country'): Promise<string> {
  await nextFrame();
  await nextTask(); // the widget waits for the click that may follow
  await widget.updateComplete;
  return textOf(part(widget, `#${id}-error`));
}

/** Pastes with the keyboard over the current selection. Test files that run at the same time share the clipboard. */
export async function paste(text: string): Promise<void> {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  await navigator.locks.request('clipboard', async () => {
    addEventListener('copy', copy, { once: true, capture: true });
    await chord('Control', 'c');
    await chord('Control', 'v');
  });
}

/** Presses keys at the same time: `chord('Control', 'Shift', 'z')`. */
export async function chord(...keys: string[]): Promise<void> {
  for (const down of keys) await sendKeys({ down });
  for (const up of keys.reverse()) await sendKeys({ up });
}

/** Id of the focused element inside the widget. */
export function focusedId(widget: PaymentWidget): string | undefined {
  return widget.shadowRoot?.activeElement?.id;
}

/** Types into a field with real keys. */
export async function type(widget: PaymentWidget, id: InputId, text: string): Promise<void> {
  input(widget, id).focus();
  await sendKeys({ type: text });
}

/** Types a card with real keys. The last field keeps the focus. */
export async function typeCard(widget: PaymentWidget, number = '4242424242424242'): Promise<void> {
  await type(widget, 'cc-number', number);
  await type(widget, 'cc-exp', '1230');
  await type(widget, 'cc-csc', number.startsWith('37') ? '1234' : '123');
  await type(widget, 'cc-name', 'Ada Lovelace');
}

/** A valid card, by input. */
export const CARD = { 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123', 'cc-name': 'Ada Lovelace' };

/** Sets values and sends `input` events: much faster than typing, for tests that are not about it. */
export async function fillIn(widget: PaymentWidget, values: Partial<Record<InputId, string>> = CARD): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    const field = input(widget, id as InputId);
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  await widget.updateComplete;
}

/** Fills in a card. The last field has the focus, as after `typeCard`. */
export async function fillCard(widget: PaymentWidget, number = CARD['cc-number']): Promise<void> {
  await fillIn(widget, { ...CARD, 'cc-number': number, 'cc-csc': number.startsWith('37') ? '1234' : '123' });
  input(widget, 'cc-name').focus();
}

/** Chooses a country with the keyboard: letters select the first match, arrows the next one. */
export async function choose(widget: PaymentWidget, name: string): Promise<void> {
  const select = part(widget, '#country') as HTMLSelectElement;
  select.focus();
  const [letters = ''] = name.split(' '); // a space opens the list in WebKit
  await sendKeys({ type: letters });
  while (!select.selectedOptions[0]?.text.startsWith(name)) {
    const isLast = select.selectedIndex === select.length - 1; // letters that come late are words of their own
    await sendKeys({ press: isLast ? 'Home' : 'ArrowDown' });
  }
}

/** The middle of an element, once it has stopped moving: a person aims at what stands still. */
async function middleOf(element: Element): Promise<[number, number]> {
  for (let before: string | undefined; ;) {
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    if (String(position) === before) return position;
    before = String(position);
    await nextFrame();
  }
}

/** Clicks the middle of an element with the real mouse. */
export async function click(element: Element, options: { clickCount?: number } = {}): Promise<void> {
  const position = await middleOf(element);
  for (let count = 0; count < (options.clickCount ?? 1); count++) await sendMouse({ type: 'click', position });
}

/** Collects the widget's events from now on. */
export function record(widget: PaymentWidget): CustomEvent[] {
  const events: CustomEvent[] = [];
  for (const type of [
    'payment-ready',
    'payment-change',
    'payment-submit',
    'payment-action',
    'payment-success',
    'payment-pending',
    'payment-failure',
    'payment-unknown',
  ] as const) {
    widget.addEventListener(type, (event) => events.push(event));
  }
  return events;
}

/** POST requests for this widget's order that reached the merchant's server. */
export async function postsOf(widget: PaymentWidget): Promise<SeenRequest[]> {
  const response = await fetch(`/merchant/seen?reference=${widget.reference ?? ''}`);
  return (await response.json()) as SeenRequest[];
}

interface Held {
  /** For the setting `merchant`. */
  readonly merchant: string;
  readonly release: () => Promise<void>;
}

/** The reference of an order of its own. */
export const newReference = (): string => `order-${crypto.randomUUID()}`;

/** A separate merchant's server, for tests that depend on its request count. */
export const newMerchant = (name: string): string => `${name}~${crypto.randomUUID()}`;

/** A merchant's server that does not answer one kind of request until it is released, at the latest after the test. */
export function holdMerchant(request: HeldMerchant): Held {
  const gate = crypto.randomUUID();
  const merchant: Held = {
    merchant: `held-${request}~${gate}`,
    release: async () => {
      held.delete(merchant);
      await fetch(`/merchant/release?gate=${gate}`);
    },
  };
  held.add(merchant);
  return merchant;
}

/** Charges at the service for this widget's order. */
export async function chargesOf(widget: PaymentWidget): Promise<{ amount: number; currency: string; mode: string }[]> {
  const response = await fetch(`/merchant/ledger?reference=${widget.reference ?? ''}`);
  return (await response.json()) as { amount: number; currency: string; mode: string }[];
}

/** Collects what the live regions announce from now on. */
export function recordAnnouncements(widget: PaymentWidget): string[] {
  const announced: string[] = [];
  for (const region of widget.shadowRoot?.querySelectorAll('.visually-hidden[role]') ?? []) {
    new MutationObserver(() => {
      if (textOf(region)) announced.push(textOf(region));
    }).observe(region, { childList: true, characterData: true, subtree: true });
  }
  return announced;
}

/** How the next payment ends. */
export function ending(widget: PaymentWidget): Promise<CustomEvent<Partial<PaymentResultDetail & PaymentErrorDetail>>> {
  return new Promise((resolve) => {
    for (const type of ['payment-success', 'payment-pending', 'payment-failure', 'payment-unknown'] as const)
      widget.addEventListener(type, resolve, { once: true });
  });
}

/** The next event of a type. Rejects if a payment ends otherwise before: a test that waits for ever names no reason. */
export function next<T extends keyof HTMLElementEventMap>(
  widget: PaymentWidget,
  type: T,
): Promise<HTMLElementEventMap[T]> {
  return new Promise((resolve, reject) => {
    widget.addEventListener(type, resolve, { once: true });
    void ending(widget).then((ended) => {
      reject(new Error(`${ended.type} instead of ${type}`)); // does nothing if it has resolved
    });
  });
}

/** `it`, but not in engines that lack what the test needs: `itExcept(['webkit'])('…', …)`. */
export function itExcept(engines: readonly Exclude<Engine, 'chromium'>[]) {
  const isLeftOut = (engines as readonly Engine[]).includes(currentEngine());
  return (title: string, test: () => Promise<void>): void => {
    if (!isLeftOut) it(title, test);
  };
}

function currentEngine(): Engine {
  if (navigator.userAgent.includes('Firefox/')) return 'firefox';
  return navigator.userAgent.includes('Chrome/') ? 'chromium' : 'webkit';
}

export { expect, nextFrame, sendKeys };
