import { FIELD_NAMES } from '../../src/contract/optional-field-names.js';
import { LANGUAGES } from '../../src/i18n/languages.js';
import { SCENARIOS } from '../../src/sandbox/scenarios.js';
import { BUILD_REQUEST, INTERPRET_RESPONSE, NETWORKS_OF, SUBMIT_LISTENERS, type Preset } from './function-presets.js';

/** What a setting applies to: the element, a listener, a slot or the page. */
export type Target =
  | { readonly attribute: string }
  | { readonly property: string }
  | { readonly event: 'payment-submit' }
  | { readonly slot: 'header' | 'before-button' | 'footer' }
  | { readonly page: 'lang' | 'dir' | 'theme' | 'colours' | 'viewport' | 'strict' | 'stays' | 'scenario' };

export type Option = readonly [value: string, label: string];

/**
 * A setting. Its value is a string, as in the URL; an empty string means not set. `flag` is `on` or empty, `choice` one
 * of `options`, `json` an object, `text` any text, even an invalid one.
 */
export interface Setting {
  /** Name in the URL. */
  readonly name: string;
  readonly label: string;
  readonly group: Group;
  readonly kind: 'text' | 'flag' | 'choice' | 'json';
  /** Value if the URL has none. */
  readonly default: string;
  readonly to: Target;
  /** What the element uses if it is not set. */
  readonly absent?: string;
  readonly hint?: string;
  /** All values of a choice; suggestions for other kinds. */
  readonly options?: readonly Option[];
}

/** Maximum number of values in an error message. */
const MAX_NAMED = 8;

export const GROUPS = ['Order', 'Form', 'Sending', 'Slots', 'Page'] as const;
export type Group = (typeof GROUPS)[number];

/** Read-only properties. */
export const READ_ONLY = ['state', 'valid'] as const;

export const OWN_PROXIES: readonly Option[] = [
  ['/qa/test', 'Test'],
  ['/qa/live', 'Live'],
];

/** More language tags to test: regions, other digits, and a language without texts. */
const MORE_LANGUAGES = ['en-IN', 'de-AT', 'ar-EG', 'pt-AO', 'zh-HK', 'tl', 'ps'];
export const ALL_FIELDS = FIELD_NAMES.join(' ');

const presets = (list: readonly Preset[]): readonly Option[] => [
  ['', 'None'],
  ...list.map(({ name, label }) => [name, label] as const),
];
const same = (...values: string[]): readonly Option[] => values.map((value) => [value, value]);
const titled = (...values: string[]): readonly Option[] =>
  values.map((value) => [value, value.charAt(0).toUpperCase() + value.slice(1)]);

type Rest = Omit<Setting, 'name' | 'label' | 'group' | 'kind' | 'to'>;
type Row = readonly [name: string, kind: Setting['kind'], label: string, rest?: Partial<Rest>];

const table = (group: Group, target: (name: string) => Target, rows: readonly Row[]): Setting[] =>
  rows.map(([name, kind, label, rest]) => ({ name, kind, label, group, default: '', to: target(name), ...rest }));

const attribute = (name: string): Target => ({ attribute: name });
const property = (name: string): Target => ({ property: name });
const event = (name: string) => ({ event: name }) as Target;
const page = (name: string) => ({ page: name }) as Target;
const slot = (name: string) => ({ slot: name.replace(/^slot-/, '') }) as Target;

/** All settings in display order. */
export const SETTINGS: readonly Setting[] = [
  ...table('Order', attribute, [
    ['amount', 'text', 'amount', { default: '4999', hint: 'In minor units.', options: same('4999', '1', '99999999') }],
    ['currency', 'text', 'currency', { default: 'EUR', options: same('EUR', 'USD', 'JPY', 'KWD', 'ISK') }],
    ['reference', 'text', 'reference', { hint: 'Identifies the order. One order, one payment.' }],
    ['order-token', 'text', 'order-token', { hint: 'Signed order, from createOrderToken().' }],
    ['description', 'text', 'description', { options: same('Coffee beans, 1 kg') }],
    ['min-amount', 'text', 'min-amount', { options: same('500') }],
    ['max-amount', 'text', 'max-amount', { options: same('100000') }],
  ]),
  ...table('Order', property, [
    ['metadata', 'json', 'metadata', { options: [['{ "cart": "7f3a", "channel": "web" }', 'Example']] }],
    ['currencyExponents', 'json', 'currencyExponents', { options: [['{ "ISK": 2 }', 'ISK with 2 decimals']] }],
  ]),
  ...table('Form', attribute, [
    [
      'fields',
      'text',
      'fields',
      {
        absent: 'card-number card-expiry card-cvc cardholder-name',
        options: [
          [ALL_FIELDS, 'All'],
          ['card-number card-expiry card-cvc', 'Card only'],
          ['amount card-number card-expiry card-cvc email', 'Donation'],
          [
            'card-number card-expiry card-cvc cardholder-name country address-line1 address-line2 city region postal-code',
            'Billing address',
          ],
        ],
      },
    ],
    [
      'brands',
      'text',
      'brands',
      { hint: 'Accepted card brands.', options: same('visa mastercard', 'visa mastercard amex cartes-bancaires') },
    ],
    ['test-card', 'flag', 'test-card', { hint: 'Shows a button that fills in a test card.' }],
    ['disabled', 'flag', 'disabled'],
    ['without-button', 'flag', 'without-button', { hint: 'Use submit() below the form instead.' }],
    ['submit-on-enter', 'flag', 'submit-on-enter', { hint: 'Enter in a field pays, with without-button.' }],
  ]),
  ...table('Form', property, [
    [
      'prefill',
      'json',
      'prefill',
      { options: [['{ "cardholder-name": "Ada Lovelace", "country": "GB" }', 'Example']] },
    ],
    [
      'messages',
      'json',
      'messages',
      { options: [['{ "pay": "Donate {amount}", "label_postal_code": "ZIP code" }', 'Example']] },
    ],
  ]),
  ...table('Sending', attribute, [
    ['proxy-url', 'text', 'proxy-url', { default: '/qa/test', options: OWN_PROXIES }],
    ['isolated', 'flag', 'isolated', { hint: 'The form is in a frame from another origin.' }],
    ['mode', 'text', 'mode', { hint: 'The mode that the page expects.', options: same('test', 'live') }],
    ['request-timeout', 'text', 'request-timeout', { absent: '55000', hint: 'In ms.', options: same('3000') }],
    ['omit-cookies', 'flag', 'omit-cookies'],
    [
      'return-url',
      'text',
      'return-url',
      {
        hint: 'Where the page goes after a payment.',
        options: same('/qa/returned.html', '/qa/returned.html?shop=7#top'),
      },
    ],
    [
      'action-origins',
      'text',
      'action-origins',
      {
        absent: 'the bank of the sandbox',
        hint: 'Where the bank may ask for a confirmation.',
        options: same('https://bank.example'),
      },
    ],
  ]),
  ...table('Sending', property, [
    ['buildRequest', 'choice', 'buildRequest', { options: presets(BUILD_REQUEST) }],
    ['interpretResponse', 'choice', 'interpretResponse', { options: presets(INTERPRET_RESPONSE) }],
    ['networksOf', 'choice', 'networksOf', { options: presets(NETWORKS_OF) }],
  ]),
  ...table('Sending', event, [
    [
      'payment-submit',
      'choice',
      'payment-submit',
      { hint: 'What a listener of the page does.', options: presets(SUBMIT_LISTENERS) },
    ],
  ]),
  ...table('Slots', slot, [
    ['slot-header', 'text', 'header', { options: same('Kaffee & Tasse') }],
    [
      'slot-before-button',
      'choice',
      'before-button',
      {
        options: [
          ['', 'Nothing'],
          ['note', 'Optional note'],
          ['terms', 'Required checkbox'],
          ['note terms', 'Both'],
        ],
      },
    ],
    ['slot-footer', 'text', 'footer', { options: same('Questions? Call us.') }],
  ]),
  ...table('Page', page, [
    [
      'lang',
      'choice',
      'Language',
      { default: 'en', options: same('en', ...Object.keys(LANGUAGES), ...MORE_LANGUAGES) },
    ],
    ['dir', 'choice', 'Direction', { options: [['', 'Auto'], ...same('ltr', 'rtl')] }],
    ['theme', 'choice', 'Theme', { options: [['', 'Default'], ...titled('linen', 'ink', 'candy')] }],
    ['colours', 'choice', 'Colours', { options: [['', 'Auto'], ...titled('light', 'dark')] }],
    [
      'viewport',
      'choice',
      'Viewport',
      {
        options: [
          ['', 'Fit'],
          ['narrow', '320'],
          ['phone', 'Phone'],
          ['tablet', 'Tablet'],
          ['desktop', 'Desktop'],
        ],
      },
    ],
    ['strict', 'flag', 'Strict CSP'],
    [
      'stays',
      'flag',
      'Prevents leaving',
      { hint: 'A listener calls preventDefault() on payment-success, payment-pending and payment-action.' },
    ],
    ['scenario', 'choice', 'Scenario', { options: [['', 'By card number'], ...SCENARIOS.map(scenarioOption)] }],
  ]),
];

function scenarioOption({ id, label }: (typeof SCENARIOS)[number]): Option {
  return [id, label];
}

const BY_NAME = new Map(SETTINGS.map((setting) => [setting.name, setting]));

export const findSetting = (name: string): Setting | undefined => BY_NAME.get(name);

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
  if (kind === 'json') return jsonProblem(value);
  if (kind !== 'choice' || options.some(([known]) => known === value)) return undefined;
  if (name === 'lang') return isLanguage(value) ? undefined : 'Expected a language tag, such as "de-AT".';
  const known = options.flatMap(([option]) => option || []);
  return `Expected one of: ${known.slice(0, MAX_NAMED).join(', ')}${known.length > MAX_NAMED ? ' …' : '.'}`;
}

function jsonProblem(text: string): string | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return undefined;
    return 'Expected an object, such as { "name": "text" }.';
  } catch (error) {
    return `Invalid JSON: ${(error as Error).message}`;
  }
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
