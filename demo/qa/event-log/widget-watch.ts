import { PAYMENT_EVENTS } from '../../payment-events.js';
import type { PaymentWidget } from '../../../src/index.js';
import { preciseNow } from '../clock.js';
import { maskValue } from '../secrets.js';
import { money } from './format.js';
import type { LogEntry, Tone } from './log-entry.js';

const TONES: Readonly<Record<string, Tone>> = {
  'payment-success': 'positive',
  'payment-pending': 'accent',
  'payment-failure': 'negative',
  'payment-unknown': 'warning',
};

/** An entry before it is known where it belongs. */
export type Draft = Omit<LogEntry, 'id' | 'reference' | 'clock'>;

export interface WidgetListener {
  event(type: (typeof PAYMENT_EVENTS)[number], detail: Readonly<Record<string, unknown>>, entry: Draft): void;
  /** `before` has ended. */
  state(name: 'state' | 'valid', value: string, before: string | undefined): void;
}

/**
 * Watches the element from outside: its events, and by a controller each change of its state as soon as it is drawn.
 * @returns ends it
 */
export function watchWidget(widget: PaymentWidget, listener: WidgetListener): () => void {
  const listen = (event: Event) => {
    const type = event.type as (typeof PAYMENT_EVENTS)[number];
    const detail = maskValue(plain((event as CustomEvent<unknown>).detail)) as Readonly<Record<string, unknown>>;
    listener.event(type, detail, toDraft(type, detail));
  };
  for (const type of PAYMENT_EVENTS) widget.addEventListener(type, listen);

  const last: Record<string, string | undefined> = {};
  const look = (name: 'state' | 'valid') => {
    const value = String(widget[name]);
    if (value === last[name]) return;
    const before = last[name];
    last[name] = value;
    listener.state(name, value, before);
  };
  const controller = {
    hostUpdated: () => {
      look('state');
      look('valid');
    },
  };
  let isOver = false;
  const { customElements } = widget.ownerDocument.defaultView ?? window;
  void customElements.whenDefined('payment-widget').then(() => {
    if (!isOver) widget.addController(controller);
  });
  return () => {
    isOver = true;
    for (const type of PAYMENT_EVENTS) widget.removeEventListener(type, listen);
    (widget as Partial<PaymentWidget>).removeController?.(controller);
  };
}

function toDraft(type: string, detail: Readonly<Record<string, unknown>>): Draft {
  const { amount, currency, error, mode, valid, complete, brand } = detail;
  const { code, outcome } = (error ?? {}) as { code?: string; outcome?: string };
  const change = type === 'payment-change' && [
    valid ? 'valid' : 'not valid',
    complete ? 'complete' : 'not complete',
    brand,
  ];
  const words = change || [code, outcome, money(amount, currency), type === 'payment-ready' ? mode : undefined];
  const tone = TONES[type];
  return {
    kind: 'event',
    at: preciseNow(),
    source: 'element',
    title: type,
    note: words.filter((word) => typeof word === 'string').join(' · '),
    ...(tone && { tone }),
    details: [{ label: 'detail', content: JSON.stringify(detail, null, 2) }],
  };
}

/** As JSON would have it, but with what errors hold. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (depth > 20) return '…';
  if (Array.isArray(value)) return value.map((part) => plain(part, depth + 1));
  // An error of the frame is no `Error` of this page.
  const { name, message, stack: _, ...rest } = value as Record<string, unknown>;
  const own =
    typeof message === 'string' && typeof name === 'string' ? { name, message, ...rest, ...causeOf(value) } : value;
  return Object.fromEntries(Object.entries(own).map(([key, part]) => [key, plain(part, depth + 1)]));
}

/** It is not among what an object lists. */
function causeOf(error: object): object {
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? {} : { cause };
}
