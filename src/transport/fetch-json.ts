import { own } from '../contract/security.js';
import { JSON_TYPE, ORDER_TOKEN } from '../contract/protocol.js';
import { readAnswer, type AnswerBody } from '../contract/answer.js';

export interface ProxyAddress {
  readonly proxyUrl: string;
  /** Called for each request: the page may have renewed it. */
  readonly orderToken?: (() => string | undefined) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** JSON under the media type of a page counts, too. Default: true, since `/config` and `/attempts` are recognized. */
  readonly isKnown?: boolean | undefined;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * A script of the page may have added options to `Object.prototype`, which `fetch` takes: ours inherit nothing.
 * Throws what `fetch` throws, also when the connection breaks within the body, and if the body is too long.
 */
export async function fetchJson(
  { proxyUrl, orderToken, fetch: send = fetch, isKnown = true }: ProxyAddress,
  path: string,
  init: Init,
): Promise<[Response, AnswerBody]> {
  const token = orderToken?.();
  const options = own<RequestInit>({
    credentials: 'same-origin',
    redirect: 'manual', // a redirect would send the card to another address
    cache: 'no-store',
    ...init,
  });
  options.headers = { Accept: JSON_TYPE, ...(token && { [ORDER_TOKEN]: token }), ...own(init).headers };
  const response = await send(proxyUrl + path, options);
  return [response, await readAnswer(response, isKnown)];
}
