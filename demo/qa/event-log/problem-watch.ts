import { preciseNow } from '../clock.js';
import { redactText } from '../../../src/sandbox/recording/redact.js';
import type { Tone } from './log-entry.js';
import type { Draft } from './widget-watch.js';

/**
 * Watches a window for uncaught errors, console warnings and CSP violations.
 * @returns a function that stops watching
 */
export function watchProblems(window: Window & typeof globalThis, add: (draft: Draft) => void): () => void {
  const ends: (() => void)[] = [];
  const report = (title: string, text: string, tone: Tone, place = '') => {
    const content = redactText([text, place].filter(Boolean).join('\n'));
    const [first = ''] = redactText(text).split('\n');
    add({
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
    if (!message) return; // an image or a script that failed to load
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

/** Reports and events use different names. */
interface Violation {
  readonly effectiveDirective: string;
  readonly blockedURI?: string | null;
  readonly blockedURL?: string | null;
  readonly sourceFile?: string | null;
  readonly lineNumber?: number | null;
  readonly sample?: string | null;
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
  const { name, message } = (value ?? {}) as Partial<Error>;
  if (typeof message === 'string') return `${name ?? 'Error'}: ${message}`;
  try {
    return JSON.stringify(value) || String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

const stackOf = (error: unknown): string | undefined => (error as Partial<Error> | null | undefined)?.stack;
