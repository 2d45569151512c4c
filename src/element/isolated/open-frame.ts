import { nearestLang } from '../../i18n/locale.js';
import { parseProxyUrl } from '../../settings/usual-settings.js';
import type { ElementSettings } from '../plain-settings.js';
import { create } from './create.js';
import type { FrameLanguage } from './messages/to-frame.js';

/** The element with the form in a frame. */
export type HostElement = HTMLElement & ElementSettings;

/** A frame that was opened, and its document. */
export interface OpenFrame {
  readonly frame: HTMLIFrameElement;
  /** The address without a query. */
  readonly address: string;
  /** Whether a document was loaded into it. */
  isLoaded: boolean;
}

/** The slot of the frame. */
export const FRAME_SLOT = 'payment-frame';

/** The title until the form has a localised one. */
export const FIRST_TITLE = 'Card payment';

/** @returns the address of the frame; `undefined` if `proxyUrl` is not valid, or scripts of the page could read the frame */
export function frameAddress({ proxyUrl, ownerDocument }: HostElement): string | undefined {
  const url = parseProxyUrl({ proxyUrl, ownerDocument });
  return url === undefined || new URL(url).origin === ownerDocument.location.origin ? undefined : `${url}/frame`;
}

/** Creates the place of the frame in the shadow root. */
export function createBox(): HTMLElement {
  return create('div', {}, create('slot', { name: FRAME_SLOT }));
}

/**
 * Opens the frame. Its address has what the first view needs, so that nothing flashes. It is a child of the element, not of the shadow
 * root: Chromium fills in no frames in shadow trees.
 */
export function openFrame(element: HostElement, address: string): OpenFrame {
  const query = { ...readLanguage(element), 'color-scheme': readColorScheme(element) };
  const frame = create('iframe', {
    slot: FRAME_SLOT,
    title: FIRST_TITLE,
    allow: 'autofill; payment',
    referrerpolicy: 'no-referrer',
    src: `${address}?${new URLSearchParams(query).toString()}`,
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

export function readLanguage(element: HTMLElement): FrameLanguage & Record<string, string> {
  const { direction } = getComputedStyle(element);
  return { lang: nearestLang(element).slice(0, 100), dir: direction === 'rtl' ? 'rtl' : 'ltr' };
}
