import {
  defaults,
  newReference,
  problemOf,
  readAddress,
  RETURNED,
  settingOf,
  writeAddress,
  type Values,
} from './settings.js';

/** Where the tab keeps the last settings while it shows the page of a bank. */
const KEPT = 'qa-settings';

/** The settings of the page, stored in its URL. Fires `change`. */
export class QaModel extends EventTarget {
  values: Values;
  problems: readonly string[];
  /** Whether the server knows the selected scenario. */
  saved: 'yes' | 'not yet' | 'failed' = 'yes';
  #sent = '';
  #queue: Promise<void> = Promise.resolve();

  constructor() {
    super();
    ({ values: this.values, problems: this.problems } = readAddress(searchOf(window)));
    this.#write('replaceState');
    addEventListener('popstate', () => {
      ({ values: this.values, problems: this.problems } = readAddress(location.search));
      this.#notify();
    });
    this.#notify();
  }

  get(name: string): string {
    return this.values[name] ?? '';
  }

  /** Absolute URL that reproduces the settings. */
  get link(): string {
    return location.origin + location.pathname + writeAddress(this.values, true);
  }

  /**
   * Changes settings and adds a history entry.
   * @throws {TypeError} if a value is invalid
   */
  set(news: Values): void {
    for (const [name, value] of Object.entries(news)) {
      const problem = problemOf(settingOf(name), value);
      if (problem) throw new TypeError(`${name}: ${problem}`);
    }
    this.values = { ...this.values, ...news };
    this.problems = [];
    this.#write('pushState');
    this.#notify();
  }

  newOrder(): void {
    this.set({ reference: newReference() });
  }

  /** Resets all settings and keeps the order. */
  reset(): void {
    this.set({ ...defaults, reference: this.get('reference') });
  }

  #write(how: 'pushState' | 'replaceState'): void {
    const search = writeAddress(this.values);
    if (how === 'replaceState' || search !== location.search) history[how](null, '', location.pathname + search);
    sessionStorage.setItem(KEPT, search);
  }

  #notify(): void {
    this.#sendScenario();
    this.dispatchEvent(new Event('change'));
  }

  /** Sends the selected scenario of the order to the server, one request after the other. */
  #sendScenario(): void {
    const [reference, scenario] = [this.get('reference'), this.get('scenario') || null];
    const body = JSON.stringify({ reference, scenario });
    if (body === this.#sent || reference === '') return;
    this.#sent = body;
    const init = { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body };
    this.saved = 'not yet';
    this.#queue = this.#queue.then(async () => {
      const response = await fetch('/qa/scenario', init).catch(() => undefined);
      if (body === this.#sent) this.saved = response?.ok ? 'yes' : 'failed';
      this.dispatchEvent(new Event('change'));
    });
  }
}

/** The settings in the URL or, after the page of a bank, those with which this tab left for it. */
function searchOf({ location, sessionStorage }: Window): string {
  const kept = location.hash === RETURNED && sessionStorage.getItem(KEPT);
  const isSameOrder = kept && referenceOf(kept) === referenceOf(location.search);
  return isSameOrder ? kept : location.search;
}

const referenceOf = (search: string) => new URLSearchParams(search).get('reference');
