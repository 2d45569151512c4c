import type { PaymentError } from '../contract/errors.js';
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
  } catch (error) {
    return failed(error as PaymentError, result.mode, true) as Extract<PayResult, { error: PaymentError }>;
  }
}
