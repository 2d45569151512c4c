import type { Mode } from '../contract/protocol.js';
import type { PaymentReadyDetail, PaymentState } from '../element/events.js';
import { PaymentChangeEvent, PaymentFieldEvent, PaymentReadyEvent } from '../element/payment-events.js';
import type { PaymentWidget } from '../element/payment-widget.js';
import { defineSettings, type ElementSettings } from '../element/plain-settings.js';
import type { PaymentOutcome } from '../payment/outcome.js';
import { FakeWidgetError, readOutcome, type FakeOutcome } from './fake-outcome.js';
import { FakePayments } from './fake-payments.js';

export type { PaymentOutcome, PaymentWidget };

/** Options of {@link createFakeWidget}: the settings of the element as properties, such as `reference` and `amount`. */
export interface FakeWidgetOptions extends ElementSettings {
  /**
   * The element that the code under test has rendered, in jsdom or happy-dom.
   * @default a new element with `proxyUrl: '/pay'`, `amount: 4999`, `currency: 'EUR'` and `reference: 'order-1042'`, which is not in
   * the document
   */
  readonly element?: Element | null;
}

/** Controls an element in place of the shopper, the proxy and the service. */
export interface FakeWidget {
  /** The element, with the properties and methods of the real one. It fires the event classes of `payment-widget`. */
  readonly element: PaymentWidget;

  /**
   * The form is ready: dispatches `payment-ready`. The state was `loading` before.
   * @param detail - `mode`: default the `mode` of the element, or else `test`. `capabilities`: default all `true`.
   */
  ready(detail?: { readonly mode?: Mode; readonly capabilities?: Partial<PaymentReadyDetail['capabilities']> }): void;

  /**
   * The shopper fills in the form: dispatches `payment-change`. At first the form is valid, without an event. As the real one, it is
   * empty after a decline, after any other outcome but a failure, and after `reset()`. Then `submit()` fails with `validation_failed`.
   * @param detail - `valid`: default `true`. `complete`: default `valid`. `brand`: default `visa`, or none if not valid.
   */
  change(detail?: Partial<PaymentChangeEvent['detail']>): void;

  /** The shopper enters or leaves a field, or sees an error of it: dispatches `payment-field`. */
  field(detail: PaymentFieldEvent['detail']): void;

  /**
   * Sets how the next attempt ends. Called several times, it sets the attempts after that. Other attempts are `paid`.
   * @param outcome - the state is `busy` until a promise of an outcome is resolved
   * @throws {FakeWidgetError} for an outcome that the element never reports
   */
  next(outcome: FakeOutcome | PromiseLike<FakeOutcome>): void;

  /**
   * The shopper fills in the form, if it is not valid, and presses Pay. Dispatches `payment-submit`, and waits for `waitUntil()`. Then
   * dispatches the event of the outcome.
   * As `element.submit()`, it sends nothing while an attempt runs, or after any outcome but a certain failure.
   * @param outcome - of this attempt. Default: that of `next()`, or else `paid`.
   * @returns the outcome, as `submit()` of the element
   * @throws {FakeWidgetError} for an outcome that the element never reports
   */
  pay(outcome?: FakeOutcome): Promise<PaymentOutcome>;

  /**
   * The outcome of an attempt that is `unknown`, `pending` or at the bank becomes known: dispatches its event.
   * @throws {FakeWidgetError} if there is no such attempt
   */
  settle(outcome: FakeOutcome): void;

  /**
   * The page was reloaded after an attempt: dispatches the event of its outcome with `restored: true`.
   * @throws {FakeWidgetError} if the element has an attempt that did not fail
   */
  restore(outcome: FakeOutcome): void;
}

const ORDER = { proxyUrl: '/pay', amount: 4999, currency: 'EUR', reference: 'order-1042' } as const;

/**
 * Creates an element for unit tests in jsdom or happy-dom, or takes control of an element in the page. It shows nothing and sends nothing.
 * It fires the event classes of `payment-widget` with complete details, in the order of the real element. It never leaves the page.
 * @throws {FakeWidgetError} if there is no DOM, or `element` is not a `<payment-widget>`, or `payment-widget/define` has defined the
 *   real element, as in a browser
 */
export function createFakeWidget({ element: given, ...settings }: FakeWidgetOptions = {}): FakeWidget {
  const element = given === undefined ? createElement() : readElement(given);
  defineSettings(element);
  Object.assign(element, given === undefined ? { ...ORDER, ...settings } : settings);
  const payments = new FakePayments(element);
  replaceMembers(element, payments);
  return new FakeControls(element, payments);
}

class FakeControls implements FakeWidget {
  readonly element: PaymentWidget;
  readonly #payments: FakePayments;

  constructor(element: PaymentWidget, payments: FakePayments) {
    this.element = element;
    this.#payments = payments;
  }

  ready({ mode, capabilities }: Parameters<FakeWidget['ready']>[0] = {}): void {
    const payments = this.#payments;
    payments.isReady = true;
    payments.reportedMode = mode ?? payments.expectedMode ?? 'test';
    const detail = { idempotency: true, recovery: true, ...capabilities };
    this.element.dispatchEvent(new PaymentReadyEvent({ mode: payments.reportedMode, capabilities: detail }));
  }

  change({ valid = true, complete = valid, ...rest }: Partial<PaymentChangeEvent['detail']> = {}): void {
    const brand = 'brand' in rest ? rest.brand : valid ? 'visa' : undefined;
    this.#payments.change({ valid, complete, brand });
  }

  field(detail: PaymentFieldEvent['detail']): void {
    this.element.dispatchEvent(new PaymentFieldEvent(detail));
  }

  next(outcome: FakeOutcome | PromiseLike<FakeOutcome>): void {
    this.#payments.plan(isPromise(outcome) ? outcome : readOutcome(outcome));
  }

  pay(outcome?: FakeOutcome): Promise<PaymentOutcome> {
    const described = outcome && readOutcome(outcome);
    if (!this.#payments.isValid && this.#payments.isFree) this.change();
    return this.#payments.submit(described);
  }

  settle(outcome: FakeOutcome): void {
    this.#payments.settle(outcome);
  }

  restore(outcome: FakeOutcome): void {
    this.#payments.restore(outcome);
  }
}

/** @throws {FakeWidgetError} if there is no DOM */
function createElement(): PaymentWidget {
  if (typeof document === 'undefined') {
    throw new FakeWidgetError(
      "There is no DOM. Set the environment of the test, such as environment: 'jsdom' in Vitest.",
    );
  }
  return readElement(document.createElement('payment-widget'));
}

/** @throws {FakeWidgetError} if it is not an element that a fake can replace */
function readElement(element: Element | null): PaymentWidget {
  if (!isWidget(element)) {
    throw new FakeWidgetError(`element is ${element?.localName ?? 'missing'}. Expected a <payment-widget>.`);
  }
  const defined = element.ownerDocument.defaultView?.customElements.get('payment-widget');
  if (isReal(element) || isReal(defined?.prototype as object | undefined)) {
    throw new FakeWidgetError(
      'payment-widget/define has defined the real element. In a browser, use payment-widget/testing/element. In jsdom and ' +
        'happy-dom, load the files of the package for Node, such as customExportConditions: ["node"] in Jest.',
    );
  }
  try {
    element.ownerDocument
      .createElement('i')
      .dispatchEvent(new PaymentFieldEvent({ field: 'card-number', type: 'blur' }));
  } catch (cause) {
    const message =
      'The DOM was set up after the import of payment-widget. Set it up first, in the environment of the test.';
    throw new FakeWidgetError(message, { cause });
  }
  return element;
}

function isWidget(element: Element | null): element is PaymentWidget {
  return element?.localName === 'payment-widget';
}

/** Whether it is an element of Lit, or its prototype. */
const isReal = (element: object = {}): boolean => 'requestUpdate' in element;

/** Gives the element the members of the real element, except its settings. */
function replaceMembers(element: PaymentWidget, payments: FakePayments): void {
  payments.expectedMode = element.mode;
  const state = { get: (): PaymentState => payments.state };
  const valid = { get: () => payments.isValid };
  const mode = {
    get: () => payments.mode,
    set: (expected: Mode | undefined) => {
      payments.expectedMode = expected;
    },
  };
  for (const [name, accessor] of Object.entries({ state, valid, mode })) {
    Object.defineProperty(element, name, { ...accessor, configurable: true });
  }
  const methods: Partial<PaymentWidget> = {
    submit: () => payments.submit(),
    validate: () => payments.isValid,
    reset: () => {
      payments.reset();
    },
    diagnose: () => Promise.resolve([]),
    focus: (options) => {
      focusHost(element, options);
    },
  };
  for (const [name, value] of Object.entries({ ...methods, updateComplete: Promise.resolve(true) })) {
    Object.defineProperty(element, name, { value, configurable: true, writable: true }); // for spies
  }
}

/** A page sees the focus of a field as that of the element. */
function focusHost(element: HTMLElement, options?: FocusOptions): void {
  const before = element.getAttribute('tabindex');
  element.tabIndex = -1;
  HTMLElement.prototype.focus.call(element, options);
  if (before === null) element.removeAttribute('tabindex');
  else element.setAttribute('tabindex', before);
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
