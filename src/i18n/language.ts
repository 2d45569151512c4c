import { logError, type PaymentError } from '../contract/errors.js';
import { OnDemand } from '../contract/on-demand.js';
import ENGLISH from './locales/en.js';
import { isEnglish, nearestLang } from './locale.js';
import type { Messages } from './messages.js';

const languages = new OnDemand('languages', () => import('./languages.js'));

/** How long rendering waits for texts. Then the form is in English until they arrive. */
const TEXTS_TIMEOUT_MS = 1000;

interface LanguageHost extends Element {
  requestUpdate(): void;
  addController(controller: Language): void;
}

/** Language and texts change together, once the texts are loaded. */
export class Language {
  /** The locale of the texts: beside English, the separators of `en-AT` would make another price. */
  locale = 'en';
  /** The locale of the page, with a region. */
  pageLocale = 'en';
  /** The built-in texts. */
  messages: Messages = ENGLISH;
  readonly #host: LanguageHost;
  #isPrepared = false;
  #ready: Promise<unknown> | undefined;
  /** Created on connection, since Node has no `MutationObserver`. */
  #observer: MutationObserver | undefined;

  constructor(host: LanguageHost) {
    this.#host = host;
    host.addController(this);
  }

  get isFallback(): boolean {
    return this.messages === ENGLISH && !isEnglish(this.pageLocale);
  }

  hostConnected(): void {
    this.#observer ??= new MutationObserver(() => {
      this.#update();
    });
    for (let root = this.#host.getRootNode(); ; root = root.host.getRootNode()) {
      this.#observer.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
      if (!(root instanceof ShadowRoot)) break;
    }
    this.#update();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }

  /** The first view waits for its texts. */
  prepare(): Promise<unknown> | undefined {
    const ready = this.#isPrepared ? undefined : this.#ready;
    this.#isPrepared = true;
    return ready;
  }

  #update(): void {
    const locale = toLocale(nearestLang(this.#host));
    if (this.isFallback) this.#host.requestUpdate(); // the text direction of the page may have changed
    if (locale === this.pageLocale) return;
    this.pageLocale = locale;
    this.#ready = undefined;
    if (isEnglish(locale))
      this.#show(/^en(-US)?$/.test(locale) ? 'en' : 'en-GB', ENGLISH); // with US$ outside of the United States
    else
      this.#ready = Promise.race([this.#load(locale), new Promise((resolve) => setTimeout(resolve, TEXTS_TIMEOUT_MS))]);
  }

  async #load(locale: string): Promise<unknown> {
    let language = 'en';
    let messages: Messages | undefined;
    try {
      ({ language, messages } = await loadTexts(locale));
    } catch (error) {
      logError(error as PaymentError);
    }
    if (locale !== this.pageLocale) return this.#ready; // the page has changed its language
    // With an unsupported locale, Intl would use the browser's own. Without texts, the page may have its own.
    const [supported = 'en'] = Intl.NumberFormat.supportedLocalesOf(messages ? language : locale);
    this.#show(supported, messages ?? ENGLISH);
    return undefined;
  }

  #show(locale: string, messages: Messages): void {
    this.locale = locale;
    this.messages = messages;
    this.#host.requestUpdate();
  }
}

/** Loads texts without a time limit: the form is in English until they arrive. */
export async function loadTexts(locale: string): Promise<{ language: string; messages: Messages | undefined }> {
  return (await languages.arrive()).loadTexts(locale);
}

/** Loads the texts while other parts of the form are loading. */
export function preloadTexts(host: Element): void {
  const locale = toLocale(nearestLang(host));
  if (!isEnglish(locale)) void loadTexts(locale).catch(() => undefined); // reported once they are needed
}

/** Removes extensions, such as other digits. An invalid `lang` is `en`. The usual tags of English need no `Intl`. */
function toLocale(lang: string): string {
  if (/^en(-[A-Z]{2})?$/.test(lang)) return lang;
  try {
    return new Intl.Locale(lang.replaceAll('_', '-')).baseName;
  } catch {
    return 'en';
  }
}
