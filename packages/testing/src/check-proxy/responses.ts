import { classifyStatus, parseAnswer, parseProblem } from 'payment-widget/contract';
import type { ErrorOutcome } from 'payment-widget/contract';
import { createRedactor, type Redactor } from 'payment-widget-proxy/internal';

/** A response. Redirects are not followed. */
export interface ProxyResponse {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly isComplete: boolean;
}

/** What a page has if the proxy breaks the connection. */
export const NO_RESPONSE: ProxyResponse = {
  request: '',
  status: 0,
  headers: new Headers(),
  text: '',
  isComplete: false,
};

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

export const isWebPage = (response: ProxyResponse): boolean =>
  parseAnswer(response.text, response.headers).kind === 'page' && jsonOf(response) === undefined;

export const isSuccess = ({ status }: ProxyResponse): boolean => status >= 200 && status < 300;

export const isRedirect = ({ status }: ProxyResponse): boolean => status >= 300 && status < 400;

/** Whether servers respond like this to unknown paths or without a login. */
export const isUnknownPath = (response: ProxyResponse): boolean =>
  isRedirect(response) || [401, 404, 405].includes(response.status);

export function meaningOf(response: ProxyResponse): 'paid' | 'pending' | ErrorOutcome {
  if (!response.isComplete) return 'unknown';
  const { outcome } = classifyStatus(response.status, parseAnswer(response.text, response.headers));
  const isAccepted = outcome === 'paid' || outcome === 'pending';
  return isAccepted ? outcome : (parseProblem(jsonOf(response))?.outcome ?? outcome);
}

/** Describes a response in a few words that cannot contain a secret: `409 amount_changed`. */
export function inWords(response: ProxyResponse): string {
  if (response === NO_RESPONSE) return 'no response';
  const { code } = parseProblem(jsonOf(response)) ?? {};
  const word = code && /^[a-z_]{1,40}$/.test(code) ? ` ${code}` : '';
  return `${response.status}${word}${response.isComplete ? '' : ', incomplete'}`;
}

export type SentPayment = Parameters<Redactor['body']>[1];

/** Redacts members with a stack trace and nothing else, as every redactor does. */
const STACK_REDACTOR = createRedactor([]);

/** Whether there is a secret in a member, or in a word of a stack trace, which is redacted as a whole. */
export function bodyContains({ text, headers }: ProxyResponse, redactor: Redactor, sent: SentPayment = {}): boolean {
  const body = parseAnswer(text, headers);
  if (body.kind !== 'json') return textContains(text, redactor, sent);
  const withoutStacks = STACK_REDACTOR.body(body, {});
  if (withoutStacks && redactor.body(withoutStacks, sent) !== withoutStacks) return true;
  return withoutStacks !== body && text.split(/[\s"<>]+/).some((word) => textContains(word, redactor, sent));
}

export function hasStackTrace({ text, headers }: ProxyResponse): boolean {
  const body = parseAnswer(text, headers);
  return isStackTrace(text) || (STACK_REDACTOR.body(body, {}) ?? body) !== body;
}

export const textContains = (text: string, redactor: Redactor, sent: SentPayment = {}): boolean =>
  redactor.text(text, sent) !== text;

/** A source location: `x.js:1:2`, `Pay.java:12`, `pay.py", line 3`, `pay.cs:line 4`, `pay.php(5)`, `pay.php on line 6`. */
const PLACE =
  /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|scala|cs|vb|exs?|pl|c|cc|cpp)\\?["']?(?::|\(|:line |,? (?:on |at )?line )\d/i;

const STACK_SIGNS = [
  PLACE,
  /Traceback \(most recent call last\)/i,
  /\bat [^\n]{1,200}\((?:<anonymous>|native|Native Method|Unknown Source|node:[^)\n]{1,200}|[^()\n]{1,200}:\d+:\d+)\)/,
  /\bnode:internal\//,
  /\bgoroutine \d+ \[/,
];

export function isStackTrace(text: string): boolean {
  const lines = text.replace(/\\[nrt]/g, '\n');
  return STACK_SIGNS.some((sign) => sign.test(lines));
}
