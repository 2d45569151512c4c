import { removeKeys } from '../../settings/credential-guard.js';
import { HostTheme } from './host-theme.js';
import type { FrameLanguage } from './messages/to-frame.js';
import { readLanguage, type HostElement } from './open-frame.js';
import type { Theme } from './theme-properties.js';

interface PageEvents {
  readonly onTheme: (theme: Theme) => void;
  readonly onLanguage: (language: FrameLanguage) => void;
  /** A credential was set on the element, and removed. */
  readonly onCredential: (name: string) => void;
}

/** Watches what the form depends on beside the settings: the appearance and the language of the page, and attributes that are credentials. */
export class PageWatch {
  readonly theme: HostTheme;
  readonly #element: HostElement;
  readonly #events: PageEvents;
  readonly #attributes: MutationObserver;
  #language = '';

  constructor(element: HostElement, events: PageEvents) {
    this.#element = element;
    this.#events = events;
    this.theme = new HostTheme(element, () => {
      events.onTheme(this.theme.read());
    });
    this.#attributes = new MutationObserver(() => {
      removeKeys(element, events.onCredential);
      const before = this.#language;
      const language = this.readLanguage();
      if (this.#language !== before) events.onLanguage(language);
    });
  }

  readLanguage(): FrameLanguage {
    const language = readLanguage(this.#element);
    this.#language = JSON.stringify(language);
    return language;
  }

  connect(): void {
    removeKeys(this.#element, this.#events.onCredential);
    this.#attributes.observe(this.#element, { attributes: true });
    for (const root of [document, this.#element.getRootNode()])
      this.#attributes.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
  }

  disconnect(): void {
    this.#attributes.disconnect();
  }
}
