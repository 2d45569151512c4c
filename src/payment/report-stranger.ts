import { DOCS } from '../contract/errors.js';
import { PAYMENTS_ATTEMPT } from '../contract/protocol.js';
import type { Binding } from './binding.js';

/** Response headers of caches, which they also send with answers of the server. */
const CACHE_HEADERS = ['Age', 'X-Cache', 'X-Cache-Status', 'CF-Cache-Status'];
const FROM_CACHE = /^[1-9]|hit/i;

const WHAT: Readonly<Record<Binding, string>> = {
  own: 'has not the body of the proxy',
  other: 'is about another payment',
  none: `does not name its payment in ${PAYMENTS_ATTEMPT}`,
};

let isReported = false;

/** Logs once per page what may stand between page and proxy. */
export function reportStranger({ status, headers }: Response, binding: Binding): void {
  if (isReported) return;
  isReported = true;
  console.warn(
    `<payment-widget>: An answer (${status}) ${WHAT[binding]}, so it was ignored. ${sourceOf(headers)} ` +
      `Let nothing answer in place of the proxy. See ${DOCS}unreadable_answer`,
  );
}

export function sourceOf(headers: Headers): string {
  const name = CACHE_HEADERS.find((one) => FROM_CACHE.test(headers.get(one) ?? ''));
  if (name) return `This answer came from a cache (${name}: ${headers.get(name)}).`;
  const { navigator } = globalThis as { navigator?: Partial<Pick<Navigator, 'serviceWorker'>> };
  if (navigator?.serviceWorker?.controller) return 'This answer may come from the service worker of the page.';
  return 'This answer came from a cache, a gateway or another server.';
}
