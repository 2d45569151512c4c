import type { PaymentRequest } from '../payment/schema.js';
import type { AnswerBody } from '../transport/protocol.js';

type Card = PaymentRequest['payment_method']['card'];

/** Members that can hold a security code. A code is short, so elsewhere the same digits are something else. */
const CODE_NAME = /cv|csc|cid|security|verification/i;

/**
 * An answer without the card that it may repeat: it is stored and handed to pages, and neither may hold one. The number
 * loses all but its last four digits, the security code is left out. Any other answer stays as it came.
 */
export function withoutCard(body: AnswerBody, card: Card): AnswerBody {
  if (body.kind !== 'json') return body;
  const found: string[] = [];
  const value: unknown = JSON.parse(body.text, (name, part: unknown) => {
    if (typeof part !== 'string' && typeof part !== 'number') return part;
    const text = String(part);
    if (CODE_NAME.test(name) && text.trim() === card.cvc) {
      found.push(name);
      return undefined;
    }
    if (!holds(text, card.number)) return part;
    found.push(name);
    return `…${card.number.slice(-4)}`;
  });
  return found.length > 0 ? { kind: 'json', text: JSON.stringify(value), value } : body;
}

const holds = (text: string, number: string) => text.replace(/[\s.-]/g, '').includes(number);
