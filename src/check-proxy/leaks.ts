import { createRedactor, type Redactor } from '../proxy/redact.js';
import { parseAnswer } from '../contract/protocol.js';
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
