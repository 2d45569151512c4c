import { LANGUAGES, nearestLanguage } from './languages.js';
import { nearestLocale } from './locale.js';
import { ENGLISH, type Messages } from './messages.js';
import type { Extras } from '../on-demand.js';

/** How long a drawing waits for the texts of its language, in ms. A form in English is better than none. */
const PATIENCE = 1000;

/** The part of the element that the language needs. */
export interface LanguageHost extends Element {
  readonly hasUpdated: boolean;
  requestUpdate(): void;
  addController(controller: Language): void;
}

/** The language in force where the element stands, and its texts. All change together, when the texts are there. */
export class Language {
  /** How amounts and the names of countries are written: a BCP 47 tag that `Intl` accepts. */
  locale = 'en';
  /** The built-in texts; in English without those of `extra-messages.ts`. */
  messages: Partial<Messages> = ENGLISH;
  readonly #host: LanguageHost;
  #extras: Extras | undefined;
  #page = 'en';
  #isEnglish = true;
  #wanted: string | undefined = 'en';
  /** Settles when the wanted texts are there, will not come, or have let the shopper wait. */
  #ready: Promise<unknown> | undefined;
  #failed = false;
  #watch: MutationObserver | undefined;

  constructor(host: LanguageHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the texts are English because there are none in the language of the page. */
  get isFallback(): boolean {
    return this.messages === ENGLISH && !this.#isEnglish;
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
    this.#look();
  }

  hostDisconnected(): void {
    this.#watch?.disconnect();
  }

  /**
   * Says what the next drawing has to wait for. Once there are fields beyond the card, the texts of those belong to every
   * language: a form without them is in English throughout until they come, and not in two languages.
   * @returns `undefined` when there is something to draw it with at once
   */
  prepare(extras: Extras | undefined): Promise<unknown> | undefined {
    const isMore = extras !== this.#extras && !this.#failed;
    this.#extras = extras;
    if (isMore) {
      this.messages = ENGLISH;
      this.#read(this.#page);
    }
    return isMore || !this.#host.hasUpdated ? this.#ready : undefined;
  }

  #look(): void {
    const locale = nearestLocale(this.#host);
    if (this.isFallback) this.#host.requestUpdate(); // the direction of the page may be another one
    this.#page = locale;
    this.#isEnglish = new Intl.Locale(locale).language === 'en';
    if (locale !== this.#wanted) this.#read(locale);
  }

  #read(locale: string): void {
    this.#wanted = locale;
    this.#failed = false;
    this.#ready = Promise.race([this.#load(locale), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  async #load(locale: string): Promise<unknown> {
    const language = this.#isEnglish ? 'en' : nearestLanguage(locale);
    const load = LANGUAGES[language];
    const extras = this.#extras;
    let messages: Partial<Messages> = ENGLISH; // which is there at once
    let failure: unknown;
    try {
      if (load) {
        const [texts, more] = await Promise.all([load(), extras?.EXTRA_LANGUAGES[language]?.()]);
        messages = { ...texts.default, ...more?.default };
      }
    } catch (error) {
      failure = error;
    }
    if (locale !== this.#wanted || extras !== this.#extras) return this.#ready; // others are wanted by now
    if (failure) console.warn(`<payment-widget>: the texts for lang="${locale}" could not be loaded.`, failure);
    this.#failed = !!failure;
    // Else the browser's own would be taken. English is always known, and to ask takes 15 ms.
    const [known] = this.#isEnglish ? [locale] : Intl.NumberFormat.supportedLocalesOf([locale, language]);
    this.locale = known ?? 'en';
    this.messages = messages;
    this.#host.requestUpdate();
    return undefined;
  }
}
