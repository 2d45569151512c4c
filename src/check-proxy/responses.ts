import type { ErrorOutcome } from '../contract/errors.js';
import { parseProblem } from '../contract/parse.js';
import { classifyStatus, parseAnswer } from '../contract/protocol.js';
import type { ProxyResponse } from './http.js';

/** The body as JSON, or `undefined`. */
export function jsonOf({ text }: Pick<ProxyResponse, 'text'>): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the response is a problem document (RFC 9457), by its Content-Type. */
export const isProblem = ({ headers }: ProxyResponse): boolean =>
  headers.get('Content-Type')?.startsWith('application/problem+json') ?? false;

/** Whether the response is a web page, and not JSON with the wrong Content-Type. */
export const isPage = (response: ProxyResponse): boolean =>
  parseAnswer(response.text, response.headers).kind === 'page' && jsonOf(response) === undefined;

export const isSuccess = ({ status }: ProxyResponse): boolean => status >= 200 && status < 300;

export const isRedirect = ({ status }: ProxyResponse): boolean => status >= 300 && status < 400;

/** Whether servers respond like this to unknown paths or without a login. */
export const isUnknownPath = (response: ProxyResponse): boolean =>
  isRedirect(response) || [401, 404, 405].includes(response.status);

/** Whether the response may come from a server that is not a payment proxy. */
export const isFromOtherServer = (response: ProxyResponse): boolean =>
  isUnknownPath(response) || (response.status < 500 && isPage(response));

/** The outcome that the widget reads from a response. */
export function outcomeOf(response: ProxyResponse): 'paid' | 'pending' | ErrorOutcome {
  if (!response.isComplete) return 'unknown';
  const { outcome } = classifyStatus(response.status, parseAnswer(response.text, response.headers));
  const isAccepted = outcome === 'paid' || outcome === 'pending';
  return isAccepted ? outcome : (parseProblem(jsonOf(response))?.outcome ?? outcome);
}

/** Describes a response in a few words that cannot contain a secret: `409 amount_changed`. */
export function describe(response: ProxyResponse): string {
  const { code } = parseProblem(jsonOf(response)) ?? {};
  const word = code && /^[a-z_]{1,40}$/.test(code) ? ` ${code}` : '';
  return `${response.status}${word}${response.isComplete ? '' : ', incomplete'}`;
}
