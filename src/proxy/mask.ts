import type { PaymentRequest } from '../contract/schema.js';
import { replaceNumber, replaceWholeNumber } from '../contract/plain-text.js';
import type { AnswerBody } from '../contract/protocol.js';
import { hasNameTwice } from './json-text.js';
import { ENCODED_RUN, foldedFormsOf, holdsEncoded, patternOf, squeeze, squeezedFormsOf, unfold } from './encodings.js';
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
const CODE_NAME = /cv|csc|cid|security|verification|card_?code/i;
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
  const keyPattern = patternOf(keys);
  const squeezedKeys = keys.flatMap(squeezedFormsOf);
  const encodedKeys = keys.flatMap(foldedFormsOf);
  return {
    answer(body, paidWith) {
      if (body.kind !== 'json') return body;
      try {
        const value = new Masking(keyPattern, squeezedKeys, encodedKeys, paidWith).value(body.value);
        // A text stays as it came, if all that it says has been looked at.
        const isSame = value === body.value && !hasNameTwice(body.text);
        return isSame ? body : { kind: 'json', text: JSON.stringify(value), value };
      } catch {
        return { kind: 'none' }; // nested too deeply to be looked through, so nobody gets it
      }
    },
    text: (text, paidWith = {}) => new Masking(keyPattern, squeezedKeys, encodedKeys, paidWith).string(text, ''),
  };
}

class Masking {
  readonly #keys: RegExp;
  readonly #card: Method['card'];
  readonly #encryptedCard: string | undefined;
  /** The card number, encoded. */
  readonly #encodedNumber: readonly string[];
  /** All secrets, encoded: what else it says that they stand in, nobody knows. */
  readonly #encoded: readonly string[];
  readonly #squeezed: readonly string[];

  constructor(
    keys: RegExp,
    squeezedKeys: readonly string[],
    encodedKeys: readonly string[],
    { card, encrypted_card: encrypted }: Card,
  ) {
    this.#keys = keys;
    this.#card = card;
    this.#encryptedCard = encrypted;
    this.#encodedNumber = card ? foldedFormsOf(card.number) : [];
    this.#encoded = [...encodedKeys, ...this.#encodedNumber, ...(encrypted ? foldedFormsOf(encrypted) : [])];
    const secret = card?.number ?? encrypted;
    this.#squeezed = secret ? [...squeezedKeys, ...squeezedFormsOf(secret)] : squeezedKeys;
  }

  /**
   * The same value, if there is nothing to mask in it.
   * @param inCode - whether a name around it is one of a security code
   */
  value(value: unknown, name = '', depth = 0, inCode = false): unknown {
    if (this.#isCertainCard(value, name)) return MASK;
    const mayBeCode = inCode || CODE_NAME.test(name);
    if (typeof value === 'string') return this.string(value, name, mayBeCode);
    if (typeof value === 'number') return this.#isSecretNumber(value, mayBeCode) ? MASK : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_DEPTH) throw new RangeError('Nested too deeply.');
    if (STACK_NAME.test(name)) return MASK;
    const before = Object.entries(value);
    const isBesideNumber = before.some((member) => member.some((part) => this.#holdsNumber(part)));
    const after = before.map(([key, part]): [string, unknown] => {
      if (isBesideNumber && part === this.#card?.cvc) return [this.string(key), MASK];
      const own = Array.isArray(value) ? name : key;
      return [this.string(key), this.value(part, own, depth + 1, mayBeCode)];
    });
    if (after.every(([key, part], index) => key === before[index]?.[0] && part === before[index][1])) return value;
    return Array.isArray(value) ? after.map(([, part]) => part) : Object.fromEntries(after);
  }

  string(text: string, name = '', mayBeCode = false): string {
    if (isStackTrace(text) || STACK_NAME.test(name) || (mayBeCode && this.#isCode(text))) return MASK;
    const masked = this.#replace(text);
    const plain = unfold(masked);
    if (plain !== masked && this.#replace(plain) !== plain) return MASK;
    if ([masked, plain].map(squeeze).some((squeezed) => this.#squeezed.some((form) => squeezed.includes(form)))) {
      return MASK;
    }
    const isNamed = mayBeCode || CODE_NAME.test(text) || CODE_NAME.test(plain);
    if (!this.#card || !(isNamed || this.#holdsNumber(text))) return masked;
    const withoutCode = replaceWholeNumber(masked, this.#card.cvc, MASK);
    return withoutCode === masked && replaceWholeNumber(plain, this.#card.cvc, MASK) !== plain ? MASK : withoutCode;
  }

  /** Replaces the secrets that stand in a text as they are, or encoded once. */
  #replace(text: string): string {
    const known = text
      .replace(ENCODED_RUN, (run) => (holdsEncoded(run, this.#encoded) ? MASK : run))
      .replace(this.#keys, MASK);
    const numbered = this.#card ? replaceNumber(known, this.#card.number, MASK) : known;
    return this.#encryptedCard ? numbered.replaceAll(this.#encryptedCard, MASK) : numbered;
  }

  #holdsNumber(part: unknown): boolean {
    if (!this.#card) return false;
    const { number } = this.#card;
    if (typeof part === 'number') return String(part) === String(Number(number));
    if (typeof part !== 'string') return false;
    const plain = unfold(part);
    return replaceNumber(plain, number, MASK) !== plain || holdsEncoded(plain, this.#encodedNumber);
  }

  /** Whether it is nothing but the security code, however it is written. */
  #isCode(text: string): boolean {
    const cvc = this.#card?.cvc;
    return cvc !== undefined && (squeeze(unfold(text)) === cvc || text === btoa(cvc));
  }

  /** Nobody here knows an encrypted card, so the name and the look of a member have to tell. */
  #isCertainCard(value: unknown, name: string): boolean {
    if (this.#encryptedCard === undefined || (typeof value !== 'string' && typeof value !== 'number')) return false;
    const digits = String(value).replace(/[\s.-]/g, '');
    if (CERTAIN_CODE_NAME.test(name)) return /^\d{3,4}$/.test(digits);
    return CERTAIN_NUMBER_NAME.test(name) && /^\d{12,19}$/.test(digits);
  }

  /** A number of more than 15 digits has been rounded by the parser, and this card's is rounded alike. */
  #isSecretNumber(value: number, mayBeCode: boolean): boolean {
    if (!this.#card) return false;
    if (mayBeCode && value === Number(this.#card.cvc)) return true;
    return this.#holdsNumber(value) || this.#holdsNumber(String(value));
  }
}
