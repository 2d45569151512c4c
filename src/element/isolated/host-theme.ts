import { create } from './create.js';
import { readColorScheme } from './open-frame.js';
import { COLOR_SCHEME, ROOT_SIZE, THEME_PROPERTIES, type Theme } from './theme-properties.js';

/** What is watched for changes. `all` leaves out custom properties in Chromium. */
const WATCHED = ['background-color', ...THEME_PROPERTIES.keys()].filter((name) => name !== ROOT_SIZE).join();

/** The longest value that the frame takes. */
const MAX_VALUE = 500;

/** The appearance that the page gives to the element, as computed values. */
export class HostTheme {
  /** Inherits what the page sets. A transition reports that something has changed, unless the element was hidden. */
  readonly probe = create('span', { class: 'probe', 'aria-hidden': 'true' });
  readonly #element: HTMLElement;

  /** @param onchange called when the page has changed it */
  constructor(element: HTMLElement, onchange: () => void) {
    this.#element = element;
    this.probe.style.transitionProperty = WATCHED;
    this.probe.addEventListener('transitionrun', onchange);
    new ResizeObserver(onchange).observe(this.probe); // its width is 1rem, or 0 if it is hidden
  }

  read(): Theme {
    const style = getComputedStyle(this.#element);
    const root = getComputedStyle(document.documentElement).fontSize;
    const values = [...THEME_PROPERTIES.keys()].map((name) => [name, style.getPropertyValue(name).trim()] as const);
    return {
      ...Object.fromEntries(values.filter(([, value]) => value !== '' && value.length <= MAX_VALUE)),
      [ROOT_SIZE]: root,
      [COLOR_SCHEME]: readColorScheme(this.#element),
    };
  }
}
