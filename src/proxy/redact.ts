import type { AnswerBody } from '../contract/protocol.js';
import type { PaymentRequest } from '../contract/schema.js';
import { findFlaw } from './json-text.js';
import { replaceNumber, replaceWholeNumber } from './replace-number.js';

/** Replaces a secret in stored and returned responses. */
export const REDACTED = '[masked]';

/** The card of a payment, as entered or as encrypted by the page. */
type SentCard = Partial<Pick<PaymentRequest['payment_method'], 'card' | 'encrypted_card'>>;

interface Secrets extends SentCard {
  readonly keys: RegExp;
}

/** Members that may hold a security code. Elsewhere three digits may mean anything. */
const CODE_NAME = /cv|csc|cid|security|verification|card_?code/i;
/** Members that hold a card number or a security code for certain, for a card that the proxy cannot read. */
const CERTAIN_NUMBER_NAME = /^(card_?)?number$|^pan$/i;
const CERTAIN_CODE_NAME = /^(card_?)?(cvc|cvv|csc|cid|security_?code)2?$/i;
const STACK_NAME = /^(stack|stack_?trace|traceback|back_?trace)$/i;
/** Levels of nesting. Deeper JSON could exhaust the stack. */
const MAX_DEPTH = 100;
/** Shorter keys occur in ordinary text. */
const MIN_KEY_LENGTH = 6;

export type Redactor = ReturnType<typeof createRedactor>;

/**
 * Removes the proxy's API keys, the card of the payment, and members that hold a stack trace from responses before they are stored or
 * returned. Finds secrets verbatim or URL-encoded, card numbers also with separators or as JSON numbers.
 */
export function createRedactor(apiKeys: readonly string[]) {
  const keys = toPattern(apiKeys);
  return {
    /** Redacts a response body. A body without secrets keeps its exact text; one nested too deeply is dropped. */
    body(body: AnswerBody, sent: SentCard): AnswerBody {
      if (body.kind !== 'json') return body;
      try {
        const value = redactValue(body.value, { keys, ...sent });
        // JSON.parse drops all but the last of several members with the same name; the text still has them.
        if (value === body.value && !findFlaw(body.text, MAX_DEPTH, [])) return body;
        return { kind: 'json', text: JSON.stringify(value), value };
      } catch {
        return { kind: 'none' };
      }
    },
    text: (text: string, sent: SentCard = {}): string => redactText(text, { keys, ...sent }),
  };
}

function toPattern(keys: readonly string[]): RegExp {
  const literals = keys
    .filter(({ length }) => length >= MIN_KEY_LENGTH)
    .map((key) => key.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(literals.join('|') || '(?!)', 'gi');
}

/**
 * Returns the same value if it contains no secret.
 * @param inCode - whether the name of an enclosing member suggests a security code
 * @throws {RangeError} if nested too deeply
 */
function redactValue(value: unknown, secrets: Secrets, name = '', inCode = false, depth = 0): unknown {
  const mayBeCode = inCode || CODE_NAME.test(name);
  if (typeof value === 'string' || typeof value === 'number') {
    if (secrets.encrypted_card !== undefined && isCardMember(name, value)) return REDACTED;
    if (typeof value === 'number') return isSecretNumber(value, secrets, mayBeCode) ? REDACTED : value;
    return STACK_NAME.test(name) ? REDACTED : redactText(value, secrets, mayBeCode);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (STACK_NAME.test(name)) return REDACTED;
  if (depth === MAX_DEPTH) throw new RangeError('Nested too deeply.');
  const before = Object.entries(value);
  const isBesideNumber = before.some((member) => member.some((part) => holdsNumber(part, secrets)));
  const after = before.map(([key, part]): [string, unknown] => {
    if (isBesideNumber && part === secrets.card?.cvc) return [redactText(key, secrets), REDACTED];
    const partName = Array.isArray(value) ? name : key;
    return [redactText(key, secrets), redactValue(part, secrets, partName, mayBeCode, depth + 1)];
  });
  if (after.every(([key, part], index) => key === before[index]?.[0] && part === before[index][1])) return value;
  return Array.isArray(value) ? after.map(([, part]) => part) : Object.fromEntries(after);
}

/** Redacts the whole text if a secret shows only after URL decoding. */
function redactText(text: string, secrets: Secrets, mayBeCode = false): string {
  const decoded = text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  if (decoded !== text && replaceSecrets(decoded, secrets, mayBeCode) !== decoded) return REDACTED;
  return replaceSecrets(text, secrets, mayBeCode);
}

function replaceSecrets(text: string, secrets: Secrets, mayBeCode: boolean): string {
  const { keys, card, encrypted_card: encrypted } = secrets;
  const withoutKeys = text.replace(keys, REDACTED);
  const redacted = encrypted ? withoutKeys.replaceAll(encrypted, REDACTED) : withoutKeys;
  if (!card) return redacted;
  const withoutNumber = replaceNumber(redacted, card.number, REDACTED);
  const mayHoldCode = mayBeCode || CODE_NAME.test(text) || withoutNumber !== redacted;
  return mayHoldCode ? replaceWholeNumber(withoutNumber, card.cvc, REDACTED) : withoutNumber;
}

const holdsNumber = (part: unknown, { card }: Secrets): boolean =>
  card !== undefined &&
  (part === Number(card.number) || // JSON.parse rounds a number of more than 15 digits
    ((typeof part === 'string' || typeof part === 'number') &&
      replaceNumber(String(part), card.number, REDACTED) !== String(part)));

const isSecretNumber = (value: number, secrets: Secrets, mayBeCode: boolean): boolean =>
  holdsNumber(value, secrets) || (mayBeCode && value === Number(secrets.card?.cvc));

function isCardMember(name: string, value: string | number): boolean {
  const digits = String(value).replace(/[\s.-]/g, '');
  if (CERTAIN_CODE_NAME.test(name)) return /^\d{3,4}$/.test(digits);
  return CERTAIN_NUMBER_NAME.test(name) && /^\d{12,19}$/.test(digits);
}
