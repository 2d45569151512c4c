import type { Kind, LogEntry } from './log-entry.js';

/** Kinds of entries to announce. */
const ANNOUNCED: readonly Kind[] = ['ledger', 'problem'];
const INTERVAL = 1000;

/** Announces important new entries to screen readers, at most once per second. */
export class LogAnnouncer {
  readonly #announce: (text: string) => void;
  #known = new Set<string>();
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(announce: (text: string) => void) {
    this.#announce = announce;
  }

  update(entries: readonly LogEntry[]): void {
    const news = entries.filter(({ id }) => !this.#known.has(id));
    this.#known = new Set(entries.map(({ id }) => id));
    const isImportant = ({ kind, tone }: LogEntry) =>
      ANNOUNCED.includes(kind) || (kind === 'event' && tone !== undefined);
    this.#waiting.push(...news.filter(isImportant).map(({ title, note }) => [title, note].filter(Boolean).join(': ')));
    if (this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#announce(this.#waiting.splice(0).join('. '));
    }, INTERVAL);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
