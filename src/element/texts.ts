import { formatMoney } from '../contract/currency.js';
import { own } from '../contract/security.js';
import type { Message } from '../form/form-context.js';
import type { FormController } from '../form/form-controller.js';
import type { Language } from '../i18n/language.js';
import { fill, unknownPlaceholder } from '../i18n/messages.js';
import type { Order } from '../payment/outcome.js';
import type { CardEnding } from '../payment/session-state.js';
import { withoutKeys } from '../settings/credential-guard.js';

export type Text = (message: Message) => string;

export interface TextValues {
  readonly order: Order;
  /** The time of the attempt, in ms since 1970. */
  readonly time?: number | undefined;
  readonly wait?: string | undefined;
  readonly card?: CardEnding | undefined;
}

export interface TextSources {
  readonly form: Pick<FormController, 'brand' | 'context' | 'country'>;
  readonly language: Language;
  /** Texts of the page. They may be anything while the settings are invalid. */
  readonly given: object | undefined;
  readonly networks: { list(locale: string): string } | undefined;
  readonly values: TextValues;
}

export function createText({ form, language, given, networks, values: facts }: TextSources): Text {
  const { brand, context, country } = form;
  const { order, time, wait = '', card } = facts;
  const { rules, contact } = context;
  const custom: Readonly<Record<string, unknown>> = own(withoutKeys({ ...given }));
  const { amount, currency, reference = '' } = order;
  const { locale, exponents } = rules;
  const values: Readonly<Record<string, () => string>> = {
    amount: () => (amount !== undefined && currency ? formatMoney(amount, currency, locale, exponents) : ''),
    reference: () => reference,
    time: () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time),
    wait: () => wait,
    brand: () => (card ? card.brand : brand?.name) ?? text('label_card_number'),
    brands: () => networks?.list(locale) ?? '',
    last_digits: () => card?.lastDigits ?? '',
    expiry_example: () => '04 / 30',
    ...contact?.placeholders(rules, country),
  };
  const hasValue = (name: string) => name === 'label' || Object.hasOwn(values, name);
  const isUsable = (theirs: unknown): theirs is string =>
    typeof theirs === 'string' && /\S/.test(theirs) && !unknownPlaceholder(theirs, hasValue);
  const text: Text = (key) => {
    if (typeof key === 'function') return key();
    const theirs = custom[key];
    return fill(isUsable(theirs) ? theirs : language.messages[key], values);
  };
  return text;
}
