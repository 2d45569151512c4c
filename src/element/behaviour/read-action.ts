import { isPaymentError, PaymentError } from '../../contract/errors.js';
import type { PageFunctions } from '../../payment/payment-request.js';
import type { WidgetModel } from './widget-model.js';

/**
 * Checks the next action of a payment, with code that is loaded on demand.
 * @throws {PaymentError} `action_refused`, also if the code cannot be loaded: the service has the payment
 */
export async function readAction(
  { settings }: WidgetModel,
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
