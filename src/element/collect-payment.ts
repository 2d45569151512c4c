import { PaymentError } from '../contract/errors.js';
import { notLoaded } from '../contract/on-demand.js';
import { createPaymentRequest } from '../form/create-request.js';
import type { Order } from '../payment/outcome.js';
import type { Endpoint, PayRequest } from '../payment/send-attempt.js';
import { keyError, removeKeys } from '../settings/credential-guard.js';
import type { CheckedSettings } from './checked-settings.js';
import type { CardFormCore } from './form.js';
import { checkSettings } from './load-view.js';
import type { Text } from './texts.js';
import type { Widget } from './widget-properties.js';

/** Where a payment comes from. */
interface PaymentSources extends Omit<CardFormCore, 'session'> {
  readonly order: Order;
  text(): Text;
  refuseCredential(name: string): void;
}

/**
 * Reads what is shown, and checks it.
 * @param agreed - the order that the shopper has seen
 * @param onread - called with the order of the settings and the form
 * @throws {PaymentError} why nothing can be paid
 */
export async function collectPayment(
  sources: PaymentSources,
  agreed: Order | undefined,
  onread: (order: Order) => void,
): Promise<PayRequest> {
  const { widget, form, settings } = sources;
  removeKeys(widget, (name) => {
    sources.refuseCredential(name);
  });
  await loadMissing(sources);
  // Only an error is awaited from here on: settings, form and token are of one moment.
  onread(sources.order);
  form.readAgain(); // first: a listener of its event may change the settings
  settings.expire();
  checkSettings(sources);
  const { current, problem } = settings;
  if (problem) throw problem;
  if (widget.disabled || !current) throw new PaymentError('disabled', 'The form is disabled.');
  const checkedToken = settings.orderGuard?.confirm(current);
  if (!form.showErrors()) throw await invalidForm(sources);
  const order = sources.order as PayRequest['order']; // complete, because settings and form are valid
  if (agreed && (order.amount !== agreed.amount || order.currency !== agreed.currency)) {
    throw new PaymentError('amount_changed', 'The price differs from the price on the button.', { cause: order });
  }
  const draft = { ...order, description: current.description, metadata: readMetadata(sources) };
  const payment = createPaymentRequest(draft, form.inputs.values(), form.context.rules);
  return {
    ...endpointOf(widget, settings, current.proxyUrl),
    order,
    checkedToken,
    payment,
    card: { brand: form.brand?.name, lastDigits: payment.payment_method.card.number.slice(-4) },
    timeout: current.requestTimeout,
    credentials: widget.omitCookies ? 'omit' : 'same-origin',
    buildRequest: widget.buildRequest,
  };
}

export function endpointOf(widget: Widget, settings: CheckedSettings, proxyUrl: string): Endpoint {
  return {
    proxyUrl,
    interpretResponse: (answer) => widget.interpretResponse?.(answer), // the page may set another one
    actionOrigins: settings.current?.actionOrigins,
  };
}

/**
 * Joins the metadata of the page and the values of its controls.
 * @throws {PaymentError} `key_in_browser`, or `not_loaded` before the checks are loaded
 */
function readMetadata({ widget, parts, form }: PaymentSources): Record<string, string> | undefined {
  const values = form.controls?.values() ?? {};
  const { metadata } = widget;
  if (!metadata && Object.keys(values).length === 0) return undefined;
  const { current: checks } = parts.checks;
  if (!checks) throw notLoaded('read-settings');
  const key = checks.findKey('metadata', metadata);
  if (key) throw keyError(key);
  return checks.readMetadata(metadata, values);
}

/** Loads what settings that the page has changed need, and what checks the values of its controls. */
async function loadMissing({ widget, settings, parts, form }: PaymentSources): Promise<void> {
  if (settings.orderGuard) await settings.orderGuard.settle();
  if (parts.missing(widget, settings).length > 0) {
    widget.requestUpdate(); // the update loads it
    await widget.updateComplete;
  }
  const hasValues = Object.keys(form.controls?.values() ?? {}).length > 0;
  if (hasValues) await parts.checks.load();
  if (hasValues || widget.isUpdatePending) await widget.updateComplete;
}

async function invalidForm(sources: PaymentSources): Promise<PaymentError> {
  const { form, parts, widget } = sources;
  await parts.prepareProblems(widget);
  const fieldErrors = parts.problems.current?.fieldErrors(form, sources.text());
  return new PaymentError('validation_failed', 'The form has invalid fields. See fieldErrors.', { fieldErrors });
}
