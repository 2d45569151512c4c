import { PAYMENT_EVENTS } from '../../payment-events.js';
import type { PaymentWidget } from '../../../src/index.js';
import { preciseNow } from '../clock.js';
import { redactValue } from '../../../src/sandbox/recording/redact.js';
import { money } from './format.js';
import type { LogEntry, Tone } from './log-entry.js';

const TONES: Readonly<Record<string, Tone>> = {
  'payment-success': 'positive',
  'payment-action': 'accent',
  'payment-pending': 'accent',
  'payment-failure': 'negative',
  'payment-unknown': 'warning',
};

/** An entry without ID, order and clock. */
export type Draft = Omit<LogEntry, 'id' | 'reference' | 'clock'>;

export interface WidgetListener {
  event(type: (typeof PAYMENT_EVENTS)[number], detail: Readonly<Record<string, unknown>>, entry: Draft): void;
  /** Called with the new and the previous value. */
  state(name: 'state' | 'valid', value: string, before: string | undefined): void;
}

/**
 * Watches the events and the state of the element.
 * @returns a function that stops watching
 */
export function watchWidget(widget: PaymentWidget, listener: WidgetListener): () => void {
  const listen = (event: Event) => {
    const type = event.type as (typeof PAYMENT_EVENTS)[number];
    const detail = redactValue(plain((event as CustomEvent<unknown>).detail)) as Readonly<Record<string, unknown>>;
    listener.event(type, detail, toDraft(type, detail));
    if (type === 'payment-change') check('valid'); // it changes before the element is drawn again
  };
  for (const type of PAYMENT_EVENTS) widget.addEventListener(type, listen);

  const last: Record<string, string | undefined> = {};
  const check = (name: 'state' | 'valid') => {
    const value = String(widget[name]);
    if (value === last[name]) return;
    const before = last[name];
    last[name] = value;
    listener.state(name, value, before);
  };
  const controller = {
    hostUpdate: () => {
      check('state');
      check('valid');
    },
  };
  let isStopped = false;
  const { customElements } = widget.ownerDocument.defaultView ?? window;
  void customElements.whenDefined('payment-widget').then(() => {
    if (!isStopped) widget.addController(controller);
  });
  return () => {
    isStopped = true;
    for (const type of PAYMENT_EVENTS) widget.removeEventListener(type, listen);
    (widget as Partial<PaymentWidget>).removeController?.(controller);
  };
}

function toDraft(type: string, detail: Readonly<Record<string, unknown>>): Draft {
  const { amount, currency, error, mode, valid, complete, brand } = detail;
  const { code, outcome } = (error ?? {}) as { code?: string; outcome?: string };
  const change = type === 'payment-change' && [
    valid ? 'valid' : 'invalid',
    complete ? 'complete' : 'incomplete',
    brand,
  ];
  const words = change || [
    detail['field'],
    detail['type'],
    detail['problem'],
    code,
    outcome,
    money(amount, currency),
    type === 'payment-ready' ? mode : undefined,
  ];
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

/** Converts a value like JSON does, but includes the members of errors. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (depth > 20) return '…';
  if (Array.isArray(value)) return value.map((part) => plain(part, depth + 1));
  // Errors of the frame are not instances of this page's `Error`.
  const { name, message, stack: _, ...rest } = value as Record<string, unknown>;
  const own =
    typeof message === 'string' && typeof name === 'string' ? { name, message, ...rest, ...causeOf(value) } : value;
  return Object.fromEntries(Object.entries(own).map(([key, part]) => [key, plain(part, depth + 1)]));
}

/** `cause` is not enumerable. */
function causeOf(error: object): object {
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? {} : { cause };
}
