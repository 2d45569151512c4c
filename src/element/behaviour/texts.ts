import type { Message } from '../../form/form-context.js';
import { MAX_AMOUNT } from '../../contract/amount.js';
import { formatMoney } from '../../contract/currency.js';
import { formatWait } from '../../i18n/format-wait.js';
import { failureKey, fill, type Messages } from '../../i18n/messages.js';
import { checkTextOf, type PaymentError } from '../../contract/errors.js';
import { own } from '../../contract/security.js';
import type { Order } from '../../payment/outcome.js';
import { isSecret, withoutKeys } from '../../settings/credential-guard.js';
import type { CardEnding } from '../../payment/session-state.js';
import type { Behaviour } from './behaviour.js';

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

export function createText(behaviour: Behaviour, { order, time, wait = 0, card }: TextValues): Text {
  const { form, networks, language } = behaviour;
  const { optional } = behaviour.settings;
  const { rules } = form.context;
  const custom: Readonly<Record<string, unknown>> = own(withoutKeys(behaviour.widget.messages));
  const { amount, currency, reference = '' } = order;
  const { locale, exponents, min = 1, max = MAX_AMOUNT } = rules;
  const money = (minorUnits: number | undefined) =>
    minorUnits !== undefined && currency ? formatMoney(minorUnits, currency, locale, exponents) : '';
  const values = {
    amount: () => money(amount),
    reference: () => reference,
    time: () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time),
    wait: () => formatWait(wait, locale),
    brand: () => (card ? card.brand : form.brand?.name) ?? text('label_card_number'),
    brands: () => networks?.list(locale) ?? '',
    last_digits: () => card?.lastDigits ?? '',
    min_amount: () => money(min),
    max_amount: () => money(max),
    max_length: () => new Intl.NumberFormat(locale).format(100), // of a line of an address
    expiry_example: () => '04 / 30',
    phone_example: () => '+44 20 7946 0958', // reserved for fiction (Ofcom)
    amount_example: () => optional?.exampleAmount(rules) ?? '',
    postal_code_example: () => optional?.postalCodeExample(form.country) ?? '',
  };
  const isUsable = (theirs: unknown): theirs is string =>
    typeof theirs === 'string' &&
    /\S/.test(theirs) &&
    [...theirs.matchAll(/\{(\w+)\}/g)].every(([, name]) => name === 'label' || Object.hasOwn(values, name as string));
  const text: Text = (key) => {
    if (typeof key === 'function') return key();
    const theirs = custom[key]; // not a string while the settings are invalid
    const ours = language.messages[key] ?? (optional?.OPTIONAL_ENGLISH as Partial<Messages> | undefined)?.[key] ?? '';
    return fill(isUsable(theirs) ? theirs : ours, values);
  };
  return text;
}
