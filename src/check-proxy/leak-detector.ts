import { createRedactor, type Redactor } from '../proxy/redact.js';
import { parseAnswer } from '../contract/protocol.js';
import type { Answer } from './http.js';

export type PaidWith = Parameters<Redactor['body']>[1];

/** Redacts members that hold a stack trace and nothing else, as every redactor does. */
const STACKS = createRedactor([]);

/** Whether the body of an answer contains what the redactor looks for. */
export function bodyHolds({ text, headers }: Answer, redactor: Redactor, paidWith: PaidWith = {}): boolean {
  const body = parseAnswer(text, headers);
  if (body.kind !== 'json') return textHolds(text, redactor, paidWith);
  const withoutStacks = STACKS.body(body, {});
  if (redactor.body(withoutStacks, paidWith) !== withoutStacks) return true;
  return withoutStacks !== body && piecesHold(text, redactor, paidWith);
}

/** Whether a text contains what the redactor looks for. */
export function textHolds(text: string, redactor: Redactor, paidWith: PaidWith = {}): boolean {
  return redactor.text(text, paidWith) !== text;
}

/** Searches word by word, since a redacted stack trace hides the secrets in it. */
function piecesHold(text: string, redactor: Redactor, paidWith: PaidWith): boolean {
  return text.split(/[\s"<>]+/).some((word) => textHolds(word, redactor, paidWith));
}
