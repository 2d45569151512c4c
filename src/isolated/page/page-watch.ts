import { nearestLang } from '../../i18n/locale.js';
import { removeKeys } from '../../settings/credential-guard.js';
import type { Look } from '../messages/to-frame.js';
import type { Widget } from '../../element/widget-properties.js';
import { readColorScheme } from './frame-link.js';
import { create } from './host-controls.js';
import { COLOR_SCHEME, ROOT_SIZE, THEME_PROPERTIES } from '../messages/theme.js';

/** What is watched for changes. `all` leaves out custom properties in Chromium. */
const WATCHED = ['background-color', ...THEME_PROPERTIES.keys()].filter((name) => name !== ROOT_SIZE).join();

export class PageWatch {
  /** Inherits what the page sets. A transition reports that something has changed, unless the element was hidden. */
  readonly probe = create('span', { class: 'probe', 'aria-hidden': 'true' });
  readonly #element: Widget;
  readonly #onCredential: (name: string) => void;
  readonly #attributes: MutationObserver;

  constructor(element: Widget, onLook: () => void, onCredential: (name: string) => void) {
    this.#element = element;
    this.#onCredential = onCredential;
    this.probe.style.setProperty('transition-property', WATCHED, 'important');
    this.probe.addEventListener('transitionrun', onLook);
    new ResizeObserver(onLook).observe(this.probe); // its width is 1rem, or 0 if it is hidden
    this.#attributes = new MutationObserver(() => {
      removeKeys(element, onCredential);
      onLook();
    });
  }

  read(): Look {
    const style = getComputedStyle(this.#element);
    const values = [...THEME_PROPERTIES.keys()].map((name) => [name, style.getPropertyValue(name).trim()] as const);
    const theme = {
      ...Object.fromEntries(values.filter(([, value]) => value !== '')),
      [ROOT_SIZE]: getComputedStyle(document.documentElement).fontSize,
      [COLOR_SCHEME]: readColorScheme(this.#element),
    };
    return { theme, language: { lang: nearestLang(this.#element), dir: style.direction === 'rtl' ? 'rtl' : 'ltr' } };
  }

  connect(): void {
    removeKeys(this.#element, this.#onCredential);
    this.#attributes.observe(this.#element, { attributes: true });
    for (const root of [document, this.#element.getRootNode()])
      this.#attributes.observe(root, { subtree: true, attributeFilter: ['lang', 'dir'] });
  }

  disconnect(): void {
    this.#attributes.disconnect();
  }
}
