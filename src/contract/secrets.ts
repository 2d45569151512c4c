import { replaceNumber, replaceWholeNumber } from './plain-text.js';
import type { AnswerBody } from './protocol.js';

/** Stands in place of what nobody may read. */
const MASK = '[removed]';

/** A value that is shaped like a secret key: by the prefixes that payment services use, as a header, or as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*/gi;

/** Members, and texts, that can hold a security code: it is short, so elsewhere the same digits are something else. */
const CODE_NAME = /cv|csc|cid|security|verification/i;

/** Names that a secret has in data. Others that look like one are public there: a token of a card or a cart, `client_secret`. */
const SECRET_NAME = /^((x-)?(api|secret|private)[-_]?key|secret|authorization|bearer|password)$/i;

/** Whether a name is one that only a secret has. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, '$1-$2'));
}

/** Told the name of each member of an answer that held a secret, never what it held. */
export type LeakListener = (member: string) => void;

/** Whether a text holds what is shaped like a secret key. */
export function holdsSecret(text: string): boolean {
  return text.search(SECRET) >= 0;
}

/** The card of the payment that is answered. */
export interface SentCard {
  readonly number: string;
  readonly cvc: string;
}

/**
 * Takes every secret out of an answer, before anybody else sees it. What the answer means for the money stays. A proxy that
 * repeats the card is no leak of a key: that is masked without a word.
 */
export function maskSecrets(body: AnswerBody, onLeak: LeakListener | undefined, card?: SentCard): AnswerBody {
  if (body.kind !== 'json') return body;
  const maskCard = card ? createCardMask(card) : (value: unknown) => value;
  const whole = { answer: body.value };
  const todo: [path: string, holder: object][] = [['', whole]]; // a list: nesting may be as deep as it likes
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [path, holder] = next;
    for (const [name, value] of Object.entries(holder) as [string, unknown][]) {
      const member = path ? `${path}.${holdsSecret(name) ? MASK : name}` : name;
      if (typeof value === 'object' && value !== null) todo.push([member, value]);
      const masked = typeof value === 'string' && isSecretName(name, holder) && value ? MASK : maskKey(value);
      // Not assigned: an assignment to __proto__ would be something else.
      Object.defineProperty(holder, name, { value: maskCard(masked, name) });
      if (maskCard(name, '') !== name) Reflect.deleteProperty(holder, name);
      if (masked !== value) onLeak?.(member);
    }
  }
  return { ...body, value: whole.answer };
}

const maskKey = (value: unknown) => (typeof value === 'string' ? value.replace(SECRET, MASK) : value);

/** The number with up to three marks between each two digits, in any text; the security code where it can be nothing else. */
function createCardMask({ number, cvc }: SentCard): (value: unknown, name: string) => unknown {
  return (value, name) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const text = value === Number(number) ? number : String(value);
    let masked = replaceNumber(text, number, MASK);
    if (masked !== text || CODE_NAME.test(name) || CODE_NAME.test(text)) masked = replaceWholeNumber(masked, cvc, MASK);
    return masked === text ? value : masked;
  };
}

/** `d` is the private part of a JSON Web Key. */
function isSecretName(name: string, holder: object): boolean {
  return namesSecret(name) || (name === 'd' && Object.hasOwn(holder, 'kty'));
}
