import type { WidgetModel } from '../element/behaviour/widget-model.js';
import { PaymentFailureEvent } from '../element/events.js';
import { readMessage, type Envelope } from '../element/isolated/messages/envelope.js';
import {
  TO_FRAME,
  type FrameLanguage,
  type MessageToFrame,
  type ToFrame,
} from '../element/isolated/messages/to-frame.js';
import { EVENT_NAMES, type EventName } from '../element/isolated/messages/event-names.js';
import type { ButtonState, FormState, ToPage } from '../element/isolated/messages/to-page.js';
import type { FrameSettings } from '../element/isolated/messages/settings.js';
import { applyTheme } from './apply-theme.js';
import { FramedElement } from './framed-element.js';
import { refusalOf } from './refusal.js';
import { toSentDetail } from './sent-details.js';
import { TokenOrder } from './token-order.js';

/** The form, as the page controls it by messages. */
export class FramedForm {
  readonly #port: MessagePort;
  readonly #version: number;
  readonly #element = new FramedElement();
  readonly #order: TokenOrder;
  /** What the page has said about the order. The token says the rest. */
  #settings: FrameSettings = {};
  #reported = '';
  #height = 0;
  /** How often the page has asked the form to pay. */
  #submits = 0;

  constructor(port: MessagePort, version: number) {
    this.#port = port;
    this.#version = version;
    const element = this.#element;
    element.proxyUrl = new URL('.', location.href).href.replace(/\/$/, '');
    element.onrender = () => {
      this.#onRender();
    };
    this.#order = new TokenOrder(element.proxyUrl, () => {
      this.#applyOrder();
    });
    for (const name of EVENT_NAMES) {
      element.addEventListener(name, (event: HTMLElementEventMap[typeof name]) => {
        this.#onEvent(event);
      });
    }
    port.onmessage = ({ data, ports: [reply] }: MessageEvent<unknown>) => {
      const message = readMessage<ToFrame>(TO_FRAME, version, data);
      if (message) this.#receive(message, reply);
      else this.#refuse(data);
    };
    this.#send('ready', {});
  }

  #send<Type extends keyof ToPage>(type: Type, members: ToPage[Type], reply?: MessagePort): void {
    this.#port.postMessage({ v: this.#version, type, ...members }, reply ? [reply] : []);
  }

  #receive(message: MessageToFrame, reply: MessagePort | undefined): void {
    const element = this.#element;
    switch (message.type) {
      case 'init':
        this.#applyLanguage(message.language);
        applyTheme(message.theme);
        this.#set(message.settings);
        break;
      case 'set':
        this.#set(message.settings);
        this.#report({ isAsked: true });
        break;
      case 'submit':
        void this.#order.answered
          .then(() => {
            this.#submits++;
            return element.submit();
          })
          .then((outcome) => reply?.postMessage(toSentDetail(outcome)));
        break;
      case 'validate':
        element.validate();
        break;
      case 'reset':
        void this.#order.answered.then(() => {
          element.reset();
        });
        break;
      case 'focus':
        element.focus();
        break;
      case 'language':
        this.#applyLanguage(message.language);
        break;
      case 'theme':
        applyTheme(message.theme);
        break;
    }
  }

  #refuse(data: unknown): void {
    const { type } = (data ?? {}) as Partial<Envelope<unknown>>;
    const name = typeof type === 'string' ? JSON.stringify(type.slice(0, 20)) : 'without a type';
    this.#send('error', { text: `The frame has ignored a message ${name}. Expected one of the same release.` });
  }

  #applyLanguage({ lang, dir }: FrameLanguage): void {
    Object.assign(document.documentElement, { lang, dir });
  }

  #set(settings: FrameSettings): void {
    this.#settings = { ...this.#settings, ...settings };
    const values = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? undefined]));
    Object.assign(this.#element, values);
    this.#order.ask(this.#element.orderToken);
    this.#applyOrder();
  }

  /** The form appears once its price is known. */
  #applyOrder(): void {
    const element = this.#element;
    const { current: order } = this.#order;
    for (const name of ['reference', 'amount', 'currency'] as const) {
      const isOpen = this.#settings[name] === undefined || this.#settings[name] === null;
      if (isOpen && order && element[name] !== order[name]) Object.assign(element, { [name]: order[name] });
    }
    const hasPrice = element.amount !== undefined && element.currency !== undefined;
    if (!element.isConnected && (hasPrice || !this.#order.isAsking)) this.#show();
    else element.requestUpdate();
  }

  #show(): void {
    document.body.append(this.#element);
    new ResizeObserver(() => {
      this.#reportSize();
    }).observe(document.body);
  }

  #reportSize(): void {
    const height = document.body.offsetHeight;
    if (height === this.#height) return;
    this.#height = height;
    this.#send('size', { height });
  }

  #onRender(): void {
    const { model } = this.#element;
    if (model) model.settings.checkOrder ??= (settings) => this.#order.check(settings);
    this.#report();
  }

  /** Reports the state if it has changed, or if the page waits for an answer. */
  #report({ isAsked = false } = {}): void {
    const form = this.#state;
    const text = JSON.stringify(form);
    const isNew = text !== this.#reported;
    if (!isNew && !isAsked) return;
    this.#reported = text;
    document.title = form.title;
    this.#send('state', { form });
    if (isNew && this.#element.isConnected) this.#reportSize(); // a frame below the visible part of the page has no layout by itself
  }

  get #state(): FormState {
    const element = this.#element;
    const { state, valid, mode, model } = element;
    const form = element.querySelector('form');
    const button = form?.hidden === false ? form.querySelector<HTMLElement>('.pay') : undefined;
    return {
      state,
      valid,
      mode,
      isTest: element.querySelector('.banner') !== null,
      title: cut(form?.ariaLabel ?? document.title),
      isBlocked: model?.settings.error !== undefined,
      lostText: cut(model ? lostTextOf(model) : ''),
      button: button ? readButton(button, model?.text()('busy') ?? '') : undefined,
    };
  }

  /** The page sees the state before the event, as in one document. */
  #onEvent(event: HTMLElementEventMap[EventName]): void {
    if (event.type === 'payment-action') event.preventDefault(); // the page goes there
    if (event instanceof PaymentFailureEvent) this.#order.accept(event.detail.error);
    this.#report();
    const message = { name: event.type as EventName, detail: toSentDetail(event.detail), submits: this.#submits };
    if (event.type === 'payment-change') this.#send('change', { valid: this.#element.valid });
    if ('waitUntil' in event) event.waitUntil(this.#ask(message));
    else this.#send('event', message);
  }

  /** Rejects if the page stops the payment. */
  async #ask(message: ToPage['event']): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => {
        resolve(data);
      };
    });
    this.#send('event', message, port2);
    const refusal = refusalOf(await answer);
    await this.#order.answered; // of a token that the page has set meanwhile
    port1.close();
    if (refusal) throw refusal;
  }
}

/** What the page shows of the attempt if it loses the frame. Only an order with a reference is found again. */
function lostTextOf(model: WidgetModel): string {
  const { attempt } = model.session;
  const text = model.text(attempt && { order: attempt });
  const result = model.state === 'paid' || model.state === 'pending' ? model.state : undefined;
  const key = result ?? (attempt && attempt.reference === undefined ? 'unknown' : 'unknown_checking');
  return `${text(`${key}_title`)} ${text(attempt?.amount === undefined ? `${key}_text_open` : `${key}_text`)}`;
}

/** The longest text that the page takes. */
function cut(text: string): string {
  return text.slice(0, 1000);
}

/** The texts of the pay button. While a payment is made, it has both. */
function readButton(button: HTMLElement, busyText: string): ButtonState {
  const text = (button.querySelector('span') ?? button).textContent;
  return { text: cut(text), busyText: cut(busyText), isUsable: !button.matches('[disabled], [aria-disabled]') };
}
