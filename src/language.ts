import { LANGUAGES, nearestLanguage } from './languages.js';
import { nearestLocale } from './locale.js';
import { ENGLISH, type Messages } from './messages.js';

/** How long the first drawing waits for the texts of its language, in ms. A form in English is better than none. */
const PATIENCE = 1000;

/** The part of the element that the language needs. */
export interface LanguageHost extends Element {
  requestUpdate(): void;
  addController(controller: Language): void;
}

/** The language in force where the element stands, and its texts. Both change together, when the texts are there. */
export class Language {
  /** How amounts and the names of countries are written: a BCP 47 tag that `Intl` accepts. */
  locale = 'en';
  /** The built-in texts; in English without those of `extra-messages.ts`. */
  messages: Partial<Messages> = ENGLISH;
  /** Settles when there is something to draw the element with; `undefined` when there is at once. */
  ready: Promise<void> | undefined;
  readonly #host: LanguageHost;
  #page = 'en';
  #wanted: string | undefined;
  #failed = false;
  #watch: MutationObserver | undefined;
  #settle: (() => void) | undefined;

  constructor(host: LanguageHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the texts are English because there are none in the language of the page. */
  get isFallback(): boolean {
    return this.messages === ENGLISH && new Intl.Locale(this.#page).language !== 'en';
  }

  hostConnected(): void {
    this.#watch ??= new MutationObserver(() => {
      this.#look();
    });
    for (let root = this.#host.getRootNode(); ; root = root.host.getRootNode()) {
      this.#watch.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
      if (!(root instanceof ShadowRoot)) break;
    }
    if (this.#failed) this.#wanted = undefined; // tried again
    this.#failed = false;
    this.#look();
  }

  hostDisconnected(): void {
    this.#watch?.disconnect();
  }

  #look(): void {
    const locale = nearestLocale(this.#host);
    if (this.isFallback) this.#host.requestUpdate(); // the direction of the page may be another one
    this.#page = locale;
    if (locale === this.#wanted) return;
    this.#wanted = locale;
    const load = LANGUAGES[nearestLanguage(locale)];
    if (!load) {
      this.#take(locale, ENGLISH);
      return;
    }
    this.ready ??= this.#wait();
    void this.#load(locale, load);
  }

  async #load(locale: string, load: () => Promise<{ readonly default: Messages }>): Promise<void> {
    try {
      const { default: messages } = await load();
      this.#take(locale, messages);
    } catch (error) {
      console.warn(`<payment-widget>: the texts for lang="${locale}" could not be loaded.`, error);
      this.#take(locale, ENGLISH);
      this.#failed = true;
    }
  }

  async #wait(): Promise<void> {
    const taken = new Promise<void>((resolve) => (this.#settle = resolve));
    await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  /** Takes over, unless the page is in another language by now. */
  #take(locale: string, messages: Partial<Messages>): void {
    if (locale !== this.#wanted) return;
    const [known] = Intl.NumberFormat.supportedLocalesOf([locale, nearestLanguage(locale)]); // else the browser's own
    this.locale = known ?? 'en';
    this.messages = messages;
    this.#settle?.();
    this.#settle = undefined;
    this.#host.requestUpdate();
  }
}
