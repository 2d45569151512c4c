import type { PaymentError } from '../../contract/errors.js';
import { CONNECT, VERSION } from '../messages/shared.js';
import type { Permission } from '../messages/to-frame.js';
import type { SentError } from '../messages/to-page.js';

/** Takes one port, and ignores the window afterwards. */
export function connect(ancestors: readonly string[], onconnect: (port: MessagePort) => void): void {
  if (parent === window) return; // opened as a page
  const onMessage = ({ source, origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (source !== parent || !ancestors.includes(origin) || !port) return;
    const { type, version } = (data ?? {}) as { readonly type?: unknown; readonly version?: unknown };
    if (type !== CONNECT) return;
    removeEventListener('message', onMessage);
    if (version === VERSION) onconnect(port);
    else console.error('<payment-widget>: page and frame exchange other messages. Expected the same release in both.');
  };
  addEventListener('message', onMessage);
}

/** Returns `undefined` if the page allows the payment. */
export function refusalOf({ isAllowed, isPrevented }: Permission): Error | undefined {
  if (isAllowed) return undefined;
  if (isPrevented) return new DOMException('', 'AbortError'); // the listener says why
  return new Error('A check of the page has failed.');
}

type Detail = Readonly<Record<string, unknown>>;

/** How much of an attempt's key the page gets: enough to find it in the log of the proxy, too little to be a key. */
const NAME_LENGTH = 21;

/** The body of the service's response stays here: it may describe the card. */
export function toSentDetail(detail: object): Detail {
  const { payment: _, error, ...sent } = detail as { payment?: unknown; error?: PaymentError; idempotencyKey?: string };
  if (sent.idempotencyKey) sent.idempotencyKey = sent.idempotencyKey.slice(0, NAME_LENGTH);
  return error ? { ...sent, error: toSentError(error) } : sent;
}

function toSentError({ code, message, outcome, retryAfter, status, fieldErrors, cause }: PaymentError): SentError {
  const { amount, currency } = (cause ?? {}) as NonNullable<SentError['price']>;
  const price = code === 'amount_changed' ? { amount, currency } : undefined;
  return { code, message, outcome, retryAfter, status, fieldErrors, price };
}
