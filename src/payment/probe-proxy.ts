import { PaymentError } from '../contract/errors.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import { realClock } from '../contract/clock.js';
import type { ProxyAddress } from '../transport/fetch-json.js';
import { sendOnce } from '../transport/send-once.js';

/**
 * Checks that the proxy, which has not answered `/config`, answers this page. Otherwise the payment is not sent.
 *
 * Once a payment has been sent without a response, nothing proves that it did not leave: `fetch` reports a blocked preflight,
 * a lost response and a response without CORS headers as the same error, and a later request may meet another state of the
 * server. So the question comes before the payment: with its method, address and headers, and thus its preflight, but
 * without a payment.
 * @param timeout in ms
 * @throws {PaymentError} `proxy_error` if there is no response
 */
export async function probeProxy(proxy: ProxyAddress, timeout: number): Promise<void> {
  // Never with `omit`: with `omit-cookies`, the payment must be the first request on its connection.
  const request = { ...proxy, body: '{}', idempotencyKey: createIdempotencyKey() };
  const { result } = await sendOnce(request, timeout, realClock);
  if (!('error' in result) || result.error.status !== undefined) return;
  const advice = 'Check proxy-url, allowedOrigins of the proxy, and connect-src of the Content Security Policy.';
  const message = `The proxy does not answer this page. The payment was not sent. ${advice}`;
  throw new PaymentError('proxy_error', message, { cause: result.error.cause });
}
