import { toPlainText } from '../contract/plain-text.js';

export type EmailProblem = 'email_required' | 'email_invalid' | 'email_long';

const LONGEST_EMAIL = 254; // RFC 5321, 4.5.3.1: a path of 256 octets, with its angle brackets
const MAILBOX = /^[^\s@,;:<>()[\]\\"]+$/;
const TOP_LEVEL_DOMAIN = /\.(?!\d+$)[^.]{2,}$/;

/**
 * What is wrong with an email address, if anything. Whether it exists only a message to it can tell; here is looked
 * for what people leave out or type in its place: the @, a dot in the domain, a comma, a space.
 */
export function checkEmail(text: string): EmailProblem | undefined {
  const email = normalizeEmail(text);
  if (email === '') return 'email_required';
  if (email.length > LONGEST_EMAIL) return 'email_long';
  const [mailbox = '', domain = '', ...more] = email.split('@');
  const misplacedDot = /^\.|\.\.|\.@|@[.-]/.test(email);
  const fits = MAILBOX.test(mailbox) && MAILBOX.test(domain) && TOP_LEVEL_DOMAIN.test(domain);
  return fits && !misplacedDot && more.length === 0 ? undefined : 'email_invalid';
}

/** The address as it is sent: in plain characters, without spaces or invisible marks around it. */
export function normalizeEmail(text: string): string {
  return toPlainText(text.replace(/\p{Cf}/gu, '')).trim();
}
