import { MAX_AMOUNT } from '../contract/amount.js';
import { formatMoney } from '../contract/currency.js';
import type { PaymentError } from '../contract/errors.js';
import { checkTextOf } from '../contract/request.js';
import { own } from '../contract/security.js';
import type { Message } from '../form/form-context.js';
import type { FormController } from '../form/form-controller.js';
import type { Language } from '../i18n/language.js';
import { failureKey, fill, formatWait } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import type { CardEnding } from '../payment/send-attempt.js';
import { isSecret, withoutKeys } from '../settings/credential-guard.js';

export type Text = (message: Message) => string;

export interface TextValues {
  readonly order: Order;
  /** In ms since 1970. */
  readonly time?: number | undefined;
  readonly wait?: number;
  readonly card?: CardEnding | undefined;
}

/** A check of the page has a text of its own. */
export function failureMessage(error: PaymentError): Message {
  const reason = error.code === 'submit_prevented' ? checkTextOf(error.cause) : undefined;
  return reason && !isSecret(reason) ? () => reason : failureKey(error);
}

/** `given` are texts of the page. They are not strings while the settings are invalid. */
export function createText(
  { brand, context, country }: Pick<FormController, 'brand' | 'context' | 'country'>,
  language: Language,
  given: object | undefined,
  networks: { list(locale: string): string } | undefined,
  { order, time, wait = 0, card }: TextValues,
): Text {
  const { rules, extra } = context;
  const custom: Readonly<Record<string, unknown>> = own(withoutKeys({ ...given }));
  const { amount, currency, reference = '' } = order;
  const { locale, exponents, min = 1, max = MAX_AMOUNT } = rules;
  const money = (minorUnits: number | undefined) =>
    minorUnits !== undefined && currency ? formatMoney(minorUnits, currency, locale, exponents) : '';
  const values = {
    amount: () => money(amount),
    reference: () => reference,
    time: () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time),
    wait: () => formatWait(wait, locale),
    brand: () => (card ? card.brand : brand?.name) ?? text('label_card_number'),
    brands: () => networks?.list(locale) ?? '',
    last_digits: () => card?.lastDigits ?? '',
    min_amount: () => money(min),
    max_amount: () => money(max),
    max_length: () => new Intl.NumberFormat(locale).format(100), // of a line of an address
    expiry_example: () => '04 / 30',
    phone_example: () => '+44 20 7946 0958', // reserved for fiction (Ofcom)
    amount_example: () => extra?.exampleAmount(rules) ?? '',
    postal_code_example: () => extra?.postalCodeExample(country) ?? '',
  };
  const isUsable = (theirs: unknown): theirs is string =>
    typeof theirs === 'string' &&
    /\S/.test(theirs) &&
    [...theirs.matchAll(/\{(\w+)\}/g)].every(([, name]) => name === 'label' || Object.hasOwn(values, name as string));
  const text: Text = (key) => {
    if (typeof key === 'function') return key();
    const theirs = custom[key];
    return fill(isUsable(theirs) ? theirs : (language.messages[key] ?? ''), values);
  };
  return text;
}
