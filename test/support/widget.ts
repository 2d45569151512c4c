import { expect, fixture, nextFrame } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import '../../src/define.js';
import type { PaymentWidget } from '../../src/index.js';
import { command } from './commands.js';
import type { SeenRequest } from './merchant.js';

let orders = 0;

// A widget that a test has left while it pays would ask the test runner to stay.
addEventListener(
  'beforeunload',
  (event) => {
    if (event.isTrusted) event.stopImmediatePropagation();
  },
  { capture: true },
);

// What one test leaves in doubt is none of the next one's.
beforeEach(() => {
  sessionStorage.clear();
});

/** Settings that a test cares about; the rest is a form that works, with an order of its own. */
export interface Settings {
  merchant?: string;
  amount?: string;
  currency?: string;
  reference?: string;
  mode?: string;
  fields?: string;
  lang?: string;
  dir?: string;
  minAmount?: string;
  maxAmount?: string;
  currencyExponents?: PaymentWidget['currencyExponents'];
  prefill?: PaymentWidget['prefill'];
  /** What the page puts into the element. */
  content?: TemplateResult;
  withoutButton?: boolean;
  testCard?: boolean;
  disabled?: boolean;
  timeout?: string;
}

/** Puts a widget on the page. Does not wait for the proxy. */
export function mount(settings: Settings = {}): Promise<PaymentWidget> {
  const {
    merchant = 'test',
    amount = '4999',
    currency = 'EUR',
    reference = `order-${Date.now()}-${orders++}`,
  } = settings;
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
      mode=${ifDefined(settings.mode)}
      fields=${ifDefined(settings.fields)}
      request-timeout=${ifDefined(settings.timeout)}
      ?without-button=${settings.withoutButton}
      ?test-card=${settings.testCard}
      ?disabled=${settings.disabled}
      .currencyExponents=${settings.currencyExponents}
      .prefill=${settings.prefill}
      >${settings.content}</payment-widget
    >
  `);
}

/** Puts a widget on the page and waits until the proxy has said what it can do. */
export async function mountReady(settings: Settings = {}): Promise<PaymentWidget> {
  const widget = await mount(settings);
  if (widget.state === 'loading') await next(widget, 'payment-ready');
  await widget.updateComplete;
  return widget;
}

/** Something inside the widget. Fails when it is not there. */
export function part(widget: PaymentWidget, selector: string): HTMLElement {
  const found = find(widget, selector);
  if (!found) throw new Error(`There is no ${selector} in the widget.`);
  return found;
}

export function find(widget: PaymentWidget, selector: string): HTMLElement | null {
  return widget.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
}

/** Ids of the inputs that are typed into. */
export type InputId = 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name' | 'email' | 'tel' | 'postal-code' | 'amount';

export function input(widget: PaymentWidget, id: InputId): HTMLInputElement {
  return part(widget, `#${id}`) as HTMLInputElement;
}

export function payButton(widget: PaymentWidget): HTMLButtonElement {
  return part(widget, '[part~="pay-button"]') as HTMLButtonElement;
}

/** The text that a person reads, without the white space of the markup. */
export function textOf(element: Element): string {
  return element.textContent.replace(/\s+/g, ' ').trim();
}

/** What the form says about a field; empty while it says nothing. */
export async function errorOf(widget: PaymentWidget, id: InputId | 'country'): Promise<string> {
  await nextFrame();
  await new Promise((resolve) => setTimeout(resolve)); // an error waits until it is clear that the field was left
  await widget.updateComplete;
  return textOf(part(widget, `#${id}-error`));
}

/** Pastes as a person does, over what is selected. */
export async function paste(text: string): Promise<void> {
  const copy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  addEventListener('copy', copy, { once: true, capture: true });
  await chord('Control', 'c');
  await chord('Control', 'v');
}

/** Presses keys together: `Control`, `Shift`, then `z`. */
export async function chord(...keys: string[]): Promise<void> {
  for (const down of keys) await sendKeys({ down });
  for (const up of keys.reverse()) await sendKeys({ up });
}

/** The focused input, looked for inside the widget. */
export function focusedId(widget: PaymentWidget): string | undefined {
  return widget.shadowRoot?.activeElement?.id;
}

/** Types with real keys into a field. */
export async function type(widget: PaymentWidget, id: InputId, text: string): Promise<void> {
  input(widget, id).focus();
  await sendKeys({ type: text });
}

/** Types a whole card, as a person does: field after field. The last field keeps the focus. */
export async function typeCard(widget: PaymentWidget, number = '4242424242424242'): Promise<void> {
  await type(widget, 'cc-number', number);
  await type(widget, 'cc-exp', '1230');
  await type(widget, 'cc-csc', number.startsWith('37') ? '1234' : '123');
  await type(widget, 'cc-name', 'Ada Lovelace');
}

/** Chooses a country as a person does: letters go to the first name that begins with them, arrows to the next one. */
export async function choose(widget: PaymentWidget, name: string): Promise<void> {
  const select = part(widget, '#country') as HTMLSelectElement;
  select.focus();
  const [letters = ''] = name.split(' '); // with a space WebKit opens the list
  await sendKeys({ type: letters });
  while (!select.selectedOptions[0]?.text.startsWith(name)) await sendKeys({ press: 'ArrowDown' });
}

/** A real click in the middle of an element. */
export async function click(element: Element, options: { clickCount?: number } = {}): Promise<void> {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  for (let count = 0; count < (options.clickCount ?? 1); count++) await sendMouse({ type: 'click', position });
}

/** A real touch in the middle of an element. */
export async function tap(element: Element): Promise<void> {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  await command('touch', { x: Math.round(left + width / 2), y: Math.round(top + height / 2) });
}

/** All events of the widget from now on, as `type`. */
export function record(widget: PaymentWidget): CustomEvent[] {
  const events: CustomEvent[] = [];
  for (const type of [
    'payment-ready',
    'payment-change',
    'payment-submit',
    'payment-success',
    'payment-pending',
    'payment-failure',
    'payment-unknown',
  ] as const) {
    widget.addEventListener(type, (event) => events.push(event));
  }
  return events;
}

/** The POSTs that reached the merchant's server for this widget's order. */
export async function postsOf(widget: PaymentWidget): Promise<SeenRequest[]> {
  const response = await fetch(`/merchant/seen?reference=${widget.reference ?? ''}`);
  return (await response.json()) as SeenRequest[];
}

/** Lets the merchants whose names begin with `held-` wait, until the function that this gives is called. */
export async function holdMerchants(): Promise<() => Promise<void>> {
  await fetch('/merchant/hold');
  return async () => {
    await fetch('/merchant/let-go');
  };
}

/** What the service charged for this widget's order. */
export async function chargesOf(widget: PaymentWidget): Promise<{ amount: number; currency: string; mode: string }[]> {
  const response = await fetch(`/merchant/ledger?reference=${widget.reference ?? ''}`);
  return (await response.json()) as { amount: number; currency: string; mode: string }[];
}

/** The next event of a kind, with its detail. */
export function next<T extends keyof HTMLElementEventMap>(
  widget: PaymentWidget,
  type: T,
): Promise<HTMLElementEventMap[T]> {
  return new Promise((resolve) => {
    widget.addEventListener(type, resolve, { once: true });
  });
}

export { expect, nextFrame, sendKeys };
