import { defaults, newReference, readAddress, RETURNED, writeAddress, writeLink, type Values } from './settings-url.js';
import { problemOf, settingOf, SETTINGS } from './settings.js';

/** Where the tab keeps the last settings while it shows the page of a bank. */
const KEPT = 'qa-settings';

/** The settings of the page, stored in its URL. */
export class QaModel extends EventTarget {
  #values: Values;
  /** Invalid parameters of the URL. */
  problems: readonly string[];
  /** The setting that is being typed. Its keystrokes share one history entry. */
  #typing: string | undefined;
  readonly #window: Window;

  constructor(page: Window = window) {
    super();
    this.#window = page;
    ({ values: this.#values, problems: this.problems } = readAddress(searchOf(page)));
    this.#write('replaceState');
    page.addEventListener('popstate', () => {
      ({ values: this.#values, problems: this.problems } = readAddress(page.location.search));
      this.#typing = undefined;
      this.#notify();
    });
  }

  get values(): Values {
    return this.#values;
  }

  get(name: string): string {
    return this.#values[name] ?? '';
  }

  /** Absolute URL that reproduces the settings. */
  get link(): string {
    const { origin, pathname } = this.#window.location;
    return origin + pathname + writeLink(this.#values);
  }

  /**
   * Changes settings and adds a history entry. Keystrokes of one setting share an entry.
   * @throws {TypeError} if a value is invalid
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
    this.#notify();
  }

  /** Ends the shared history entry of a typed setting. */
  endTyping(): void {
    this.#typing = undefined;
  }

  newOrder(): void {
    this.set({ reference: newReference() });
  }

  /** Resets all settings and keeps the order. */
  reset(): void {
    this.set({ ...defaults, reference: this.get('reference') });
  }

  #write(how: 'pushState' | 'replaceState'): void {
    const { history, location, sessionStorage } = this.#window;
    const search = writeAddress(this.#values);
    history[how](null, '', location.pathname + search);
    sessionStorage.setItem(KEPT, search);
  }

  #notify(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** The settings in the URL or, after the page of a bank, those with which this tab left for it. */
function searchOf({ location, sessionStorage }: Window): string {
  const kept = location.hash === RETURNED && sessionStorage.getItem(KEPT);
  const isSameOrder = kept && referenceOf(kept) === referenceOf(location.search);
  return isSameOrder ? kept : location.search;
}

const referenceOf = (search: string) => new URLSearchParams(search).get('reference');
