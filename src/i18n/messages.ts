import { ENGLISH_LABELS } from './english-labels.js';
import type { EXTRA_ENGLISH } from './extra-messages.js';
import type { PROBLEM_ENGLISH } from './problem-messages.js';

/** English texts that each payment needs. `{…}` are placeholders. */
const BASIC_ENGLISH = {
  ...ENGLISH_LABELS,

  banner: 'Test mode: no real payment will be made.',
  hint_card_cvc: '3 digits on the back of your card',
  hint_card_cvc_4: '4 digits on the front of your card',
  card_number_unusual: 'Please double-check this card number. If it matches your card, continue.',
  card_number_test: 'This is a test card number. Use a real card to pay.',
  control_invalid: 'Please check this field.',
  paid_title: 'Payment successful',
  paid_text: 'You paid {amount}.',
  paid_text_open: 'This order is paid.',
  failed_try_again: 'Something went wrong. You were not charged. Please try again.',
  pending_text_open: 'Your payment is still being processed. You don’t need to pay again.',
  /** For screen readers, in place of `Visa •••• 4242`. */
  card_ending: '{brand} ending in {last_digits}',
  reference: 'Reference: {reference}',
  time: 'Time: {time}',
  print: 'Print',
} as const;

/** All texts by key, as in the `messages` property. */
export type Messages = Record<
  keyof typeof BASIC_ENGLISH | keyof typeof PROBLEM_ENGLISH | keyof typeof EXTRA_ENGLISH,
  string
>;
export type MessageKey = keyof Messages;

/** With the texts of the files that are loaded. */
export const ENGLISH: Partial<Messages> = { ...BASIC_ENGLISH };

export function addEnglish(texts: Partial<Messages>): void {
  Object.assign(ENGLISH, texts);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** In right-to-left text each value is isolated (U+2068, U+2069), or 04 / 30 would read 30 / 04. */
export function fill(text: string, values: Readonly<Record<string, () => string>>): string {
  const [before, after] = RIGHT_TO_LEFT.test(text) ? ['\u2068', '\u2069'] : ['', ''];
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? `${before}${values[name]?.() ?? ''}${after}` : placeholder,
  );
}
