import { preciseNow } from '../clock.js';
import { maskText } from '../secrets.js';
import type { Tone } from './log-entry.js';
import type { Draft } from './widget-watch.js';

/**
 * Watches a window for what should not happen in it: errors that nobody has caught, warnings in its console, and what
 * its Content-Security-Policy has kept from happening.
 * @returns ends it
 */
export function watchProblems(window: Window & typeof globalThis, tell: (draft: Draft) => void): () => void {
  const ends: (() => void)[] = [];
  const report = (title: string, text: string, tone: Tone, place = '') => {
    const content = maskText([text, place].filter(Boolean).join('\n'));
    const [first = ''] = maskText(text).split('\n');
    tell({
      kind: 'problem',
      at: preciseNow(),
      source: 'page',
      title,
      note: first,
      tone,
      details: [{ label: title, content }],
    });
  };
  const on = (target: EventTarget, type: string, listen: (event: never) => void) => {
    target.addEventListener(type, listen as EventListener);
    ends.push(() => {
      target.removeEventListener(type, listen as EventListener);
    });
  };

  on(window, 'error', ({ message, error, filename, lineno, colno }: ErrorEvent) => {
    if (!message) return; // a picture or a script that could not be loaded
    report('Uncaught error', message, 'negative', stackOf(error) ?? `${filename}:${lineno}:${colno}`);
  });
  on(window, 'unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    report('Unhandled rejection', toText(reason), 'negative', stackOf(reason));
  });
  const violation = (event: Violation) => {
    const text = `${event.effectiveDirective} blocked ${event.blockedURI ?? event.blockedURL ?? 'something'}`;
    report(
      'CSP violation',
      text,
      'negative',
      `${event.sourceFile ?? ''}:${event.lineNumber ?? ''}\n${event.sample ?? ''}`,
    );
  };
  for (const earlier of violationsBefore(window)) violation(earlier);
  on(window.document, 'securitypolicyviolation', violation);
  for (const level of ['warn', 'error'] as const) {
    const { console } = window;
    const original = console[level].bind(console) as (...args: unknown[]) => void;
    console[level] = (...args: unknown[]) => {
      original(...args);
      report(
        level === 'warn' ? 'Console warning' : 'Console error',
        args.map(toText).join(' '),
        level === 'warn' ? 'warning' : 'negative',
      );
    };
    ends.push(() => {
      console[level] = original;
    });
  }
  return () => {
    for (const end of ends) end();
  };
}

/** A report and an event name some things differently. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI?: string | null;
  readonly blockedURL?: string | null;
  readonly sourceFile?: string | null;
  readonly lineNumber?: number | null;
  readonly sample?: string | null;
}

/** Those of before anybody listened, where the browser keeps them. */
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
  const { name, message } = (value ?? {}) as Partial<Error>;
  if (typeof message === 'string') return `${name ?? 'Error'}: ${message}`;
  try {
    return JSON.stringify(value) || String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

const stackOf = (error: unknown): string | undefined => (error as Partial<Error> | null | undefined)?.stack;
