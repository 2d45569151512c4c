import type { PaymentRequest } from '../payment/schema.js';
import type { AnswerBody } from '../transport/protocol.js';
import { formsOf, unfold } from './spellings.js';
import { isStackTrace } from './stack-trace.js';

type Method = PaymentRequest['payment_method'];
/** The card as it was typed, or else as it was encrypted. */
type Card = Partial<Pick<Method, 'card' | 'encrypted_card'>>;

export const MASK = '[masked]';

/** Takes secrets out of what others wrote. */
export interface Mask {
  /** An answer of the service: its shape stays, and so does every value that holds none. */
  answer(body: AnswerBody, paidWith: Card): AnswerBody;
  /** A line of text. */
  text(text: string, paidWith?: Card): string;
}

/** Members that can hold a security code. A code is short, so elsewhere the same digits are something else. */
const CODE_NAME = /cv|csc|cid|security|verification/i;
/** Members that hold a card number, or a security code, and nothing else: what can be known where nobody knows the card. */
const CERTAIN_NUMBER_NAME = /^(card_?)?number$|^pan$/i;
const CERTAIN_CODE_NAME = /^(card_?)?(cvc|cvv|csc|cid|security_?code)2?$/i;
const STACK_NAME = /^(stack|stack_?trace|traceback|back_?trace)$/i;
/** An answer that is deeper than this is nobody's payment, and reading it could exhaust the stack. */
const MAX_DEPTH = 100;

/**
 * Makes a mask for the keys of a proxy. What a service answers is stored and handed to pages, and neither may hold a key,
 * a card or a piece of the service's own program, however it is written: see `formsOf` and `unfold`.
 */
export function createMask(keys: readonly string[]): Mask {
  const keyPattern = new RegExp(keys.flatMap(formsOf).join('|') || '(?!)', 'giu');
  return {
    answer(body, paidWith) {
      if (body.kind !== 'json') return body;
      try {
        const value = new Masking(keyPattern, paidWith).value(body.value);
        return value === body.value ? body : { kind: 'json', text: JSON.stringify(value), value };
      } catch {
        return { kind: 'none' }; // nested too deeply to be looked through, so nobody gets it
      }
    },
    text: (text, paidWith = {}) => new Masking(keyPattern, paidWith).string(text, ''),
  };
}

class Masking {
  readonly #secrets: RegExp[];
  readonly #number: RegExp | undefined;
  readonly #code: RegExp | undefined;
  readonly #card: Method['card'];
  readonly #isEncrypted: boolean;

  constructor(keys: RegExp, { card, encrypted_card: encrypted }: Card) {
    this.#card = card;
    this.#isEncrypted = encrypted !== undefined;
    this.#number = card && new RegExp([spaced(card.number), ...formsOf(card.number)].join('|'), 'giu');
    this.#code = card && new RegExp(`(?<!\\d)${card.cvc}(?!\\d)`, 'g');
    const whole = encrypted === undefined ? undefined : new RegExp(formsOf(encrypted).join('|') || '(?!)', 'giu');
    this.#secrets = [keys, this.#number, whole].filter((secret) => secret !== undefined);
  }

  /** The same value, if there is nothing to mask in it. */
  value(value: unknown, name = '', depth = 0): unknown {
    if (this.#isCertainCard(value, name)) return MASK;
    if (typeof value === 'string') return this.string(value, name);
    if (typeof value === 'number') return this.#isSecretNumber(value, name) ? MASK : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) throw new RangeError('Nested too deeply.');
    if (STACK_NAME.test(name)) return MASK;
    const before = Object.entries(value);
    const isBesideNumber = before.some(([, part]) => this.#holdsNumber(part));
    const after = before.map(([key, part]): [string, unknown] => {
      if (isBesideNumber && part === this.#card?.cvc) return [key, MASK];
      const own = Array.isArray(value) ? name : key;
      return [this.string(key, ''), this.value(part, own, depth + 1)];
    });
    if (after.every(([key, part], index) => key === before[index]?.[0] && part === before[index][1])) return value;
    return Array.isArray(value) ? after.map(([, part]) => part) : Object.fromEntries(after);
  }

  string(text: string, name: string): string {
    if (isStackTrace(text) || STACK_NAME.test(name)) return MASK;
    let masked = text;
    for (const secret of this.#secrets) masked = masked.replace(secret, MASK);
    const plain = unfold(masked);
    if (plain !== masked && this.#holds(plain)) return MASK;
    if (!this.#code) return masked;
    const mayHoldCode = CODE_NAME.test(name) || CODE_NAME.test(text) || this.#holdsNumber(text);
    return mayHoldCode ? masked.replace(this.#code, MASK) : masked;
  }

  #holds(text: string): boolean {
    return this.#secrets.some((secret) => text.search(secret) >= 0);
  }

  #holdsNumber(part: unknown): boolean {
    if (typeof part === 'number') return String(part) === String(Number(this.#card?.number));
    return typeof part === 'string' && this.#number !== undefined && unfold(part).search(this.#number) >= 0;
  }

  /** Nobody here knows an encrypted card, so the name and the look of a member have to tell. */
  #isCertainCard(value: unknown, name: string): boolean {
    if (!this.#isEncrypted || (typeof value !== 'string' && typeof value !== 'number')) return false;
    const digits = String(value).replace(/[\s.-]/g, '');
    if (CERTAIN_CODE_NAME.test(name)) return /^\d{3,4}$/.test(digits);
    return CERTAIN_NUMBER_NAME.test(name) && /^\d{12,19}$/.test(digits);
  }

  /** A number of more than 15 digits has been rounded by the parser, and this card's is rounded alike. */
  #isSecretNumber(value: number, name: string): boolean {
    if (!this.#card) return false;
    const isCode = CODE_NAME.test(name) && value === Number(this.#card.cvc);
    return isCode || this.#holdsNumber(value) || this.#holdsNumber(String(value));
  }
}

/** Digits with up to three marks between each two. */
const spaced = (digits: string) => Array.from(digits).join('[^\\p{L}\\p{N}]{0,3}');
