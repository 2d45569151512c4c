import { parseProxyUrl } from '../../settings/usual-settings.js';
import type { ElementSettings } from '../../element/plain-settings.js';

export type HostElement = HTMLElement & ElementSettings;

export interface OpenFrame {
  readonly frame: HTMLIFrameElement;
  readonly address: string;
  isLoaded: boolean;
}

const FRAME_SLOT = 'payment-frame';

/** The title until the form has a localised one. */
export const FIRST_TITLE = 'Card payment';

/** The build minifies what has this tag. */
export const css = String.raw;

/** The styles of what the page shows around the form. */
export const HOST_STYLES = {
  cssText: css`
    :host {
      display: block;
    }
    :host([hidden]),
    [hidden] {
      display: none !important;
    }
    /* The page may have rules for all frames. */
    ::slotted([slot='payment-frame']) {
      display: block !important;
      box-sizing: border-box !important;
      inline-size: calc(100% + 2 * var(--room, 4px)) !important;
      max-inline-size: none !important;
      block-size: var(--height, 22rem) !important;
      min-block-size: 0 !important;
      max-block-size: none !important;
      margin: calc(-1 * var(--room, 4px)) !important;
      padding: 0 !important;
      border: 0 !important;
      background: none !important;
    }
    .probe {
      position: absolute;
      visibility: hidden;
      inline-size: 1rem;
      background: light-dark(#fff, #000);
      transition-duration: 1ms; /* longhands: the build would move the behavior before the shorthand, which resets it */
      transition-timing-function: step-start;
      transition-behavior: allow-discrete;
    }
    .outside {
      margin-block-start: var(--payment-widget-gap, 16px);
    }
    .outside p {
      margin: 0;
    }
    .host-error {
      color: var(--payment-widget-error, oklch(from currentcolor clamp(0.5, l, 0.75) 0.17 28));
      font-size: var(--payment-widget-note-size, 0.875em);
    }
    ::slotted([slot='before-button']) {
      margin-block-start: var(--payment-widget-gap, 16px);
    }
    ::slotted([slot='header']) {
      margin-block-end: var(--payment-widget-gap, 16px);
    }
    ::slotted([slot='footer']) {
      margin-block-start: var(--payment-widget-gap, 16px);
    }
  `,
};

/** Never HTML: the page may require Trusted Types. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** `undefined` if scripts of the page could read the frame, too. */
export function frameAddress({ proxyUrl, ownerDocument }: HostElement): string | undefined {
  const url = parseProxyUrl({ proxyUrl, ownerDocument });
  return url === undefined || new URL(url).origin === origin ? undefined : `${url}/frame`;
}

export function createBox(): HTMLElement {
  return create('div', {}, create('slot', { name: FRAME_SLOT }));
}

/** No child of the shadow root: Chromium fills in no frames in shadow trees. */
export function openFrame(element: HostElement, address: string): OpenFrame {
  const frame = create('iframe', {
    slot: FRAME_SLOT,
    title: FIRST_TITLE,
    allow: 'autofill; payment',
    referrerpolicy: 'no-referrer',
    src: `${address}?color-scheme=${encodeURIComponent(readColorScheme(element))}`,
  });
  const opened = { frame, address, isLoaded: false };
  frame.addEventListener('load', () => {
    opened.isLoaded = true;
  });
  for (const copy of element.querySelectorAll(`:scope > [slot=${FRAME_SLOT}]`)) copy.remove(); // of a cloned element
  element.append(frame);
  return opened;
}

/** The schemes that the page supports, from its styles or its head. */
export function readColorScheme(element: HTMLElement): string {
  const { colorScheme } = getComputedStyle(element);
  if (colorScheme && colorScheme !== 'normal') return colorScheme;
  return document.querySelector<HTMLMetaElement>('meta[name=color-scheme i]')?.content ?? 'normal';
}
