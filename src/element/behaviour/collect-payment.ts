import { isPaymentError, PaymentError } from '../../contract/errors.js';
import { createPaymentRequest } from '../../form/create-request.js';
import { fieldErrors } from '../../form/error-summary.js';
import type { Order, PaymentSubmitDetail } from '../../payment/outcome.js';
import type { EarlierOrder, PageFunctions, PaymentRequest } from '../../payment/session-state.js';
import { PaymentSubmitEvent } from '../payment-events.js';
import type { Behaviour } from './behaviour.js';

/** `undefined` if it is there. Rejects if nothing can be paid without it. */
export function loadForPayment({ form, settings }: Behaviour): Promise<void> | undefined {
  const hasValues = Object.keys(form.controls.values()).length > 0;
  return hasValues ? settings.loadChecks() : undefined;
}

/** Throws why nothing can be paid. */
export function collectPayment(behaviour: Behaviour, seen: Order | undefined): PaymentRequest {
  const { widget, form, settings } = behaviour;
  form.recheck();
  settings.checkAgain(widget);
  const { current, error } = settings;
  if (error) throw error;
  if (widget.disabled || !current) throw new PaymentError('disabled', 'The form is disabled.');
  if (!form.check()) {
    const errors = fieldErrors(form, behaviour.text());
    throw new PaymentError('validation_failed', 'The form has invalid fields. See fieldErrors.', {
      fieldErrors: errors,
    });
  }
  const order = behaviour.order as PaymentRequest['order']; // complete, because settings and form are valid
  if (seen && (order.amount !== seen.amount || order.currency !== seen.currency)) {
    throw new PaymentError('amount_changed', 'The price differs from the price on the button.', { cause: order });
  }
  const { proxyUrl, description, requestTimeout } = current;
  const details = { ...order, description, metadata: collectMetadata(behaviour) };
  const payment = createPaymentRequest(details, form.inputs.values(), form.context.rules);
  return {
    ...endpoint(behaviour, proxyUrl),
    order,
    payment,
    card: { brand: form.brand?.name, lastDigits: payment.payment_method.card.number.slice(-4) },
    timeout: requestTimeout,
    credentials: widget.omitCookies ? 'omit' : 'same-origin',
    buildRequest: widget.buildRequest,
    confirm: (attempt) => dispatchSubmit(widget, attempt),
    recheck: () => settings.recheck(),
  };
}

/** `undefined` if the page prevents the payment. */
function dispatchSubmit(target: EventTarget, attempt: PaymentSubmitDetail): PromiseLike<unknown>[] | undefined {
  const checks: PromiseLike<unknown>[] = [];
  return target.dispatchEvent(new PaymentSubmitEvent(attempt, (check) => checks.push(check))) ? checks : undefined;
}

/** `undefined` while the settings are invalid. */
export function collectOrder(behaviour: Behaviour): EarlierOrder | undefined {
  const { current, error } = behaviour.settings;
  return current && !error ? { ...behaviour.order, ...endpoint(behaviour, current.proxyUrl) } : undefined;
}

function endpoint(behaviour: Behaviour, proxyUrl: string): Pick<EarlierOrder, 'proxyUrl' | 'page'> {
  const page: PageFunctions = {
    interpretResponse: (answer) => behaviour.widget.interpretResponse?.(answer),
    readAction: (...action) => readAction(behaviour, ...action),
  };
  return { proxyUrl, page };
}

function collectMetadata({ widget, form, settings }: Behaviour): Record<string, string> | undefined {
  const values = form.controls.values();
  if (!widget.metadata && Object.keys(values).length === 0) return undefined;
  return settings.readMetadata(widget.metadata, values);
}

/** Throws `action_refused`, also if its code cannot be loaded: the service has the payment. */
export async function readAction(
  { settings }: Behaviour,
  ...[action, reference]: Parameters<PageFunctions['readAction']>
): ReturnType<PageFunctions['readAction']> {
  try {
    const { requireAction } = await settings.loadNextAction();
    return requireAction(action, reference, settings.current?.actionOrigins);
  } catch (cause) {
    const message = isPaymentError(cause) ? cause.message : 'The next action cannot be shown.';
    const error = new PaymentError('action_refused', message, { cause });
    settings.log(error);
    throw error;
  }
}
