/**
 * Why a check of the page stops a payment: reject a promise of `waitUntil()` with it. The shopper reads its message, so write it in
 * the language of the page. Any error with this `name` has the same effect, for pages that do not import the class.
 */
export class PaymentCheckError extends Error {
  override readonly name = 'PaymentCheckError';
}

export function checkTextOf(reason: unknown): string | undefined {
  if (typeof reason !== 'object' || reason === null) return undefined;
  const { name, message } = reason as Partial<Error>; // instanceof would fail across frames
  return name === 'PaymentCheckError' && typeof message === 'string' && message.trim() ? message : undefined;
}
