import type { Message } from '../form/form-context.js';
import type { Text } from './texts.js';

/** How long a message stays for screen readers to pick up. Later, reading the page would find it twice. */
const LIFETIME_MS = 3000;

interface Host {
  requestUpdate(): void;
}

/** Announces changes that neither the focus nor a visible result announces. */
export class LiveRegion {
  #messages: readonly Message[] = [];
  #urgent = false;
  /** Each announcement has a new element, because live regions announce additions. */
  #element: HTMLElement | undefined;
  readonly #host: Host;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  readonly announce = (messages: readonly Message[], { urgent = false } = {}): void => {
    clearTimeout(this.#timer);
    if (messages.length === 0 && this.#messages.length === 0) return;
    this.#messages = messages;
    this.#urgent = urgent;
    this.#element = document.createElement('p');
    if (messages.length > 0) {
      this.#timer = setTimeout(() => {
        this.announce([]);
      }, LIFETIME_MS);
    }
    this.#host.requestUpdate();
  };

  read(text: Text, urgent: boolean): Element | undefined {
    if (this.#messages.length === 0 || urgent !== this.#urgent) return undefined;
    const message = this.#messages.map(text).join(' ');
    if (this.#element?.textContent !== message) this.#element?.replaceChildren(message); // else it is announced again
    return this.#element;
  }
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
