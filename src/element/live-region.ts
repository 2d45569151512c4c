import type { MessageKey } from '../i18n/messages.js';

/** How long a text stays for screen readers to take it up, in ms. After that it would only be found twice. */
const TIME_TO_READ = 3000;

/** What is said to screen readers because nothing else says it: neither the focus nor a result that is moved to. */
export class Announcement {
  /** Texts to be read, in order. */
  keys: readonly MessageKey[] = [];
  /** Whether it may interrupt. */
  urgent = false;
  /** Where they are written. Another each time: live regions are read when something is put into them. */
  element: HTMLElement | undefined;
  readonly #changed: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed - called when there is something else to be read, or nothing */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  say(keys: readonly MessageKey[], { urgent = false } = {}): void {
    clearTimeout(this.#timer);
    if (keys.length === 0 && this.keys.length === 0) return;
    this.keys = keys;
    this.urgent = urgent;
    this.element = document.createElement('p');
    if (keys.length > 0) {
      this.#timer = setTimeout(() => {
        this.say([]);
      }, TIME_TO_READ);
    }
    this.#changed();
  }
}
