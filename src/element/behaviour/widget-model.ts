import type { PaymentError } from '../../contract/errors.js';
import type { CardFieldName, FieldName } from '../../contract/field-names.js';
import { own } from '../../contract/own.js';
import { FIELDS } from '../../form/fields.js';
import type {
  AddressContext,
  FormContext,
  FormRules,
  FormValues,
  Message,
  OptionalFields,
  PaymentChangeDetail,
} from '../../form/form-context.js';
import { FormController } from '../../form/form-controller.js';
import { Language } from '../../i18n/language.js';
import { ENGLISH, FAILURE_MESSAGES, type MessageKey } from '../../i18n/messages.js';
import type { Order, PaymentOutcome } from '../../payment/outcome.js';
import { PaymentSession } from '../../payment/payment-session.js';
import { ProxyClient } from '../../payment/proxy-client.js';
import { isOrderToken, withoutKeys } from '../../settings/credential-guard.js';
import type { PaymentState } from '../events.js';
import type { CardNetworks } from '../networks/networks.js';
import type { WidgetProperties } from '../widget-properties.js';
import { FieldEvents } from './field-events.js';
import { giveHints } from './load-setup-hints.js';
import { createText, type Text, type TextValues } from './texts.js';
import { WidgetSettings } from './widget-settings.js';

export class WidgetModel {
  readonly widget: WidgetProperties;
  readonly proxy: ProxyClient;
  readonly settings: WidgetSettings;
  readonly session: PaymentSession;
  readonly language: Language;
  readonly form: FormController;
  readonly liveRegion: LiveRegion;
  readonly countdown: Countdown;
  isWarned = false;
  hasRendered = false;
  formNumber = 0;
  shownOrder: Order | undefined;
  /** If the shopper can act on it. */
  failure: PaymentError | undefined;
  #networks: CardNetworks | undefined;

  constructor(
    widget: WidgetProperties,
    onSession: (outcome: PaymentOutcome | undefined) => void,
    onForm: (detail: PaymentChangeDetail) => void,
  ) {
    const update = () => {
      widget.requestUpdate();
    };
    this.widget = widget;
    const onConfig = () => {
      update();
      giveHints(this);
    };
    this.proxy = new ProxyClient(onConfig, () => (isOrderToken(widget.orderToken) ? widget.orderToken : undefined));
    this.settings = new WidgetSettings(this.proxy);
    this.session = new PaymentSession(this.proxy, (outcome) => {
      onSession(outcome);
      if (outcome?.outcome === 'failed') giveHints(this);
    });
    this.language = new Language(widget);
    this.liveRegion = new LiveRegion(update);
    this.countdown = new Countdown(() => {
      update();
      if (this.countdown.seconds > 0) return;
      if (this.failure?.code === 'rate_limited') this.failure = undefined;
      this.liveRegion.announce(['retry_ready']);
    });
    this.form = new FormController(widget, this.liveRegion.announce, onForm);
    new FieldEvents(widget, this.form);
  }

  connect(): void {
    this.formNumber = takeNumber();
    this.session.listen();
  }

  disconnect(): void {
    releaseNumber(this.formNumber);
    this.session.stopFollowing();
  }

  get state(): PaymentState {
    const { name } = this.session.state;
    if (name === 'checking') return 'loading';
    if (name === 'waiting') return 'busy';
    if (name !== 'idle' && name !== 'failed') return name;
    if (this.failure || this.settings.error) return 'failed';
    return this.hasRendered && this.proxy.settled ? 'ready' : 'loading';
  }

  /** A configuration error that is fixed later is not a failed payment. */
  updateFailure(hasWaited: boolean): void {
    const { state } = this.session;
    this.failure = undefined;
    if (state.name !== 'failed' || state.error === this.settings.error) return;
    const { code, cause } = state.error;
    // A listener that prevents a payment shows the reason itself.
    const isSilent = (cause as Partial<Error> | undefined)?.name === 'AbortError'; // of a page in another document
    const isShown = code === 'submit_prevented' ? hasWaited && !isSilent : state.wasSent || FAILURE_MESSAGES[code];
    if (isShown) this.failure = state.error;
  }

  get order(): Order {
    const { amount, currency, reference, fields } = this.settings.current ?? {};
    return { amount: fields?.includes('amount') ? this.form.amount : amount, currency, reference };
  }

  get networks(): CardNetworks | undefined {
    const { networks } = this.settings;
    return (this.#networks ??= networks && new networks.CardNetworks(this));
  }

  get optional(): OptionalFields | undefined {
    return this.settings.optional;
  }

  /** Neither the page nor the package has texts in the page's language. */
  get isUntranslated(): boolean {
    if (!this.language.isFallback) return false;
    const custom = own(this.widget.messages);
    return !Object.keys({ ...ENGLISH, ...this.optional?.OPTIONAL_ENGLISH }).every((key) => custom[key as MessageKey]);
  }

  createFormContext(): FormContext {
    const { currency = '', currencyExponents, minAmount, maxAmount } = this.settings.current ?? {};
    const firstValues: FormValues = own(this.settings.current?.prefill);
    const rules: FormRules = {
      currency,
      exponents: currencyExponents,
      min: minAmount,
      max: maxAmount,
      locale: this.isUntranslated ? 'en' : this.language.locale,
      country: firstValues.country || this.optional?.assumeCountry?.(this.#addressIn('')),
      isLive: this.settings.mode.mode === 'live',
      optional: this.optional,
      networks: this.networks,
    };
    const definitionOf = (name: FieldName) =>
      this.optional?.definitionOf(name, this.addressContext) ?? FIELDS[name as CardFieldName];
    return { rules, firstValues, optional: this.optional, definitionOf };
  }

  get addressContext(): AddressContext {
    return this.#addressIn(this.form.country ?? '');
  }

  #addressIn(country: string): AddressContext {
    return { country, locale: this.language.locale, fields: this.settings.current?.fields ?? [] };
  }

  get offeredAmount(): string {
    const { amount } = this.settings.current ?? {};
    return (amount !== undefined && this.optional?.formatAmount(amount, this.form.context.rules)) || '';
  }

  text(values: Partial<TextValues> = {}): Text {
    return createText(
      {
        rules: this.form.context.rules,
        optional: this.optional,
        networks: this.networks,
        brand: this.form.brand?.name,
        custom: own(withoutKeys(this.widget.messages)),
        builtIn: this.language.messages,
        country: () => this.form.country,
      },
      { order: this.order, ...values },
    );
  }
}

/** How long a message stays for screen readers to pick up, in ms. Later, reading the page would find it twice. */
const LIFETIME = 3000;

/** For changes that neither focus nor a visible result announces. */
class LiveRegion {
  messages: readonly Message[] = [];
  urgent = false;
  /** A new element for each announcement: live regions announce additions. */
  element: HTMLElement | undefined;
  readonly #onchange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  readonly announce = (messages: readonly Message[], { urgent = false } = {}): void => {
    clearTimeout(this.#timer);
    if (messages.length === 0 && this.messages.length === 0) return;
    this.messages = messages;
    this.urgent = urgent;
    this.element = document.createElement('p');
    if (messages.length > 0) {
      this.#timer = setTimeout(() => {
        this.announce([]);
      }, LIFETIME);
    }
    this.#onchange();
  };
}

class Countdown {
  seconds = 0;
  readonly #onchange: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  start(seconds: number): void {
    this.stop();
    this.seconds = seconds;
    if (seconds <= 0) return;
    const end = Date.now() + seconds * 1000; // timers of background pages are late
    this.#timer = setInterval(() => {
      this.seconds = Math.max(Math.ceil((end - Date.now()) / 1000), 0);
      if (this.seconds === 0) this.stop();
      this.#onchange();
    }, 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = 0;
  }
}

const taken = new Set<number>();

/** The smallest free number of a form of the page: landmarks need different names. */
function takeNumber(): number {
  let number = 1;
  while (taken.has(number)) number++;
  taken.add(number);
  return number;
}

function releaseNumber(number: number): void {
  taken.delete(number);
}
