import { LANGUAGES, nearestLanguage } from './languages.js';
import { isEnglish, nearestLang, toLocale } from './locale.js';
import { ENGLISH, type Messages } from './messages.js';
import type { OPTIONAL_LANGUAGES } from './optional-languages.js';

/** How long rendering waits for texts, in ms. Then the form is in English until they arrive. */
const TEXTS_TIMEOUT = 1000;

/** The texts of the optional fields, loaded with them. */
interface OptionalTexts {
  readonly OPTIONAL_LANGUAGES: typeof OPTIONAL_LANGUAGES;
}

/** The element, as far as {@link Language} uses it. */
export interface LanguageHost extends Element {
  readonly hasUpdated: boolean;
  requestUpdate(): void;
  addController(controller: Language): void;
}

/** The language of the element and its texts. Both change together, once the texts are loaded. */
export class Language {
  /** For amounts and country names: a BCP 47 tag that `Intl` accepts. */
  locale = 'en';
  /** The built-in texts. English has no texts of the optional fields here, see `optional-messages.ts`. */
  messages: Partial<Messages> = ENGLISH;
  readonly #host: LanguageHost;
  #optional: OptionalTexts | undefined;
  #pageLocale = 'en';
  #isEnglish = true;
  #requested: string | undefined = 'en';
  /** Resolves once the requested texts are loaded or have failed, or after the timeout. */
  #ready: Promise<unknown> | undefined;
  #failed = false;
  #observer: MutationObserver | undefined;

  constructor(host: LanguageHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the texts are English although the page is not. */
  get isFallback(): boolean {
    return this.messages === ENGLISH && !this.#isEnglish;
  }

  hostConnected(): void {
    this.#observer ??= new MutationObserver(() => {
      this.#update();
    });
    for (let root = this.#host.getRootNode(); ; root = root.host.getRootNode()) {
      this.#observer.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
      if (!(root instanceof ShadowRoot)) break;
    }
    if (this.#failed) this.#requested = undefined; // tries again
    this.#update();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /**
   * Prepares the texts of the next render. With optional fields, their texts are required too: until they are loaded, the
   * whole form is in English rather than in two languages.
   * @returns what the render waits for, if anything
   */
  prepare(optional: OptionalTexts | undefined): Promise<unknown> | undefined {
    const hasChanged = optional !== this.#optional && !this.#failed;
    this.#optional = optional;
    if (hasChanged) {
      this.messages = ENGLISH;
      this.#request(this.#pageLocale);
    }
    return hasChanged || !this.#host.hasUpdated ? this.#ready : undefined;
  }

  #update(): void {
    const locale = toLocale(nearestLang(this.#host));
    if (this.isFallback) this.#host.requestUpdate(); // the text direction of the page may have changed
    this.#pageLocale = locale;
    this.#isEnglish = isEnglish(locale);
    if (locale !== this.#requested) this.#request(locale);
  }

  #request(locale: string): void {
    this.#requested = locale;
    this.#failed = false;
    this.#ready = Promise.race([this.#load(locale), new Promise((resolve) => setTimeout(resolve, TEXTS_TIMEOUT))]);
  }

  async #load(locale: string): Promise<unknown> {
    const language = this.#isEnglish ? 'en' : nearestLanguage(locale);
    const load = LANGUAGES[language];
    const optional = this.#optional;
    let messages: Partial<Messages> = ENGLISH;
    let failure: unknown;
    try {
      if (load) {
        const [texts, optionalTexts] = await Promise.all([load(), optional?.OPTIONAL_LANGUAGES[language]?.()]);
        messages = { ...texts.default, ...optionalTexts?.default };
      }
    } catch (error) {
      failure = error;
    }
    if (locale !== this.#requested || optional !== this.#optional) return this.#ready; // superseded
    if (failure) console.warn(`<payment-widget>: the texts for lang="${locale}" could not be loaded.`, failure);
    this.#failed = !!failure;
    // With an unsupported locale, Intl would use the browser's own. English needs no check, which takes 15 ms.
    const [supported] = this.#isEnglish ? [locale] : Intl.NumberFormat.supportedLocalesOf([locale, language]);
    this.locale = supported ?? 'en';
    this.messages = messages;
    this.#host.requestUpdate();
    return undefined;
  }
}
