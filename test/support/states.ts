import { html } from 'lit';
import { AttemptStorage } from 'payment-widget/payment/attempt-storage';
import type { PaymentWidget } from 'payment-widget';
import { createIdempotencyKey } from 'payment-widget/contract/protocol';
import { command } from './commands.js';
import { until } from './until.js';
import {
  CARD,
  fillIn,
  find,
  holdMerchant,
  input,
  mount,
  mountReady,
  next,
  payButton,
  textOf,
  type Settings,
} from './widget.js';

export const ALL_FIELDS = 'amount card-number card-expiry card-cvc cardholder-name email phone country postal-code';

type Enter = (settings: Settings) => Promise<PaymentWidget>;

/** Fills in a card, pays, and waits for the outcome. */
function pay(merchant: string, event: keyof HTMLElementEventMap): Enter {
  return async (settings) => {
    const widget = await mountReady({ ...settings, merchant });
    await fillIn(widget);
    const over = next(widget, event);
    payButton(widget).click();
    await over;
    return widget;
  };
}

/** Every state in which the widget looks different. */
export const STATES = {
  loading: (settings) => mount({ ...settings, merchant: holdMerchant('config').merchant }),
  empty: (settings) => mountReady({ ...settings, merchant: 'live' }),
  'test mode': (settings) => mountReady({ ...settings, testCard: true }),
  typed: async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget);
    return widget;
  },
  warning: async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget, { 'cc-number': '6200000000000000' });
    input(widget, 'cc-number').focus();
    input(widget, 'cc-exp').focus();
    await until(() => find(widget, '[part=warning]'));
    return widget;
  },
  'one error': async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget, { ...CARD, 'cc-number': '4242 4242 4242 4241' });
    widget.validate();
    return widget;
  },
  'all errors': async (settings) => {
    const content = html`<label slot="before-button"><input type="checkbox" name="terms" required /> Terms</label>`;
    const widget = await mountReady({ ...settings, fields: ALL_FIELDS, amount: '', content });
    widget.validate();
    return widget;
  },
  'an address with errors': async (settings) => {
    const fields = 'card-number card-expiry card-cvc country address-line1 address-line2 city region postal-code';
    const widget = await mountReady({ ...settings, fields, prefill: { country: 'US' } });
    await until(() => find(widget, 'select#address-level1'));
    widget.validate();
    return widget;
  },
  busy: async (settings) => {
    const widget = await mountReady({ ...settings, merchant: holdMerchant('payment').merchant });
    await fillIn(widget);
    const submitted = next(widget, 'payment-submit');
    payButton(widget).click();
    await submitted;
    await widget.updateComplete;
    return widget;
  },
  declined: pay('status-402', 'payment-failure'),
  paid: pay('test', 'payment-success'),
  pending: pay('status-202', 'payment-pending'),
  action: async (settings) => {
    const widget = await mountReady({ ...settings, merchant: 'action-stays', actionOrigins: 'https://acs.example' });
    const asked = next(widget, 'payment-action');
    widget.addEventListener('payment-action', (event) => {
      event.preventDefault();
    });
    await fillIn(widget);
    payButton(widget).click();
    await asked;
    return widget;
  },
  unknown: pay('status-500', 'payment-unknown'),
  'retry warning': async (settings) => {
    const widget = await pay('status-500', 'payment-unknown')(settings);
    await widget.updateComplete;
    find(widget, '[part=go-on-button]')?.click();
    await widget.updateComplete;
    return widget;
  },
  checking: (settings) => {
    const reference = 'order-unknown';
    const { merchant } = holdMerchant('config');
    new AttemptStorage(new URL(`/merchant/${merchant}`, location.href).href).save({
      reference,
      idempotencyKey: createIdempotencyKey(),
      startedAt: Date.now(),
    });
    return mount({ ...settings, merchant, reference });
  },
  'configuration error': (settings) => mount({ ...settings, currency: 'nothing' }),
  disabled: (settings) => mountReady({ ...settings, disabled: true }),
} satisfies Record<string, Enter>;

/** Emulates media features for the page; without an argument, ends all emulation. */
export async function emulateMedia(features: Readonly<Record<string, string>> = {}): Promise<void> {
  await command('emulateMedia', features);
  const wanted = Object.entries(features).filter(([, value]) => value !== 'none');
  const query = wanted.map(([name, value]) => `(${name}: ${value})`).join(' and ');
  await until(() => matchMedia(query).matches); // Firefox applies them later
}

/** Layout faults: a page that scrolls sideways, clipped text, overlapping boxes. */
export function layoutFaults(widget: PaymentWidget): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const elements = [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('.widget *:not(svg *, option)') ?? [])];
  const visible = elements.filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'));
  return [
    ...(scrollWidth > clientWidth ? [`the page scrolls: it is ${scrollWidth} px wide`] : []),
    ...visible.filter(isClipped).map((element) => `${nameOf(element)} is clipped`),
    ...visible
      .filter((element) => isOutside(element, clientWidth))
      .map((element) => `${nameOf(element)} is outside the page`),
    ...overlaps(visible.filter((element) => element.matches(BOXES))),
  ];
}

/** Elements that must not overlap. */
const BOXES =
  'label, input, select, button, a, .error, .warning, .banner, #summary-title, #result-title, #result-text p';

function isClipped(element: HTMLElement): boolean {
  const { display, overflowY } = getComputedStyle(element);
  if (element.matches('input, select') || display === 'inline') return false;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return scrollWidth > clientWidth + 1 || (overflowY !== 'visible' && scrollHeight > clientHeight + 1);
}

function isOutside(element: HTMLElement, width: number): boolean {
  const { left, right } = element.getBoundingClientRect();
  return element.matches(BOXES) && (left < -1 || right > width + 1);
}

function overlaps(boxes: readonly HTMLElement[]): string[] {
  const rects = boxes.map((box) => box.getBoundingClientRect());
  return boxes.flatMap((box, index) =>
    boxes.slice(index + 1).flatMap((other, offset) => {
      const [a, b] = [rects[index], rects[index + 1 + offset]];
      if (!a || !b || box.contains(other)) return [];
      const isApart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
      return isApart ? [] : [`${nameOf(box)} and ${nameOf(other)} overlap`];
    }),
  );
}

function nameOf(element: Element): string {
  return `${element.localName}.${element.className} “${textOf(element)}”`;
}
