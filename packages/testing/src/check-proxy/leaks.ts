import { createRedactor, type Redactor } from 'payment-widget-proxy/internal';
import { parseAnswer } from 'payment-widget/contract';
import type { ProxyResponse } from './http.js';

export type SentPayment = Parameters<Redactor['body']>[1];

/** Redacts members with a stack trace and nothing else, as every redactor does. */
const STACK_REDACTOR = createRedactor([]);

export function bodyContains({ text, headers }: ProxyResponse, redactor: Redactor, sent: SentPayment = {}): boolean {
  const body = parseAnswer(text, headers);
  if (body.kind !== 'json') return textContains(text, redactor, sent);
  const withoutStacks = STACK_REDACTOR.body(body, {});
  if (withoutStacks && redactor.body(withoutStacks, sent) !== withoutStacks) return true;
  return withoutStacks !== body && wordsContain(text, redactor, sent);
}

export function textContains(text: string, redactor: Redactor, sent: SentPayment = {}): boolean {
  return redactor.text(text, sent) !== text;
}

/** Searches word by word, because a redacted stack trace hides the secrets in it. */
function wordsContain(text: string, redactor: Redactor, sent: SentPayment): boolean {
  return text.split(/[\s"<>]+/).some((word) => textContains(word, redactor, sent));
}

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
