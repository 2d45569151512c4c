import type { Kind, LogEntry } from './log-entry.js';

/** What is read out; the rest would bury it. */
const WORTH_SAYING: readonly Kind[] = ['ledger', 'problem'];
const SAID_TOGETHER = 1000;

/** What a screen reader says of new entries: what matters, and all of a second at once. */
export class LogNews {
  readonly #say: (text: string) => void;
  #known = new Set<string>();
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  hear(entries: readonly LogEntry[]): void {
    const news = entries.filter(({ id }) => !this.#known.has(id));
    this.#known = new Set(entries.map(({ id }) => id));
    const isWorth = ({ kind, tone }: LogEntry) =>
      WORTH_SAYING.includes(kind) || (kind === 'event' && tone !== undefined);
    this.#waiting.push(...news.filter(isWorth).map(({ title, note }) => [title, note].filter(Boolean).join(': ')));
    if (this.#waiting.length === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#say(this.#waiting.splice(0).join('. '));
    }, SAID_TOGETHER);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
