import { DOCS } from '../contract/errors.js';
import { PAYMENTS_ATTEMPT } from '../contract/protocol.js';
import type { Binding } from './binding.js';

/** Response headers of caches. */
const CACHE_HEADERS = ['Age', 'X-Cache', 'X-Cache-Status', 'CF-Cache-Status', 'X-Varnish'];

let isReported = false;

/** Logs once per page what may stand between page and proxy. */
export function reportStranger({ status, headers }: Response, binding: Binding): void {
  if (isReported) return;
  isReported = true;
  const what = binding === 'other' ? 'is about another payment' : `does not name its payment in ${PAYMENTS_ATTEMPT}`;
  console.warn(
    `<payment-widget>: An answer (${status}) ${what}, so it was ignored. ${sourceOf(headers)} ` +
      `Let nothing answer in place of the proxy. See ${DOCS}unreadable_answer`,
  );
}

function sourceOf(headers: Headers): string {
  const name = CACHE_HEADERS.find((one) => headers.has(one));
  if (name) return `This answer came from a cache (${name}: ${headers.get(name)}).`;
  const { navigator } = globalThis as { navigator?: Partial<Pick<Navigator, 'serviceWorker'>> };
  if (navigator?.serviceWorker?.controller) return 'This answer may come from the service worker of the page.';
  return 'This answer came from a cache, a gateway or another server.';
}
