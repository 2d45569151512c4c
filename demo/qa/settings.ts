import { FIELD_NAMES } from 'payment-widget/contract/fields';
import { LANGUAGES } from 'payment-widget/i18n/languages';
import {
  attributeOf,
  flag,
  SETTING_NAMES,
  SETTINGS as ELEMENT_SETTINGS,
  type Setting as ElementSetting,
  type SettingName,
} from 'payment-widget/settings/settings-table';
import { SCENARIOS } from 'payment-widget-testing/sandbox/scenarios';

export type Option = readonly [value: string, label: string];

/**
 * A setting. Its value is a string, as in the URL; an empty string means not set. `flag` is `on` or empty, `choice` one
 * of `options`, `json` an object, `text` any text, even an invalid one.
 */
export interface Setting {
  /** Name in the URL, and of the attribute, property or slot. */
  readonly name: string;
  readonly group: Group;
  readonly kind: 'text' | 'flag' | 'choice' | 'json';
  /** What it applies to. */
  readonly to: 'attribute' | 'property' | 'slot' | 'page';
  /** Value if the URL has none. */
  readonly default: string;
  readonly label: string;
  readonly hint?: string;
  /** All values of a choice; suggestions for other kinds. */
  readonly options?: readonly Option[];
}

export type Values = Readonly<Record<string, string>>;

export const GROUPS = ['Page', 'Order', 'Form', 'Sending', 'Slots'] as const;
export type Group = (typeof GROUPS)[number];

/** More language tags to test: regions, other digits, and a language without texts. */
const MORE_LANGUAGES = ['en-IN', 'de-AT', 'ar-EG', 'pt-AO', 'zh-HK', 'tl', 'ps'];

const CARD = 'card-number card-expiry card-cvc';
const ADDRESS = 'country address-line1 address-line2 city region postal-code';

const same = (...values: string[]): readonly Option[] => values.map((value) => [value, value]);

/** In English, with the tag, for testers who cannot read the language. */
function languageOption(tag: string): Option {
  return [tag, `${new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag} (${tag})`];
}

type Row = readonly [name: string, kind: Setting['kind'], rest?: Partial<Setting>];

const table = (group: Group, to: Setting['to'], rows: readonly Row[]): Setting[] =>
  rows.map(([name, kind, rest]) => ({ name, kind, group, to, default: '', label: name, ...rest }));

/** What testers need beside the table of settings: a group, and values to choose. */
const HELP: Readonly<Partial<Record<SettingName, Partial<Setting>>>> = {
  isolated: { group: 'Page', label: 'Isolated', hint: 'The form is in a frame from another origin.' },
  amount: {
    group: 'Order',
    default: '4999',
    hint: 'In minor units.',
    options: same('4999', '1', '99999999', '49.99'),
  },
  currency: { group: 'Order', default: 'EUR', options: same('EUR', 'USD', 'JPY', 'KWD', 'ISK') },
  reference: { group: 'Order', hint: 'Identifies the order. One order, one payment.' },
  orderToken: {
    group: 'Order',
    hint: 'Signed order, from createOrderToken().',
    options: [['eyJhbGciOiJIUzI1NiJ9.eyJhbW91bnQiOjU5OTksImN1cnJlbmN5IjoiRVVSIn0.c2lnbmF0dXJl', 'Another price']],
  },
  description: { group: 'Order', options: same('Coffee beans, 1 kg') },
  minAmount: { group: 'Order', options: same('500') },
  maxAmount: { group: 'Order', options: same('100000') },
  metadata: { group: 'Order', options: same('{ "cart": "7f3a", "channel": "web" }') },
  currencyExponents: { group: 'Order', options: same('{ "ISK": 2 }') },
  fields: {
    options: [
      [FIELD_NAMES.join(' '), 'All'],
      [CARD, 'Card only'],
      [`amount ${CARD} email`, 'Donation'],
      [`${CARD} cardholder-name ${ADDRESS}`, 'Billing address'],
    ],
  },
  brands: { options: same('visa mastercard', 'visa mastercard amex cartes-bancaires', 'visa maestro bancontact') },
  withoutButton: { hint: 'Use submit() below the form instead.' },
  submitOnEnter: { hint: 'Enter in a field pays, with without-button.' },
  prefill: { options: same('{ "cardholder-name": "Ada Lovelace", "country": "GB" }') },
  messages: { options: same('{ "pay": "Donate {amount}", "label_postal_code": "ZIP code" }') },
  proxyUrl: {
    group: 'Sending',
    default: '/qa/test',
    options: [
      ['/qa/test', 'Test key'],
      ['/qa/live', 'Live key'],
      ['/nothing', 'No proxy'],
      ['/qa/test/v1/payments', 'Ends in /v1/payments'],
    ],
  },
  mode: { group: 'Sending', hint: 'The mode that the page expects.', options: same('test', 'live') },
  requestTimeout: { group: 'Sending', hint: 'In ms.', options: same('3000') },
  omitCookies: { group: 'Sending' },
  returnUrl: { group: 'Sending', hint: 'Where the page goes after a payment.', options: same('/qa/returned.html') },
  actionOrigins: {
    group: 'Sending',
    hint: 'If not set, the bank of the sandbox.',
    options: same('https://bank.example'),
  },
};

/** Functions have no place in an address. */
const ofElement: readonly Setting[] = SETTING_NAMES.filter((name) => kindOf(name) !== 'function').map((name) => {
  const attribute = attributeOf(name);
  const kind = attribute === undefined ? 'json' : kindOf(name) === flag ? 'flag' : 'text';
  const label = attribute ?? name;
  return {
    name: label,
    label,
    kind,
    to: attribute ? 'attribute' : 'property',
    group: 'Form',
    default: '',
    ...HELP[name],
  };
});

function kindOf(name: SettingName): ElementSetting {
  return ELEMENT_SETTINGS[name];
}

export const SETTINGS: readonly Setting[] = [
  ...table('Page', 'page', [
    [
      'scenario',
      'choice',
      { options: [['', 'By card number'], ...SCENARIOS.map(({ id, label }) => [id, label] as const)] },
    ],
    [
      'lang',
      'choice',
      {
        label: 'Language',
        default: 'en',
        options: ['en', ...Object.keys(LANGUAGES), ...MORE_LANGUAGES].map(languageOption),
      },
    ],
    ['dir', 'choice', { label: 'Direction', options: [['', 'Auto'], ...same('ltr', 'rtl')] }],
    ['viewport', 'choice', { label: 'Width', options: [['', 'Fit'], ...same('320', '390', '768', '1280')] }],
    ['theme', 'choice', { label: 'Theme', options: [['', 'Default'], ...same('ink')] }],
    ['layout', 'choice', { label: 'Layout', options: [['', 'Default'], ...same('row')] }],
    ['colours', 'choice', { label: 'Colours', options: [['', 'System'], ...same('light', 'dark')] }],
    ['strict', 'flag', { label: 'Strict CSP' }],
  ]),
  ...ofElement,
  ...table('Slots', 'slot', [
    ['header', 'text', { options: same('Kaffee & Tasse') }],
    ['before-button', 'text', { hint: 'The label of a required checkbox.', options: same('I accept the terms') }],
    ['footer', 'text', { options: same('Questions? Call us.') }],
  ]),
];

const BY_NAME = new Map(SETTINGS.map((setting) => [setting.name, setting]));

/** @throws if the setting does not exist */
export function settingOf(name: string): Setting {
  const setting = BY_NAME.get(name);
  if (!setting) throw new Error(`Unknown setting "${name}".`);
  return setting;
}

/** Why a value is invalid, if it is. */
export function problemOf({ name, kind, options = [] }: Setting, value: string): string | undefined {
  if (value === '') return undefined;
  if (kind === 'flag') return value === 'on' ? undefined : 'Expected "on" or no value.';
  if (kind === 'json') return isObject(value) ? undefined : 'Expected a JSON object, such as { "name": "text" }.';
  if (kind === 'text' || options.some(([known]) => known === value)) return undefined;
  if (name === 'lang' && isLanguage(value)) return undefined;
  return `Expected one of: ${options.flatMap(([option]) => option || []).join(', ')}.`;
}

function isObject(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const defaults: Values = Object.fromEntries(SETTINGS.map((setting) => [setting.name, setting.default]));

/** Fragment of the address to which the shopper's bank leads. It has no other setting than the reference. */
export const RETURNED = '#returned';

/** Generated references. Shared links leave them out, so that each user gets a new order. */
const GENERATED = /^qa-[a-z0-9]{10}$/;

export function newReference(): string {
  const letters = crypto.getRandomValues(new Uint8Array(10));
  return `qa-${Array.from(letters, (byte) => (byte % 36).toString(36)).join('')}`;
}

/**
 * Reads settings such as `?amount=100&disabled=on`, and lists invalid ones. Generates a reference if there is none.
 */
export function readAddress(search: string): { values: Values; problems: readonly string[] } {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, value] of new URLSearchParams(search)) {
    const setting = BY_NAME.get(name);
    const problem = setting ? problemOf(setting, value) : 'Unknown setting.';
    if (problem) problems.push(`${name}=${value}: ${problem}`);
    else given[name] = value;
  }
  return { values: { ...defaults, reference: newReference(), ...given }, problems };
}

/**
 * The query for the settings: what differs from the defaults.
 * @param isShared - leaves out a generated reference
 */
export function writeAddress(values: Values, isShared = false): string {
  const isLeftOut = isShared && GENERATED.test(values['reference'] ?? '');
  const changed = SETTINGS.filter(({ name, default: standard }) =>
    name === 'reference' ? !isLeftOut : values[name] !== standard,
  );
  const parts = new URLSearchParams(changed.map(({ name }) => [name, values[name] ?? '']));
  // Readable, and valid in a query.
  return parts.size > 0 ? `?${parts.toString().replace(/%(2F|3A|2C|40)/g, decodeURIComponent)}` : '';
}
