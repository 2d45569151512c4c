import type { PaymentRequest } from '../payment/schema.js';
import type { AnswerBody } from '../transport/protocol.js';

type Method = Pick<PaymentRequest['payment_method'], 'card' | 'encrypted_card'>;

/** Members that can hold a security code. A code is short, so elsewhere the same digits are something else. */
const CODE_NAME = /cv|csc|cid|security|verification/i;
/** Members that hold a card number, or a security code, and nothing else: what can be known where nobody knows the card. */
const CERTAIN_NUMBER_NAME = /^(card_?)?number$|^pan$/i;
const CERTAIN_CODE_NAME = /^(card_?)?(cvc|cvv|csc|cid|security_?code)2?$/i;

/**
 * An answer without the card that it may repeat: it is stored and handed to pages, and neither may hold one. The number
 * loses all but its last four digits, the security code is left out, and so is the card as it was encrypted, which holds
 * both. Any other answer stays as it came.
 */
export function withoutCard(body: AnswerBody, { card, encrypted_card }: Method): AnswerBody {
  if (body.kind !== 'json') return body;
  const isCode = (name: string, text: string) =>
    card
      ? CODE_NAME.test(name) && text.trim() === card.cvc
      : CERTAIN_CODE_NAME.test(name) && /^\d{3,4}$/.test(text.trim());
  const mask = (name: string, text: string): string | undefined => {
    if (encrypted_card !== undefined && text.includes(encrypted_card)) return '…';
    const digits = text.replace(/[\s.-]/g, '');
    const repeats = card ? digits.includes(card.number) : CERTAIN_NUMBER_NAME.test(name) && /^\d{12,19}$/.test(digits);
    return repeats ? `…${(card?.number ?? digits).slice(-4)}` : undefined;
  };
  const found: string[] = [];
  const value: unknown = JSON.parse(body.text, (name, part: unknown) => {
    if (typeof part !== 'string' && typeof part !== 'number') return part;
    const text = String(part);
    const masked = isCode(name, text) ? null : mask(name, text);
    if (masked === undefined) return part;
    found.push(name);
    return masked ?? undefined;
  });
  return found.length > 0 ? { kind: 'json', text: JSON.stringify(value), value } : body;
}
