import { JSON_TYPE, readAnswer, type AnswerBody } from '../contract/protocol.js';

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * Sends a request to the proxy and reads the whole response.
 * @throws what `fetch` throws, also when the connection breaks within the body
 */
export async function fetchJson(
  url: string,
  { headers, ...init }: Init,
  send: typeof fetch = fetch,
): Promise<[Response, AnswerBody]> {
  const response = await send(url, {
    headers: { Accept: JSON_TYPE, ...headers },
    credentials: 'same-origin',
    redirect: 'manual', // a redirect would send the card to another address
    cache: 'no-store',
    ...init,
  });
  return [response, await readAnswer(response)];
}
