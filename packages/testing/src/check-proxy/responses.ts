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

export const isSuccess = ({ status }: ProxyResponse): boolean => status >= 200 && status < 300;

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

export function bodyContains({ text, headers }: ProxyResponse, redactor: Redactor, sent: SentPayment = {}): boolean {
  const body = parseAnswer(text, headers);
  // A member with a stack trace is redacted as a whole, so its text is searched instead.
  const hasMembers = body.kind === 'json' && STACK_REDACTOR.body(body, {}) === body;
  return hasMembers ? redactor.body(body, sent) !== body : textContains(text, redactor, sent);
}

export const textContains = (text: string, redactor: Redactor, sent: SentPayment = {}): boolean =>
  redactor.text(text, sent) !== text;
