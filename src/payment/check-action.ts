import { isPaymentError, PaymentError } from '../contract/errors.js';
import { failed, type PayResult } from '../transport/response.js';
import type { PageFunctions } from './payment-request.js';

/** The result with a checked action, or in doubt if its action is refused: the service has the payment. Never throws. */
export async function checkAction<Result extends PayResult>(
  result: Result,
  reference: string | undefined,
  { readAction }: PageFunctions,
): Promise<Result | Extract<PayResult, { error: PaymentError }>> {
  if (!('action' in result)) return result;
  try {
    return { ...result, action: await readAction(result.action, reference) };
  } catch (cause) {
    const error = isPaymentError(cause)
      ? cause
      : new PaymentError('action_refused', 'The next action failed.', { cause });
    return failed(error, result.mode) as Extract<PayResult, { error: PaymentError }>;
  }
}
