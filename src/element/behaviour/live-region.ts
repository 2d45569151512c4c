import type { Message } from '../../form/form-context.js';

/** How long a message stays for screen readers to pick up, in ms. Later, reading the page would find it twice. */
const LIFETIME = 3000;

/** Screen-reader live region, for changes that neither focus nor a visible result announces. */
export class LiveRegion {
  /** Messages to announce, in order. */
  messages: readonly Message[] = [];
  /** Whether the announcement may interrupt. */
  urgent = false;
  /** A new element for each announcement: live regions announce additions. */
  element: HTMLElement | undefined;
  readonly #onchange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  readonly announce = (messages: readonly Message[], { urgent = false } = {}): void => {
    clearTimeout(this.#timer);
    if (messages.length === 0 && this.messages.length === 0) return;
    this.messages = messages;
    this.urgent = urgent;
    this.element = document.createElement('p');
    if (messages.length > 0) {
      this.#timer = setTimeout(() => {
        this.announce([]);
      }, LIFETIME);
    }
    this.#onchange();
  };
}
