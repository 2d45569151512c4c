import type { PaymentError } from '../contract/errors.js';
import type { SentError } from '../element/isolated/messages/to-page.js';

type Detail = Readonly<Record<string, unknown>>;

/** How much of an attempt's key the page gets: enough to find it in the log of the proxy, too little to be a key. */
const NAME_LENGTH = 21;

/** The detail of an event, or an outcome, as the page gets it. The body of the service's response stays here: it may describe the card. */
export function toSentDetail(detail: object): Detail {
  const { payment: _, error, ...sent } = detail as { payment?: unknown; error?: PaymentError; idempotencyKey?: string };
  if (sent.idempotencyKey) sent.idempotencyKey = sent.idempotencyKey.slice(0, NAME_LENGTH);
  return error ? { ...sent, error: toSentError(error) } : sent;
}

function toSentError({ code, message, outcome, retryAfter, status, fieldErrors, cause }: PaymentError): SentError {
  const price = code === 'amount_changed' ? priceIn(cause) : undefined;
  const texts = fieldErrors && Object.entries(fieldErrors).map(([name, text]) => [name, text.slice(0, 1000)] as const);
  return {
    ...{ code, message: message.slice(0, 1000), outcome, retryAfter, status, price },
    fieldErrors: texts && Object.fromEntries(texts),
  };
}

function priceIn(cause: unknown): SentError['price'] {
  const { amount, currency } = (cause ?? {}) as Partial<NonNullable<SentError['price']>>;
  return amount !== undefined && currency !== undefined ? { amount, currency } : undefined;
}
