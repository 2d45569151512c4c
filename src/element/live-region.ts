import type { Message } from '../form/form-context.js';

/** How long a message stays for screen readers to pick up. Later, reading the page would find it twice. */
const LIFETIME_MS = 3000;

/** What is announced now. Each announcement is a new object, because live regions announce additions. */
export interface Announcement {
  readonly messages: readonly Message[];
  readonly isUrgent: boolean;
}

interface Host {
  requestUpdate(): void;
}

/** Announces changes that neither the focus nor a visible result announces. */
export class LiveRegion {
  current: Announcement | undefined;
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  readonly announce = (messages: readonly Message[], { urgent = false } = {}): void => {
    clearTimeout(this.#timer);
    if (messages.length === 0 && !this.current) return;
    this.current = messages.length > 0 ? { messages, isUrgent: urgent } : undefined;
    if (this.current) {
      this.#timer = setTimeout(() => {
        this.announce([]);
      }, LIFETIME_MS);
    }
    this.#host.requestUpdate();
  };
}

export class Countdown {
  seconds = 0;
  readonly #onchange: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  start(seconds: number): void {
    clearInterval(this.#timer);
    this.seconds = seconds;
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000; // timers of background pages are late
    this.#timer = setInterval(() => {
      this.seconds = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
      if (this.seconds === 0) clearInterval(this.#timer);
      this.#onchange();
    }, 1000);
  }
}
