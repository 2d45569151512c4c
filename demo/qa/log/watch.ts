import type { PaymentWidget } from '../../../src/index.js';
import { PAYMENT_EVENTS } from '../../payment-events.js';
import { money } from './format.js';
import type { Draft, Tone } from './log-entry.js';
import type { ElementEvent } from './verdict.js';

const TONES: Readonly<Record<string, Tone>> = {
  'payment-success': 'positive',
  'payment-action': 'accent',
  'payment-pending': 'accent',
  'payment-failure': 'negative',
  'payment-unknown': 'warning',
};

/** Reports the events of the element. */
export function watchElement(
  widget: PaymentWidget,
  report: (type: string, detail: ElementEvent['detail'], draft: Draft) => void,
): void {
  for (const type of PAYMENT_EVENTS) {
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
        details: JSON.stringify(detail, withErrors, 2),
      });
    });
  }
}

/** The message of an error is not enumerable. Errors of the frame are not instances of this page's `Error`. */
function withErrors(_key: string, value: unknown): unknown {
  const { message, stack } = (value ?? {}) as Partial<Error>;
  return typeof stack === 'string' ? { message, ...(value as object) } : value;
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
  const violates = (directive: string, blocked = '', sample = '') => {
    report('CSP violation', `${directive} blocked ${blocked}`, sample);
  };
  for (const { effectiveDirective, blockedURL, sample } of violationsBefore(window)) {
    violates(effectiveDirective, blockedURL, sample);
  }
  window.document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    violates(effectiveDirective, blockedURI, sample);
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

interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURL?: string;
  readonly sample?: string;
}

/** Violations before this call, if the browser keeps them. */
function violationsBefore(window: Window & typeof globalThis): Violation[] {
  const { ReportingObserver } = window as Partial<typeof window>;
  if (!ReportingObserver) return [];
  const observer = new ReportingObserver(() => undefined, { types: ['csp-violation'], buffered: true });
  observer.observe();
  const reports = observer.takeRecords();
  observer.disconnect();
  return reports.map(({ body }) => body as unknown as Violation);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { name = 'Error', message } = (value ?? {}) as Partial<Error>;
  return message === undefined ? String(value) : `${name}: ${message}`;
}
