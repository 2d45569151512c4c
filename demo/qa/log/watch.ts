import { EVENT_NAMES } from 'payment-widget/isolated/messages/shared';
import type { PaymentWidget } from 'payment-widget';
import { money, type Draft, type Tone } from './log-entry.js';
import type { ElementEvent } from './verdict.js';

const TONES: Readonly<Record<string, Tone>> = {
  'payment-success': 'positive',
  'payment-action': 'accent',
  'payment-pending': 'accent',
  'payment-failure': 'negative',
  'payment-unknown': 'warning',
};

export function watchElement(
  widget: PaymentWidget,
  report: (type: string, detail: ElementEvent['detail'], draft: Draft) => void,
): void {
  for (const type of EVENT_NAMES) {
    widget.addEventListener(type, (event) => {
      const detail = event.detail as unknown as ElementEvent['detail'];
      const { error, amount, currency, mode, valid, field, type: kind, problem } = detail;
      const { code, outcome } = (error ?? {}) as { code?: string; outcome?: string };
      const isValid = type === 'payment-change' && (valid ? 'valid' : 'invalid');
      const words = [isValid, field, kind, problem, code, outcome, money(amount, currency), mode];
      report(type, detail, {
        source: 'element',
        title: type,
        note: words.filter((word) => typeof word === 'string').join(' · '),
        tone: TONES[type],
        details: JSON.stringify(detail, null, 2),
      });
    });
  }
}

/** Reports uncaught errors, console messages and CSP violations of a window. */
export function watchProblems(window: Window & typeof globalThis, add: (draft: Draft) => void): void {
  const report = (title: string, text: string, place = '') => {
    const tone = title === 'Console warning' ? 'warning' : 'negative';
    add({ source: 'page', title, note: text.split('\n')[0] ?? '', tone, details: `${text}\n${place}`.trim() });
  };
  window.addEventListener('error', ({ message, filename, lineno }) => {
    if (message) report('Uncaught error', message, `${filename}:${lineno}`); // else a file failed to load
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    report('Unhandled rejection', toText(reason));
  });
  window.document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    report('CSP violation', `${effectiveDirective} blocked ${blockedURI}`, sample);
  });
  const { console } = window;
  for (const level of ['warn', 'error'] as const) {
    const original = console[level].bind(console) as (...args: unknown[]) => void;
    console[level] = (...args: unknown[]) => {
      original(...args);
      report(level === 'warn' ? 'Console warning' : 'Console error', args.map(toText).join(' '));
    };
  }
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { name = 'Error', message } = (value ?? {}) as Partial<Error>;
  return message === undefined ? String(value) : `${name}: ${message}`;
}
