import { waitUntil } from '@open-wc/testing';
import { html } from 'lit';
import { AttemptMemory } from '../../src/attempt-memory.js';
import type { PaymentWidget } from '../../src/index.js';
import { createIdempotencyKey } from '../../src/transport/protocol.js';
import { command } from './commands.js';
import { find, input, mount, mountReady, next, payButton, textOf, type InputId, type Settings } from './widget.js';

export const ALL_FIELDS = 'amount card-number card-expiry card-cvc cardholder-name email phone country postal-code';

const CARD = { 'cc-number': '4242424242424242', 'cc-exp': '12/30', 'cc-csc': '123', 'cc-name': 'Ada Lovelace' };

/** Puts values into fields at once, where typing them is not the point. */
export async function fillIn(widget: PaymentWidget, values: Partial<Record<InputId, string>> = CARD): Promise<void> {
  for (const [id, value] of Object.entries(values)) {
    const field = input(widget, id as InputId);
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  await widget.updateComplete;
}

type Enter = (settings: Settings) => Promise<PaymentWidget>;

/** Fills in a card and pays; gives the widget when the payment is over. */
function paying(merchant: string, event: keyof HTMLElementEventMap): Enter {
  return async (settings) => {
    const widget = await mountReady({ ...settings, merchant });
    await fillIn(widget);
    const over = next(widget, event);
    payButton(widget).click();
    await over;
    return widget;
  };
}

/** Everything that the widget can look like, by name. */
export const STATES = {
  loading: (settings) => mount({ ...settings, merchant: 'silent' }),
  empty: (settings) => mountReady({ ...settings, merchant: 'live' }),
  'test mode': (settings) => mountReady({ ...settings, testCard: true }),
  typed: async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget);
    return widget;
  },
  doubtful: async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget, { 'cc-number': '6200000000000000' });
    input(widget, 'cc-number').focus();
    input(widget, 'cc-exp').focus();
    // It waits until it is clear that the field was left.
    await waitUntil(() => find(widget, '[part=warning]'), 'the doubt is said', { timeout: 5000 });
    return widget;
  },
  'wrong once': async (settings) => {
    const widget = await mountReady(settings);
    await fillIn(widget, { ...CARD, 'cc-number': '4242 4242 4242 4241' });
    widget.validate();
    return widget;
  },
  'all wrong': async (settings) => {
    const content = html`<label slot="before-button"><input type="checkbox" name="terms" required /> Terms</label>`;
    const widget = await mountReady({ ...settings, fields: ALL_FIELDS, amount: '', content });
    widget.validate();
    return widget;
  },
  busy: async (settings) => {
    const widget = await mountReady({ ...settings, merchant: 'slow' });
    await fillIn(widget);
    const begun = next(widget, 'payment-submit');
    payButton(widget).click();
    await begun;
    await widget.updateComplete;
    return widget;
  },
  declined: paying('status-402', 'payment-failure'),
  paid: paying('test', 'payment-success'),
  pending: paying('status-202', 'payment-pending'),
  unknown: paying('status-500', 'payment-unknown'),
  warned: async (settings) => {
    const widget = await paying('status-500', 'payment-unknown')(settings);
    await widget.updateComplete;
    find(widget, '[part=go-on-button]')?.click();
    await widget.updateComplete;
    return widget;
  },
  checking: (settings) => {
    const reference = 'order-in-doubt';
    new AttemptMemory(new URL('/merchant/silent', location.href).href).remember({
      reference,
      idempotencyKey: createIdempotencyKey(),
      startedAt: Date.now(),
    });
    return mount({ ...settings, merchant: 'silent', reference });
  },
  'set up wrongly': (settings) => mount({ ...settings, currency: 'nothing' }),
  disabled: (settings) => mountReady({ ...settings, disabled: true }),
} satisfies Record<string, Enter>;

/** Media features for the whole page, as the system of the person has them; without any, those of the machine. */
export async function emulateMedia(features: Readonly<Record<string, string>> = {}): Promise<void> {
  await command('emulateMedia', features);
  const wanted = Object.entries(features).filter(([, value]) => value !== 'none');
  const query = wanted.map(([name, value]) => `(${name}: ${value})`).join(' and ');
  await waitUntil(() => matchMedia(query).matches, `the page has ${query}`, { timeout: 5000 }); // Firefox tells its pages later
}

/** What does not fit: a page that scrolls sideways, a text that is cut, two boxes one over the other. */
export function misfits(widget: PaymentWidget): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const elements = [...(widget.shadowRoot?.querySelectorAll<HTMLElement>('.widget *:not(svg *, option)') ?? [])];
  const visible = elements.filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'));
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []),
    ...visible.filter(isCut).map((element) => `${nameOf(element)} is cut`),
    ...visible.filter((element) => isOutside(element, clientWidth)).map((element) => `${nameOf(element)} is outside`),
    ...overlaps(visible.filter((element) => element.matches(BOXES))),
  ];
}

/** What has a place of its own. */
const BOXES =
  'label, input, select, button, a, .error, .warning, .banner, #summary-title, #result-title, #result-text p';

function isCut(element: HTMLElement): boolean {
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
      return isApart ? [] : [`${nameOf(box)} and ${nameOf(other)} lie one over the other`];
    }),
  );
}

function nameOf(element: Element): string {
  return `${element.localName}.${element.className} “${textOf(element)}”`;
}
