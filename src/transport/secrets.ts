import type { AnswerBody } from './protocol.js';

/** Stands in place of what nobody may read. */
const MASK = '[removed]';

/** A value that is shaped like a secret key: by the prefixes that payment services use, as a header, or as PEM. */
const SECRET = /\b[rs]k_\w{8,}|\bBearer\s+[\w.~+/-]{8,}=*|-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*/gi;

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

/** Takes every secret out of an answer, before anybody else sees it. What the answer means for the money stays. */
export function maskSecrets(body: AnswerBody, onLeak: LeakListener | undefined): AnswerBody {
  if (body.kind !== 'json') return body;
  const whole = { answer: body.value };
  const todo: [path: string, holder: object][] = [['', whole]]; // a list: nesting may be as deep as it likes
  for (let next = todo.pop(); next; next = todo.pop()) {
    const [path, holder] = next;
    for (const [name, value] of Object.entries(holder) as [string, unknown][]) {
      const member = path ? `${path}.${holdsSecret(name) ? MASK : name}` : name;
      if (typeof value === 'object' && value !== null) todo.push([member, value]);
      if (typeof value !== 'string') continue;
      const masked = isSecretName(name, holder) && value ? MASK : value.replace(SECRET, MASK);
      if (masked === value) continue;
      Object.defineProperty(holder, name, { value: masked }); // an assignment to __proto__ would be something else
      onLeak?.(member);
    }
  }
  return { ...body, value: whole.answer };
}

/** `d` is the private part of a JSON Web Key. */
function isSecretName(name: string, holder: object): boolean {
  return namesSecret(name) || (name === 'd' && Object.hasOwn(holder, 'kty'));
}
