import { createRedactor, type Redactor } from '../proxy/redact.js';
import { parseAnswer } from '../contract/protocol.js';
import type { Answer } from './http.js';

export type PaidWith = Parameters<Redactor['body']>[1];

/** Masks stack traces and nothing else, as every mask does. */
const STACKS = createRedactor([]);

/** Whether the body of an answer holds what a mask looks for. */
export function bodyHolds({ text, headers }: Answer, redactor: Redactor, paidWith: PaidWith = {}): boolean {
  const body = parseAnswer(text, headers);
  if (body.kind !== 'json') return textHolds(text, redactor, paidWith);
  const withoutStacks = STACKS.body(body, {});
  if (redactor.body(withoutStacks, paidWith) !== withoutStacks) return true;
  return withoutStacks !== body && piecesHold(text, redactor, paidWith);
}

/** Whether a text holds what a mask looks for. */
export function textHolds(text: string, redactor: Redactor, paidWith: PaidWith = {}): boolean {
  const withoutStacks = STACKS.text(text);
  if (redactor.text(text, paidWith) !== withoutStacks) return true;
  return withoutStacks !== text && piecesHold(text, redactor, paidWith);
}

/** Of a text that shows a stack trace nothing is left when it is masked, so its words are looked at one by one. */
function piecesHold(text: string, redactor: Redactor, paidWith: PaidWith): boolean {
  return text.split(/[\s"<>]+/).some((word) => redactor.text(word, paidWith) !== STACKS.text(word));
}
