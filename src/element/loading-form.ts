import { formatQuickly } from '../contract/amount.js';
import type { PaymentError } from '../contract/errors.js';
import { DEFAULT_FIELDS, isCardField } from '../contract/field-names.js';
import { FIELDS, SENT_FORM } from '../form/fields.js';
import { LOADING_FORM_TEXTS, NOT_LOADED, UNAVAILABLE } from '../i18n/loading-form-texts.js';
import { isEnglish, nearestLang } from '../i18n/locale.js';
import type { MessageKey } from '../i18n/messages.js';
import { findStoredKey, unsettled } from '../payment/attempt-key.js';
import { describeError, type Attempt, type Order, type PaymentOutcome } from '../payment/outcome.js';
import { PaymentFailureEvent, PaymentUnknownEvent, type PaymentState } from './events.js';
import { withinLimit } from '../contract/on-demand.js';
import { createField, renderAlert, renderChecking, type View } from './widget.template.js';
import type { Finding } from '../hints/hints.js';
import type { FrameContext } from './card-form.js';
import type { Form, ShownForm } from './form.js';
import { html } from './html.js';
import type { Widget } from './widget-properties.js';

/** What loads the form that works. */
interface Loader {
  /** The form that works, once it is loaded. */
  readonly workingForm: ShownForm | undefined;
  readonly frame: FrameContext | undefined;
  load(): Promise<Form>;
}

/** The form until the one that works is loaded. It can be typed into, and a payment waits. */
export class LoadingForm implements ShownForm {
  readonly valid = false;
  readonly hasRendered = false;
  readonly reportedMode = undefined;
  /** A credential that the page has set. */
  refused: string | undefined;
  #isUnavailable = false;
  readonly #widget: Widget;
  readonly #states: CustomStateSet;
  readonly #loader: Loader;
  #waiting: Promise<PaymentOutcome> | undefined;
  #hasFailed = false;
  #reported: string | undefined;
  /** The order as shown at the click: listeners of the page may change it before the form is submitted. */
  #agreedOrder: Order | undefined;
  #fields: string | null | undefined;
  /** Whether the storage has been read: until then, an attempt may be in doubt, and Pay does nothing. */
  #hasRead = false;

  constructor(widget: Widget, states: CustomStateSet, loader: Loader) {
    this.#widget = widget;
    this.#states = states;
    this.#loader = loader;
    states.add('loading');
  }

  get state(): PaymentState {
    if (this.#waiting) return 'busy';
    if (this.#isUnavailable && this.#attempt) return 'unknown';
    return this.#isUnavailable ? 'failed' : 'loading';
  }

  refuseCredential(name: string): void {
    this.refused = name;
  }

  validate(): boolean {
    void this.#widget.updateComplete.then(() => this.#loader.workingForm?.validate());
    return false;
  }

  async diagnose(): Promise<Finding[]> {
    return (await this.#loader.load()).diagnose();
  }

  createView(): View {
    const widget = this.#widget;
    const isInDoubt = this.#hasRead && this.#attempt !== undefined;
    const alert = this.#isUnavailable ? renderAlert(UNAVAILABLE) : undefined;
    const sent = widget.renderRoot.querySelectorAll(SENT_FORM);
    const isSentUsable = !isInDoubt && !widget.isolated;
    if (isSentUsable && sent[0]) return { alert };
    for (const node of sent) node.remove();
    if (widget.isolated) return { alert: alert && html`<slot>${alert}</slot>` };
    return this.#createOwnView(isInDoubt);
  }

  /** Other languages, fields and texts than the built-in ones wait for the form that works. */
  #createOwnView(isInDoubt: boolean): View {
    const widget = this.#widget;
    const isUnavailable = this.#isUnavailable;
    const isTyped = [...widget.renderRoot.querySelectorAll('input')].some(({ value }) => value);
    if (!isTyped) this.#fields = widget.fields; // another form would lose what was typed
    const lang = nearestLang(widget);
    const names = (this.#fields ?? DEFAULT_FIELDS).split(/\s+/).filter(Boolean);
    const isBuiltIn = isEnglish(lang) && !widget.messages && names.every(isCardField);
    if (!isBuiltIn && !isUnavailable && (isInDoubt || !isTyped)) return {};
    const pageDirection = isEnglish(lang) ? undefined : getComputedStyle(widget).direction || 'ltr';
    if (isInDoubt && !isUnavailable) return { pageDirection, panel: renderChecking(text('checking')) };
    if (isInDoubt) return { pageDirection, alert: renderAlert(text('unknown_text_open')) };
    return this.#createForm(names, lang, pageDirection);
  }

  #createForm(names: readonly string[], lang: string, pageDirection: string | undefined): View {
    const widget = this.#widget;
    const { amount, currency, currencyExponents } = widget;
    const price = formatQuickly(amount, currency, lang, currencyExponents);
    const hasPrice = price !== undefined || this.#isUnavailable; // else it comes with the form that works
    const isUsable = hasPrice && this.#hasRead && !this.#isClaimed;
    const isBusy = this.#waiting !== undefined;
    return {
      pageDirection,
      alert: this.#hasFailed ? renderAlert(NOT_LOADED) : undefined,
      announcement: isBusy ? text('busy') : undefined,
      form: {
        label: text('form'),
        fields: names.filter(isCardField).map((name) => createField(name, FIELDS[name], text)),
        payText: price ? text('pay').replace('{amount}', price) : text('pay_open'),
        price,
        busyText: text('busy'),
        isBusy,
        isDisabled: widget.disabled,
        withoutButton: widget.withoutButton,
        submitOnEnter: widget.submitOnEnter,
        isWaiting: !isUsable,
        onSubmit: (event) => {
          event.preventDefault();
          const agreed = this.#agreedOrder ?? this.#order;
          if (isUsable) void this.submit(price ? agreed : { ...agreed, amount: undefined }); // the form that works asks again
        },
        onPayClick: () => {
          this.#agreedOrder = this.#order;
        },
      },
    };
  }

  /** Pays with the form that works. If that form cannot be loaded, nothing is sent. */
  submit(agreed = this.#order): Promise<PaymentOutcome> {
    this.#waiting ??= this.#pay(agreed);
    this.#hasFailed = false;
    this.#showState();
    return this.#waiting;
  }

  reset(): void {
    if (this.#waiting) return;
    this.empty();
    this.#hasFailed = false;
    this.#showState();
  }

  empty(): void {
    const { renderRoot } = this.#widget as { renderRoot?: ParentNode }; // there is none before the first render
    renderRoot?.querySelector('form')?.reset();
  }

  /** Called after the first frame, which would wait for the first access to the storage. */
  findAttempt(): void {
    this.#hasRead = true;
    this.#widget.requestUpdate();
  }

  /** Called when the form that works cannot be loaded. The shopper has to know of an attempt in doubt. */
  lose(cause: unknown): void {
    this.#hasRead = this.#isUnavailable = true;
    this.#showState();
    if (this.#attempt) this.#fail(cause);
  }

  async #pay(agreed: Order): Promise<PaymentOutcome> {
    let form: Form;
    try {
      form = await withinLimit('card-form', this.#loader.load());
    } catch (error) {
      return this.#fail(error);
    }
    this.#waiting = undefined; // the form that works knows the payment from now on
    return form.submit(agreed);
  }

  #fail(cause: unknown): PaymentOutcome {
    const attempt = this.#attempt;
    const error = attempt ? unsettled(cause) : (cause as PaymentError);
    const detail = describeError(error, attempt ?? this.#order, this.#widget.mode, Boolean(attempt));
    this.#isUnavailable = true;
    this.#waiting = undefined;
    this.#hasFailed = !attempt;
    this.#showState();
    if (!attempt || attempt.idempotencyKey !== this.#reported)
      this.#widget.dispatchEvent(new (attempt ? PaymentUnknownEvent : PaymentFailureEvent)(detail));
    this.#reported = attempt?.idempotencyKey;
    return { outcome: attempt ? 'unknown' : 'failed', ...detail };
  }

  get #attempt(): Attempt | undefined {
    const idempotencyKey = findStoredKey(this.#widget);
    return idempotencyKey ? { ...(this.#order as Attempt), amount: undefined, idempotencyKey } : undefined;
  }

  /** Whether the page around a frame says that the order has an attempt. */
  get #isClaimed(): boolean {
    const { handedOver } = this.#loader.frame ?? {};
    return handedOver !== undefined && handedOver.reference === this.#widget.reference?.normalize();
  }

  get #order(): Order {
    const { amount, currency, reference } = this.#widget;
    return { amount, currency, reference };
  }

  #showState(): void {
    this.#states.clear();
    this.#states.add(this.state);
    this.#widget.requestUpdate();
  }
}

function text(key: MessageKey): string {
  return LOADING_FORM_TEXTS[key as keyof typeof LOADING_FORM_TEXTS];
}
