import { toPlainText } from '../contract/plain-text.js';

export type EmailProblem = 'email_required' | 'email_invalid' | 'email_long';

const MAX_EMAIL = 254; // characters; RFC 5321, 4.5.3.1: a path of 256 octets with angle brackets
const MAILBOX = /^[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;
const TOP_LEVEL_DOMAIN = /\.(?!\d+$)[^.]{2,}$/;

export function checkEmail(text: string): EmailProblem | undefined {
  const email = normalizeEmail(text);
  if (email === '') return 'email_required';
  if (email.length > MAX_EMAIL) return 'email_long';
  const [mailbox = '', domain = '', ...more] = email.split('@');
  const misplacedDot = /^\.|\.\.|\.@|@[.-]/.test(email);
  const hasParts = MAILBOX.test(mailbox) && MAILBOX.test(domain) && TOP_LEVEL_DOMAIN.test(domain);
  return hasParts && !misplacedDot && more.length === 0 ? undefined : 'email_invalid';
}

export function normalizeEmail(text: string): string {
  return toPlainText(text.replace(/\p{Cf}/gu, '')).trim();
}
