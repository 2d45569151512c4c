import { findFlaw } from '../base/json.js';
import type { Redactor, SentCard } from './service.js';

export const REDACTED = '[masked]';

/** Members that may hold a security code. Elsewhere three digits may mean anything. */
const CODE_NAME = /cv|csc|cid|security|verification|card_?code/i;
const STACK_NAME = /^(stack|stack_?trace|traceback|back_?trace)$/i;
/** Digits with up to three other characters between each two. */
const DIGITS = /\d(?:[^\p{L}\p{N}]{0,3}\d)+/gu;
/** The most members and elements. A response has a few dozen. */
const MAX_NODES = 1000;
/** The most levels of nesting. Deeper JSON could exhaust the stack. */
const MAX_DEPTH = 100;
/** Shorter keys occur in ordinary text. */
const MIN_KEY_LENGTH = 6;

/**
 * Removes the proxy's API keys, the card of the payment, and members that hold a stack trace from responses before they are stored or
 * returned. Finds secrets verbatim or URL-encoded, card numbers also with separators or as JSON numbers.
 */
export function createRedactor(apiKeys: readonly string[]): Redactor {
  const secrets = toPattern(apiKeys);
  return {
    body(body, sent) {
      if (body.kind !== 'json') return body;
      try {
        const value = createPass(secrets, sent).redactValue(body.value);
        const text = JSON.stringify(value);
        // JSON.parse drops all but the last of several members with the same name; the text still has them.
        const isChanged = text !== JSON.stringify(body.value) || findFlaw(body.text, MAX_DEPTH, []);
        return isChanged ? { kind: 'json', text, value } : body;
      } catch {
        return undefined;
      }
    },
    text: (text, sent = {}) => createPass(secrets, sent).redactText(text),
  };
}

/** Creates a pass over a text that takes linear time. */
function createPass(secrets: RegExp, { card }: SentCard) {
  const number = new RegExp(card?.number.replace(/\B/g, '\\D*') ?? '(?!)', 'g');
  const length = card?.number.length ?? Infinity;
  let nodes = 0;

  const replaceNumber = (text: string) =>
    text.replace(DIGITS, (digits) => (digits.length < length ? digits : digits.replace(number, REDACTED)));

  const holdsNumber = (part: unknown) =>
    part === Number(card?.number) || // JSON.parse rounds a number of more than 15 digits
    (isScalar(part) && replaceNumber(String(part)) !== String(part));

  function replaceSecrets(text: string, mayBeCode: boolean): string {
    const before = text.replace(secrets, REDACTED);
    const after = replaceNumber(before);
    if (!mayBeCode && after === before && !CODE_NAME.test(text)) return after;
    return after.replace(/\d+/g, (digits) => (digits === card?.cvc ? REDACTED : digits));
  }

  /** Redacts the whole text if a secret shows only after URL decoding. */
  function redactText(text: string, mayBeCode = false): string {
    const decoded = decodePercent(text);
    if (decoded !== text && replaceSecrets(decoded, mayBeCode) !== decoded) return REDACTED;
    return replaceSecrets(text, mayBeCode);
  }

  /** @throws {RangeError} above the limits */
  function redactValue(value: unknown, name = '', inCode = false, depth = 0): unknown {
    const mayBeCode = inCode || CODE_NAME.test(name);
    if (value === null || typeof value === 'boolean') return value;
    if (STACK_NAME.test(name)) return REDACTED;
    if (typeof value === 'number') {
      return holdsNumber(value) || (mayBeCode && value === Number(card?.cvc)) ? REDACTED : value;
    }
    if (typeof value === 'string') return redactText(value, mayBeCode);
    const members = Object.entries(value as object) as [string, unknown][];
    nodes += members.length;
    if (nodes > MAX_NODES || depth === MAX_DEPTH) throw new RangeError('Too many values or levels.');
    const isBesideNumber = members.flat().some(holdsNumber);
    const redacted = members.map(([key, part]): [string, unknown] => {
      const partName = Array.isArray(value) ? name : key;
      const isCode = isBesideNumber && part === card?.cvc;
      return [redactText(key), isCode ? REDACTED : redactValue(part, partName, mayBeCode, depth + 1)];
    });
    return Array.isArray(value) ? redacted.map(([, part]) => part) : Object.fromEntries(redacted);
  }

  return { redactText, redactValue };
}

function toPattern(secrets: readonly string[]): RegExp {
  const literals = secrets
    .filter(({ length }) => length >= MIN_KEY_LENGTH)
    .map((secret) => secret.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(literals.join('|') || '(?!)', 'gi');
}

/** Decodes ASCII characters. Leaves a space for each other one, which can only be a separator. */
function decodePercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_, hex: string) => {
    const code = parseInt(hex, 16);
    if (code < 0x80) return String.fromCharCode(code);
    return code < 0xc0 ? '' : ' '; // only the first byte of a UTF-8 sequence is 0xc0 or more
  });
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
