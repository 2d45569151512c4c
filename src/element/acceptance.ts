import { checkPrice } from './consent.js';
import { fieldErrors } from '../form/error-summary.js';
import { PaymentError } from '../contract/errors.js';
import type { OrderInView } from './events.js';
import type { FormController } from '../form/form-controller.js';
import type { PaymentDetails } from './payment-details.js';
import type { AcceptedPayment } from '../payment/payment-session.js';
import { createPaymentRequest } from '../form/create-request.js';
import type { BuildRequest } from '../contract/serialize.js';
import type { Setup } from './setup.js';
import type { InterpretResponse } from '../contract/interpret.js';

/** The part of the element that a payment is made of, beside the form. */
export interface AcceptanceHost {
  readonly disabled: boolean;
  readonly omitCookies: boolean;
  readonly buildRequest: BuildRequest | undefined;
  readonly interpretResponse: InterpretResponse | undefined;
}

/** Where everything else is. */
export interface AcceptanceParts {
  readonly setup: Setup;
  readonly form: FormController;
  readonly details: PaymentDetails;
}

/** Decides whether what stands in the form can be paid, and reads the card, once, when it can. */
export class Acceptance {
  /** What was to be paid when Pay was pressed last. */
  latestOrder: OrderInView | undefined;
  readonly #host: AcceptanceHost;
  readonly #parts: AcceptanceParts;

  constructor(host: AcceptanceHost, parts: AcceptanceParts) {
    this.#host = host;
    this.#parts = parts;
  }

  /**
   * @param agreed - what the shopper has agreed to; `undefined` where the page pays of its own accord
   * @throws {PaymentError} when nothing can be paid as things are
   */
  accept(agreed: OrderInView | undefined): AcceptedPayment {
    const { setup, form, details } = this.#parts;
    const { disabled, omitCookies, buildRequest, interpretResponse } = this.#host;
    form.onLook();
    const { configuration, error } = setup;
    if (error) throw error;
    if (disabled || !configuration) throw new PaymentError('disabled', 'The form is disabled.');
    this.#checkForm();
    const { proxyUrl, description, requestTimeout: timeout, requireEncryption } = configuration;
    const order = details.order as AcceptedPayment['order']; // complete, or one of the checks had failed
    this.latestOrder = order;
    checkPrice(agreed ?? form.shownOrder, order);
    const facts = { ...order, description, metadata: details.metadata };
    const payment = createPaymentRequest(facts, form.inputs.values(), details.rules);
    const credentials = omitCookies ? 'omit' : 'same-origin';
    return { order, payment, buildRequest, requireEncryption, proxyUrl, credentials, timeout, interpretResponse };
  }

  #checkForm(): void {
    const { form, details } = this.#parts;
    if (form.check()) return;
    const errors = fieldErrors(form, details.texts());
    throw new PaymentError('validation_failed', 'Some fields are not filled in correctly.', { fieldErrors: errors });
  }
}
