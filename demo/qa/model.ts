import { defaults, newReference, readAddress, writeAddress, writeLink, type Values } from './address.js';
import { problemOf, settingOf, SETTINGS } from './settings.js';

/** The settings of the page, kept in its address. */
export class QaModel extends EventTarget {
  #values: Values;
  /** What the address says that cannot be used. */
  problems: readonly string[];
  /** The setting that the last entry in the history came from, while it is being typed. */
  #typing: string | undefined;
  readonly #window: Window;

  constructor(page: Window = window) {
    super();
    this.#window = page;
    ({ values: this.#values, problems: this.problems } = readAddress(page.location.search));
    this.#write('replaceState');
    page.addEventListener('popstate', () => {
      ({ values: this.#values, problems: this.problems } = readAddress(page.location.search));
      this.#typing = undefined;
      this.#tell();
    });
  }

  get values(): Values {
    return this.#values;
  }

  get(name: string): string {
    return this.#values[name] ?? '';
  }

  /** Absolute address that reproduces the settings. */
  get link(): string {
    const { origin, pathname } = this.#window.location;
    return origin + pathname + writeLink(this.#values);
  }

  /**
   * Changes some settings, as one step of the history. One that is typed is a step as a whole, not one for each letter.
   * @throws when a value cannot be used
   */
  set(news: Values, { typing = false } = {}): void {
    for (const [name, value] of Object.entries(news)) {
      const problem = problemOf(settingOf(name), value);
      if (problem) throw new TypeError(`${name}: ${problem}`);
    }
    const values = { ...this.#values, ...news };
    if (SETTINGS.every(({ name }) => values[name] === this.#values[name])) return;
    const typed = typing ? Object.keys(news).join() : undefined;
    this.#values = values;
    this.problems = [];
    this.#write(typed !== undefined && typed === this.#typing ? 'replaceState' : 'pushState');
    this.#typing = typed;
    this.#tell();
  }

  /** What was being typed is done: from now on it would be another step. */
  endTyping(): void {
    this.#typing = undefined;
  }

  newOrder(): void {
    this.set({ reference: newReference() });
  }

  /** Everything as it is without a word in the address, but the same order. */
  reset(): void {
    this.set({ ...defaults, reference: this.get('reference') });
  }

  #write(how: 'pushState' | 'replaceState'): void {
    this.#window.history[how](null, '', this.#window.location.pathname + writeAddress(this.#values));
  }

  #tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}
