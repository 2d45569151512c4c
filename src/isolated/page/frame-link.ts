import type { PaymentError } from '../../contract/errors.js';
import type { Widget } from '../../element/widget-properties.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import { LOADING_FORM_TEXTS } from '../../i18n/loading-form-texts.js';
import { CONNECT, readMessage, VERSION } from '../messages/shared.js';
import type { HandedOver, Look, ToFrame } from '../messages/to-frame.js';
import { TO_PAGE, type FormState, type MessageToPage } from '../messages/to-page.js';

const ANSWER_TIMEOUT_MS = 8000;

const PULSE_MS = 2000;

/** Pulses are counted, since a browser may suspend page and frame for any time. */
const MAX_MISSED = 4;

export const LOADING: FormState = {
  state: 'loading',
  valid: false,
  reportedMode: undefined,
  isTest: false,
  title: LOADING_FORM_TEXTS.form,
  isBlocked: false,
  lostText: '',
  controlTexts: undefined,
  button: undefined,
};

export type FrameEvent =
  | MessageToPage
  /** The frame was loaded again, left its page, was removed, or its process has ended. */
  | { readonly type: 'lost' }
  | { readonly type: 'silent' };

/** One frame, and what was exchanged with it. */
export class FrameLink {
  readonly frame = document.createElement('iframe');
  /** The URL of the frame without its query. */
  readonly address: string;
  /** Whether the frame can receive messages. */
  isReady = false;
  form = LOADING;
  sent: FrameSettings = {};
  readonly #report: (event: FrameEvent, link: FrameLink) => void;
  #port: MessagePort | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #missed = 0;

  /** Opens a frame outside of the shadow root, since Chromium fills in no frames in shadow trees. */
  constructor(element: Widget, address: string, report: (event: FrameEvent, link: FrameLink) => void) {
    this.address = address;
    this.#report = report;
    Object.assign(this.frame, {
      slot: 'payment-frame',
      title: LOADING_FORM_TEXTS.form,
      allow: 'autofill; payment',
      referrerPolicy: 'no-referrer',
      src: `${address}?color-scheme=${encodeURIComponent(readColorScheme(element))}`,
    });
    this.frame.addEventListener('load', this.#connect);
    for (const copy of element.querySelectorAll(':scope > [slot=payment-frame]')) copy.remove(); // clones have one
    element.append(this.frame);
    this.expectAnswer();
  }

  start(settings: FrameSettings, look: Look, attempt: HandedOver | undefined): void {
    this.sent = settings;
    this.send('init', { settings, look, attempt });
  }

  /** Sends what is new. An amount that the page has set again replaces what the shopper typed. */
  set(settings: FrameSettings, changed: ReadonlyMap<PropertyKey, unknown>): void {
    const { sent } = this;
    const updates = Object.entries(settings).filter(
      ([name, value]) =>
        (name === 'amount' && changed.has(name)) ||
        JSON.stringify(value) !== JSON.stringify(sent[name as keyof FrameSettings]),
    );
    this.sent = settings;
    if (updates.length > 0) this.send('set', { settings: Object.fromEntries(updates) });
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
      document.addEventListener('prerenderingchange', restart, { once: true }); // it is loaded only then
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

/** The frame of a form, or why there is none. */
export type FrameState =
  | { readonly name: 'none' }
  /** An error is in place of the frame. */
  | { readonly name: 'refused'; readonly error: PaymentError }
  /** The form of the frame is not shown yet. */
  | { readonly name: 'opening'; readonly link: FrameLink }
  | ReadyFrame
  | LostFrame;

/** A frame whose form is shown. */
export interface ReadyFrame {
  readonly name: 'ready';
  readonly link: FrameLink;
  /** How often the page has asked it to pay. */
  submits: number;
  /** Whether the page has called `reset()` after a paid order, and the frame has not answered. */
  isReset: boolean;
}

/** The frame of a payment is gone. Its successor is at the same address, and hidden until it can ask for the outcome. */
export interface LostFrame {
  readonly name: 'lost';
  readonly state: 'paid' | 'pending' | 'unknown';
  readonly address: string;
  /** The text for the shopper, in the language of the form. */
  readonly text: string;
  readonly link?: FrameLink | undefined;
}

/** The schemes that the page supports, from its styles or its head. */
export function readColorScheme(element: HTMLElement): string {
  const { colorScheme } = getComputedStyle(element);
  if (colorScheme && colorScheme !== 'normal') return colorScheme;
  return document.querySelector<HTMLMetaElement>('meta[name=color-scheme i]')?.content ?? 'normal';
}
