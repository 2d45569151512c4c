import { JSON_TYPE, readAnswer, type AnswerBody } from '../contract/protocol.js';
import { maskSecrets, type LeakListener, type SentCard } from '../contract/secrets.js';

export interface ExchangeOptions {
  readonly onLeak?: LeakListener | undefined;
  /** The card, where it is known: an answer may repeat it, and nobody may hear that. */
  readonly card?: SentCard | undefined;
  /** The platform's, if left out. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * Sends the proxy a request, and takes what nobody may read out of its answer.
 * @throws what `fetch` throws, also when the connection breaks before the end of the answer
 */
export async function exchange(
  url: string,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
  { onLeak, card, fetch: send = fetch }: ExchangeOptions,
): Promise<[Response, AnswerBody]> {
  const response = await send(url, {
    headers: { Accept: JSON_TYPE, ...headers },
    credentials: 'same-origin',
    redirect: 'manual', // following one would hand the card to another address
    cache: 'no-store',
    ...init,
  });
  return [response, maskSecrets(await readAnswer(response), onLeak, card)];
}
