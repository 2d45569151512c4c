import type { CurrencyExponents } from '../../contract/currency.js';
import type { ResolvedPayment } from '../../contract/request.js';
import type { CardForm } from '../../element/card-form.js';
import type { Text } from '../../element/texts.js';
import { PaymentFailureEvent } from '../../element/events.js';
import { EVENT_NAMES, OUTCOME_EVENTS, readMessage, type EventName } from '../messages/shared.js';
import { TO_FRAME, type Look, type MessageToFrame, type Permission, type ToFrame } from '../messages/to-frame.js';
import type { ButtonState, FormState, SentEvent, ToPage } from '../messages/to-page.js';
import { PaymentWidget } from '../../element/payment-widget.js';
import { normalizeReference } from '../../settings/settings.js';
import type { FrameSettings } from '../../settings/settings-table.js';
import { applyTheme } from './appearance.js';
import { refusalOf, toSentDetail } from './port.js';
import { TokenOrder } from './token-order.js';

/** The element without a shadow root: some password managers do not look into one. */
export class FramedElement extends PaymentWidget {
  onrender: (() => void) | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  protected override updated(): void {
    super.updated();
    this.onrender?.();
  }
}

const ORDER = ['reference', 'amount', 'currency'] as const;

type ShownOrder = Partial<ResolvedPayment> & { readonly isConfirmed: boolean };

/** Answers the page. Its first message says what the form is for. */
export function serve(port: MessagePort): void {
  let connection: PageConnection | undefined;
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(TO_FRAME, data);
    if (message?.type === 'init') connection ??= new PageConnection(port, message);
    else if (message && connection) connection.receive(message);
    else console.error('<payment-widget>: the frame has ignored a message of the page.');
  };
  port.postMessage({ type: 'ready' });
}

/** The form in the frame, for the page around it. */
class PageConnection {
  readonly #port: MessagePort;
  readonly #proxyUrl = new URL('.', location.href).href.replace(/\/$/, '');
  readonly #order = new TokenOrder(this.#proxyUrl, () => {
    this.#applyOrder();
  });
  readonly #element: FramedElement;
  /** The form that works, once it is loaded. */
  #form: CardForm | undefined;
  /** The order token says what these settings do not. */
  #settings: FrameSettings = {};
  /** The order that the shopper types for, at the price that was shown until the proxy has confirmed it. */
  #typedFor: ShownOrder | undefined;
  #reported = '';
  #height = 0;
  #submits = 0;
  #onPermission: ((permission: Permission) => void) | undefined;

  constructor(port: MessagePort, { settings, look, attempt }: ToFrame['init']) {
    this.#port = port;
    const element = new FramedElement({
      orderGuard: this.#order,
      handedOver: attempt,
      onform: (form) => {
        this.#form = form;
      },
    });
    this.#element = element;
    element.proxyUrl = this.#proxyUrl;
    const { currencyExponents } = document.documentElement.dataset;
    if (currencyExponents) element.currencyExponents = JSON.parse(currencyExponents) as CurrencyExponents;
    element.onrender = () => {
      this.#report();
    };
    for (const name of EVENT_NAMES) {
      element.addEventListener(name, (event: HTMLElementEventMap[typeof name]) => {
        this.#onEvent(event);
      });
    }
    this.#applyLook(look);
    this.#set(settings);
  }

  #send<Type extends keyof ToPage>(type: Type, members: ToPage[Type]): void {
    this.#port.postMessage({ type, ...members });
  }

  receive(message: Exclude<MessageToFrame, { type: 'init' }>): void {
    const element = this.#element;
    switch (message.type) {
      case 'set':
        this.#set(message.settings);
        this.#report({ isAsked: true });
        break;
      case 'submit':
        void this.#order.answered.then(() => this.#submit());
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
      case 'look':
        this.#applyLook(message.look);
        break;
      case 'permission':
        this.#onPermission?.(message.permission);
        break;
    }
  }

  async #submit(): Promise<void> {
    const submits = ++this.#submits;
    const { outcome, ...detail } = await this.#element.submit();
    this.#send('outcome', { name: OUTCOME_EVENTS[outcome], detail: toSentDetail(detail), submits });
  }

  #applyLook({ theme, language }: Look): void {
    Object.assign(document.documentElement, language);
    applyTheme(theme);
  }

  #set(settings: FrameSettings): void {
    this.#settings = { ...this.#settings, ...settings };
    const values = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, value ?? undefined]));
    Object.assign(this.#element, values);
    this.#order.setToken(this.#element.orderToken);
    this.#applyOrder();
  }

  /** The form appears once its order is known. */
  #applyOrder(): void {
    const element = this.#element;
    const { order } = this.#order;
    if (order) {
      if (this.#typedFor && !isSameOrder(this.#typedFor, order)) this.#empty();
      this.#typedFor = { ...order, isConfirmed: true };
    }
    for (const name of ORDER) {
      const isOpen = this.#settings[name] === undefined || this.#settings[name] === null;
      if (isOpen && order && element[name] !== order[name]) Object.assign(element, { [name]: order[name] });
    }
    const isKnown = ORDER.every((name) => element[name] !== undefined);
    if (!element.isConnected && (isKnown || !this.#order.isAsking)) this.#show();
    else element.requestUpdate();
  }

  #empty(): void {
    if (this.#form) this.#form.form.clear();
    else this.#element.querySelector('form')?.reset();
  }

  #show(): void {
    const { reference, amount, currency } = this.#element;
    this.#typedFor ??= { reference, amount, currency, isConfirmed: false };
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
    const { state, valid, reportedMode } = element;
    const cardForm = this.#form;
    const form = element.querySelector('form');
    const button = form?.hidden === false ? form.querySelector<HTMLElement>('.pay') : undefined;
    return {
      state,
      valid,
      reportedMode,
      isTest: element.querySelector('.banner') !== null,
      title: form?.ariaLabel ?? document.title,
      isBlocked: cardForm?.settings.error !== undefined,
      lostText: cardForm ? lostTextOf(cardForm) : '',
      controlTexts: cardForm && controlTextsOf(cardForm.text()),
      button: button ? readButton(button, cardForm) : undefined,
    };
  }

  /** The page sees the state before the event, as in one document. */
  #onEvent(event: HTMLElementEventMap[EventName]): void {
    if (event.type === 'payment-action') event.preventDefault(); // the page goes there
    if (event instanceof PaymentFailureEvent) this.#order.accept(event.detail.error);
    this.#report();
    const { type, detail } = event;
    const message = { name: type as EventName, detail: toSentDetail(detail), submits: this.#submits };
    if ('waitUntil' in event) event.waitUntil(this.#ask({ ...message, key: event.detail.idempotencyKey }));
    else this.#send('event', message);
  }

  async #ask(message: SentEvent): Promise<void> {
    const permission = new Promise<Permission>((resolve) => {
      this.#onPermission = (answer) => {
        if (answer.key === message.key) resolve(answer); // another key is that of an attempt that has timed out
      };
    });
    this.#send('event', message);
    const refusal = refusalOf(await permission);
    if (refusal) throw refusal;
  }
}

/** A confirmed order may get a new price, which the button shows. */
function isSameOrder(shown: ShownOrder, { reference, amount, currency }: ResolvedPayment) {
  const isSamePrice = shown.isConfirmed || (shown.amount === amount && shown.currency === currency);
  return isSamePrice && normalizeReference(shown.reference) === normalizeReference(reference);
}

function lostTextOf(cardForm: CardForm): string {
  const { state } = cardForm;
  const text = cardForm.text();
  const key = state === 'paid' || state === 'pending' ? state : 'unknown_checking';
  return `${text(`${key}_title`)} ${text(`${key}_text_open`)}`;
}

function controlTextsOf(text: Text): FormState['controlTexts'] {
  const invalid = text('control_invalid');
  return { control_invalid: invalid, control_long: text('control_long') || invalid }; // it may not be loaded
}

/** Leaves out the amount that the shopper types. While a payment is made, the button has both texts. */
function readButton(button: HTMLElement, cardForm: CardForm | undefined): ButtonState {
  const asksAmount = cardForm?.settings.current?.fields.includes('amount');
  const text = asksAmount ? cardForm?.text()('pay_open') : (button.querySelector('span') ?? button).textContent;
  const busyText = cardForm?.text()('busy') ?? '';
  return { text: text?.trim() ?? '', busyText, isUsable: !button.matches('[disabled], [aria-disabled]') };
}
