import { removeKeys } from '../../settings/credential-guard.js';
import type { FrameLanguage } from './messages/to-frame.js';
import { create, readColorScheme, readLanguage, type HostElement } from './open-frame.js';
import { COLOR_SCHEME, ROOT_SIZE, THEME_PROPERTIES, type Theme } from './theme-properties.js';

/** What is watched for changes. `all` leaves out custom properties in Chromium. */
const WATCHED = ['background-color', ...THEME_PROPERTIES.keys()].filter((name) => name !== ROOT_SIZE).join();

const MAX_VALUE = 500;

interface PageEvents {
  readonly onTheme: () => void;
  readonly onLanguage: (language: FrameLanguage) => void;
  readonly onCredential: (name: string) => void;
}

export class PageWatch {
  /** Inherits what the page sets. A transition reports that something has changed, unless the element was hidden. */
  readonly probe = create('span', { class: 'probe', 'aria-hidden': 'true' });
  readonly #element: HostElement;
  readonly #events: PageEvents;
  readonly #attributes: MutationObserver;
  #language = '';

  constructor(element: HostElement, events: PageEvents) {
    this.#element = element;
    this.#events = events;
    this.probe.style.transitionProperty = WATCHED;
    this.probe.addEventListener('transitionrun', events.onTheme);
    new ResizeObserver(events.onTheme).observe(this.probe); // its width is 1rem, or 0 if it is hidden
    this.#attributes = new MutationObserver(() => {
      removeKeys(element, events.onCredential);
      const before = this.#language;
      const language = this.readLanguage();
      if (this.#language !== before) events.onLanguage(language);
    });
  }

  readTheme(): Theme {
    const style = getComputedStyle(this.#element);
    const root = getComputedStyle(document.documentElement).fontSize;
    const values = [...THEME_PROPERTIES.keys()].map((name) => [name, style.getPropertyValue(name).trim()] as const);
    return {
      ...Object.fromEntries(values.filter(([, value]) => value !== '' && value.length <= MAX_VALUE)),
      [ROOT_SIZE]: root,
      [COLOR_SCHEME]: readColorScheme(this.#element),
    };
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
