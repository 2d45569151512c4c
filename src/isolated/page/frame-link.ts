import type { Widget } from '../../element/widget-properties.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import { CONNECT, readMessage, VERSION } from '../messages/shared.js';
import type { ToFrame } from '../messages/to-frame.js';
import { TO_PAGE, type FormState, type MessageToPage } from '../messages/to-page.js';

/** The build minifies what has this tag. */
const css = String.raw;

/** The styles of what the page shows around the form, beside those of the element. */
export const FRAME_STYLES = {
  cssText: css`
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
      /* Longhands: the build would move the behavior before the shorthand, which resets it. */
      transition-duration: 1ms !important; /* the element has none with reduced motion */
      transition-timing-function: step-start !important;
      transition-behavior: allow-discrete !important;
    }
    ::slotted([slot='before-button']),
    .outside {
      margin-block-start: var(--_gap);
    }
  `,
};

const FRAME_SLOT = 'payment-frame';

const FIRST_TITLE = 'Card payment';

const ANSWER_TIMEOUT_MS = 8000;

const PULSE_MS = 2000;

/** Counted, since a browser may suspend page and frame for any time. */
const MAX_MISSED = 4;

export const LOADING: FormState = {
  state: 'loading',
  valid: false,
  reportedMode: undefined,
  isTest: false,
  title: FIRST_TITLE,
  isBlocked: false,
  lostText: '',
  button: undefined,
};

export type FrameEvent =
  | MessageToPage
  /** It was loaded again, left its page, was removed, or its process has ended. */
  | { readonly type: 'lost' }
  | { readonly type: 'silent' };

export class FrameLink {
  readonly frame: HTMLIFrameElement;
  /** Without a query. */
  readonly address: string;
  isReady = false;
  form = LOADING;
  sent: FrameSettings = {};
  submits = 0;
  /** The page has called `reset()` after a paid order, and the frame has not answered. */
  isReset = false;
  readonly #report: (event: FrameEvent, link: FrameLink) => void;
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #missed = 0;

  /** Opens a frame: no child of the shadow root, since Chromium fills in no frames in shadow trees. */
  constructor(element: Widget, address: string, report: (event: FrameEvent, link: FrameLink) => void) {
    this.address = address;
    this.#report = report;
    this.frame = create('iframe', {
      slot: FRAME_SLOT,
      title: FIRST_TITLE,
      allow: 'autofill; payment',
      referrerpolicy: 'no-referrer',
      src: `${address}?color-scheme=${encodeURIComponent(readColorScheme(element))}`,
    });
    this.frame.addEventListener('load', this.#connect);
    for (const copy of element.querySelectorAll(`:scope > [slot=${FRAME_SLOT}]`)) copy.remove(); // of a cloned element
    element.append(this.frame);
    this.expectAnswer();
  }

  send<Type extends keyof ToFrame>(type: Type, members: ToFrame[Type]): void {
    if (this.isReady) this.#port?.postMessage({ type, ...members });
  }

  expectAnswer(isMissing = true): void {
    clearTimeout(this.#timer);
    if (!isMissing) return;
    if ((document as { readonly prerendering?: boolean }).prerendering) {
      const restart = () => {
        this.expectAnswer();
      };
      document.addEventListener('prerenderingchange', restart, { once: true }); // only then it is loaded
      return;
    }
    this.#timer = setTimeout(() => {
      this.#disconnect();
      this.#report({ type: 'silent' }, this);
    }, ANSWER_TIMEOUT_MS);
  }

  /** Watches whether the process of the frame has ended, which no browser reports. */
  watch(isNeeded: boolean): void {
    if (isNeeded === (this.#pulse !== undefined) || !this.isReady) return;
    clearInterval(this.#pulse);
    this.#missed = 0;
    this.#pulse = isNeeded ? setInterval(this.#ping, PULSE_MS) : undefined;
  }

  close(): void {
    this.#disconnect();
    this.frame.remove();
  }

  /** Only a document of the expected origin gets the port. */
  readonly #connect = (): void => {
    if (this.isReady) {
      this.#onLost();
      return;
    }
    this.#disconnect();
    if (!this.frame.isConnected) return;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.#receive(data);
    };
    this.frame.contentWindow?.postMessage({ type: CONNECT, version: VERSION }, new URL(this.address).origin, [port2]);
    this.expectAnswer();
  };

  /** The frame answers each `set` with its state. */
  readonly #ping = (): void => {
    if (this.#missed++ < MAX_MISSED) this.send('set', { settings: {} });
    else this.#onLost();
  };

  #onLost(): void {
    this.#disconnect();
    this.#report({ type: 'lost' }, this);
  }

  #receive(data: unknown): void {
    this.#missed = 0;
    const message = readMessage(TO_PAGE, data);
    if (!message) {
      console.error('<payment-widget>: a message of the frame is invalid. Expected one of the same release.');
      return;
    }
    if (message.type === 'ready') {
      if (this.isReady) return;
      clearTimeout(this.#timer);
      this.isReady = true;
    }
    this.#report(message, this);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    this.#port?.close();
    this.#port = this.#pulse = undefined;
    this.isReady = false;
  }
}

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

/** The schemes that the page supports, from its styles or its head. */
export function readColorScheme(element: HTMLElement): string {
  const { colorScheme } = getComputedStyle(element);
  if (colorScheme && colorScheme !== 'normal') return colorScheme;
  return document.querySelector<HTMLMetaElement>('meta[name=color-scheme i]')?.content ?? 'normal';
}
