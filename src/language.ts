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
  /** The built-in texts. */
  messages: Messages = ENGLISH;
  /** Settles when there is something to draw the element with for the first time. */
  ready: Promise<void> | undefined;
  readonly #host: LanguageHost;
  #wanted: string | undefined;
  #watch: MutationObserver | undefined;

  constructor(host: LanguageHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the texts are English because there are none in the language of the page. */
  get isFallback(): boolean {
    return this.messages === ENGLISH && new Intl.Locale(this.locale).language !== 'en';
  }

  hostConnected(): void {
    this.#watch ??= new MutationObserver(this.#look);
    for (let root = this.#host.getRootNode(); ; root = root.host.getRootNode()) {
      this.#watch.observe(root, { subtree: true, attributeFilter: ['lang'] });
      if (!(root instanceof ShadowRoot)) break;
    }
    this.#look();
  }

  hostDisconnected(): void {
    this.#watch?.disconnect();
  }

  readonly #look = (): void => {
    const locale = nearestLocale(this.#host);
    if (locale === this.#wanted) return;
    this.#wanted = locale;
    const load = LANGUAGES[nearestLanguage(locale)];
    if (!load) {
      this.#take(locale, ENGLISH);
      return;
    }
    const loading = this.#load(locale, load);
    this.ready ??= this.#wait(loading);
  };

  async #load(locale: string, load: () => Promise<{ readonly default: Messages }>): Promise<void> {
    try {
      const { default: messages } = await load();
      this.#take(locale, messages);
    } catch (error) {
      console.warn(`<payment-widget>: the texts for lang="${locale}" could not be loaded.`, error);
    }
  }

  async #wait(loading: Promise<void>): Promise<void> {
    await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    if (this.messages === ENGLISH) this.locale = this.#wanted ?? 'en';
  }

  /** Takes over, unless the page is in another language by now. */
  #take(locale: string, messages: Messages): void {
    if (locale !== this.#wanted) return;
    this.locale = locale;
    this.messages = messages;
    this.#host.requestUpdate();
  }
}
