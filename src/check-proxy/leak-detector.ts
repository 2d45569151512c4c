import { createMask, type Mask } from '../proxy/mask.js';
import { parseAnswer } from '../contract/protocol.js';
import type { Answer } from './http.js';

export type PaidWith = Parameters<Mask['answer']>[1];

/** Masks stack traces and nothing else, as every mask does. */
const STACKS = createMask([]);

/** Whether the body of an answer holds what a mask looks for. */
export function bodyHolds({ text, headers }: Answer, mask: Mask, paidWith: PaidWith = {}): boolean {
  const body = parseAnswer(text, headers);
  if (body.kind !== 'json') return textHolds(text, mask, paidWith);
  const withoutStacks = STACKS.answer(body, {});
  if (mask.answer(withoutStacks, paidWith) !== withoutStacks) return true;
  return withoutStacks !== body && piecesHold(text, mask, paidWith);
}

/** Whether a text holds what a mask looks for. */
export function textHolds(text: string, mask: Mask, paidWith: PaidWith = {}): boolean {
  const withoutStacks = STACKS.text(text);
  if (mask.text(text, paidWith) !== withoutStacks) return true;
  return withoutStacks !== text && piecesHold(text, mask, paidWith);
}

/** Of a text that shows a stack trace nothing is left when it is masked, so its words are looked at one by one. */
function piecesHold(text: string, mask: Mask, paidWith: PaidWith): boolean {
  return text.split(/[\s"<>]+/).some((word) => mask.text(word, paidWith) !== STACKS.text(word));
}
