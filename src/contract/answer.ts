/**
 * The body of a response.
 * `none`: empty or not JSON. The status stays valid, since the service documents no body.
 * `page`: HTML, so another server has answered.
 * `cut`: declared as JSON, but does not parse, so it is truncated.
 */
export type AnswerBody =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'none' | 'page' | 'cut' };

/** A number of characters. An action alone may have 20 fields of 8,192 characters. */
const ANSWER_LIMIT = 256 * 1024;

/**
 * Reads no stream: Chromium would often list an answered request as cancelled.
 * @throws what `fetch` throws if the connection breaks before the end
 * @throws {RangeError} if the body is too long to be the proxy's: megabytes of nested JSON take minutes to parse
 */
export async function readAnswer(response: Response, isKnown = false): Promise<AnswerBody> {
  const { headers } = response;
  const text = await response.text();
  if (text.length <= ANSWER_LIMIT) return parseAnswer(text, headers, isKnown ? /^\s*\{/ : undefined);
  if (isPage(text, headers)) return { kind: 'page' };
  throw new RangeError('The response is too long.');
}

/** @param json - of a known sender: how its JSON begins, which counts under the media type of a page, too */
export function parseAnswer(text: string, headers: Headers, json?: RegExp): AnswerBody {
  if (text.trim() === '') return { kind: 'none' };
  const isOfPage = isPage(text, headers);
  if (isOfPage && !json?.test(text)) return { kind: 'page' };
  try {
    return { kind: 'json', text, value: JSON.parse(text) as unknown };
  } catch {
    if (isOfPage) return { kind: 'page' };
    return { kind: /\bjson\b/i.test(typeOf(headers)) ? 'cut' : 'none' };
  }
}

export function isPage(text: string, headers: Headers): boolean {
  return /\bx?html\b/i.test(typeOf(headers)) || /^\s*<(!doctype )?html\b/i.test(text);
}

const typeOf = (headers: Headers) => headers.get('Content-Type') ?? '';
